// Reductions whose elements are no work for a kernel are taken apart, and mean the same.
#include "unit/schedule/Faced.h"
#include "unit/schedule/Scheduled.h"

#include "eval/Interpreter.h"
#include "schedule/Schedule.h"
#include "schedule/device/Apart.h"

namespace soac::test {
namespace {

using ops::RuntimeValue;
using schedule::device::lowerForDevice;

/// The sum and the greatest of the least and greatest elements of rows, and the rows' numbers.
constexpr const char *sorted = R"(
func @f(%xs: [f64; 2]) -> (f64, f64, [f64; 1]) {
  %n: i64 = extent %xs, 0
  %t: f64, %u: f64, %numbers: [f64; 1] = map_reduce %n, (%xs) |%i: i64, %x: [f64; 1]| {
    %o: [i64; 1] = argsort %x
    %first: i64 = index %o[0]
    %second: i64 = index %o[1]
    %a: f64 = index %x[%first]
    %b: f64 = index %x[%second]
    %c: f64 = cast %i
    yield %a, %b, %c
  } reduce (0.0) |%p: f64, %q: f64| {
    %s: f64 = add %p, %q
    yield %s
  } reduce (-100.0) |%v: f64, %w: f64| {
    %m: f64 = max %v, %w
    yield %m
  }
  return %t, %u, %numbers
})";

std::vector<std::string> results(const ir::Function &f) {
  const eval::Outcome outcome = eval::run(f, {RuntimeValue::array({4, 1, 2, 3, -5, -7}, {3, 2})});
  std::vector<std::string> list;
  for (const RuntimeValue &v : std::get<std::vector<RuntimeValue>>(outcome))
    list.push_back(ops::toString(v));
  return list;
}

bool needsTheHost(const interface::CxxFunction &face, const ir::Function &f) {
  return static_cast<bool>(schedule::Schedule(face, f, 0, true, schedule::Target::Device).unfitReduction);
}

TEST(Apart, ElementsThatNoKernelComputesAreMappedFirst) {
  interface::CxxFunction face = faced(sorted);
  const ir::Function before = schedule::lower(face.function), after = lowerForDevice(face);
  EXPECT_TRUE(needsTheHost(face, before));
  EXPECT_FALSE(needsTheHost(face, after));
  EXPECT_EQ(results(after), results(before));
  EXPECT_EQ(results(after), (std::vector<std::string>{"f64 -4", "f64 4", "f64[3] 0 1 2"}));
}

TEST(Apart, WhatAKernelComputesStays) {
  const interface::CxxFunction face = faced(R"(
func @f(%xs: [f64; 1]) -> (f64) {
  %n: i64 = extent %xs, 0
  %t: f64 = map_reduce %n, (%xs) |%i: i64, %x: f64| {
    %y: f64 = sin %x
    yield %y
  } reduce (0.0) |%p: f64, %q: f64| {
    %s: f64 = add %p, %q
    yield %s
  }
  return %t
})");
  EXPECT_EQ(ir::countStatements(lowerForDevice(face).body), ir::countStatements(schedule::lower(face.function).body));
}

} // namespace
} // namespace soac::test
