// What parts of the execution tree read, write and make.
#include "unit/schedule/Scheduled.h"

#include "exec/Accesses.h"

namespace soac::test {
namespace {

using exec::Accesses;

struct Asked : Scheduled {
  using Scheduled::Scheduled;
  const exec::AccessQuery query{decided.tree, function};

  std::string names(llvm::ArrayRef<ir::Value> values) const {
    std::string list;
    for (ir::Value v : values)
      list += (list.empty() ? "" : " ") + function.values.name(v).text;
    return list;
  }
  /// Of the iterations that give the value.
  std::string fromOutside(llvm::StringRef name) const { return names(query.of(loop(name).body).fromOutside()); }
};

TEST(Accesses, aKernelIsGivenWhatItsIterationsReadAndWrite) {
  const Asked f(R"(
func @f(%n: i64, %a: [f64; 1], %unused: f64, %b: f64) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, (%a) |%i: i64, %x: f64| {
    %y: f64 = mul %x, %b
    yield %y
  }
  return %ys
})");
  EXPECT_EQ(f.fromOutside("ys"), "a b ys i"); // the number of the iteration is that of the loop around
  const Accesses all = f.query.of(f.decided.tree.body);
  EXPECT_EQ(f.names(all.fromOutside()), "n a b");
  EXPECT_EQ(f.names(all.allocated.getArrayRef()), "ys");
}

TEST(Accesses, anExpressionReadsItsOperandsWhereItIsWritten) {
  const Asked f(R"(
func @f(%n: i64, %p: f64, %q: f64, %c: bool) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, () |%i: i64| {
    %0: f64 = mul %p, %q
    %1: f64 = if %c {
      yield %0
    } else {
      yield 1.0
    }
    yield %1
  }
  return %ys
})");
  EXPECT_EQ(f.fromOutside("ys"), "p q c ys i");
}

TEST(Accesses, anExtentReadsTheArrayThatHasIt) {
  const Asked f(R"(
func @f(%n: i64, %a: [f64; 2], %m: i64) -> ([i64; 1]) {
  %row: [f64; 1] = index %a[0]
  %zeros: [f64; 1] = fill 0.0, [%m]
  %ys: [i64; 1] = map %n, () |%i: i64| {
    %e: i64 = extent %row, 0
    %z: i64 = extent %zeros, 0
    %y: i64 = add %e, %z
    yield %y
  }
  return %ys
})");
  EXPECT_EQ(f.fromOutside("ys"), "a m ys i");
}

TEST(Accesses, whatHasTheNameOfAnotherCountsUnderThat) {
  const Asked f(R"(
func @f(%n: i64) -> (f64) {
  %zeros: [f64; 1] = fill 0.0, [%n]
  %sums: [f64; 1] = loop %n, (%zeros) |%i: i64, %now: [f64; 1]| {
    %old: f64 = index %now[0]
    %new: f64 = add %old, 1.0
    %next: [f64; 1] = update %now[0] = %new
    yield %next
  }
  %last: f64 = index %sums[0]
  return %last
})");
  const Accesses body = f.query.of(f.loop("sums").body);
  EXPECT_EQ(f.names(body.written.getArrayRef()), "zeros");
  EXPECT_EQ(f.names(body.fromOutside()), "zeros");
}

TEST(Accesses, accumulatorsAreWritten) {
  const Asked f(R"(
func @f(%n: i64, %a: [f64; 1], %k: [i64; 1]) -> ([f64; 1]) {
  %zeros: [f64; 1] = fill 0.0, [%n]
  %sums: [f64; 1] = with_accumulators (%zeros) |%acc: acc [f64; 1]| {
    %done: [f64; 1] = map %n, (%a, %k) |%i: i64, %x: f64, %at: i64| {
      accumulate %acc[%at] += %x
      yield %x
    }
    yield
  }
  return %sums
})");
  EXPECT_EQ(f.names(f.query.of(f.decided.tree.body).written.getArrayRef()), "zeros");
}

TEST(Accesses, theWorkspacesArraysOfAnIterationAreItsOwn) {
  const Asked f(R"(
func @f(%n: i64, %m: i64) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, () |%i: i64| {
    %large: [f64; 1] = fill 0.0, [%m]
    %b: [f64; 1] = update %large[%i] = 1.0
    %y: f64 = index %b[0]
    yield %y
  }
  return %ys
})");
  const Accesses body = f.query.of(f.loop("ys").body);
  EXPECT_EQ(f.names(body.allocated.getArrayRef()), "large");
  EXPECT_EQ(f.names(body.fromOutside()), "m ys i");
}

TEST(Accesses, anOperatorReadsWhatIsAroundIt) {
  const Asked f(R"(
func @f(%n: i64, %a: [f64; 1], %c: f64) -> ([f64; 1]) {
  %sums: [f64; 1] = scan %n, (%a), neutral (0.0) |%x: f64, %y: f64| {
    %scaled: f64 = mul %y, %c
    %z: f64 = add %x, %scaled
    yield %z
  }
  return %sums
})");
  EXPECT_EQ(f.names(f.query.of(f.decided.tree.body).fromOutside()), "n a c");
}

TEST(Accesses, theEndReadsWhatTheFunctionReturns) {
  const Asked f(R"(
func @f(%a: f64, %b: f64) -> (f64) {
  return %a
})");
  exec::Tree tree = f.decided.tree;
  EXPECT_TRUE(exec::AccessQuery(tree, f.function).ofWhole().read.empty());
  tree.readAtEnd = f.function.body.results;
  EXPECT_EQ(f.names(exec::AccessQuery(tree, f.function).ofWhole().read.getArrayRef()), "a");
}

} // namespace
} // namespace soac::test
