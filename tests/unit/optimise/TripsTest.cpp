// Trips of loops whose step divides their distance: trips.
#include "Check.h"

namespace soac::test {
namespace {

/// The sum of the counters of a loop with `distance` and `step`.
std::string counted(const std::string &distance, const std::string &step) {
  return R"(
func @f(%l: i64, %k: i64) -> (i64) {
  %twice: i64 = mul %k, 2
  %steps: i64 = mul %l, %k
  %far: i64 = mul %steps, 2
  %step: i64 = )" + step + R"(
  %behind: i64 = add )" + distance + R"(, %step
  %last: i64 = sub %behind, 1
  %quotient: i64 = div %last, %step
  %n: i64 = max %quotient, 0
  %r: i64 = loop %n, (0) |%i: i64, %s: i64| {
    %j: i64 = add %i, 1
    %t: i64 = add %s, %j
    yield %t
  }
  return %r
})";
}
void onAll(Passed &p) {
  for (const std::int64_t l : {-2, 0, 1, 3})
    for (const std::int64_t k : {-3, -1, 0, 1, 2, 5})
      p.on({RuntimeValue::i64(l), RuntimeValue::i64(k)});
}

TEST(Trips, areTheQuotientOfTheProducts) {
  for (const auto &[distance, step] : {std::pair("%steps", "max %k, 1"), std::pair("%far", "max %k, 1"), std::pair("%far", "max %twice, 1"), std::pair("%far", "add 2, 0")}) {
    auto p = passed(counted(distance, step), {"simplify", "trips", "simplify", "dce"});
    EXPECT_EQ(p.count(prims::Prim::Div), 0u) << p.text();
    onAll(p);
  }
}

TEST(Trips, ofOtherDistancesAreDivided) {
  for (const auto &[distance, step] : {std::pair("%l", "max %k, 1"), std::pair("%steps", "max %twice, 1"), std::pair("%steps", "add 2, 0"), std::pair("%far", "max %k, 2")}) {
    auto p = passed(counted(distance, step), {"simplify", "trips", "simplify", "dce"});
    EXPECT_EQ(p.count(prims::Prim::Div), 1u) << p.text();
    onAll(p);
  }
}

} // namespace
} // namespace soac::test
