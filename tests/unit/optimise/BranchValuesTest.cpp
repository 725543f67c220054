// Dear numbers that two branches on one condition compute: the pass branch_values.
#include "Check.h"

#include "prims/Prims.h"

namespace soac::test {
namespace {

using prims::Prim;

const auto number = [](double x) { return RuntimeValue::f64(x); };

/// Two branches on one condition, of which the second computes `second` of the root.
std::string twoBranches(const std::string &second, const std::string &condition = "%c") {
  return R"(
func @f(%x: f64, %d: f64) -> (f64, f64) {
  %c: bool = gt %x, 0.0
  %o: bool = gt %d, 0.0
  %r: f64 = if %c {
    %a: f64 = sqrt %x
    %b: f64 = add %a, 1.0
    %e: f64 = sin %b
    yield %e
  } else {
    %g: f64 = mul %x, %x
    %h: f64 = cos %g
    %i: f64 = add %h, 2.0
    yield %i
  }
  %p: f64 = mul %r, %d
  %s: f64 = if )" +
         condition + R"( {
)" + second + R"(  } else {
    %k: f64 = mul %x, %x
    %l: f64 = cos %k
    %m: f64 = mul %l, %p
    yield %m
  }
  return %r, %s
})";
}

const std::string usesTheRoot = "    %u: f64 = sqrt %x\n    %v: f64 = mul %u, %p\n    yield %v\n";

void onAll(const Passed &p) {
  for (const double x : {-2.0, 0.0, 0.25, 9.0})
    for (const double d : {-1.0, 0.0, 3.0})
      Passed(p).on({number(x), number(d)});
}

TEST(BranchValues, rootsAndCosinesAreComputedOnce) {
  const auto p = passed(twoBranches(usesTheRoot), {"branch_values", "dce"});
  EXPECT_EQ(p.count(Prim::Sqrt), 1u) << p.text();
  EXPECT_EQ(p.count(Prim::Cos), 1u) << p.text();
  onAll(p);
}

TEST(BranchValues, whatIsAResultAlreadyIsNoOtherOne) {
  const std::string sine = "    %u: f64 = sqrt %x\n    %v: f64 = add %u, 1.0\n    %w: f64 = sin %v\n    %z: f64 = mul %w, %p\n    yield %z\n";
  const auto p = passed(twoBranches(sine), {"branch_values", "dce"});
  EXPECT_EQ(p.count(Prim::Sin), 1u) << p.text();
  EXPECT_EQ(p.after.body.statements[1].results.size(), 2u) << p.text(); // the sine, and the cosine of the other branch
  onAll(p);
}

TEST(BranchValues, sumsAreComputedAgain) {
  const std::string sum = "    %u: f64 = sqrt %x\n    %v: f64 = add %u, 1.0\n    %w: f64 = mul %v, %p\n    yield %w\n";
  const auto p = passed(twoBranches(sum), {"branch_values", "dce"});
  EXPECT_EQ(p.count(Prim::Sqrt), 1u) << p.text();
  EXPECT_EQ(p.after.body.statements[1].results.size(), 3u) << p.text(); // the root and the cosine, not the sum
  onAll(p);
}

TEST(BranchValues, otherConditionsAndNumbersAreOthers) {
  const auto other = passed(twoBranches(usesTheRoot, "%o"), {"branch_values", "dce"});
  EXPECT_EQ(other.count(Prim::Sqrt), 2u) << other.text();
  onAll(other);
  const std::string ofAnother = "    %t: f64 = mul %d, %d\n    %u: f64 = sqrt %t\n    %v: f64 = mul %u, %p\n    yield %v\n";
  const auto p = passed(twoBranches(ofAnother), {"branch_values", "dce"});
  EXPECT_EQ(p.count(Prim::Sqrt), 2u) << p.text();
  onAll(p);
}

TEST(BranchValues, resultsReachIntoScopesAndNotOutOfThem) {
  const auto p = passed(R"(
func @f(%x: f64, %n: i64) -> (f64, f64) {
  %c: bool = gt %x, 0.0
  %q: f64 = loop %n, (0.0) |%i: i64, %a: f64| {
    %r: f64 = if %c {
      %s: f64 = sqrt %x
      yield %s
    } else {
      yield 1.0
    }
    %t: f64 = loop %n, (%a) |%j: i64, %b: f64| {
      %u: f64 = if %c {
        %v: f64 = sqrt %x
        %w: f64 = add %v, %b
        yield %w
      } else {
        yield %r
      }
      yield %u
    }
    yield %t
  }
  %k: f64 = if %c {
    %l: f64 = sqrt %x
    yield %l
  } else {
    yield 2.0
  }
  return %q, %k
})",
                        {"branch_values", "dce"});
  EXPECT_EQ(p.count(Prim::Sqrt), 2u) << p.text();
  for (const double x : {-1.0, 4.0})
    for (const std::int64_t n : {0, 1, 3})
      Passed(p).on({number(x), RuntimeValue::i64(n)});
}

} // namespace
} // namespace soac::test
