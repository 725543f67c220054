// Independent iterations that call functions, written for all lanes at a time.
#include "unit/emit/Emitted.h"

namespace soac::test {
namespace {

TEST(NamedLanes, ofMapsThatCallFunctions) {
  EXPECT_EQ(emitted(R"(
func @f(%xs: [f64; 1], %ks: [i64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %ys: [f64; 1] = map %n, (%ks) |%i: i64, %k: i64| {
    %x: f64 = index %xs[%k]
    %y: f64 = exp %x
    yield %y
  }
  return %ys
})"),
            R"(auto ys_result = soac::runtime::container<soac::array<double, 1>>(xs.extent(0));
const soac::runtime::dense<double, 1> ys(ys_result.data(), xs.extent(0));
soac::runtime::parallel_lane_map(workspace, xs.extent(0), 2, [=](auto lane) {
  const auto x = soac::runtime::at(xs, soac::runtime::at(ks, lane));
  const auto y = soac::runtime::exp(x);
  soac::runtime::put(ys, y, lane);
});
return ys_result;
)");
}

/// A loop of so many iterations that does this.
std::string cells(const std::string &trips, const std::string &body) {
  return emitted(R"(
func @f(%xs: [f64; 1], %steps: i64) -> ([f64; 1]) {
  %r: [f64; 1] = loop %steps, (%xs) |%t: i64, %a: [f64; 1]| {
    %b: [f64; 1] = loop )" + trips + R"(, (%a) |%i: i64, %c: [f64; 1]| {
      %x: f64 = index %c[%i]
      )" + body + R"(
      %d: [f64; 1] = update %c[%i] = %y
      yield %d
    }
    yield %b
  }
  return %r
})");
}

TEST(NamedLanes, ofMapsInLoops) {
  EXPECT_EQ(cells("%steps", "%y: f64 = sin %x"), R"(auto r_result = soac::runtime::container<soac::array<double, 1>>(xs.extent(0));
const soac::runtime::dense<double, 1> r(r_result.data(), xs.extent(0));
soac::runtime::copy(r, xs);
for (soac::index t = 0; t < steps; ++t) {
  soac::runtime::in_lanes(steps, [&](auto lane) {
    const auto x = soac::runtime::at(r, lane);
    const auto y = soac::runtime::sin(x);
    soac::runtime::put(r, y, lane);
  });
}
return r_result;
)");
}

TEST(NamedLanes, areNotForFewIterationsOrWithoutFunctions) {
  EXPECT_NE(cells("8", "%y: f64 = sin %x").find("in_lanes(8, "), std::string::npos);
  EXPECT_EQ(cells("7", "%y: f64 = sin %x").find("in_lanes"), std::string::npos);
  EXPECT_EQ(cells("8", "%y: f64 = mul %x, %x").find("in_lanes"), std::string::npos);
  EXPECT_EQ(cells("8", "%z: f64 = sin %x\n %y: f64 = pow %z, %x").find("in_lanes"), std::string::npos); // pow has no form in lanes
}

} // namespace
} // namespace soac::test
