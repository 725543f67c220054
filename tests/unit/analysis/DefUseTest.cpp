#include "analysis/DefUse.h"

#include "support/Parsed.h"

namespace soac::test {
namespace {

const char *const program = R"(
func @f(%xs: [f64; 1], %n: i64, %m: i64) -> (f64) {
  %r: f64 = loop %n, (0.0) |%i: i64, %s: f64| {
    %k: i64 = mul %m, 2
    %t: f64 = loop %k, (%s) |%j: i64, %u: f64| {
      %x: f64 = index %xs[%j]
      %e: i64 = add %j, %i
      %y: f64 = index %xs[%e]
      %z: f64 = mul %x, %y
      %w: f64 = add %u, %z
      yield %w
    }
    yield %t
  }
  return %r
})";

TEST(DefUse, resultsAndParametersKnowTheirStatementAndPlace) {
  const ir::Function f = parsed(program);
  const auto v = [&](const char *name) { return named(f, name); };
  const analysis::DefUse defs(f.body);
  const ir::Statement &outer = f.body.statements[0];
  const auto &loop = std::get<ir::Loop>(outer.op);
  EXPECT_EQ(defs.statement(v("r")), &outer);
  EXPECT_EQ(defs.statement(v("s")), nullptr);
  EXPECT_EQ(defs.of(v("s"))->parameterOf, &loop.body);
  EXPECT_EQ(defs.of(v("s"))->statement, &outer);
  EXPECT_EQ(defs.of(v("s"))->position, 1u);
  EXPECT_EQ(defs.of(v("m"))->parameterOf, &f.body);
  EXPECT_TRUE(defs.as<ir::Index>(v("x")));
  EXPECT_FALSE(defs.as<ir::Apply>(v("x")));
  EXPECT_EQ(defs.around(*defs.statement(v("t"))), &outer);
  EXPECT_EQ(defs.around(outer), nullptr);
}

TEST(DefUse, usesAreOperandsAndResultsOfBlocks) {
  const ir::Function f = parsed(program);
  const analysis::DefUse defs(f.body);
  EXPECT_EQ(defs.uses(named(f, "xs")), 2u);
  EXPECT_EQ(defs.uses(named(f, "j")), 2u);
  EXPECT_EQ(defs.uses(named(f, "r")), 1u);
}

TEST(DefUse, aBlockKnowsWhatIsOutsideAndWhatItRepeats) {
  const ir::Function f = parsed(program);
  const analysis::DefUse body(std::get<ir::Loop>(f.body.statements[0].op).body);
  EXPECT_FALSE(body.isInside(named(f, "xs")));
  EXPECT_FALSE(body.isCounter(named(f, "i"))); // its loop is outside
  EXPECT_TRUE(body.isCounter(named(f, "j")));
  EXPECT_FALSE(body.isCounter(named(f, "u")));
  EXPECT_TRUE(body.isFixed(named(f, "k")));
  EXPECT_TRUE(body.isFixed(named(f, "j")));
  EXPECT_TRUE(body.isFixed(named(f, "x")));
  EXPECT_FALSE(body.isFixed(named(f, "e")));
  EXPECT_FALSE(body.isFixed(named(f, "s")));
  EXPECT_FALSE(body.isFixed(named(f, "y")));
}

} // namespace
} // namespace soac::test
