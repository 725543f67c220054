// Elements that a loop computes where it reads them: the pass on_demand.
#include "Check.h"

namespace soac::test {
namespace {

/// Rows (%x[v] * %x[v] + j)[j < 3] of each v, as `rows` makes them in %a, and what `body` makes of them for each of %c.
std::string function(const std::string &rows, const std::string &body) {
  return R"(
func @f(%x: [f64; 1], %c: [i64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
)" + rows + R"(  %r: [f64; 1] = map %m, (%c) |%i: i64, %e: i64| {
    %k: i64 = add %e, 0
)" + body + R"(  }
  return %r
})";
}

const std::string row = R"(    %g: f64 = mul %y, %y
    %w: [f64; 1] = map 3, () |%j: i64| {
      %h: f64 = cast %j
      %l: f64 = add %g, %h
      yield %l
    }
)";
const std::string map = "  %a: [f64; 2] = map %n, (%x) |%v: i64, %y: f64| {\n" + row + "    yield %w\n  }\n";
const std::string loop = "  %z: [f64; 2] = fill 0.0, [%n, 3]\n"
                         "  %a: [f64; 2] = loop %n, (%z) |%v: i64, %p: [f64; 2]| {\n    %y: f64 = index %x[%v]\n" + row +
                         "    %q: [f64; 2] = update %p[%v] = %w\n    yield %q\n  }\n";
const std::string oneElement = "    %s: f64 = index %a[%k, 1]\n    yield %s\n";
const std::string twoPlaces = R"(    %k1: i64 = div %k, 2
    %s: f64 = index %a[%k, 1]
    %t: f64 = index %a[%k1, 2]
    %u: f64 = sub %s, %t
    %o: [f64; 1] = index %a[%k1]
    %o0: f64 = index %o[0]
    %u0: f64 = mul %u, %o0
    yield %u0
)";

/// Fewer places than elements, as many, and more; none.
void onAll(const Passed &p) {
  for (const std::vector<std::int64_t> &c : {std::vector<std::int64_t>{}, {3}, {0, 2}, {3, 1, 2, 0}, {1, 3, 3, 0, 2, 1}})
    Passed(p).on({RuntimeValue::array(std::vector<double>{0.5, 2, 7, -3}), RuntimeValue::indices(c)});
}

TEST(OnDemand, placesThatAreFewerThanTheElements) {
  for (const std::string &rows : {map, loop})
    for (const std::string &body : {oneElement, twoPlaces}) {
      const auto p = passed(function(rows, body), {"on_demand", "dce"});
      EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
      onAll(p);
    }
}

TEST(OnDemand, placesAreNumberedAsTheyAreReadFirst) {
  const auto p = passed(function(map, twoPlaces), {"on_demand", "dce"});
  EXPECT_NE(p.text().find("loop %m, (0, "), std::string::npos) << p.text();
  const ir::If *choice = nullptr;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    if (const auto *found = std::get_if<ir::If>(&s.op))
      choice = found;
  });
  ASSERT_TRUE(choice);
  const auto squares = [](const ir::Block &b) {
    std::size_t n = 0;
    ir::forEachStatement(b, [&](const ir::Statement &s) {
      const auto *apply = std::get_if<ir::Apply>(&s.op);
      n += apply && apply->prim == prims::Prim::Mul && apply->arguments[0] == apply->arguments[1];
    });
    return n;
  };
  EXPECT_EQ(squares(choice->then), 1u) << "for both places";
}

TEST(OnDemand, placesThatALoopFindsOnItsWayAreReadFromMemory) {
  const std::string chain = R"(
func @f(%x: [f64; 1], %c: [i64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
)" + map + R"(  %at: i64, %r: f64 = loop %m, (0, 0.0) |%i: i64, %b: i64, %t: f64| {
    %k: i64 = index %c[%b]
    %s: f64 = index %a[%k, 1]
    %u: f64 = add %t, %s
    yield %k, %u
  }
  return %r
})";
  const auto p = passed(chain, {"on_demand"});
  EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
}

TEST(OnDemand, placesOfLoops) {
  const std::string sum = R"(
func @f(%x: [f64; 1], %c: [i64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
)" + map + R"(  %r: f64 = loop %m, (0.0) |%i: i64, %t: f64| {
    %k: i64 = index %c[%i]
    %s: f64 = index %a[%k, 1]
    %u: f64 = add %t, %s
    yield %u
  }
  return %r
})";
  const auto p = passed(sum, {"on_demand"});
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
  onAll(p);
}

TEST(OnDemand, isDoneOnce) {
  const auto p = passed(function(map, oneElement), {"on_demand", "on_demand"});
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
}

TEST(OnDemand, elementsThatAreReadOtherwiseAreComputedOnce) {
  const std::string more = "    %all: f64 = index %a[%i, 0]\n    %s: f64 = index %a[%k, 1]\n    %t: f64 = add %all, %s\n    yield %t\n";
  EXPECT_EQ(passed(function(map, more), {"on_demand"}).count<ir::If>(), 0u);
  const std::string extent = "    %d: i64 = extent %a, 0\n    %f: f64 = cast %d\n    %s: f64 = index %a[%k, 1]\n    %t: f64 = add %f, %s\n    yield %t\n";
  EXPECT_EQ(passed(function(map, extent), {"on_demand"}).count<ir::If>(), 0u);
}

TEST(OnDemand, placesThatAreTestedMayBeNone) {
  const std::string tested = R"(    %some: bool = ge %k, 0
    %s: f64 = if %some {
      %in: f64 = index %a[%k, 1]
      yield %in
    } else {
      yield 0.0
    }
    yield %s
)";
  const auto p = passed(function(map, tested), {"on_demand"});
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text(); // the test
  Passed(p).on({RuntimeValue::array(std::vector<double>{0.5, 2, 7, -3}), RuntimeValue::indices(std::vector<std::int64_t>{-1, 2})});
}

TEST(OnDemand, placesInLoopsOfSomeTripsAreRead) {
  const std::string directions = R"(    %s: f64 = loop 3, (0.0) |%d: i64, %t: f64| {
      %u: f64 = index %a[%k, %d]
      %next: f64 = add %t, %u
      yield %next
    }
    yield %s
)";
  const auto p = passed(function(map, directions), {"on_demand"});
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
  onAll(p);
}

TEST(OnDemand, loopsThatReadTheirArrayStay) {
  const std::string reads = "  %z: [f64; 2] = fill 1.0, [%n, 3]\n"
                            "  %a: [f64; 2] = loop %n, (%z) |%v: i64, %p: [f64; 2]| {\n    %y: f64 = index %p[%v, 0]\n" + row +
                            "    %q: [f64; 2] = update %p[%v] = %w\n    yield %q\n  }\n";
  EXPECT_EQ(passed(function(reads, oneElement), {"on_demand"}).count<ir::If>(), 0u);
}

TEST(OnDemand, cheapElementsAreReadFromMemory) {
  const std::string cheap = "  %a: [f64; 1] = map %n, (%x) |%v: i64, %y: f64| {\n    %w: f64 = mul %y, %y\n    yield %w\n  }\n";
  EXPECT_EQ(passed(function(cheap, "    %s: f64 = index %a[%k]\n    yield %s\n"), {"on_demand"}).count<ir::If>(), 0u);
}

} // namespace
} // namespace soac::test
