// Loops that write elements and carry numbers, or add to neighbours, for a device.
#include "Check.h"

namespace soac::test {
namespace {

RuntimeValue numbers() { return RuntimeValue::array({1, 2, 3, 4, 5, 6}); }
RuntimeValue table() { return RuntimeValue::array({1, 2, 3, 4, 5, 6, 0, 7, 2, 1, 4, 3}, {3, 4}); }

TEST(SumsApart, ElementsAndASumAreTwoLoops) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1], f64) {
  %v_1: [f64; 1], %s: f64 = loop %n, (%v, 0.5) |%i: i64, %p: [f64; 1], %t: f64| {
    %x: f64 = index %u[%i]
    %old: f64 = index %p[%i]
    %y: f64 = mul %x, %old
    %p_1: [f64; 1] = update %p[%i] = %y
    %z: f64 = index %p_1[%i]
    %t_1: f64 = add %t, %z
    yield %p_1, %t_1
  }
  return %v_1, %s
})",
                  {"sums_apart", "dce", "sums"});
  p.on({RuntimeValue::i64(5), numbers(), numbers()});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
}

TEST(SumsApart, LoopsInsideAreTwo) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2], %v: [f64; 2]) -> ([f64; 2], f64) {
  %v_1: [f64; 2], %s: f64 = loop %n, (%v, 0.0) |%i: i64, %p: [f64; 2], %t: f64| {
    %p_1: [f64; 2], %t_1: f64 = loop %m, (%p, %t) |%j: i64, %q: [f64; 2], %a: f64| {
      %x: f64 = index %u[%i, %j]
      %old: f64 = index %q[%i, %j]
      %c: bool = gt %x, 2.0
      %q_2: [f64; 2], %a_2: f64 = if %c {
        %y: f64 = mul %x, %old
        %q_1: [f64; 2] = update %q[%i, %j] = %y
        %a_1: f64 = add %a, %old
        yield %q_1, %a_1
      } else {
        yield %q, %a
      }
      yield %q_2, %a_2
    }
    yield %p_1, %t_1
  }
  return %v_1, %s
})",
                  {"sums_apart", "dce"});
  p.on({RuntimeValue::i64(3), RuntimeValue::i64(4), table(), table()});
  EXPECT_EQ(p.count<ir::Loop>(), 4u) << p.text();
}

TEST(SumsApart, AdditionsToNeighboursAreALoopOfTheirOwn) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1], [f64; 1], f64) {
  %u_1: [f64; 1], %v_1: [f64; 1], %s: f64 = with_accumulators (%u) |%a: acc [f64; 1]| {
    %v_2: [f64; 1], %t: f64 = loop %n, (%v, 0.0) |%i: i64, %p: [f64; 1], %b: f64| {
      %j: i64 = add %i, 1
      %x: f64 = index %p[%i]
      %p_1: [f64; 1] = update %p[%i] = 0.0
      accumulate %a[%i] += %x
      accumulate %a[%j] += %x
      %b_1: f64 = add %b, %x
      yield %p_1, %b_1
    }
    yield %v_2, %t
  }
  return %u_1, %v_1, %s
})",
                  {"sums_apart", "dce"});
  p.on({RuntimeValue::i64(5), numbers(), numbers()});
  EXPECT_EQ(p.count<ir::Loop>(), 3u) << p.text();
  EXPECT_EQ(p.count<ir::Accumulate>(), 2u) << p.text();
}

TEST(SumsApart, SumsOfRowsBesideAdditionsToNeighboursAreAKernelOfTheirOwn) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2], %v: [f64; 2]) -> ([f64; 2], f64) {
  %u_1: [f64; 2], %s: f64 = with_accumulators (%u) |%a: acc [f64; 2]| {
    %t: f64 = map_reduce %n, () |%i: i64| {
      %k: i64 = add %i, 1
      %r: f64 = map_reduce %m, () |%j: i64| {
        %x: f64 = index %v[%i, %j]
        accumulate %a[%i, %j] += %x
        accumulate %a[%k, %j] += %x
        yield %x
      } reduce (0.0) |%b: f64, %c: f64| {
        %d: f64 = add %b, %c
        yield %d
      }
      yield %r
    } reduce (0.0) |%e: f64, %g: f64| {
      %h: f64 = add %e, %g
      yield %h
    }
    yield %t
  }
  return %u_1, %s
})",
                  {"sums_apart", "dce", "accumulators", "split_additions", "dce"});
  p.on({RuntimeValue::i64(2), RuntimeValue::i64(4), table(), table()});
  EXPECT_EQ(p.count<ir::Accumulate>(), 2u) << p.text();
  EXPECT_EQ(p.count<ir::Map>(), 4u) << p.text();
}

TEST(SumsApart, AdditionsWhoseElementsDataChooseStay) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1], %k: [i64; 1]) -> ([f64; 1], [f64; 1]) {
  %u_1: [f64; 1], %v_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    %v_2: [f64; 1] = loop %n, (%v) |%i: i64, %p: [f64; 1]| {
      %j: i64 = index %k[%i]
      %x: f64 = index %p[%i]
      %p_1: [f64; 1] = update %p[%i] = 0.0
      accumulate %a[%i] += %x
      accumulate %a[%j] += %x
      yield %p_1
    }
    yield %v_2
  }
  return %u_1, %v_1
})",
                  {"sums_apart", "dce"});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

/// The number is among what is written.
TEST(SumsApart, NumbersThatGoIntoElementsStay) {
  auto p = passed(R"(
func @f(%n: i64, %v: [f64; 1]) -> ([f64; 1], f64) {
  %v_1: [f64; 1], %s: f64 = loop %n, (%v, 0.0) |%i: i64, %p: [f64; 1], %t: f64| {
    %x: f64 = index %p[%i]
    %t_1: f64 = add %t, %x
    %p_1: [f64; 1] = update %p[%i] = %t_1
    yield %p_1, %t_1
  }
  return %v_1, %s
})",
                  {"sums_apart", "dce"});
  p.on({RuntimeValue::i64(5), numbers()});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

/// The sum needs elements as the loop inside has left them.
TEST(SumsApart, WhatReadsElementsThatAreWrittenBeforeStays) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %v: [f64; 2]) -> ([f64; 2], f64) {
  %v_1: [f64; 2], %s: f64 = loop %n, (%v, 0.0) |%i: i64, %p: [f64; 2], %t: f64| {
    %p_1: [f64; 2] = loop %m, (%p) |%j: i64, %q: [f64; 2]| {
      %x: f64 = index %q[%i, %j]
      %y: f64 = mul %x, 2.0
      %q_1: [f64; 2] = update %q[%i, %j] = %y
      yield %q_1
    }
    %z: f64 = index %p_1[%i, 0]
    %t_1: f64 = add %t, %z
    yield %p_1, %t_1
  }
  return %v_1, %s
})",
                  {"sums_apart", "dce"});
  p.on({RuntimeValue::i64(3), RuntimeValue::i64(4), table()});
  EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
}

TEST(SumsApart, WhatReadsAnotherElementBehindAnUpdateStays) {
  auto p = passed(R"(
func @f(%n: i64, %v: [f64; 2]) -> ([f64; 2], f64) {
  %v_1: [f64; 2], %s: f64 = loop %n, (%v, 0.0) |%i: i64, %p: [f64; 2], %t: f64| {
    %x: f64 = index %p[%i, 1]
    %p_1: [f64; 2] = update %p[%i, 0] = %x
    %z: f64 = index %p_1[%i, 1]
    %t_1: f64 = add %t, %z
    yield %p_1, %t_1
  }
  return %v_1, %s
})",
                  {"sums_apart", "dce"});
  p.on({RuntimeValue::i64(3), table()});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

} // namespace
} // namespace soac::test
