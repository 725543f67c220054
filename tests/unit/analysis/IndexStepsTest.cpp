#include "analysis/IndexSteps.h"

#include "support/Parsed.h"

namespace soac::test {
namespace {

TEST(IndexSteps, ofWhatACounterMakes) {
  const ir::Function f = parsed(R"(
func @f(%xs: [i64; 1], %n: i64, %m: i64) -> (i64) {
  %r: i64 = loop %n, (0) |%i: i64, %s: i64| {
    %a: i64 = mul %i, -3
    %b: i64 = add %a, %m
    %c: i64 = mul %i, %m
    %d: i64 = index %xs[%b]
    %e: i64 = sub %b, %a
    %g: i64 = mul %m, %n
    %h: i64 = mul %i, %i
    %t: i64 = add %d, %s
    yield %t
  }
  return %r
})");
  const ir::Block &body = std::get<ir::Loop>(f.body.statements[0].op).body;
  const analysis::IndexSteps steps(f.values, body, body.parameters[0]);
  const auto of = [&](const char *name) { return steps.of(named(f, name)); };
  EXPECT_EQ(of("i"), 1);
  EXPECT_EQ(of("b"), -3);
  EXPECT_EQ(of("c"), std::nullopt);
  EXPECT_EQ(of("d"), std::nullopt);
  EXPECT_EQ(of("e"), 0);
  EXPECT_EQ(of("g"), 0);
  EXPECT_EQ(of("h"), std::nullopt);
  EXPECT_EQ(of("s"), std::nullopt);
  EXPECT_EQ(of("m"), 0);
  EXPECT_TRUE(steps.areDistinct({named(f, "m"), named(f, "b")}));
  EXPECT_FALSE(steps.areDistinct({named(f, "m"), named(f, "d")}));
}

} // namespace
} // namespace soac::test
