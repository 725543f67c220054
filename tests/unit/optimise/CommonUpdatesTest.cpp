// The pass that takes updates which both arms of a branch make out of it.
#include "Check.h"

namespace soac::test {
namespace {

Passed takenOut(llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::byName("common_updates")->run(before));
}

/// A branch whose arms yield two arrays, %p and %q in its first one, %s and %t in the other.
std::string branch(const std::string &first, const std::string &second) {
  return R"(
func @f(%x: [f64; 1], %y: [f64; 1], %i: i64, %c: bool) -> ([f64; 1], [f64; 1]) {
  %j: i64 = add %i, 1
  %a: [f64; 1], %b: [f64; 1] = if %c {
    )" + first +
         R"(
    yield %p, %q
  } else {
    )" + second +
         R"(
    yield %s, %t
  }
  return %a, %b
})";
}

void run(Passed &p) {
  for (const bool c : {false, true})
    for (std::int64_t i : {0, 2})
      p.on({RuntimeValue::array({1, 2, 4, 8}), RuntimeValue::array({0.5, 3, -1, 2}), RuntimeValue::i64(i),
            RuntimeValue::boolean(c)});
}

std::size_t updatesAtTheTop(const Passed &p) {
  return static_cast<std::size_t>(llvm::count_if(
      p.after.body.statements, [](const ir::Statement &s) { return std::holds_alternative<ir::Update>(s.op); }));
}

const std::string twoArrays = "%k: i64 = add %i, 1\n %u: f64 = index %y[%k]\n %p: [f64; 1] = update %x[%i] = %u\n %v: "
                              "f64 = sin %u\n %q: [f64; 1] = update "
                              "%y[%k] = %v";

TEST(CommonUpdates, goBehindTheBranch) {
  Passed p = takenOut(
      branch(twoArrays, "%s: [f64; 1] = update %x[%i] = 7.0\n %o: f64 = index %x[%j]\n %l: i64 = add 1, %i\n %t: [f64; "
                        "1] = update %y[%l] = %o"));
  run(p);
  EXPECT_EQ(updatesAtTheTop(p), 2u) << p.text();
  EXPECT_EQ(p.count<ir::Update>(), 2u) << p.text();
}

TEST(CommonUpdates, ofOneArrayAlone) {
  Passed p = takenOut(branch(twoArrays, "%s: [f64; 1] = update %x[%i] = 7.0\n %t: [f64; 1] = update %y[%i] = 2.0"));
  run(p);
  EXPECT_EQ(updatesAtTheTop(p), 1u) << p.text();
}

TEST(CommonUpdates, inTheOrderOfTheArms) {
  const std::string first =
      "%p1: [f64; 1] = update %x[%i] = 1.5\n %p2: [f64; 1] = update %p1[%j] = 2.5\n %p: [f64; 1] = update %p2[%i] = "
      "3.5\n %q: [f64; 1] = update %y[0] = 1.0";
  const std::string second =
      "%s1: [f64; 1] = update %x[%i] = 4.5\n %s2: [f64; 1] = update %s1[%j] = 5.5\n %s: [f64; 1] = update %s2[%i] "
      "= 6.5\n %t: [f64; 1] = update %y[0] = 2.0";
  Passed p = takenOut(branch(first, second));
  run(p);
  EXPECT_EQ(updatesAtTheTop(p), 4u) << p.text();
}

TEST(CommonUpdates, othersStay) {
  const std::string second = "%t: [f64; 1] = update %y[0] = 2.0\n ";
  for (const char *arm :
       {"%s1: [f64; 1] = update %x[%i] = 7.0\n %o: f64 = index %s1[%i]\n %s: [f64; 1] = update %s1[%j] = %o",
        "%s: [f64; 1] = update %x[%j] = 7.0", "%s: [f64; 1] = update %y[%i] = 7.0"}) {
    Passed p = takenOut(branch("%p: [f64; 1] = update %x[%i] = 7.0\n %q: [f64; 1] = update %y[1] = 2.0", second + arm));
    run(p);
    EXPECT_EQ(updatesAtTheTop(p), 0u) << p.text();
  }
}

// What an arm reads of the array that it has changed is not known behind the branch.
TEST(CommonUpdates, whatIsReadInBetweenStays) {
  Passed p = takenOut(branch(
      "%p1: [f64; 1] = update %x[%i] = 7.0\n %o: f64 = index %p1[%j]\n %p: [f64; 1] = update %p1[%j] = %o\n %q: "
      "[f64; 1] = update %y[1] = %o",
      "%s1: [f64; 1] = update %x[%i] = 6.0\n %s: [f64; 1] = update %s1[%j] = 5.0\n %t: [f64; 1] = update %y[1] = 2.0"));
  run(p);
  EXPECT_EQ(updatesAtTheTop(p), 1u) << p.text();
}

TEST(CommonUpdates, ofNestedBranches) {
  Passed p = takenOut(R"(
func @f(%x: [f64; 1], %y: [f64; 1], %i: i64, %c: bool) -> ([f64; 1]) {
  %d: bool = lt %i, 1
  %a: [f64; 1] = if %c {
    %p: [f64; 1] = update %x[%i] = 1.5
    yield %p
  } else {
    %q: [f64; 1] = if %d {
      %u: f64 = index %y[%i]
      %r: [f64; 1] = update %x[%i] = %u
      yield %r
    } else {
      %v: f64 = index %x[%i]
      %w: f64 = sin %v
      %s: [f64; 1] = update %x[%i] = %w
      yield %s
    }
    yield %q
  }
  return %a
})");
  run(p);
  EXPECT_EQ(updatesAtTheTop(p), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Update>(), 1u) << p.text();
}

} // namespace
} // namespace soac::test
