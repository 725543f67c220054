// Scalars, elements, branches, maps, arrays as a whole; and all programs together.
#include "Programs.h"

namespace soac::test {

using ops::RuntimeValue;

namespace {

std::vector<Case> arrayCases() {
  return {
      {"scalars", R"(func @f(%x: f64, %y: f64) -> (f64) {
         %a: f64 = mul %x, %y
         %b: f64 = sin %a
         %c: f64 = div %b, %y
         %d: f64 = add %c, %x
         return %d
       })", {RuntimeValue::f64(0.7), RuntimeValue::f64(-1.3)}},
      {"same operand twice", R"(func @f(%x: f64) -> (f64) {
         %a: f64 = mul %x, %x
         %b: f64 = mul %a, %x
         return %b
       })", {RuntimeValue::f64(1.7)}},
      {"elements of an array", R"(func @f(%xs: [f64; 1], %i: i64) -> (f64) {
         %a: f64 = index %xs[%i]
         %b: f64 = index %xs[2]
         %c: f64 = mul %a, %b
         %d: f64 = mul %c, %a
         return %d
       })", {RuntimeValue::array({2, 3, 5}), RuntimeValue::i64(1)}},
      {"overwritten element", R"(func @f(%xs: [f64; 1], %y: f64) -> ([f64; 1], f64) {
         %a: f64 = index %xs[1]
         %b: f64 = mul %a, %y
         %ys: [f64; 1] = update %xs[0] = %b
         %c: f64 = index %ys[0]
         %d: f64 = sin %c
         %zs: [f64; 1] = update %ys[1] = %d
         return %zs, %c
       })", {RuntimeValue::array({2, 3, 5}), RuntimeValue::f64(0.3)}},
      {"branch with free variables", R"(func @f(%xs: [f64; 1], %y: f64) -> (f64) {
         %c: bool = lt %y, 1.0
         %r: f64 = if %c {
           %a: f64 = index %xs[0]
           %b: f64 = mul %a, %y
           yield %b
         } else {
           %e: f64 = index %xs[1]
           yield %e
         }
         %s: f64 = mul %r, %r
         return %s
       })", {RuntimeValue::array({2, 3}), RuntimeValue::f64(0.5)}},
      {"branch that updates in place", R"(func @f(%xs: [f64; 1], %y: f64) -> ([f64; 1]) {
         %c: bool = lt %y, 1.0
         %r: [f64; 1] = if %c {
           %a: f64 = index %xs[0]
           %b: f64 = mul %a, %y
           %u: [f64; 1] = update %xs[1] = %b
           yield %u
         } else {
           yield %xs
         }
         return %r
       })", {RuntimeValue::array({2, 3}), RuntimeValue::f64(0.5)}},
      {"nested map with free scalar and array", R"(func @f(%xs: [f64; 2], %w: [f64; 1], %s: f64) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %m: i64 = extent %xs, 1
         %ys: [f64; 1] = map %n, (%xs) |%i: i64, %row: [f64; 1]| {
           %t: [f64; 1] = map %m, (%row, %w) |%j: i64, %a: f64, %b: f64| {
             %c: f64 = mul %a, %b
             %d: f64 = mul %c, %s
             %e: f64 = index %w[0]
             %g: f64 = add %d, %e
             yield %g
           }
           %u: f64 = reduce %m, (%t), neutral (0.0) |%p: f64, %q: f64| {
             %r: f64 = add %p, %q
             yield %r
           }
           %v: f64 = sin %u
           yield %v
         }
         return %ys
       })", {RuntimeValue::array({1, 2, 3, 4, 5, 6}, {3, 2}), RuntimeValue::array({0.5, -0.25}), RuntimeValue::f64(0.7)}},
      {"rearranged without elements", R"(func @f(%xs: [f64; 2], %ys: [f64; 1]) -> ([f64; 1], [f64; 1]) {
         %n: i64 = extent %ys, 0
         %rows: [f64; 2], %zs: [f64; 1] = map %n, (%ys, %xs) |%i: i64, %y: f64, %x: [f64; 1]| {
           yield %x, %y
         }
         %t: [f64; 2] = rearrange %xs, (1, 0)
         %r: [f64; 1] = map 0, (%t) |%j: i64, %row: [f64; 1]| {
           %a: f64 = index %row[%j]
           yield %a
         }
         return %r, %zs
       })", {RuntimeValue::array({}, {3, 0}), RuntimeValue::array({1, 2, 3})}},
      {"rearranged", R"(func @f(%xs: [f64; 2]) -> ([f64; 1], [f64; 1], [f64; 2]) {
         %t: [f64; 2] = rearrange %xs, (1, 0)
         %a: [f64; 1] = reshape %t, [6]
         %b: [f64; 1] = slice %a, start 5, count 3, step -2
         %c: [f64; 1] = rotate %a, 2
         %d: [f64; 1] = concat %b, %c, %b
         %e: [f64; 1] = map 12, (%d) |%i: i64, %x: f64| {
           %y: f64 = mul %x, %x
           yield %y
         }
         %g: f64 = index %xs[1, 0]
         %h: [f64; 1] = fill %g, [3]
         %k: [f64; 2] = fill %h, [2]
         return %e, %c, %k
       })", {RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3})}},
  };
}

} // namespace

const std::vector<Case> &cases() {
  static const std::vector<Case> table = [] {
    std::vector<Case> all;
    for (const auto &part : {arrayCases(), reductionCases(), histogramCases(), loopCases(), startCases(), invokeCases()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return table;
}

} // namespace soac::test
