// What loops cost, and what keeps them out of vector lanes.
#include "schedule/report/CostReport.h"

#include "Faced.h"

#include <gtest/gtest.h>

namespace soac::test {
namespace {

using schedule::LoopKind;

schedule::FunctionCost costOf(llvm::StringRef text) {
  interface::Unit unit;
  unit.source = "f.cpp";
  unit.functions.push_back(faced(text));
  return schedule::costReport(unit, {}).functions.at(0);
}

TEST(CostReport, countsOperationsAndBytesOfEachTrip) {
  const auto cost = costOf(R"(
func @f(%n: i64, %xs: [f64; 1]) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %e: f64 = exp %x
    %s: f64 = add %e, %x
    %q: f64 = div %s, %e
    yield %q
  }
  return %ys
})");
  ASSERT_EQ(cost.loops.size(), 1u);
  const schedule::LoopCost &map = cost.loops[0];
  EXPECT_EQ(map.kind, LoopKind::Map);
  EXPECT_EQ(map.trips.text(), "n");
  EXPECT_TRUE(map.isOnThreads);
  EXPECT_TRUE(map.isVector);
  EXPECT_EQ(map.obstacle, "");
  EXPECT_EQ(map.each.functions, (std::map<std::string, unsigned>{{"div", 1}, {"exp", 1}}));
  EXPECT_EQ(map.each.read.text(), "8");
  EXPECT_EQ(map.each.written.text(), "8");
  EXPECT_EQ(cost.all.written.text(), "8*n");
  EXPECT_EQ(cost.all.operations, map.trips * map.each.operations);
}

TEST(CostReport, saysWhatKeepsLoopsOutOfLanes) {
  const auto cost = costOf(R"(
func @f(%n: i64, %x: f64, %into: [f64; 1]) -> (f64, [f64; 1], [f64; 1]) {
  %chain: f64 = loop %n, (%x) |%i: i64, %speed: f64| {
    %b: f64 = sin %speed
    yield %b
  }
  %shifted: [f64; 1] = loop %n, (%into) |%l: i64, %g: [f64; 1]| {
    %next: i64 = add %l, 3
    %w: f64 = index %g[%next]
    %h: [f64; 1] = update %g[%l] = %w
    yield %h
  }
  %checked: [f64; 1] = map %n, () |%k: i64| {
    %c: bool = lt %x, 5.0
    check %c, "too large"
    yield %x
  }
  return %chain, %shifted, %checked
})");
  ASSERT_EQ(cost.loops.size(), 3u);
  EXPECT_EQ(cost.loops[0].obstacle, "'speed' from trip to trip");
  EXPECT_EQ(cost.loops[1].obstacle, "an iteration may write what another one reads or writes");
  EXPECT_EQ(cost.loops[2].obstacle, "a check may end it");
}

TEST(CostReport, branchesCostTheDearerOne) {
  const auto cost = costOf(R"(
func @f(%n: i64, %xs: [f64; 1]) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %c: bool = lt 0.0, %x
    %y: f64 = if %c {
      %e: f64 = exp %x
      yield %e
    } else {
      %d: f64 = add %x, %x
      yield %d
    }
    yield %y
  }
  return %ys
})");
  EXPECT_EQ(cost.loops.at(0).each.operations.text(), "21") << "the comparison and the exponential";
}

} // namespace
} // namespace soac::test
