// Of which arrays of indices it is known that they have no index twice: nothing is left of the check.
#include "Check.h"

namespace soac::test {
namespace {

/// What is left of `repeated` of a map's results, whose body ends with %v; %p has no index twice.
Passed repeated(const std::string &body) {
  Passed p;
  p.before = parsed(R"(
func @f(%n: i64, %m: i64, %ks: [f64; 1], %js: [i32; 1]) -> (i64) {
  %p: [i64; 1] = argsort %ks
  %q: [i64; 1] = map %n, (%p, %js) |%i: i64, %k: i64, %j: i32| {
)" + body + R"(
    yield %v
  }
  %r: i64 = repeated %q, 1000000
  return %r
})");
  p.after = optimise::simplify(p.before);
  p.on({RuntimeValue::i64(3), RuntimeValue::i64(8), RuntimeValue::array({0.5, 0.25, 2}),
        RuntimeValue(ir::Scalar::I32, ops::Extents{3})});
  return p;
}
bool isKnown(const std::string &body) { return repeated(body).count<ir::Repeated>() == 0; }

TEST(Injective, multiplesOfTheCounterAndSumsWithWhatIsFixed) {
  EXPECT_TRUE(isKnown("%a: i64 = mul %i, 3\n%v: i64 = add %a, %m"));
  EXPECT_TRUE(isKnown("%a: i64 = sub %m, 1\n%v: i64 = sub %a, %i"));
  EXPECT_TRUE(isKnown("%a: i64 = add %i, 1\n%b: i64 = mul %a, 2\n%v: i64 = sub %b, %i"));
}

TEST(Injective, elementsOfPermutations) {
  EXPECT_TRUE(isKnown("%v: i64 = add %k, %m"));
  EXPECT_TRUE(isKnown("%v: i64 = sub %m, %k"));
  EXPECT_TRUE(isKnown("%a: i64 = sub %n, 1\n%b: i64 = sub %a, %i\n%c: i64 = index %p[%b]\n%v: i64 = sub %c, 7"));
}

TEST(Injective, notWhatMayMeetOrWrap) {
  EXPECT_FALSE(isKnown("%v: i64 = mul %i, %m"));
  EXPECT_FALSE(isKnown("%v: i64 = mul %i, 4294967296"));
  EXPECT_FALSE(isKnown("%v: i64 = mul %k, 3"));
  EXPECT_FALSE(isKnown("%v: i64 = add %k, %i"));
  EXPECT_FALSE(isKnown("%v: i64 = mul %i, %i"));
  EXPECT_FALSE(isKnown("%v: i64 = cast %j"));
  EXPECT_FALSE(isKnown("%a: i32 = cast %k\n%v: i64 = cast %a"));
  EXPECT_FALSE(isKnown("%a: i32 = cast %i\n%b: i32 = add %a, i32:1\n%v: i64 = cast %b"));
}

} // namespace
} // namespace soac::test
