#include "Programs.h"

namespace soac::test {

using ops::Data;

const std::vector<Case> &cases() {
  static const std::vector<Case> table = {
      {"scalars", R"(func @f(%x: f64, %y: f64) -> (f64) {
         %a: f64 = mul %x, %y
         %b: f64 = sin %a
         %c: f64 = div %b, %y
         %d: f64 = add %c, %x
         return %d
       })", {Data::f64(0.7), Data::f64(-1.3)}},
      {"same operand twice", R"(func @f(%x: f64) -> (f64) {
         %a: f64 = mul %x, %x
         %b: f64 = mul %a, %x
         return %b
       })", {Data::f64(1.7)}},
      {"elements of an array", R"(func @f(%xs: [f64; 1], %i: i64) -> (f64) {
         %a: f64 = index %xs[%i]
         %b: f64 = index %xs[2]
         %c: f64 = mul %a, %b
         %d: f64 = mul %c, %a
         return %d
       })", {Data::array({2, 3, 5}), Data::i64(1)}},
      {"overwritten element", R"(func @f(%xs: [f64; 1], %y: f64) -> ([f64; 1], f64) {
         %a: f64 = index %xs[1]
         %b: f64 = mul %a, %y
         %ys: [f64; 1] = update %xs[0] = %b
         %c: f64 = index %ys[0]
         %d: f64 = sin %c
         %zs: [f64; 1] = update %ys[1] = %d
         return %zs, %c
       })", {Data::array({2, 3, 5}), Data::f64(0.3)}},
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
       })", {Data::array({2, 3}), Data::f64(0.5)}},
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
       })", {Data::array({2, 3}), Data::f64(0.5)}},
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
       })", {Data::array({1, 2, 3, 4, 5, 6}, {3, 2}), Data::array({0.5, -0.25}), Data::f64(0.7)}},
      {"product with a zero", R"(func @f(%xs: [f64; 1]) -> (f64) {
         %n: i64 = extent %xs, 0
         %r: f64 = reduce %n, (%xs), neutral (1.0) |%p: f64, %q: f64| {
           %t: f64 = mul %p, %q
           yield %t
         }
         return %r
       })", {Data::array({2, 0, 5})}},
      {"product without zeros", R"(func @f(%xs: [f64; 1]) -> (f64) {
         %n: i64 = extent %xs, 0
         %r: f64 = reduce %n, (%xs), neutral (1.0) |%p: f64, %q: f64| {
           %t: f64 = mul %p, %q
           yield %t
         }
         return %r
       })", {Data::array({2, -3, 5, 0.5})}},
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
       })", {Data::array({2, -1.5, 5})}},
      {"minimum of nothing", R"(func @f(%xs: [f64; 1], %x: f64) -> (f64) {
         %n: i64 = extent %xs, 0
         %r: f64 = reduce %n, (%xs), neutral (%x) |%p: f64, %q: f64| {
           %t: f64 = min %p, %q
           yield %t
         }
         return %r
       })", {Data(ir::Scalar::F64, ops::Extents{0}), Data::f64(3)}},
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
       })", {Data::array({2, -3, 5, 0.5}), Data::array({1, 2, 3, 4}), Data::f64(0.7)}},
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
       })", {Data::array({2, -3, 5, 0.5}), Data::f64(0.7)}},
      {"scan with plus", R"(func @f(%xs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1] = scan %n, (%xs), neutral (0.0) |%a: f64, %b: f64| {
           %c: f64 = add %a, %b
           yield %c
         }
         return %r
       })", {Data::array({2, -3, 5, 0.5})}},
      {"scan with times", R"(func @f(%xs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1] = scan %n, (%xs), neutral (1.0) |%a: f64, %b: f64| {
           %c: f64 = mul %a, %b
           yield %c
         }
         return %r
       })", {Data::array({2, 3, 4})}},
      {"power by a loop", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %r: f64 = loop %n, (1.0) |%i: i64, %p: f64| {
           %q: f64 = mul %p, %x
           %s: f64 = sin %q
           yield %s
         }
         return %r
       })", {Data::f64(1.1), Data::i64(5)}},
      {"power by a loop stripmined 2 deep", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %r: f64 = loop %n, (1.0) stripmine(2) |%i: i64, %p: f64| {
           %j: f64 = cast %i
           %q: f64 = mul %p, %x
           %s: f64 = sin %q
           %t: f64 = fma %j, %x, %s
           yield %t
         }
         return %r
       })", {Data::f64(0.7), Data::i64(11)}},
      {"recurrence in place stripmined 2 deep", R"(func @f(%xs: [f64; 1], %a: f64) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %m: i64 = sub %n, 1
         %r: [f64; 1] = loop %m, (%xs) stripmine(2) |%i: i64, %ys: [f64; 1]| {
           %j: i64 = add %i, 1
           %p: f64 = index %ys[%i]
           %q: f64 = index %ys[%j]
           %t: f64 = mul %p, %q
           %u: f64 = mul %t, %a
           %zs: [f64; 1] = update %ys[%j] = %u
           yield %zs
         }
         return %r
       })", {Data::array({1.2, -0.7, 1.5, 0.8, 1.1, 0.9, -1.3}), Data::f64(0.9)}},
      {"power by a loop stripmined 3 deep", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %r: f64 = loop %n, (1.0) stripmine(3) |%i: i64, %p: f64| {
           %j: f64 = cast %i
           %q: f64 = mul %p, %x
           %s: f64 = sin %q
           %t: f64 = fma %j, %x, %s
           yield %t
         }
         return %r
       })", {Data::f64(0.7), Data::i64(11)}},
      {"recurrence in place stripmined 3 deep", R"(func @f(%xs: [f64; 1], %a: f64) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %m: i64 = sub %n, 1
         %r: [f64; 1] = loop %m, (%xs) stripmine(3) |%i: i64, %ys: [f64; 1]| {
           %j: i64 = add %i, 1
           %p: f64 = index %ys[%i]
           %q: f64 = index %ys[%j]
           %t: f64 = mul %p, %q
           %u: f64 = mul %t, %a
           %zs: [f64; 1] = update %ys[%j] = %u
           yield %zs
         }
         return %r
       })", {Data::array({1.2, -0.7, 1.5, 0.8, 1.1, 0.9, -1.3}), Data::f64(0.9)}},
      {"power by a loop of 1 snapshots", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %r: f64 = loop %n, (1.0) revolve(1) |%i: i64, %p: f64| {
           %j: f64 = cast %i
           %q: f64 = mul %p, %x
           %s: f64 = sin %q
           %t: f64 = fma %j, %x, %s
           yield %t
         }
         return %r
       })", {Data::f64(0.7), Data::i64(9)}},
      {"power by a loop of 2 snapshots", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %r: f64 = loop %n, (1.0) revolve(2) |%i: i64, %p: f64| {
           %j: f64 = cast %i
           %q: f64 = mul %p, %x
           %s: f64 = sin %q
           %t: f64 = fma %j, %x, %s
           yield %t
         }
         return %r
       })", {Data::f64(0.7), Data::i64(11)}},
      {"power by a loop of 3 snapshots", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %r: f64 = loop %n, (1.0) revolve(3) |%i: i64, %p: f64| {
           %j: f64 = cast %i
           %q: f64 = mul %p, %x
           %s: f64 = sin %q
           %t: f64 = fma %j, %x, %s
           yield %t
         }
         return %r
       })", {Data::f64(0.7), Data::i64(17)}},
      {"recurrence in place of 2 snapshots", R"(func @f(%xs: [f64; 1], %a: f64) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %m: i64 = sub %n, 1
         %r: [f64; 1] = loop %m, (%xs) revolve(2) |%i: i64, %ys: [f64; 1]| {
           %j: i64 = add %i, 1
           %p: f64 = index %ys[%i]
           %q: f64 = index %ys[%j]
           %t: f64 = mul %p, %q
           %u: f64 = mul %t, %a
           %zs: [f64; 1] = update %ys[%j] = %u
           yield %zs
         }
         return %r
       })", {Data::array({1.2, -0.7, 1.5, 0.8, 1.1, 0.9, -1.3}), Data::f64(0.9)}},
      {"while loop of 2 snapshots", R"(func @f(%x: f64) -> (f64) {
         %r: f64 = loop while (%x) revolve(2) |%a: f64| {
           %c: bool = lt %a, 100.0
           yield %c
         } do |%b: f64| {
           %d: f64 = mul %b, 1.5
           %e: f64 = sin %b
           %g: f64 = add %d, %e
           yield %g
         }
         return %r
       })", {Data::f64(1.3)}},
      {"while loop stripmined 2 deep", R"(func @f(%x: f64) -> (f64) {
         %r: f64 = loop while (%x) stripmine(2) |%a: f64| {
           %c: bool = lt %a, 100.0
           yield %c
         } do |%b: f64| {
           %d: f64 = mul %b, 1.5
           %e: f64 = sin %b
           %g: f64 = add %d, %e
           yield %g
         }
         return %r
       })", {Data::f64(1.3)}},
      {"recurrence in place", R"(func @f(%xs: [f64; 1], %a: f64) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %m: i64 = sub %n, 1
         %r: [f64; 1] = loop %m, (%xs) |%i: i64, %ys: [f64; 1]| {
           %j: i64 = add %i, 1
           %p: f64 = index %ys[%i]
           %q: f64 = index %ys[%j]
           %t: f64 = mul %p, %q
           %u: f64 = mul %t, %a
           %zs: [f64; 1] = update %ys[%j] = %u
           yield %zs
         }
         return %r
       })", {Data::array({1.2, -0.7, 1.5, 0.8, 1.1}), Data::f64(0.9)}},
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
       })", {Data::array({0.2, -0.7, 1.5, 0.8})}},
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
       })", {Data::f64(1.3)}},
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
       })", {Data::array({1.2, -0.7, 1.5}), Data::i64(4)}},
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
       })", {Data::array({}, {3, 0}), Data::array({1, 2, 3})}},
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
       })", {Data::array({1, 2, 3, 4, 5, 6}, {2, 3})}},
      {"scatter", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %a: [f64; 1] = scatter %xs, %is, %vs
         %b: [f64; 1] = map 4, (%a) |%i: i64, %x: f64| {
           %y: f64 = mul %x, %x
           yield %y
         }
         return %b
       })", {Data::array({1, 2, 3, 4}), Data::indices({2, 7, 0, -1}), Data::array({5, 6, 7, 8})}},
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
       })", {Data::array({1, 2, 3, 4}), Data::indices({2, 7, 0, -1}), Data::array({5, 6, 7, 8})}},
      {"histogram of products", R"(func @f(%xs: [f64; 1], %is: [i64; 1], %vs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %vs, 0
         %d: [f64; 1] = reduce_by_index %n, dests (%xs), neutral (1.0), keys %is, values (%vs) |%s: f64, %t: f64| {
           %u: f64 = mul %s, %t
           yield %u
         }
         return %d
       })", {Data::array({1, 2, 3, 4}), Data::indices({2, 7, 0, -1}), Data::array({5, 6, 7, 8})}},
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
       })", {Data::array({1, 2, 3, 4}), Data::indices({2, 7, 0, -1, 2, 0, 2}), Data::array({5, 6, 0.5, 8, -2, 0.25, 7})}},
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
       })", {Data::array({1, 2, 0, 4}), Data::indices({2, 7, 0, -1, 2, 0, 2}), Data::array({5, 6, 0, 8, -2, 0, 7})}},
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
       })", {Data::array({1, 2, 3, 4}), Data::indices({2, 7, 0, -1, 2, 0, 2}), Data::array({5, 6, 0, 8, -2, 3, 7})}},
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
       })", {Data::array({1, 2, 3, 4}), Data::indices({2, 7, 0, -1, 2}), Data::array({5, 6, 0.5, 8, -2}), Data::f64(0.3)}},
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
       })", {Data::array({2, -3, 5, 0.5}), Data::array({1, 2, 3, 4}), Data::f64(0.7)}},
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
       })", {Data::array({2, -3, 5, 0.5}), Data::f64(0.7), Data::array({3, 0.6})}},
      {"scan with maximum", R"(func @f(%xs: [f64; 1]) -> ([f64; 1]) {
         %n: i64 = extent %xs, 0
         %r: [f64; 1] = scan %n, (%xs), neutral (-inf) |%a: f64, %b: f64| {
           %c: f64 = max %a, %b
           yield %c
         }
         return %r
       })", {Data::array({2, 3, -4, 7, 1})}},
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
       })", {Data::array({2, 3, -4, 7, 1, 0.5}, {3, 2})}},
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
       })", {Data::array({1, 2, 3}), Data::indices({1, 0, 1}), Data::f64(0.4)}},
  };
  return table;
}

} // namespace soac::test
