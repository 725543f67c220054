// The pass that makes updates of branches which only overwrite elements that are read in front of them.
#include "Check.h"

namespace soac::test {
namespace {

/// Trips j < %n with the elements %x and %y, number j and j + 1 of the array %a; `branch` leaves %b of the array and %t
/// of the number %s. So many branches are left.
Passed trips(llvm::StringRef branch, std::size_t left) {
  const std::string text =
      "func @f(%v: [f64; 1], %w: [f64; 1], %keys: [i64; 1], %n: i64) -> ([f64; 1], [f64; 1], f64) {\n"
      "  %r: [f64; 1], %q: [f64; 1], %u: f64 = loop %n, (%v, %w, 0.5) |%j: i64, %a: [f64; 1], %o: [f64; 1], %s: f64| "
      "{\n"
      "    %k: i64 = add %j, 1\n    %x: f64 = index %a[%j]\n    %y: f64 = index %a[%k]\n"
      "    %c: bool = lt %x, %y\n" +
      branch.str() + "    yield %b, %p, %t\n  }\n  return %r, %q, %u\n}\n";
  Passed p = passed(text, {"selected_updates", "dce"});
  EXPECT_EQ(p.count<ir::If>(), left) << p.text();
  for (const std::int64_t n : {0, 1, 4})
    p.on({RuntimeValue::array({0.3, 0.9, -0.4, 0.7, 0.8, 0.1}), RuntimeValue::array({1.3, 1.9, -1.4, 1.7, 1.8, 1.1}),
          RuntimeValue::indices({0, 2, 1, 1, 3, 0}), RuntimeValue::i64(n)});
  return p;
}

/// The branch with its arms.
std::string choice(const std::string &then, const std::string &otherwise) {
  return "    %b: [f64; 1], %p: [f64; 1], %t: f64 = if %c {\n" + then + "    } else {\n" + otherwise + "    }\n";
}
const std::string nothing = "      yield %a, %o, %s\n";

TEST(SelectedUpdates, anElementThatIsCompared) {
  const Passed p = trips(choice("      %d: [f64; 1] = update %a[%j] = %y\n      yield %d, %o, %s\n", nothing), 0);
  EXPECT_EQ(p.count<ir::Update>(), 1u);
}

TEST(SelectedUpdates, inTheOtherArm) {
  trips(choice(nothing, "      %d: [f64; 1] = update %a[%k] = 0.25\n      yield %d, %o, %s\n"), 0);
}

TEST(SelectedUpdates, elementsThatChangePlacesAndANumber) {
  const Passed p = trips(choice("      %d: [f64; 1] = update %a[%j] = %y\n      %e: [f64; 1] = update %d[%k] = %x\n"
                                "      yield %e, %o, 0.75\n",
                                nothing),
                         0);
  EXPECT_EQ(p.count<ir::Update>(), 2u);
}

TEST(SelectedUpdates, ofSeveralArrays) {
  trips("    %z: f64 = index %o[%j]\n" +
            choice("      %d: [f64; 1] = update %a[%j] = %z\n      %e: [f64; 1] = update %o[%j] = %x\n"
                   "      yield %d, %e, %s\n",
                   nothing),
        0);
}

// `a[j] = x + y; if (x < y) a[j] = 0.3;`
TEST(SelectedUpdates, elementsThatHaveJustBeenWritten) {
  const std::string write = "    %z: f64 = add %x, %y\n    %g: [f64; 1] = update %a[%j] = %z\n";
  const auto branch = [](const std::string &then) {
    return "    %b: [f64; 1], %p: [f64; 1], %t: f64 = if %c {\n" + then + "    } else {\n      yield %g, %o, %s\n    }\n";
  };
  trips(write + branch("      %d: [f64; 1] = update %g[%j] = 0.3\n      yield %d, %o, %s\n"), 0);
  trips(write + branch("      %less: f64 = sub %z, 1.0\n      %d: [f64; 1] = update %g[%j] = %less\n      yield %d, %o, %s\n"), 0);
  trips(write + branch("      %half: f64 = mul %z, 0.5\n      %d: [f64; 1] = update %g[%j] = %half\n      yield %d, %o, %s\n"), 0);
  trips(write + branch("      %square: f64 = mul %z, %z\n      %d: [f64; 1] = update %g[%j] = %square\n      yield %d, %o, %s\n"), 1);
  trips(write + branch("      %d: [f64; 1] = update %g[%k] = 0.3\n      yield %d, %o, %s\n"), 1);
  trips(write + branch("      %root: f64 = sqrt %z\n      %d: [f64; 1] = update %g[%j] = %root\n      yield %d, %o, %s\n"), 1);
}

// The element may be out of range where the condition does not hold.
TEST(SelectedUpdates, elementsThatNobodyReadsStay) {
  trips(
      choice(
          "      %d: [f64; 1] = update %a[%j] = %y\n      %e: [f64; 1] = update %o[%j] = %x\n      yield %d, %e, %s\n",
          nothing),
      1);
  trips("    %far: i64 = mul %j, 9\n" +
            choice(nothing,
                   "      %l: i64 = rem %far, 5\n      %d: [f64; 1] = update %a[%l] = %y\n      yield %d, %o, %s\n"),
        1);
}

// Another version of the array, by an update of an element that may be the same.
TEST(SelectedUpdates, elementsThatMayHaveChangedSinceStay) {
  trips("    %key: i64 = index %keys[%j]\n    %a2: [f64; 1] = update %a[%key] = 0.1\n    %b: [f64; 1], %p: [f64; 1], %t: f64 = if %c {\n"
        "      %d: [f64; 1] = update %a2[%j] = %y\n      yield %d, %o, %s\n    } else {\n      yield %a2, %o, %s\n    "
        "}\n",
        1);
}

// Their logs have indices, and few entries where the branch is seldom taken.
TEST(SelectedUpdates, elementsThatDataChooseStay) {
  trips("    %key: i64 = index %keys[%j]\n    %z: f64 = index %a[%key]\n" +
            choice("      %d: [f64; 1] = update %a[%key] = %y\n      yield %d, %o, %s\n", nothing),
        1);
}

TEST(SelectedUpdates, branchesThatComputeStay) {
  trips(choice("      %z: f64 = exp %x\n      %d: [f64; 1] = update %a[%j] = %z\n      yield %d, %o, %s\n", nothing),
        1);
}

TEST(SelectedUpdates, otherArraysAreNotSelected) {
  trips(choice("      %d: [f64; 1] = update %a[%j] = %y\n      yield %d, %o, %s\n", "      yield %o, %a, %s\n"), 1);
}

} // namespace
} // namespace soac::test
