// Reductions and scans.
#include "Programs.h"

namespace soac::test {

using ops::RuntimeValue;

std::vector<Case> reductionCases() {
  return {
      {"product with a zero", R"(func @f(%xs: [f64; 1]) -> (f64) {
         %n: i64 = extent %xs, 0
         %r: f64 = reduce %n, (%xs), neutral (1.0) |%p: f64, %q: f64| {
           %t: f64 = mul %p, %q
           yield %t
         }
         return %r
       })", {RuntimeValue::array({2, 0, 5})}},
      {"product without zeros", R"(func @f(%xs: [f64; 1]) -> (f64) {
         %n: i64 = extent %xs, 0
         %r: f64 = reduce %n, (%xs), neutral (1.0) |%p: f64, %q: f64| {
           %t: f64 = mul %p, %q
           yield %t
         }
         return %r
       })", {RuntimeValue::array({2, -3, 5, 0.5})}},
      {"minimum of squares", R"(func @f(%xs: [f64; 1]) -> (f64) {
         %n: i64 = extent %xs, 0
         %ys: [f64; 1] = map %n, (%xs) |%i: i64, %a: f64| {
           %b: f64 = mul %a, %a
           yield %b
         }
         %r: f64 = reduce %n, (%ys), neutral (inf) |%p: f64, %q: f64| {
           %t: f64 = min %p, %q
           yield %t
         }
         return %r
       })", {RuntimeValue::array({2, -1.5, 5})}},
      {"minimum of nothing", R"(func @f(%xs: [f64; 1], %x: f64) -> (f64) {
         %n: i64 = extent %xs, 0
         %r: f64 = reduce %n, (%xs), neutral (%x) |%p: f64, %q: f64| {
           %t: f64 = min %p, %q
           yield %t
         }
         return %r
       })", {RuntimeValue(ir::Scalar::F64, ops::Extents{0}), RuntimeValue::f64(3)}},
      {"greatest by a branch", R"(func @f(%xs: [f64; 1], %x: f64) -> (f64) {
         %n: i64 = extent %xs, 0
         %r: f64 = reduce %n, (%xs), neutral (%x) |%p: f64, %q: f64| {
           %c: bool = gt %p, %q
           %t: f64 = if %c {
             yield %p
           } else {
             yield %q
           }
           yield %t
         }
         return %r
       })", {RuntimeValue::array({2, -1.5, 5, 3}), RuntimeValue::f64(1)}},
      {"greatest by a branch, which is the start", R"(func @f(%xs: [f64; 1], %x: f64) -> (f64) {
         %n: i64 = extent %xs, 0
         %r: f64 = reduce %n, (%xs), neutral (%x) |%p: f64, %q: f64| {
           %c: bool = lt %p, %q
           %t: f64 = if %c {
             yield %q
           } else {
             yield %p
           }
           yield %t
         }
         return %r
       })", {RuntimeValue::array({2, -1.5, 5, 3}), RuntimeValue::f64(7)}},
      {"the pair with the greatest key of those at a place", R"(func @f(%xs: [f64; 1], %ys: [f64; 1], %s: f64) -> (f64) {
         %n: i64 = extent %xs, 0
         %places: [i64; 1] = iota %n
         %r: f64, %q: f64, %k: i64 = reduce %n, (%xs, %ys, %places), neutral (%s, %s, -1)
             |%a: f64, %b: f64, %i: i64, %c: f64, %d: f64, %j: i64| {
           %t: bool = lt %a, %c
           %x: f64, %y: f64, %m: i64 = if %t {
             yield %c, %d, %j
           } else {
             yield %a, %b, %i
           }
           yield %x, %y, %m
         }
         %p: f64 = mul %r, %q
         return %p
       })", {RuntimeValue::array({2, -3, 5, 0.5}), RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::f64(0.7)}},
      {"reduction by an operator of two components with a free variable",
       R"(func @f(%xs: [f64; 1], %ys: [f64; 1], %s: f64) -> (f64, f64) {
         %n: i64 = extent %xs, 0
         %r: f64, %q: f64 = reduce %n, (%xs, %ys), neutral (1.0, 0.0) |%a: f64, %b: f64, %c: f64, %d: f64| {
           %e: f64 = mul %a, %c
           %g: f64 = mul %b, %c
           %h: f64 = add %g, %d
           yield %e, %h
         }
         %t: f64 = mul %q, %s
         return %r, %t
       })", {RuntimeValue::array({2, -3, 5, 0.5}), RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::f64(0.7)}},
      {"operator with a free variable", R"(func @f(%xs: [f64; 1], %s: f64) -> (f64) {
         %n: i64 = extent %xs, 0
         %r: f64 = reduce %n, (%xs), neutral (0.0) |%a: f64, %b: f64| {
           %c: f64 = mul %a, %b
           %d: f64 = mul %c, %s
           %e: f64 = add %a, %b
           %g: f64 = add %e, %d
           yield %g
         }
         return %r
       })", {RuntimeValue::array({2, -3, 5, 0.5}), RuntimeValue::f64(0.7)}},
      {"scan with plus", R"(func @f(%xs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1] = scan %n, (%xs), neutral (0.0) |%a: f64, %b: f64| {
           %c: f64 = add %a, %b
           yield %c
         }
         return %r
       })", {RuntimeValue::array({2, -3, 5, 0.5})}},
      {"scan with times", R"(func @f(%xs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1] = scan %n, (%xs), neutral (1.0) |%a: f64, %b: f64| {
           %c: f64 = mul %a, %b
           yield %c
         }
         return %r
       })", {RuntimeValue::array({2, 3, 4})}},
      {"scan of affine maps with a free variable", R"(func @f(%xs: [f64; 1], %ys: [f64; 1], %s: f64) -> ([f64; 1], [f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1], %q: [f64; 1] = scan %n, (%xs, %ys), neutral (1.0, 0.0) |%a: f64, %b: f64, %c: f64, %d: f64| {
           %e: f64 = mul %a, %c
           %g: f64 = mul %b, %c
           %h: f64 = add %g, %d
           yield %e, %h
         }
         %t: [f64; 1] = map %n, (%q) |%i: i64, %x: f64| {
           %y: f64 = mul %x, %s
           yield %y
         }
         return %r, %t
       })", {RuntimeValue::array({2, -3, 5, 0.5}), RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::f64(0.7)}},
      {"scan with an operator that has a free variable and an array", R"(func @f(%xs: [f64; 1], %s: f64, %w: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1] = scan %n, (%xs), neutral (0.0) |%a: f64, %b: f64| {
           %c: f64 = mul %a, %b
           %d: f64 = mul %c, %s
           %v: f64 = index %w[1]
           %z: f64 = mul %d, %v
           %e: f64 = add %a, %b
           %g: f64 = add %e, %z
           yield %g
         }
         return %r
       })", {RuntimeValue::array({2, -3, 5, 0.5}), RuntimeValue::f64(0.7), RuntimeValue::array({3, 0.6})}},
      {"scan with maximum", R"(func @f(%xs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1] = scan %n, (%xs), neutral (-inf) |%a: f64, %b: f64| {
           %c: f64 = max %a, %b
           yield %c
         }
         return %r
       })", {RuntimeValue::array({2, 3, -4, 7, 1})}},
      {"scan of rows", R"(func @f(%xs: [f64; 2]) -> ([f64; 2]) {
         %n: i64 = extent %xs, 0
         %m: i64 = extent %xs, 1
         %e: [f64; 1] = fill 1.0, [%m]
         %r: [f64; 2] = scan %n, (%xs), neutral (%e) |%a: [f64; 1], %b: [f64; 1]| {
           %c: [f64; 1] = map %m, (%a, %b) |%i: i64, %x: f64, %y: f64| {
             %z: f64 = mul %x, %y
             yield %z
           }
           yield %c
         }
         return %r
       })", {RuntimeValue::array({2, 3, -4, 7, 1, 0.5}, {3, 2})}},
  };
}

} // namespace soac::test
