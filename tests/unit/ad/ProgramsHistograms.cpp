// Scatter, histograms, accumulators.
#include "Programs.h"

namespace soac::test {

using ops::RuntimeValue;

std::vector<Case> histogramCases() {
  return {
      {"scatter", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %a: [f64; 1] = scatter %xs, %is, %vs
         %b: [f64; 1] = map 4, (%a) |%i: i64, %x: f64| {
           %y: f64 = mul %x, %x
           yield %y
         }
         return %b
       })", {RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::indices({2, 7, 0, -1}), RuntimeValue::array({5, 6, 7, 8})}},
      {"histogram of sums", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %c: [f64; 1] = reduce_by_index %n, dests (%xs), neutral (0.0), keys %is, values (%vs) |%p: f64, %q: f64| {
           %r: f64 = add %p, %q
           yield %r
         }
         %b: [f64; 1] = map 4, (%c) |%i: i64, %x: f64| {
           %y: f64 = mul %x, %x
           yield %y
         }
         return %b
       })", {RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::indices({2, 7, 0, -1}), RuntimeValue::array({5, 6, 7, 8})}},
      {"histogram of products", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %d: [f64; 1] = reduce_by_index %n, dests (%xs), neutral (1.0), keys %is, values (%vs) |%s: f64, %t: f64| {
           %u: f64 = mul %s, %t
           yield %u
         }
         return %d
       })", {RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::indices({2, 7, 0, -1}), RuntimeValue::array({5, 6, 7, 8})}},
      {"histogram of minima", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %d: [f64; 1] = reduce_by_index %n, dests (%xs), neutral (inf), keys %is, values (%vs) |%s: f64, %t: f64| {
           %u: f64 = min %s, %t
           yield %u
         }
         %b: [f64; 1] = map 4, (%d) |%i: i64, %x: f64| {
           %y: f64 = mul %x, %x
           yield %y
         }
         return %b
       })", {RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::indices({2, 7, 0, -1, 2, 0, 2}), RuntimeValue::array({5, 6, 0.5, 8, -2, 0.25, 7})}},
      {"histogram of products with zeros", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %d: [f64; 1] = reduce_by_index %n, dests (%xs), neutral (1.0), keys %is, values (%vs) |%s: f64, %t: f64| {
           %u: f64 = mul %s, %t
           yield %u
         }
         %b: [f64; 1] = map 4, (%d) |%i: i64, %x: f64| {
           %y: f64 = mul %x, %x
           yield %y
         }
         return %b
       })", {RuntimeValue::array({1, 2, 0, 4}), RuntimeValue::indices({2, 7, 0, -1, 2, 0, 2}), RuntimeValue::array({5, 6, 0, 8, -2, 0, 7})}},
      {"histogram of products with one zero", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %d: [f64; 1] = reduce_by_index %n, dests (%xs), neutral (1.0), keys %is, values (%vs) |%s: f64, %t: f64| {
           %u: f64 = mul %s, %t
           yield %u
         }
         %b: [f64; 1] = map 4, (%d) |%i: i64, %x: f64| {
           %y: f64 = mul %x, %x
           yield %y
         }
         return %b
       })", {RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::indices({2, 7, 0, -1, 2, 0, 2}), RuntimeValue::array({5, 6, 0, 8, -2, 3, 7})}},
      {"histogram of a general operator", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1], %c: f64) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %d: [f64; 1] = reduce_by_index %n, dests (%xs), neutral (0.0), keys %is, values (%vs) |%s: f64, %t: f64| {
           %p: f64 = mul %s, %t
           %q: f64 = mul %p, %c
           %u: f64 = add %s, %t
           %v: f64 = add %u, %q
           yield %v
         }
         return %d
       })", {RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::indices({2, 7, 0, -1, 2}), RuntimeValue::array({5, 6, 0.5, 8, -2}), RuntimeValue::f64(0.3)}},
      {"carried bins and few keys", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %r: [f64; 1] = loop 3, (%xs) |%i: i64, %ys: [f64; 1]| {
           %a: f64 = index %ys[3]
           %s: f64 = sin %a
           %ws: [f64; 1] = map %n, (%vs) |%j: i64, %v: f64| {
             %w: f64 = mul %s, %v
             yield %w
           }
           %d: [f64; 1] = reduce_by_index %n, dests (%ys), neutral (0.0), keys %is, values (%ws) |%p: f64, %q: f64| {
             %u: f64 = add %p, %q
             yield %u
           }
           yield %d
         }
         return %r
       })", {RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::indices({3, 9, 0}), RuntimeValue::array({0.5, 0.25, -0.5})}},
      {"snapshots of an array that grows", R"(func @f(%xs: [f64; 1], %c: f64) -> (f64) {
         %r: [f64; 1] = loop 6, (%xs) revolve(2) |%i: i64, %ys: [f64; 1]| {
           %n: i64 = extent %ys, 0
           %zs: [f64; 1] = map %n, (%ys) |%j: i64, %y: f64| {
             %p: f64 = mul %y, %c
             %q: f64 = sin %p
             yield %q
           }
           %one: [f64; 1] = slice %ys, start 0, count 1, step 1
           %all: [f64; 1] = concat %zs, %one
           yield %all
         }
         %m: i64 = extent %r, 0
         %t: f64 = reduce %m, (%r), neutral (0.0) |%a: f64, %b: f64| {
           %u: f64 = add %a, %b
           yield %u
         }
         return %t
       })", {RuntimeValue::array({1, 2, 3}), RuntimeValue::f64(0.9)}},
      {"accumulators", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %s: f64) -> ([f64; 1], f64) {
         %n: i64 = extent %xs, 0
         %m: i64 = extent %is, 0
         %z: [f64; 1] = fill %s, [2]
         %a: [f64; 1], %t: f64 = with_accumulators (%z) |%acc: acc [f64; 1]| {
           map %m, (%is) |%i: i64, %k: i64| {
             %x: f64 = index %xs[%i]
             %y: f64 = sin %x
             %w: f64 = mul %y, %s
             accumulate %acc[%k] += %w
             yield
           }
           %u: f64 = mul %s, %s
           yield %u
         }
         return %a, %t
       })", {RuntimeValue::array({1, 2, 3}), RuntimeValue::indices({1, 0, 1}), RuntimeValue::f64(0.4)}},
  };
}

} // namespace soac::test
