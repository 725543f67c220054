// The checks of derivatives themselves: they see a wrong derivative, and they do not see one at a kink.
#include "support/Derivatives.h"
#include "support/Program.h"
#include "support/Shrink.h"
#include "support/Trace.h"

#include "Generator.h"

#include "ir/text/Printer.h"
#include "ir/Walk.h"

#include <cmath>
#include <set>

namespace soac::test {
namespace {

TEST(Oracle, agreesOnSmoothFunctionsAndComparesDifferences) {
  Program p{f64, f64s(1)};
  const Value x = p.b.apply(prims::Prim::Sin, {p.p(0)});
  const Value scaled = p.b.map(p.b.extent(p.p(1)), {p.p(1)}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {in.mul(in.mul(q[1], q[1]), x)};
  })[0];
  p.returns({p.b.reduceAdd(scaled), scaled});
  const auto verdict = checkDerivatives(p.function, {RuntimeValue::f64(0.3), RuntimeValue::array({1, 2, 0})});
  EXPECT_EQ(verdict.mismatch, "");
  EXPECT_FALSE(verdict.isRefused) << verdict.refusal;
  EXPECT_TRUE(verdict.comparedDifferences);
}

TEST(Oracle, seesADerivativeThatIsDroppedInBothModes) {
  Program p{f64};
  p.returns({p.b.mul(p.p(0), p.b.apply(prims::Prim::StopGradient, {p.p(0)}))});
  const auto verdict = checkDerivatives(p.function, {RuntimeValue::f64(0.5)});
  EXPECT_NE(verdict.mismatch.find("differences give"), std::string::npos) << verdict.mismatch;
}

TEST(Oracle, leavesDifferencesOutAtAKinkAndComparesThemBesideIt) {
  Program p{f64};
  p.returns({p.b.apply(prims::Prim::Abs, {p.p(0)})});
  const auto at = checkDerivatives(p.function, {RuntimeValue::f64(0)}),
             beside = checkDerivatives(p.function, {RuntimeValue::f64(1e-3)});
  EXPECT_EQ(at.mismatch, "");
  EXPECT_FALSE(at.comparedDifferences);
  EXPECT_EQ(beside.mismatch, "");
  EXPECT_TRUE(beside.comparedDifferences);
}

TEST(Oracle, traceTellsBranchesApart) {
  Program p{f64};
  p.returns({p.b.select(p.b.lessThan(p.p(0), p.real(1)), p.p(0), p.real(1))});
  EXPECT_EQ(trace(p.function, {RuntimeValue::f64(0)}).decisions, trace(p.function, {RuntimeValue::f64(0.5)}).decisions);
  EXPECT_NE(trace(p.function, {RuntimeValue::f64(0)}).decisions, trace(p.function, {RuntimeValue::f64(2)}).decisions);
}

TEST(Oracle, comparisonSeesASmallDifferenceAndAnotherShape) {
  EXPECT_EQ(compareResults({RuntimeValue::f64(1)}, {RuntimeValue::f64(1 + 1e-14)}, 1e-12), "");
  EXPECT_NE(compareResults({RuntimeValue::f64(1)}, {RuntimeValue::f64(1 + 1e-10)}, 1e-12), "");
  EXPECT_NE(compareResults({RuntimeValue::array({1, 1}, {1, 2})}, {RuntimeValue::array({1, 1}, {2, 1})}, 1e-12), "");
  EXPECT_NE(compareResults({RuntimeValue::i64(1)}, {RuntimeValue::i64(2)}, 1), "");
  EXPECT_NE(compareResults({RuntimeValue::f64(NAN)}, {RuntimeValue::f64(0)}, 1), "");
}

TEST(Shrinking, leavesLittleMoreThanTheCause) {
  const auto holdsMap = [](const Case &c) {
    return trace(c.function, c.arguments).failure.empty() &&
           ir::toString(c.function).find(" map ") != std::string::npos;
  };
  std::size_t programs = 0, before = 0, after = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto sample = property::generate(seed, {});
    const Case original{sample.function, sample.arguments};
    if (!holdsMap(original))
      continue;
    const Case small = shrink(original, holdsMap);
    EXPECT_TRUE(holdsMap(small));
    ++programs;
    before += ir::countStatements(original.function.body);
    after += ir::countStatements(small.function.body);
  }
  ASSERT_GT(programs, 5u);
  EXPECT_LE(after, 3 * programs) << before << " statements of " << programs << " programs became " << after;
}

TEST(Generator, isDeterministicAndVaried) {
  std::set<std::string> texts;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const std::string text = ir::toString(property::generate(seed, {}).function);
    EXPECT_EQ(text, ir::toString(property::generate(seed, {}).function));
    texts.insert(text);
  }
  EXPECT_GE(texts.size(), 49u);
}

TEST(Generator, reachesEveryConstruct) {
  std::string all;
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    all += ir::toString(property::generate(seed, {}).function);
  for (const char *op : {" index ",      " update ",
                         " extent ",     " fill ",
                         " rearrange ",  " reshape ",
                         " slice ",      " rotate ",
                         " concat ",     " if ",
                         " loop while ", " loop %",
                         " map ",        " reduce ",
                         " scan ",       " reduce_by_index ",
                         " scatter ",    " with_accumulators ",
                         " accumulate ", " min ",
                         " pow ",        " iota ",
                         " argsort ",    " repeated ",
                         " with_rules ", " stripmine(",
                         " revolve(",    " bound(",
                         " no_false_dependencies("})
    EXPECT_NE(all.find(op), std::string::npos) << op;
}

} // namespace
} // namespace soac::test
