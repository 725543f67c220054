// From textual IR to the execution tree, and what the verifier says of wrong ones.
#include "unit/schedule/Scheduled.h"

#include "exec/Printer.h"
#include "exec/Verifier.h"

namespace soac::test {
namespace {

std::string treeOf(llvm::StringRef text) {
  const Scheduled s(text);
  return exec::toString(s.decided.tree, s.function);
}

TEST(Tree, rowsAreMadeInTheResultOfTheMapAround) {
  EXPECT_EQ(treeOf(R"(
func @f(%n: i64, %m: i64) -> ([f64; 2]) {
  %ys: [f64; 2] = map %n, () |%i: i64| {
    %zeros: [f64; 1] = fill 0.0, [%m]
    %row: [f64; 1] = update %zeros[0] = 1.0
    yield %row
  }
  return %ys
})"),
            R"(exec @f with workspace {
  alloc %ys [%n, %m] in workspace
  threads for %n: %ys: [f64; 2] = map %n, () |%i: i64| {
    fill %zeros [%m] in row of %ys from 0.0
    store %row: [f64; 1] = update %zeros[0] = 1.0
  }
}
)");
}

TEST(Tree, smallArraysAreOnTheStackAndOthersInTheIterationsWorkspace) {
  EXPECT_EQ(treeOf(R"(
func @f(%n: i64, %m: i64) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, () |%i: i64| {
    %small: [f64; 1] = fill 0.0, [4]
    %a: [f64; 1] = update %small[%i] = 1.0
    %large: [f64; 1] = fill 0.0, [%m]
    %b: [f64; 1] = update %large[%i] = 1.0
    %x: f64 = index %a[0]
    %y: f64 = index %b[0]
    %z: f64 = add %x, %y
    yield %z
  }
  return %ys
})"),
            R"(exec @f with workspace {
  alloc %ys [%n] in workspace
  threads for %n with workspace: %ys: [f64; 1] = map %n, () |%i: i64| {
    fill %small [4] in stack from 0.0
    store %a: [f64; 1] = update %small[%i] = 1.0
    fill %large [%m] in workspace from 0.0
    store %b: [f64; 1] = update %large[%i] = 1.0
    let %x: f64 = index %a[0]
    let %y: f64 = index %b[0]
    let %z: f64 = add %x, %y
    put %ys[%i] = %z
  }
}
)");
}

TEST(Tree, whatALoopMakesForItsNextIterationIsInASlot) {
  EXPECT_EQ(treeOf(R"(
func @f(%n: i64, %x: [f64; 1]) -> ([f64; 1]) {
  %r: [f64; 1] = loop %n, (%x) |%i: i64, %now: [f64; 1]| {
    %m: i64 = extent %now, 0
    %next: [f64; 1] = map %m, () |%j: i64| {
      %k: i64 = sub %m, %j
      %l: i64 = sub %k, 1
      %y: f64 = index %now[%l]
      yield %y
    }
    yield %next
  }
  return %r
})"),
            R"(exec @f with workspace {
  slot %r [extent(%x, 0)] and a spare = %x
  for %n with workspace: %r: [f64; 1] = loop %n, (%x) |%i: i64, %now: [f64; 1]| {
    inline %m: i64 = extent %now, 0
    alloc %next [extent(%x, 0)] in slot of %r
    threads lanes for %m: %next: [f64; 1] = map %m, () |%j: i64| {
      let %k: i64 = sub %m, %j
      let %l: i64 = sub %k, 1
      let %y: f64 = index %now[%l]
      put %next[%j] = %y
    }
    swap %now, %next in slot of %r
  }
}
)");
}

TEST(Tree, arraysThatChangePlacesAreNotCopied) {
  EXPECT_EQ(treeOf(R"(
func @f(%n: i64, %x: [f64; 1], %y: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %r: [f64; 1], %s: [f64; 1] = loop %n, (%x, %y) |%i: i64, %now: [f64; 1], %next: [f64; 1]| {
    %e: f64 = index %now[%i]
    %made: [f64; 1] = update %next[%i] = %e
    yield %made, %now
  }
  return %r, %s
})"),
            R"(exec @f with workspace {
  slot %r [extent(%r, 0)] = %x
  copy beside %s [extent(%s, 0)] in workspace from %y
  slot %s [extent(%s, 0)] = copy of %y
  for %n: %r: [f64; 1], %s: [f64; 1] = loop %n, (%x, %y) |%i: i64, %now: [f64; 1], %next: [f64; 1]| {
    let %e: f64 = index %now[%i]
    store %made: [f64; 1] = update %next[%i] = %e
    swap %now, %next in slot of %r, which goes to that of %s
  }
}
)");
}

TEST(Tree, inputsAreCopiedBeforeTheyAreWritten) {
  EXPECT_EQ(treeOf(R"(
func @f(%x: [f64; 1]) -> ([f64; 1]) {
  %y: [f64; 1] = update %x[0] = 1.0
  return %y
})"),
            R"(exec @f with workspace {
  copy %y [extent(%x, 0)] in workspace from %x
  store %y: [f64; 1] = update %x[0] = 1.0
}
)");
}

TEST(Tree, logsThatALoopWritesFromEndToEndAreNotFilled) {
  const std::string tree = treeOf(R"(
func @f(%n: i64, %k: i64) -> (f64) {
  %log: [f64; 1] = fill 0.0, [%n]
  %some: [f64; 1] = fill 0.0, [%n]
  %all: [f64; 1], %few: [f64; 1] = loop %n, (%log, %some) |%i: i64, %a: [f64; 1], %b: [f64; 1]| {
    %a1: [f64; 1] = update %a[%i] = 1.0
    %b1: [f64; 1] = update %b[0] = 2.0
    yield %a1, %b1
  }
  %x: f64 = index %all[%k]
  %y: f64 = index %few[%k]
  %z: f64 = add %x, %y
  return %z
})");
  EXPECT_NE(tree.find("alloc %log"), std::string::npos) << tree;
  EXPECT_NE(tree.find("fill %some"), std::string::npos) << tree;
}

// One change of a right tree each.
class WrongTree : public testing::Test {
protected:
  const Scheduled s{R"(
func @f(%n: i64, %m: i64) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, () |%i: i64| {
    %large: [f64; 1] = fill 0.0, [%m]
    %b: [f64; 1] = update %large[%i] = 1.0
    %y: f64 = index %b[0]
    yield %y
  }
  return %ys
})"};
  exec::Tree tree = s.decided.tree;
  exec::Alloc &result() { return std::get<exec::Alloc>(tree.body[0]); }
  exec::For &map() { return std::get<exec::For>(tree.body[1]); }
  exec::Alloc &inner() { return std::get<exec::Alloc>(map().body[0]); }
  std::size_t problems() const { return exec::verify(tree, s.function).size(); }
};

TEST_F(WrongTree, isRightAtFirst) { EXPECT_EQ(problems(), 0u); }
TEST_F(WrongTree, anArrayInTwoPlaces) {
  map().body.push_back(inner());
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, aLargeArrayOnTheStack) {
  inner().space = exec::Space::Stack;
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, aRowOutsideOfALoop) {
  result().space = exec::Space::Row;
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, aWorkspaceThatIsNotThere) {
  map().usesWorkspace = false;
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, aWorkspaceInLanes) {
  map().isVector = true;
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, threadsInsideOfThreads) {
  exec::For copy = map();
  copy.body.clear();
  map().body.push_back(copy);
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, aScalarThatIsNotMade) {
  auto &body = map().body; // fill, update, index, put
  body.erase(body.begin() + 2);
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, anElementOfAResultOutsideOfItsLoop) {
  tree.body.push_back(map().body.back());
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, copiesOfAccumulatorsWithoutThreads) {
  map().accumulators.push_back(s.value("ys"));
  map().level = exec::Level::Sequential;
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, aCopyOfNothing) {
  inner().source = {};
  EXPECT_EQ(problems(), 1u);
}
TEST_F(WrongTree, extentsThatAreMissing) {
  result().extents.clear();
  EXPECT_EQ(problems(), 1u);
}

} // namespace
} // namespace soac::test
