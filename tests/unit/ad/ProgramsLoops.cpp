// Loops; some in every way to store their states.
#include "Programs.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/Twine.h>

namespace soac::test {

using ops::RuntimeValue;

namespace {

/// Programs with $ where an annotation stands.
std::vector<Case> templates() {
  return {
      {"powers and the counter", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %r: f64 = loop %n, (1.0) $ |%i: i64, %p: f64| {
           %j: f64 = cast %i
           %q: f64 = mul %p, %x
           %s: f64 = sin %q
           %t: f64 = fma %j, %x, %s
           yield %t
         }
         return %r
       })", {RuntimeValue::f64(0.7), RuntimeValue::i64(17)}},
      {"recurrence in place", R"(func @f(%xs: [f64; 1], %a: f64) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %m: i64 = sub %n, 1
         %r: [f64; 1] = loop %m, (%xs) $ |%i: i64, %ys: [f64; 1]| {
           %j: i64 = add %i, 1
           %p: f64 = index %ys[%i]
           %q: f64 = index %ys[%j]
           %t: f64 = mul %p, %q
           %u: f64 = mul %t, %a
           %zs: [f64; 1] = update %ys[%j] = %u
           yield %zs
         }
         return %r
       })", {RuntimeValue::array({1.2, -0.7, 1.5, 0.8, 1.1, 0.9, -1.3}), RuntimeValue::f64(0.9)}},
      {"while loop", R"(func @f(%x: f64) -> (f64) {
         %r: f64 = loop while (%x) $ |%a: f64| {
           %c: bool = lt %a, 100.0
           yield %c
         } do |%b: f64| {
           %d: f64 = mul %b, 1.5
           %e: f64 = sin %b
           %g: f64 = add %d, %e
           yield %g
         }
         return %r
       })", {RuntimeValue::f64(1.3)}},
  };
}

std::vector<Case> plain() {
  return {
      {"power by a loop", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %r: f64 = loop %n, (1.0) |%i: i64, %p: f64| {
           %q: f64 = mul %p, %x
           %s: f64 = sin %q
           yield %s
         }
         return %r
       })", {RuntimeValue::f64(1.1), RuntimeValue::i64(5)}},
      {"triangular loops in place with a branch", R"(func @f(%xs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1] = loop %n, (%xs) |%i: i64, %ys: [f64; 1]| {
           %zs: [f64; 1] = loop %i, (%ys) |%j: i64, %us: [f64; 1]| {
             %p: f64 = index %us[%j]
             %q: f64 = index %us[%i]
             %t: f64 = mul %p, %q
             %c: bool = lt %t, 1.0
             %w: [f64; 1] = if %c {
               %s: f64 = sin %t
               %vs: [f64; 1] = update %us[%i] = %s
               yield %vs
             } else {
               yield %us
             }
             yield %w
           }
           %d: f64 = index %zs[%i]
           %e: f64 = exp %d
           %ts: [f64; 1] = update %zs[%i] = %e
           yield %ts
         }
         return %r
       })", {RuntimeValue::array({0.2, -0.7, 1.5, 0.8})}},
      {"while", R"(func @f(%x: f64) -> (f64) {
         %r: f64, %k: f64 = loop while (%x, 1.0) |%a: f64, %b: f64| {
           %c: bool = lt %a, 10.0
           yield %c
         } do |%g: f64, %h: f64| {
           %d: f64 = mul %g, %g
           %e: f64 = mul %h, %x
           yield %d, %e
         }
         %s: f64 = mul %r, %k
         return %s
       })", {RuntimeValue::f64(1.3)}},
      {"whole arrays carried", R"(func @f(%xs: [f64; 1], %n: i64) -> (f64) {
         %m: i64 = extent %xs, 0
         %r: [f64; 1] = loop %n, (%xs) |%i: i64, %ys: [f64; 1]| {
           %y: f64 = index %ys[0]
           %zs: [f64; 1] = map %m, (%ys) |%j: i64, %a: f64| {
             %b: f64 = mul %a, %y
             %c: f64 = sin %b
             yield %c
           }
           yield %zs
         }
         %s: f64 = reduce %m, (%r), neutral (0.0) |%p: f64, %q: f64| {
           %t: f64 = add %p, %q
           yield %t
         }
         return %s
       })", {RuntimeValue::array({1.2, -0.7, 1.5}), RuntimeValue::i64(4)}},
  };
}

// Arrays without false dependencies. What proves or checks that does not hold of what the adjoint makes of the loop.
std::vector<Case> withoutFalseDependencies() {
  return {
      {"element read before the next iteration overwrites it", R"(func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1]) {
         %r: [f64; 1] = loop %n, (%xs) |%i: i64, %ys: [f64; 1]| {
           %j: i64 = add %i, 1
           %y: f64 = index %ys[%j]
           %v: f64 = sin %y
           %zs: [f64; 1] = update %ys[%i] = %v
           yield %zs
         }
         return %r
       })", {RuntimeValue::array({1.2, -0.7, 1.5, 0.4}), RuntimeValue::i64(3)}},
      {"element that every iteration reads and overwrites", R"(func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1]) {
         %r: [f64; 1] = loop %n, (%xs) |%i: i64, %ys: [f64; 1]| {
           %y: f64 = index %ys[0]
           %v: f64 = sin %y
           %zs: [f64; 1] = update %ys[0] = %v
           yield %zs
         }
         return %r
       })", {RuntimeValue::array({1.2, -0.7}), RuntimeValue::i64(3)}},
      {"element read after another was overwritten", R"(func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1]) {
         %r: [f64; 1] = loop %n, (%xs) |%i: i64, %ys: [f64; 1]| {
           %x: f64 = index %xs[%i]
           %zs: [f64; 1] = update %ys[0] = %x
           %y: f64 = index %zs[1]
           %z: f64 = mul %y, %x
           %v: f64 = sin %z
           %us: [f64; 1] = update %zs[1] = %v
           yield %us
         }
         return %r
       })", {RuntimeValue::array({1.2, -0.7, 1.5}), RuntimeValue::i64(3)}},
      {"claim of an array that has no derivative", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %a: [f64; 1] = fill 1.0, [%n]
         %r: [f64; 1] = loop %n, (%a) no_false_dependencies(0) |%i: i64, %ys: [f64; 1]| {
           %j: f64 = cast %i
           %v: f64 = sin %j
           %zs: [f64; 1] = update %ys[%i] = %v
           yield %zs
         }
         %y: f64 = index %r[2]
         %z: f64 = mul %x, %y
         %s: f64 = sin %z
         return %s
       })", {RuntimeValue::f64(0.4), RuntimeValue::i64(4)}},
      {"claim checked by a run, extent of the array in an operator", R"(func @f(%xs: [f64; 1], %ks: [i64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1] = loop %n, (%xs) no_false_dependencies(0) |%i: i64, %ys: [f64; 1]| {
           %es: [f64; 1] = map %n, () |%k: i64| {
             %m: i64 = extent %ys, 0
             %j: f64 = cast %m
             yield %j
           }
           %e: f64 = index %es[0]
           %y: f64 = index %xs[%i]
           %z: f64 = mul %y, %e
           %v: f64 = sin %z
           %at: i64 = index %ks[%i]
           %zs: [f64; 1] = update %ys[%at] = %v
           yield %zs
         }
         return %r
       })", {RuntimeValue::array({1.2, -0.7, 1.5}), RuntimeValue::indices({2, 0, 1})}},
      {"elements that every iteration of a stripmined loop writes again", R"(func @f(%xs: [f64; 1], %n: i64) -> (f64) {
         %m: i64 = extent %xs, 0
         %s: f64, %r: [f64; 1] = loop %n, (0.5, %xs) stripmine(2) |%i: i64, %a: f64, %ys: [f64; 1]| {
           %zs: [f64; 1] = loop %m, (%ys) |%j: i64, %vs: [f64; 1]| {
             %y: f64 = index %xs[%j]
             %z: f64 = mul %y, %a
             %v: f64 = sin %z
             %ws: [f64; 1] = update %vs[%j] = %v
             yield %ws
           }
           %p: f64 = index %zs[0]
           %q: f64 = index %zs[1]
           %b: f64 = add %p, %q
           yield %b, %zs
         }
         %l: f64 = index %r[2]
         %t: f64 = add %s, %l
         return %t
       })", {RuntimeValue::array({1.2, -0.7, 1.5}), RuntimeValue::i64(4)}},
  };
}

} // namespace

std::vector<Case> loopCases() {
  std::vector<Case> all = plain();
  for (Case &c : withoutFalseDependencies())
    all.push_back(std::move(c));
  for (const Case &c : templates())
    for (const char *annotation : {"", "stripmine(2)", "stripmine(3)", "revolve(1)", "revolve(2)", "revolve(3)"}) {
      const auto [before, after] = llvm::StringRef(c.text).split('$');
      all.push_back({c.name + " " + annotation, (before + llvm::Twine(annotation) + after).str(), c.point});
    }
  return all;
}

} // namespace soac::test
