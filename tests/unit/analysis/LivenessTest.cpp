#include "analysis/Liveness.h"

#include "support/Parsed.h"

#include <set>

namespace soac::test {
namespace {

using Names = std::set<std::string>;

/// The named values of the function that are live, without its parameters.
Names live(const std::string &text, analysis::Claimed claimed = analysis::Claimed::IsDropped) {
  const ir::Function f = parsed(text);
  const analysis::Liveness liveness(f, claimed);
  const ir::Values &parameters = f.body.parameters;
  Names result;
  for (std::uint32_t id = 0; id < f.values.size(); ++id)
    if (liveness.isLive({id}) && !f.values.asConstant({id}) && !llvm::is_contained(parameters, ir::Value{id}))
      result.insert(f.values.name({id}).text);
  return result;
}

TEST(Liveness, ofALoopTheCarriedValuesThatReachAResult) {
  const char *const text = R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %z: [f64; 1] = fill 0.0, [%n]
  %r: f64, %s: [f64; 1] = loop %n, (%x, %z) |%i: i64, %a: f64, %log: [f64; 1]| {
    %log2: [f64; 1] = update %log[%i] = %a
    %b: f64 = mul %a, %a
    yield %b, %log2
  }
  return %r
})";
  EXPECT_EQ(live(text), (Names{"r", "a", "b"}));
}

TEST(Liveness, whatDecidesHowOftenALoopRunsIsLive) {
  const char *const text = R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %m: i64 = add %n, 1
  %r: f64, %s: i64 = loop while (%x, 0) |%a: f64, %k: i64| {
    %c: bool = lt %k, %m
    yield %c
  } do |%a1: f64, %k1: i64| {
    %k2: i64 = add %k1, 1
    yield %a1, %k2
  }
  return %r
})";
  EXPECT_EQ(live(text), (Names{"m", "r", "a1", "k", "c", "k1", "k2"}));
}

TEST(Liveness, additionsLiveWhenTheirAccumulatorDoes) {
  const char *const text = R"(
func @f(%n: i64, %xs: [f64; 1], %ys: [f64; 1]) -> ([f64; 1]) {
  %r: [f64; 1], %s: [f64; 1] = with_accumulators (%xs, %ys) |%a: acc [f64; 1], %b: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      %u: f64 = cast %i
      %v: f64 = mul %u, 2.0
      accumulate %a[%i] += %u
      accumulate %b[%i] += %v
      yield
    }
    yield
  }
  return %r
})";
  EXPECT_EQ(live(text), (Names{"r", "a", "i", "u"}));
}

TEST(Liveness, checksAreNeededWithWhatTheyLookAtAndWhatIsAroundThem) {
  const ir::Function f = parsed(R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %m: i64 = sub %n, 1
  %r: f64 = loop %m, (%x) |%i: i64, %a: f64| {
    %c: bool = lt %i, 7
    check %c, "too many"
    %b: f64 = sin %a
    yield %b
  }
  %s: f64 = cos %x
  return %x
})");
  const analysis::Liveness liveness(f, analysis::Claimed::IsDropped);
  EXPECT_TRUE(liveness.isLive(named(f, "m")));
  EXPECT_TRUE(liveness.isLive(named(f, "c")));
  EXPECT_FALSE(liveness.isLive(named(f, "b")));
  EXPECT_FALSE(liveness.isLive(named(f, "r")));
  EXPECT_TRUE(liveness.isNeeded(f.body.statements[1]));
  EXPECT_FALSE(liveness.isNeeded(f.body.statements[2]));
}

TEST(Liveness, componentsOfAReductionLiveWithThoseThatReadThem) {
  const char *const text = R"(
func @f(%n: i64, %xs: [f64; 1], %ys: [f64; 1], %zs: [f64; 1]) -> (f64) {
  %r: f64, %s: f64, %t: f64 = reduce %n, (%xs, %ys, %zs), neutral (0.0, 1.0, 2.0) |%a: f64, %b: f64, %c: f64, %d: f64, %e: f64, %g: f64| {
    %u: f64 = add %a, %d
    %w: f64 = mul %u, %e
    %v: f64 = mul %b, %e
    %y: f64 = max %c, %g
    yield %w, %v, %y
  }
  return %r
})";
  EXPECT_EQ(live(text), (Names{"r", "a", "d", "u", "w", "b", "e", "v"}));
}

TEST(Liveness, aClaimKeepsItsArrayWhereAsked) {
  const char *const text = R"(
func @f(%n: i64, %xs: [f64; 1]) -> (i64) {
  %r: [f64; 1] = loop %n, (%xs) no_false_dependencies(0) |%i: i64, %a: [f64; 1]| {
    %b: [f64; 1] = update %a[%i] = 1.0
    yield %b
  }
  return %n
})";
  EXPECT_EQ(live(text), Names{});
  EXPECT_EQ(live(text, analysis::Claimed::IsKept), (Names{"r", "i", "a", "b"}));
}

} // namespace
} // namespace soac::test
