#include "analysis/Effects.h"

#include "prims/Prims.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

const ir::Op &first(const ir::Function &f) { return f.body.statements[0].op; }

TEST(Effects, additionsToAnOwnAccumulatorAreNone) {
  const ir::Function f = parsed(R"(
func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1]) {
  %r: [f64; 1] = with_accumulators (%xs) |%acc: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      accumulate %acc[%i] += 1.0
      yield
    }
    yield
  }
  return %r
})");
  EXPECT_FALSE(analysis::hasEffect(first(f)));
  EXPECT_TRUE(analysis::hasEffect(std::get<ir::WithAccumulators>(first(f)).body.statements[0].op));
  EXPECT_FALSE(analysis::hasCheck(first(f)));
}

TEST(Effects, checksAreOneAndSomeLeave) {
  const ir::Function f = parsed(R"(
func @f(%c: bool, %n: i64) -> () {
  loop %n, () |%i: i64| {
    check %c, "no"
    yield
  }
  return
})");
  EXPECT_TRUE(analysis::hasEffect(first(f)));
  EXPECT_TRUE(analysis::hasCheck(first(f)));
  EXPECT_FALSE(analysis::hasExit(first(f)));
}

TEST(Effects, integerQuotientsAreNotTotal) {
  using analysis::isTotal, ir::Prim, ir::Scalar;
  EXPECT_TRUE(isTotal(Prim::Div, Scalar::F64, Scalar::F64));
  EXPECT_FALSE(isTotal(Prim::Div, Scalar::I64, Scalar::I64));
  EXPECT_FALSE(isTotal(Prim::Cast, Scalar::F64, Scalar::I32));
  EXPECT_TRUE(isTotal(Prim::Cast, Scalar::I64, Scalar::I32));
}

} // namespace
} // namespace soac::test
