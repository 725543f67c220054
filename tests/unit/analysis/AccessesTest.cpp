#include "analysis/Accesses.h"

#include "support/Parsed.h"

namespace soac::test {
namespace {

using analysis::Access;
using analysis::ArrayAccesses;
using analysis::ElementAccess;

/// A loop over %i < %n that carries %a, from %xs; the body ends with %r.
ir::Function loopOf(const std::string &body) {
  return parsed("func @f(%n: i64, %m: i64, %xs: [f64; 1]) -> ([f64; 1]) {\n"
                "  %end: [f64; 1] = loop %n, (%xs) |%i: i64, %a: [f64; 1]| {\n" +
                body + "\n    yield %r\n  }\n  return %end\n}");
}
const ir::Loop &loop(const ir::Function &f) { return std::get<ir::Loop>(f.body.statements[0].op); }

/// i' - i from the first write to the first read, "none" where they never meet.
std::string distanceOf(const std::string &body) {
  const ir::Function f = loopOf(body);
  const ArrayAccesses accesses(loop(f), 0, f.values);
  if (!accesses.isKnown())
    return "not known";
  const auto &all = accesses.all();
  const Access write = *llvm::find_if(all, [](const Access &a) { return a.isWrite; });
  const Access read = *llvm::find_if(all, [](const Access &a) { return !a.isWrite; });
  const auto apart = accesses.distances(write, read);
  if (!apart)
    return "none";
  const auto found = apart->of.find(&loop(f).body);
  return (found == apart->of.end() ? "any" : std::to_string(found->second)) + (apart->isComplete ? "" : ", incomplete");
}
/// The same where the write is at %w and the read at %v.
std::string distance(const std::string &indices) {
  return distanceOf(indices + "\n%x: f64 = index %a[%v]\n%r: [f64; 1] = update %a[%w] = %x");
}

TEST(Accesses, distancesFollowFromTheCoefficientsOfTheCounter) {
  EXPECT_EQ(distance("%v: i64 = add %i, 0\n%w: i64 = add %i, 0"), "0");
  EXPECT_EQ(distance("%v: i64 = sub %i, 2\n%w: i64 = add %i, 1"), "3");
  EXPECT_EQ(distance("%w: i64 = mul %i, 2\n%v: i64 = add %w, 1"), "none");
  EXPECT_EQ(distance("%w: i64 = mul %i, 2\n%v: i64 = add %w, 4"), "-2");
  EXPECT_EQ(distance("%w: i64 = sub %m, %i\n%v: i64 = sub %w, 1"), "-1");
  EXPECT_EQ(distance("%w: i64 = add %m, 0\n%v: i64 = add %m, 0"), "any");
  EXPECT_EQ(distance("%w: i64 = add %m, 0\n%v: i64 = add %m, 1"), "none");
}

TEST(Accesses, indicesThatAreNotUnderstoodMayMeetAnywhere) {
  EXPECT_EQ(distance("%w: i64 = mul %i, %i\n%v: i64 = add %i, 0"), "any, incomplete");
  EXPECT_EQ(distance("%w: i64 = mul %i, 2\n%v: i64 = add %i, 0"), "any, incomplete");
}

TEST(Accesses, versionsAreNumberedAlongTheChain) {
  const ir::Function f = loopOf(R"(
%x: f64 = index %a[%i]
%b: [f64; 1] = update %a[%i] = %x
%y: f64 = index %b[%m]
%r: [f64; 1] = update %b[%m] = %y)");
  const ArrayAccesses accesses(loop(f), 0, f.values);
  ASSERT_TRUE(accesses.isKnown());
  EXPECT_EQ(accesses.depth(), 1u);
  ASSERT_EQ(accesses.all().size(), 4u);
  const std::vector<std::pair<bool, unsigned>> expected{{false, 0}, {true, 1}, {false, 1}, {true, 2}};
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_EQ(std::pair(accesses.all()[k].isWrite, accesses.all()[k].version), expected[k]) << k;
  EXPECT_EQ(accesses.last(), 2u);
  EXPECT_TRUE(accesses.isVersion(named(f, "b")));
}

TEST(Accesses, whatIsNoChainIsNotKnown) {
  const ir::Function fresh = loopOf("%r: [f64; 1] = fill 0.0, [%m]");
  EXPECT_FALSE(ArrayAccesses(loop(fresh), 0, fresh.values).isKnown());
  const ir::Function fork = loopOf(R"(
%b: [f64; 1] = update %a[%i] = 1.0
%r: [f64; 1] = update %a[%m] = 2.0)");
  EXPECT_FALSE(ArrayAccesses(loop(fork), 0, fork.values).isKnown());
  const ir::Function moved = loopOf("%r: [f64; 1] = rotate %a, 1");
  EXPECT_FALSE(ArrayAccesses(loop(moved), 0, moved.values).isKnown());
}

TEST(Accesses, anExtentIsNoReadAndTheWholeArrayIsOne) {
  const ir::Function f = loopOf(R"(
%e: i64 = extent %a, 0
%x: f64 = reduce %e, (%a), neutral (0.0) |%p: f64, %q: f64| {
  %s: f64 = add %p, %q
  yield %s
}
%r: [f64; 1] = update %a[%i] = %x)");
  const ArrayAccesses accesses(loop(f), 0, f.values);
  ASSERT_TRUE(accesses.isKnown());
  ASSERT_EQ(accesses.all().size(), 2u);
  EXPECT_FALSE(accesses.all()[0].isWrite);
  EXPECT_TRUE(accesses.all()[0].indices.empty());
}

TEST(Accesses, elementsOfABlockThatDoesNothingElse) {
  const ir::Function f = parsed(R"(
func @f(%n: i64, %c: bool, %xs: [f64; 1], %ys: [f64; 1]) -> ([f64; 1]) {
  %x: f64 = index %xs[%n]
  %z: f64 = if %c {
    %u: f64 = index %ys[0]
    yield %u
  } else {
    yield %x
  }
  %r: [f64; 1] = update %xs[%n] = %z
  return %r
})");
  const auto accesses = analysis::elementAccesses(f.body, f.values);
  ASSERT_TRUE(accesses);
  ASSERT_EQ(accesses->all.size(), 3u);
  EXPECT_EQ(accesses->all[1].array, named(f, "ys"));
  EXPECT_TRUE(accesses->all[1].isInBranch);
  EXPECT_EQ(accesses->all[2].kind, ElementAccess::Write);
  EXPECT_FALSE(accesses->all[2].isInBranch);
  EXPECT_EQ(accesses->branches.size(), 1u);
}

TEST(Accesses, rowsAndLoopsAreNoElements) {
  const ir::Function rows = parsed(R"(
func @f(%xs: [f64; 2]) -> ([f64; 1]) {
  %r: [f64; 1] = index %xs[0]
  return %r
})");
  EXPECT_FALSE(analysis::elementAccesses(rows.body, rows.values));
  const ir::Function loops = loopOf("%r: [f64; 1] = update %a[%i] = 1.0");
  EXPECT_FALSE(analysis::elementAccesses(loops.body, loops.values));
}

} // namespace
} // namespace soac::test
