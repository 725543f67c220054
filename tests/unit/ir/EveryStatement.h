// A well-formed function for every kind of statement, in the text form as it is printed.
#pragma once

namespace soac::test {

inline constexpr const char *everyStatement[] = {
    R"(func @scalars(%x: f64, %y: f32, %i: i32, %u: u8, %b: bool) -> (f64, f32, i32, u8, bool) {
  %0: f64 = mul %x, 2.5
  %1: f64 = pow %0, -1e-300
  %2: f32 = add %y, f32:0.1
  %3: f32 = max %2, f32:-inf
  %4: i32 = add %i, i32:-7
  %5: u8 = xor %u, u8:255
  %6: bool = lt %x, nan
  %7: bool = and %b, %6
  %8: bool = or %7, true
  %9: f64 = select %8, %1, inf
  %10: i64 = cast %9
  %11: i64 = sub %10, -9223372036854775808
  %12: f64 = cast %11
  %13: u64 = cast %11
  %14: u64 = add %13, u64:18446744073709551615
  %15: f64 = cast %14
  %16: f64 = fma %12, %15, -0.0
  %17: i32 = mul exact %i, i32:3
  %18: i32 = cast exact %11
  return %16, %3, %4, %5, %8
}
)",
    R"(func @arrays(%a: [f64; 2], %n: i64, %v: f64) -> ([f64; 2], f64, [f64; 1], [i64; 1]) {
  %m: i64 = extent %a, 1
  %row: [f64; 1] = index %a[%n]
  %x: f64 = index %a[%n, 0]
  %b: [f64; 2] = update %a[%n, 0] = %v
  %c: [f64; 2] = update %b[%n] = %row
  %d: [f64; 2] = fill %row, [%n]
  %e: [f64; 2] stored undo = fill %v, [%n, %m]
  %is: [i64; 1] = iota %n
  %t: [f64; 2] = rearrange %c, (1, 0)
  %flat: [f64; 1] = reshape %t, [%n]
  %s: [f64; 1] = slice %flat, start %m, count %n, step -1
  %r: [f64; 2] = rotate %d, %n
  %all: [f64; 2] = concat %r, %e, %c
  %keys: [f64; 1] = scatter %s, %is, %flat
  return %all, %x, %keys, %is
}
)",
    R"(func @control(%n: i64, %c: bool, %x: f64) -> (f64, f64, i64) {
  %y: f64, %z: f64 = if %c {
    %w: f64 = sin %x
    yield %w, 1.0
  } else {
    yield %x, 2.0
  }
  %s: f64 = loop %n, (%y) stripmine(3) revolve(2) no_false_dependencies(0) |%i: i64, %acc: f64| {
    %next: f64 = mul %acc, %z
    yield %next
  }
  %p: f64, %k: i64 = loop while (%x, 0) bound(%n, "2 * \22n\\\22 \0A") |%q: f64, %j: i64| {
    %go: bool = lt %q, 10.0
    yield %go
  } do |%q_1: f64, %j_1: i64| {
    %q_2: f64 = add %q_1, %z
    %j_2: i64 = add %j_1, 1
    yield %q_2, %j_2
  }
  check %c, "the condition \22c\22 must hold"
  loop 0, () |%unused: i64| {
    yield
  }
  return %s, %p, %k
}
)",
    R"(func @combinators(%n: i64, %xs: [f64; 1], %ks: [i64; 1]) -> (f64, f64, [i64; 1], [f64; 1], [f64; 1]) {
  %ys: [f64; 1], %js: [i64; 1] = map %n, (%xs, %ks) |%i: i64, %x: f64, %k: i64| {
    %y: f64 = exp %x
    yield %y, %k
  }
  %two: [f64; 2] = map %n, () |%i_1: i64| {
    yield %xs
  }
  %s: f64, %m: i64 = reduce %n, (%ys, %js), neutral (0.0, 1) |%a: f64, %b: i64, %c: f64, %d: i64| {
    %e: f64 = add %a, %c
    %f: i64 = mul %b, %d
    yield %e, %f
  }
  %sums: [f64; 1] = scan %n, (%ys), neutral (0.0) |%a_1: f64, %b_1: f64| {
    %c_1: f64 = add %a_1, %b_1
    yield %c_1
  }
  %t: f64, %us: [f64; 1] = map_reduce %n, (%ys) |%i_2: i64, %v: f64| {
    %w: f64 = mul %v, %v
    yield %w, %v
  } reduce (0.0) |%g: f64, %h: f64| {
    %l: f64 = add %g, %h
    yield %l
  }
  %bins: [f64; 1] = reduce_by_index %n, dests (%sums), neutral (-inf), keys %ks, values (%us) |%o: f64, %p: f64| {
    %q: f64 = max %o, %p
    yield %q
  }
  return %s, %t, %js, %bins, %sums
}
)",
    R"(func @"a::derivatives<int>"(%n: i64, %x: f64, %xs: [f64; 1]) -> (f64, [f64; 1], f64, f64) {
  %total: f64, %parts: [f64; 1], %last: f64 = with_accumulators (0.0, %xs) |%a: acc f64, %b: acc [f64; 1]| {
    accumulate %a[] += %x
    map %n, (%xs) |%i: i64, %v: f64| {
      accumulate %b[%i] += %v
      yield
    }
    accumulate %b[] += %xs
    yield %x
  }
  %y: f64, %dx: f64, %dxs: [f64; 1] = differentiate adjoint (%x, %xs), seeds (1.0), initial (_, %parts) |%p: f64, %ps: [f64; 1]| {
    %q: f64 = index %ps[0]
    %r: f64 = mul %p, %q
    yield %r
  }
  %z: f64, %tz: f64 = differentiate tangent (%x, %xs), seeds (%total, _) |%p_1: f64, %ps_1: [f64; 1]| {
    yield %p_1
  }
  return %y, %dxs, %z, %tz
}
)",
    R"ir(func @rules(%x: f64, %n: i64, %xs: [f64; 1], %order_of: [i64; 1]) -> (f64, [f64; 1]) {
  %y: f64 = call "f({0}, {1})" f64 (%x, %n)
  %g: [f64; 2], %m: i64 = call "a::g(soac::view<const double>)" [f64; 2] i64 (%xs)
  %z: f64, %ys: [f64; 1] = with_rules "g" (%x, %xs) |%a: f64, %as: [f64; 1]| {
    yield %a, %as
  } tangent |%b: f64, %bs: [f64; 1], %b_tan: f64, %bs_tan: [f64; 1], %r: f64, %rs: [f64; 1]| {
    yield %b_tan, %bs_tan
  } adjoint |%c: f64, %cs: [f64; 1], %r_adj: f64, %rs_adj: [f64; 1]| {
    yield %r_adj, %rs_adj
  }
  %w: f64 = with_rules "h" (%y) |%d: f64| {
    yield %d
  } adjoint |%e: f64, %e_adj: f64| {
    %twice: f64 = add %e_adj, %e_adj
    yield %twice
  }
  %order: [i64; 1] = argsort %order_of
  %again: i64 = repeated %order, 7
  %once: bool = lt %again, 0
  check argument %once, "index {0} occurs twice", %again
  return %w, %ys
}
)ir",
    R"(func @invokes(%a: [f64; 1], %x: f64, %n: i64) -> ([f64; 1], f64, i64) {
  %b: [f64; 1], %y: f64, %k: i64 = with_accumulators (%a) |%acc: acc [f64; 1]| {
    %0: f64, %1: i64 = invoke 0 f64 i64 (%x, %n) add (%acc) may_fail
    invoke 1 (%x)
    invoke 2 () add (_, %acc)
    yield %0, %1
  }
  return %b, %y, %k
}
define @counted(%x: f64, %n: i64, %acc: acc [f64; 1]) -> (f64, i64) {
  %0: bool = ge %n, 0
  check %0, "it is negative"
  accumulate %acc[%n] += %x
  %1: i64 = sub %n, 1
  %2: f64, %3: i64 = invoke 0 f64 i64 (%x, %1) add (%acc) may_fail
  return %2, %3
}
define @nothing(%x: f64) -> () {
  return
}
define @two(%acc: acc [f64; 1], %acc_1: acc [f64; 1]) -> () {
  return
}
)",
};

} // namespace soac::test
