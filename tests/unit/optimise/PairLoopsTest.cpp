// Loops that go on with each other's arrays, and elements that a block knows: pair_loops, elements.
#include "Check.h"

namespace soac::test {
namespace {

void onAll(Passed &p) {
  for (const std::vector<double> &x : {std::vector<double>{}, {1.5}, {0.5, -2.0}, {0.5, -2.0, 3.0, 0.25}, {1, 2, 3, 4, 5, 6}})
    p.on({RuntimeValue::array(x)});
}

/// Two loops over %a, of %m numbers each; `first` makes %q of %p and logs in %l, `second` makes %t of %s and reads %log.
std::string pairOf(const std::string &first, const std::string &second, const std::string &between = "", const std::string &count = "%n") {
  return R"(
func @f(%x: [f64; 1]) -> ([f64; 1], f64) {
  %all: i64 = extent %x, 0
  %n: i64 = div %all, 2
  %zeros: [f64; 1] = fill 0.0, [%all]
  %a: [f64; 1], %log: [f64; 1] = loop %n, (%x, %zeros) |%i: i64, %p: [f64; 1], %l: [f64; 1]| {
)" + first + R"(
    yield %q, %m
  }
)" + between + R"(
  %b: [f64; 1] = loop )" + count + R"(, (%a) |%j: i64, %s: [f64; 1]| {
)" + second + R"(
    yield %t
  }
  %c: bool = lt 0, %all
  %r: f64 = if %c {
    %v: f64 = index %b[0]
    yield %v
  } else {
    yield 0.0
  }
  return %b, %r
})";
}

const std::string forward = R"(
    %old: f64 = index %p[%i]
    %new: f64 = exp %old
    %m: [f64; 1] = update %l[%i] = %old
    %q: [f64; 1] = update %p[%i] = %new)";
const std::string backward = R"(
    %back: f64 = index %log[%j]
    %u: [f64; 1] = update %s[%j] = %back
    %again: f64 = exp %back
    %far: i64 = add %n, %j
    %t: [f64; 1] = update %u[%far] = %again)";

TEST(PairLoops, sweepsOfIterationsThatOwnTheirElements) {
  auto p = passed(pairOf(forward, backward), {"pair_loops"});
  EXPECT_EQ(p.count<ir::Loop>(), 1u);
  onAll(p);
  auto q = passed(pairOf(forward, backward), {"pair_loops", "elements", "cse", "simplify", "dce"});
  EXPECT_EQ(q.count(prims::Prim::Exp), 1u);
  EXPECT_EQ(q.count<ir::Update>(), 1u);
  onAll(q);
}

TEST(PairLoops, thatReadWhatTheOtherHasMade) {
  const auto text = [](const std::string &index) {
    return R"(
func @f(%x: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %zeros: [f64; 1] = fill 0.0, [%n]
  %a: [f64; 1] = loop %n, (%zeros) |%i: i64, %p: [f64; 1]| {
    %e: f64 = index %x[%i]
    %g: f64 = exp %e
    %q: [f64; 1] = update %p[%i] = %g
    yield %q
  }
  %b: [f64; 1] = loop %n, (%x) |%j: i64, %s: [f64; 1]| {
    %d: i64 = sub %n, %j
    %k: i64 = sub %d, 1
    %h: f64 = index %a[)" + index + R"(]
    %m: f64 = mul %h, 2.0
    %t: [f64; 1] = update %s[%j] = %m
    yield %t
  }
  return %b
})";
  };
  auto p = passed(text("%j"), {"pair_loops", "elements", "dce"});
  EXPECT_EQ(p.count<ir::Loop>(), 1u);
  EXPECT_EQ(p.count<ir::Update>(), 1u) << p.text();
  onAll(p);
  auto q = passed(text("%k"), {"pair_loops"});
  EXPECT_EQ(q.count<ir::Loop>(), 2u);
  onAll(q);
}

TEST(PairLoops, elementsOfOtherIterationsKeepThemApart) {
  const std::string ofTheFirst = R"(
    %z: f64 = index %s[0]
    %t: [f64; 1] = update %s[%j] = %z)";
  auto p = passed(pairOf(forward, ofTheFirst), {"pair_loops"});
  EXPECT_EQ(p.count<ir::Loop>(), 2u);
  onAll(p);
  const std::string mirrored = R"(
    %d: i64 = sub %n, %j
    %e: i64 = sub %d, 1
    %z: f64 = index %log[%e]
    %t: [f64; 1] = update %s[%j] = %z)";
  auto q = passed(pairOf(forward, mirrored), {"pair_loops"});
  EXPECT_EQ(q.count<ir::Loop>(), 2u);
  onAll(q);
}

TEST(PairLoops, arraysThatAreReadBetweenKeepThemApart) {
  auto p = passed(pairOf(forward, R"(
    %far: i64 = add %n, %j
    %t: [f64; 1] = update %s[%far] = %k)", R"(
  %k: f64 = if true {
    %w: f64 = index %zeros[0]
    yield %w
  } else {
    yield 1.0
  })"),
                  {"pair_loops"});
  EXPECT_EQ(p.count<ir::Loop>(), 2u);
}

TEST(PairLoops, otherCountsKeepThemApart) {
  auto p = passed(pairOf(forward, backward, "  %h: i64 = div %n, 2", "%h"), {"pair_loops"});
  EXPECT_EQ(p.count<ir::Loop>(), 2u);
  onAll(p);
}

/// A loop over half of %x, with `body` that makes %q of %p.
std::string halfOf(const std::string &body) {
  return R"(
func @f(%x: [f64; 1]) -> ([f64; 1]) {
  %all: i64 = extent %x, 0
  %n: i64 = div %all, 2
  %r: [f64; 1] = loop %n, (%x) |%i: i64, %p: [f64; 1]| {
    %k: i64 = add %n, %i
)" + body + R"(
    yield %q
  }
  return %r
})";
}

TEST(Elements, areReadAcrossUpdatesOfOthers) {
  auto p = passed(halfOf(R"(
    %x0: f64 = index %p[%i]
    %y: f64 = mul %x0, 2.0
    %p1: [f64; 1] = update %p[%k] = %y
    %x1: f64 = index %p1[%i]
    %x2: f64 = index %p1[%k]
    %z: f64 = add %x1, %x2
    %q: [f64; 1] = update %p1[%i] = %z)"),
                  {"elements"});
  EXPECT_EQ(p.count<ir::Index>(), 1u);
  onAll(p);
}

TEST(Elements, thatMayBeTheSameAreReadAgain) {
  auto p = passed(halfOf(R"(
    %last: i64 = sub %n, 1
    %x0: f64 = index %p[%last]
    %y: f64 = add %x0, 2.0
    %p1: [f64; 1] = update %p[%i] = %y
    %x1: f64 = index %p1[%last]
    %q: [f64; 1] = update %p1[%k] = %x1)"),
                  {"elements"});
  EXPECT_EQ(p.count<ir::Index>(), 2u);
  onAll(p);
}

TEST(Elements, areNotWrittenTwice) {
  auto p = passed(halfOf(R"(
    %x0: f64 = index %p[%i]
    %y: f64 = mul %x0, 2.0
    %p1: [f64; 1] = update %p[%i] = %y
    %p2: [f64; 1] = update %p1[%k] = %x0
    %q: [f64; 1] = update %p2[%i] = 3.0)"),
                  {"elements"});
  EXPECT_EQ(p.count<ir::Update>(), 2u);
  onAll(p);
}

TEST(Elements, thatAreReadBeforeTheyAreOverwrittenStay) {
  auto p = passed(halfOf(R"(
    %last: i64 = sub %n, 1
    %x0: f64 = index %p[%i]
    %y: f64 = add %x0, 2.0
    %p1: [f64; 1] = update %p[%i] = %y
    %z: f64 = index %p1[%last]
    %p2: [f64; 1] = update %p1[%k] = %z
    %q: [f64; 1] = update %p2[%i] = 3.0)"),
                  {"elements"});
  EXPECT_EQ(p.count<ir::Update>(), 3u);
  onAll(p);
}

TEST(Elements, aWriteOfTheSameValueOverwritesOnlyOnce) {
  auto p = passed(halfOf(R"(
    %x0: f64 = index %p[%k]
    %p1: [f64; 1] = update %p[%i] = %x0
    %q: [f64; 1] = update %p1[%i] = %x0)"),
                  {"elements"});
  EXPECT_EQ(p.count<ir::Update>(), 1u);
  onAll(p);
}

TEST(Elements, whatIsThereIsNotWritten) {
  auto p = passed(halfOf(R"(
    %x0: f64 = index %p[%i]
    %y: f64 = mul %x0, 2.0
    %p1: [f64; 1] = update %p[%k] = %y
    %q: [f64; 1] = update %p1[%i] = %x0)"),
                  {"elements"});
  EXPECT_EQ(p.count<ir::Update>(), 1u);
  onAll(p);
}

} // namespace
} // namespace soac::test
