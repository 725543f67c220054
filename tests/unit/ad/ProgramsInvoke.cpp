// Definitions that are invoked, recursive ones too.
#include "Programs.h"

namespace soac::test {

using ops::RuntimeValue;

std::vector<Case> invokeCases() {
  return {
      {"power by repeated squaring", R"(func @f(%x: f64, %n: i64) -> (f64) {
         %r: f64 = invoke 0 f64 (%x, %n)
         return %r
       }
       define @power(%x: f64, %n: i64) -> (f64) {
         %none: bool = eq %n, 0
         %r: f64 = if %none {
           yield 1.0
         } else {
           %h: i64 = div %n, 2
           %p: f64 = invoke 0 f64 (%x, %h)
           %q: f64 = mul %p, %p
           %d: i64 = mul %h, 2
           %isOdd: bool = ne %d, %n
           %s: f64 = if %isOdd {
             %t: f64 = mul %q, %x
             yield %t
           } else {
             yield %q
           }
           yield %s
         }
         return %r
       })", {RuntimeValue::f64(1.1), RuntimeValue::i64(13)}},
      {"mutual recursion with two results", R"(func @f(%x: f64, %y: f64, %n: i64) -> (f64, f64) {
         %r: f64, %s: f64 = invoke 0 f64 f64 (%x, %y, %n)
         return %r, %s
       }
       define @one(%x: f64, %y: f64, %n: i64) -> (f64, f64) {
         %none: bool = le %n, 0
         %r: f64, %s: f64 = if %none {
           yield %x, %y
         } else {
           %m: i64 = sub %n, 1
           %a: f64 = sin %x
           %b: f64, %c: f64 = invoke 1 f64 f64 (%m, %a, %y)
           %d: f64 = mul %b, %x
           yield %d, %c
         }
         return %r, %s
       }
       define @two(%n: i64, %x: f64, %y: f64) -> (f64, f64) {
         %a: f64 = mul %x, %y
         %b: f64, %c: f64 = invoke 0 f64 f64 (%y, %a, %n)
         %d: f64 = add %c, %x
         return %b, %d
       })", {RuntimeValue::f64(0.7), RuntimeValue::f64(1.3), RuntimeValue::i64(5)}},
      {"recursion over an array by an index", R"(func @f(%a: [f64; 1], %x: f64) -> (f64) {
         %r: f64 = invoke 0 f64 (%a, 0, %x)
         return %r
       }
       define @from(%a: [f64; 1], %i: i64, %x: f64) -> (f64) {
         %n: i64 = extent %a, 0
         %isIn: bool = lt %i, %n
         %r: f64 = if %isIn {
           %e: f64 = index %a[%i]
           %j: i64 = add %i, 1
           %y: f64 = mul %x, %e
           %s: f64 = invoke 0 f64 (%a, %j, %y)
           %t: f64 = sin %e
           %u: f64 = mul %s, %t
           yield %u
         } else {
           yield %x
         }
         return %r
       })", {RuntimeValue::array({1.1, 0.8, 1.3, 0.6}), RuntimeValue::f64(0.9)}},
      {"invoked in a map and a loop, twice with one array", R"(func @f(%a: [f64; 1], %b: [f64; 1]) -> (f64) {
         %n: i64 = extent %a, 0
         %ms: [f64; 1] = map %n, (%a) |%i: i64, %x: f64| {
           %r: f64 = invoke 0 f64 (%a, %a, %i, %x)
           yield %r
         }
         %l: f64 = loop %n, (1.0) |%h: i64, %p: f64| {
           %e: f64 = index %ms[%h]
           %q: f64 = invoke 0 f64 (%b, %ms, %h, %p)
           %t: f64 = mul %q, %e
           yield %t
         }
         return %l
       }
       define @at(%u: [f64; 1], %v: [f64; 1], %i: i64, %x: f64) -> (f64) {
         %n: i64 = extent %u, 0
         %s: f64 = loop %n, (%x) |%j: i64, %t: f64| {
           %e: f64 = index %u[%j]
           %g: f64 = index %v[%i]
           %p: f64 = mul %e, %t
           %q: f64 = sin %p
           %r: f64 = add %q, %g
           yield %r
         }
         return %s
       })", {RuntimeValue::array({1.1, 0.8, 0.4}), RuntimeValue::array({0.6, 1.2, -0.3})}},
      {"accumulators of a definition", R"(func @f(%a: [f64; 1], %x: f64) -> ([f64; 1], f64) {
         %n: i64 = extent %a, 0
         %r: [f64; 1], %s: f64 = with_accumulators (%a) |%acc: acc [f64; 1]| {
           %ms: [f64; 1] = map %n, () |%i: i64| {
             %m: f64 = invoke 0 f64 (%i, %x) add (%acc)
             yield %m
           }
           %k: f64 = index %ms[0]
           yield %k
         }
         return %r, %s
       }
       define @down(%i: i64, %x: f64, %acc: acc [f64; 1]) -> (f64) {
         %isIn: bool = ge %i, 0
         %r: f64 = if %isIn {
           %y: f64 = mul %x, %x
           accumulate %acc[%i] += %y
           %j: i64 = sub %i, 1
           %z: f64 = sin %y
           %q: f64 = invoke 0 f64 (%j, %z) add (%acc)
           %t: f64 = mul %q, %x
           yield %t
         } else {
           yield %x
         }
         return %r
       })", {RuntimeValue::array({1.1, 0.8, 0.4}), RuntimeValue::f64(1.2)}},
      {"a tree, with a check", R"(func @f(%lo: f64, %hi: f64, %n: i64) -> (f64) {
         %r: f64 = invoke 0 f64 (%lo, %hi, %n) may_fail
         return %r
       }
       define @quad(%lo: f64, %hi: f64, %n: i64) -> (f64) {
         %fine: bool = lt %n, 20
         check %fine, "too deep"
         %s: f64 = add %lo, %hi
         %mid: f64 = mul %s, 0.5
         %none: bool = le %n, 0
         %r: f64 = if %none {
           %e: f64 = exp %mid
           %w: f64 = sub %hi, %lo
           %v: f64 = mul %e, %w
           yield %v
         } else {
           %m: i64 = sub %n, 1
           %a: f64 = invoke 0 f64 (%lo, %mid, %m) may_fail
           %b: f64 = invoke 0 f64 (%mid, %hi, %m) may_fail
           %t: f64 = mul %a, %b
           %u: f64 = add %a, %t
           yield %u
         }
         return %r
       })", {RuntimeValue::f64(0.3), RuntimeValue::f64(1.9), RuntimeValue::i64(3)}},
      {"an invocation without a seed beside one that reads the same array", R"(func @f(%x: f64, %a: [f64; 1], %c: [f64; 1]) -> ([f64; 1]) {
         %s: f64 = invoke 0 f64 (%x, %a)
         %n: i64 = extent %c, 0
         %isLarge: bool = lt 9.0, %s
         %r: [f64; 1] = if %isLarge {
           yield %c
         } else {
           %k: i64 = cast %s
           %y: f64 = index %a[0]
           %d: [f64; 1] = map %n, (%c, %c) |%i: i64, %p: f64, %q: f64| {
             %t: f64 = mul %p, %y
             %u: f64 = add %q, %t
             yield %u
           }
           yield %d
         }
         return %r
       }
       define @first(%x: f64, %a: [f64; 1]) -> (f64) {
         %y: f64 = index %a[0]
         %r: f64 = mul %x, %y
         return %r
       })", {RuntimeValue::f64(1.2), RuntimeValue::array({1.1, 0.8}), RuntimeValue::array({0.4, 0.3})}},
      {"as many updates as its array has elements", R"(func @f(%a: [f64; 1], %x: f64) -> (f64) {
         %n: i64 = extent %a, 0
         %b: [f64; 1] = map %n, (%a) |%i: i64, %e: f64| {
           %s: f64 = mul %e, %x
           yield %s
         }
         %c: [f64; 1], %y: f64 = invoke 0 [f64; 1] f64 (%b, %x) update(0)
         %d: [f64; 1], %z: f64 = invoke 0 [f64; 1] f64 (%c, %y) update(0)
         %g: f64 = index %d[1]
         %r: f64 = mul %g, %z
         return %r
       }
       define @waves(%a: [f64; 1], %x: f64) -> ([f64; 1], f64) {
         %n: i64 = extent %a, 0
         %r: [f64; 1], %y: f64 = loop %n, (%a, %x) |%i: i64, %c: [f64; 1], %v: f64| {
           %e: f64 = index %c[%i]
           %s: f64 = sin %e
           %d: [f64; 1] = update %c[%i] = %s
           %t: f64 = mul %v, %e
           %u: f64 = add %t, 0.5
           yield %d, %u
         }
         return %r, %y
       })", {RuntimeValue::array({1.1, 0.8, 1.3}), RuntimeValue::f64(0.9)}},
      {"an array that is left as it is, and another one, then updated", R"(func @f(%a: [f64; 1], %b: [f64; 1], %x: f64, %n: i64) -> ([f64; 1], f64) {
         %c: [f64; 1], %d: [f64; 1] = loop %n, (%a, %b) |%i: i64, %p: [f64; 1], %q: [f64; 1]| {
           %s: [f64; 1], %y: f64, %t: [f64; 1] = invoke 0 [f64; 1] f64 [f64; 1] (%p, %q, %x) update(0, 1)
           %e: f64 = index %s[1]
           %g: f64 = mul %e, %y
           %u: [f64; 1] = update %s[0] = %g
           %v: [f64; 1] = update %t[1] = %e
           yield %u, %v
         }
         %z: f64 = index %d[0]
         return %c, %z
       }
       define @first(%a: [f64; 1], %b: [f64; 1], %x: f64) -> ([f64; 1], f64, [f64; 1]) {
         %e: f64 = index %a[0]
         %f: f64 = index %b[1]
         %g: f64 = mul %e, %f
         %y: f64 = add %g, %x
         %c: [f64; 1] = update %b[0] = %g
         return %a, %y, %c
       })", {RuntimeValue::array({1.1, 0.8}), RuntimeValue::array({0.4, 1.3}), RuntimeValue::f64(0.3), RuntimeValue::i64(3)}},
  };
}

} // namespace soac::test
