// Which arrays that a function writes for its caller may have another size in the end.
#include "unit/schedule/Faced.h"

#include "schedule/Lower.h"
#include "schedule/device/KeptSizes.h"

namespace soac::test {
namespace {

/// What is said of a function (v: an array, x: an array, a: a number, n: an integer) whose only result is written to `v`.
std::string said(const std::string &body, bool isNOnDevice = false) {
  interface::CxxFunction face =
      faced("func @f(%v: [f64; 1], %x: [f64; 1], %a: f64, %n: i64) -> ([f64; 1]) {\n  %own: i64 = extent %v, 0\n" + body + "\n}");
  face.parameters[0].outputs = {0};
  ir::Values onDevice;
  if (isNOnDevice)
    onDevice.push_back(face.function.body.parameters[3]);
  const std::string reason = schedule::device::changedSize(face, schedule::lower(face.function), onDevice);
  return reason.substr(0, reason.find(", and"));
}
const std::string grows = "'v' grows or shrinks", data = "data decide how many elements 'v' gets";


constexpr const char *appended = R"(
  %one: [f64; 1] = fill %a, [1]
  %w: [f64; 1] = concat %v, %one
)";

TEST(KeptSizes, OneElementMoreIsAnotherSize) {
  EXPECT_EQ(said(std::string(appended) + "return %w"), grows);
  EXPECT_EQ(said("%m: i64 = sub %own, 1\n %w: [f64; 1] = slice %v, start 0, count %m, step 1\n return %w"), grows);
  EXPECT_EQ(said("%w: [f64; 1] = concat %v, %x\n return %w"), grows);
}

TEST(KeptSizes, WhatIsTakenOffAgainIsNoChange) {
  EXPECT_EQ(said(std::string(appended) + R"(
  %more: i64 = extent %w, 0
  %m: i64 = sub %more, 1
  %u: [f64; 1] = slice %w, start 0, count %m, step 1
  return %u)"), "");
  EXPECT_EQ(said("%w: [f64; 1] = update %v[0] = %a\n return %w"), "");
}

TEST(KeptSizes, ASizeThatTheArgumentsSayIsTheCallersToGive) {
  EXPECT_EQ(said("%w: [f64; 1] = fill %a, [%n]\n return %w"), "");
  EXPECT_EQ(said("return %x"), "");
  // if (v.size() < n) v.resize(n)
  EXPECT_EQ(said(R"(
  %c: bool = lt %own, %n
  %w: [f64; 1] = if %c {
    %d: i64 = sub %n, %own
    %z: [f64; 1] = fill 0.0, [%d]
    %y: [f64; 1] = concat %v, %z
    yield %y
  } else {
    yield %v
  }
  return %w)"), "");
}

TEST(KeptSizes, AnIntegerOnTheDeviceIsNoSizeThatTheCallerKnows) {
  EXPECT_EQ(said("%w: [f64; 1] = fill %a, [%n]\n return %w", /*isNOnDevice=*/true), data);
}

TEST(KeptSizes, GrowthInABranchOrALoopIsGrowth) {
  EXPECT_EQ(said(R"(
  %c: bool = lt 3, %n
  %w: [f64; 1] = if %c {
    %one: [f64; 1] = fill %a, [1]
    %y: [f64; 1] = concat %v, %one
    yield %y
  } else {
    yield %v
  }
  return %w)"), grows);
  EXPECT_EQ(said(R"(
  %w: [f64; 1] = loop %n, (%v) |%i: i64, %u: [f64; 1]| {
    %one: [f64; 1] = fill %a, [1]
    %y: [f64; 1] = concat %u, %one
    yield %y
  }
  return %w)"), grows);
}

/// An array that begins without elements and gets one in each trip.
std::string filled(const std::string &trip) {
  return R"(
  %e: [f64; 1] = fill 0.0, [0]
  %w: [f64; 1] = loop %n, (%e) |%i: i64, %u: [f64; 1]| {
    %one: [f64; 1] = fill %a, [1]
)" + trip + R"(
  }
  return %w)";
}

TEST(KeptSizes, WhatIsFilledAnewMayHaveTheCallersSize) {
  EXPECT_EQ(said(filled("%y: [f64; 1] = concat %u, %one\n yield %y")), "");
}

TEST(KeptSizes, DataMayDecideInALoop) {
  EXPECT_EQ(said(filled(R"(
    %each: f64 = index %x[%i]
    %c: bool = lt 0.0, %each
    %y: [f64; 1] = if %c {
      %more: [f64; 1] = concat %u, %one
      yield %more
    } else {
      yield %u
    }
    yield %y)")), data);
}

TEST(KeptSizes, DataMayEndALoop) {
  EXPECT_EQ(said(R"(
  %e: [f64; 1] = fill 0.0, [0]
  %w: [f64; 1] = loop while (%e) |%u: [f64; 1]| {
    %m: i64 = extent %u, 0
    %each: f64 = index %x[%m]
    %c: bool = lt 0.0, %each
    yield %c
  } do |%u_1: [f64; 1]| {
    %one: [f64; 1] = fill %a, [1]
    %y: [f64; 1] = concat %u_1, %one
    yield %y
  }
  return %w)"), data);
}

} // namespace
} // namespace soac::test
