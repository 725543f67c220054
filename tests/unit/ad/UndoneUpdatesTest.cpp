// Which in-place updates that a return sweep undoes are for nothing, and which must stay.
#include "ad/UndoneUpdates.h"

#include "analysis/DeadCode.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

/// The function without needless updates and dead code. `undone` has names: before, changed, restored, limit.
ir::Function dropped(const std::string &text, std::vector<std::array<const char *, 4>> undone) {
  ir::Function f = parsed(text);
  std::vector<ad::UndoneUpdate> updates;
  for (const auto &[before, changed, restored, limit] : undone)
    updates.push_back({named(f, before), named(f, changed), named(f, restored), limit ? ir::Values{named(f, limit)} : ir::Values()});
  ad::dropUndone(f.body, f.values, updates);
  return analysis::eliminateDeadCode(std::move(f), analysis::Claimed::IsDropped);
}

template <class T> std::size_t count(const ir::Function &f) {
  std::size_t found = 0;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) { found += std::holds_alternative<T>(s.op); });
  return found;
}

TEST(UndoneUpdates, aChainThatNobodyReadsGoes) {
  const ir::Function f = dropped(R"(
func @f(%x: [f64; 1], %v: f64) -> ([f64; 1], i64) {
  %o: f64 = index %x[0]
  %a: [f64; 1] = update %x[0] = %v
  %p: f64 = index %a[1]
  %b: [f64; 1] = update %a[1] = %v
  %n: i64 = extent %b, 0
  %q: [f64; 1] = update %b[1] = %p
  %r: [f64; 1] = update %q[0] = %o
  return %r, %n
})",
                                 {{"x", "a", "r"}, {"a", "b", "q"}});
  EXPECT_EQ(count<ir::Update>(f), 0u);
  EXPECT_EQ(f.body.results[0], f.body.parameters[0]);
  EXPECT_EQ(ir::countStatements(f.body), 1u); // the extent, of %x
}

TEST(UndoneUpdates, ofAChainTheLaterOnesGoThatNobodyReads) {
  const ir::Function f = dropped(R"(
func @f(%x: [f64; 1], %v: f64) -> ([f64; 1], f64) {
  %o: f64 = index %x[0]
  %a: [f64; 1] = update %x[0] = %v
  %p: f64 = index %a[1]
  %b: [f64; 1] = update %a[1] = %v
  %q: [f64; 1] = update %b[1] = %p
  %s: f64 = index %q[0]
  %r: [f64; 1] = update %q[0] = %o
  return %r, %s
})",
                                 {{"x", "a", "r"}, {"a", "b", "q"}});
  EXPECT_EQ(count<ir::Update>(f), 2u);
  EXPECT_EQ(f.body.results[0], named(f, "r"));
}

TEST(UndoneUpdates, thoseBeforeOneThatIsReadStay) {
  const ir::Function f = dropped(R"(
func @f(%x: [f64; 1], %v: f64) -> ([f64; 1], f64) {
  %o: f64 = index %x[0]
  %a: [f64; 1] = update %x[0] = %v
  %p: f64 = index %a[1]
  %b: [f64; 1] = update %a[1] = %v
  %s: f64 = index %b[0]
  %q: [f64; 1] = update %b[1] = %p
  %r: [f64; 1] = update %q[0] = %o
  return %r, %s
})",
                                 {{"x", "a", "r"}, {"a", "b", "q"}});
  EXPECT_EQ(count<ir::Update>(f), 4u);
}

const char *const loop = R"(
func @f(%x: [f64; 1], %n: i64) -> ([f64; 1], f64) {
  %z: [f64; 1] = fill 0.0, [%n]
  %a: [f64; 1], %log: [f64; 1], %s: f64 = loop %n, (%x, %z, 0.0) |%i: i64, %c: [f64; 1], %l: [f64; 1], %t: f64| {
    %o: f64 = index %c[%i]
    %m: [f64; 1] = update %l[%i] = %o
    %d: [f64; 1] = update %c[%i] = 1.0
    %u: f64 = index %d[0]
    %w: f64 = add %t, %u
    yield %d, %m, %w
  }
  %r: [f64; 1] = loop %n, (%a) |%j: i64, %e: [f64; 1]| {
    %h: f64 = index %log[%j]
    %g: [f64; 1] = update %e[%j] = %h
    yield %g
  }
  return %r, RESULT
})";

std::string withResult(std::string text, const char *result) { return text.replace(text.find("RESULT"), 6, result); }

TEST(UndoneUpdates, aLoopThatNobodyReadsGoesWithItsLog) {
  EXPECT_EQ(ir::countStatements(dropped(withResult(loop, "0.0"), {{"x", "a", "r"}}).body), 0u);
}

// Its result is not read, but another result is computed of what it carries: %x is gone where the loop has ended.
TEST(UndoneUpdates, aLoopThatReadsItsOwnArrayStays) {
  const ir::Function f = dropped(withResult(loop, "%s"), {{"x", "a", "r"}});
  EXPECT_EQ(count<ir::Loop>(f), 2u);
  EXPECT_EQ(f.body.results[0], named(f, "r"));
}

const char *const branch = R"(
func @f(%x: [f64; 1], %c: bool) -> ([f64; 1], f64) {
  %o: f64 = index %x[0]
  %a: [f64; 1], %s: f64 = if %c {
    %b: [f64; 1] = update %x[0] = 1.0
    %t: f64 = index %b[1]
    yield %b, %t
  } else {
    yield %x, 0.0
  }
  %r: [f64; 1] = update %a[0] = %o
  return %r, RESULT
})";

TEST(UndoneUpdates, aBranchThatNobodyReadsGoes) {
  EXPECT_EQ(ir::countStatements(dropped(withResult(branch, "0.0"), {{"x", "a", "r"}}).body), 0u);
}

TEST(UndoneUpdates, aBranchThatReadsItsOwnArrayStays) {
  EXPECT_EQ(count<ir::Update>(dropped(withResult(branch, "%s"), {{"x", "a", "r"}})), 2u);
}

// What undoes a needed update may need another one.
TEST(UndoneUpdates, whatAnUndoingReadsStays) {
  const ir::Function f = dropped(R"(
func @f(%x: [f64; 1], %y: [f64; 1], %v: f64) -> ([f64; 1], [f64; 1], f64) {
  %o: f64 = index %x[0]
  %a: [f64; 1] = update %x[0] = %v
  %p: f64 = index %a[1]
  %b: [f64; 1] = update %y[1] = %v
  %s: f64 = index %b[0]
  %q: [f64; 1] = update %b[1] = %p
  %r: [f64; 1] = update %a[0] = %o
  return %r, %q, %s
})",
                                 {{"x", "a", "r"}, {"y", "b", "q"}});
  EXPECT_EQ(count<ir::Update>(f), 4u);
}

const char *const checked = R"(
func @f(%x: [f64; 1], %n: i64, %most: i64) -> ([f64; 1], f64) {
  %a: [f64; 1] = loop %n, (%x) |%i: i64, %c: [f64; 1]| {
    %t: bool = lt %i, %most
    check %t, "the log is too long"
    %p: bool = lt %i, %n
    check %p, "another check"
    %d: [f64; 1] = update %c[%i] = 1.0
    yield %d
  }
  %s: f64 = index %a[0]
  %r: [f64; 1] = update %a[0] = 2.0
  return %r, RESULT
})";

TEST(UndoneUpdates, aLogThatGoesHasNoLength) {
  EXPECT_EQ(count<ir::Check>(dropped(withResult(checked, "0.0"), {{"x", "a", "r", "most"}})), 1u);
  EXPECT_EQ(count<ir::Check>(dropped(withResult(checked, "%s"), {{"x", "a", "r", "most"}})), 2u);
}

} // namespace
} // namespace soac::test
