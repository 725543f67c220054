// Passes that let sums begin without zeros, and end where they are wanted: filled, first_sums, direct_sums.
#include "Check.h"

namespace soac::test {
namespace {

void onAll(Passed &p) {
  for (const std::vector<double> &x : {std::vector<double>{}, {1.5}, {0.5, -2.0, 3.0, 0.25}})
    p.on({RuntimeValue::array(x)});
}

TEST(Filled, elementsThatNoIterationHasWritten) {
  auto p = passed(R"(
func @f(%x: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %ones: [f64; 1] = fill 1.0, [%n]
  %r: [f64; 1] = loop %n, (%ones) |%i: i64, %p: [f64; 1]| {
    %old: f64 = index %p[%i]
    %t: f64 = index %x[%i]
    %u: f64 = add %old, %t
    %q: [f64; 1] = update %p[%i] = %u
    yield %q
  }
  return %r
})",
                  {"filled"});
  EXPECT_EQ(p.count<ir::Index>(), 1u);
  onAll(p);
}

TEST(Filled, elementsOfTheIterationBeforeStay) {
  auto p = passed(R"(
func @f(%x: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %m: i64 = sub %n, 1
  %ones: [f64; 1] = fill 1.0, [%n]
  %r: [f64; 1] = loop %m, (%ones) |%i: i64, %p: [f64; 1]| {
    %old: f64 = index %p[%i]
    %t: f64 = index %x[%i]
    %u: f64 = mul %old, %t
    %k: i64 = add %i, 1
    %q: [f64; 1] = update %p[%k] = %u
    yield %q
  }
  return %r
})",
                  {"filled"});
  EXPECT_EQ(p.count<ir::Index>(), 2u);
  onAll(p);
}

/// Of %x the sums that `loop` adds to %a.
std::string sumsOf(const std::string &loop, const std::string &start = "0.0") {
  return R"(
func @f(%x: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %zeros: [f64; 1] = fill )" +
         start + R"(, [%n]
  %r: [f64; 1] = with_accumulators (%zeros) |%a: acc [f64; 1]| {
)" + loop + R"(
    yield
  }
  return %r
})";
}

const std::string ownElements = R"(
    loop %n, () |%i: i64| {
      %t: f64 = index %x[%i]
      %u: f64 = mul %t, 2.0
      accumulate %a[%i] += %u
      yield
    })";

TEST(FirstSums, ofOneTermAreStored) {
  auto p = passed(sumsOf(ownElements), {"first_sums", "simplify"});
  EXPECT_EQ(p.count<ir::Accumulate>(), 0u);
  EXPECT_EQ(p.count<ir::WithAccumulators>(), 0u);
  onAll(p);
}

TEST(FirstSums, inNests) {
  auto p = passed(R"(
func @f(%x: [f64; 1]) -> ([f64; 2]) {
  %n: i64 = extent %x, 0
  %zeros: [f64; 2] = fill 0.0, [%n, 3]
  %r: [f64; 2] = with_accumulators (%zeros) |%a: acc [f64; 2]| {
    loop %n, () |%i: i64| {
      %t: f64 = index %x[%i]
      loop 3, () |%j: i64| {
        accumulate %a[%i, %j] += %t
        yield
      }
      yield
    }
    yield
  }
  return %r
})",
                  {"first_sums", "simplify"});
  EXPECT_EQ(p.count<ir::Accumulate>(), 0u);
  onAll(p);
}

TEST(FirstSums, ofSeveralTermsStay) {
  const std::string sameElement = R"(
    loop %n, () |%i: i64| {
      %t: f64 = index %x[%i]
      accumulate %a[0] += %t
      yield
    })";
  const std::string again = R"(
    loop %n, () |%j: i64| {
      accumulate %a[%j] += 2.0
      yield
    })";
  for (const std::string &text : {sumsOf(sameElement), sumsOf(ownElements, "1.0"), sumsOf(ownElements + again)}) {
    auto p = passed(text, {"first_sums", "simplify"});
    EXPECT_EQ(p.count<ir::WithAccumulators>(), 1u);
    onAll(p);
  }
}

std::string rowsOf(const std::string &start, const std::string &after) {
  return R"(
func @f(%x: [f64; 1]) -> ([f64; 2]) {
  %n: i64 = extent %x, 0
  %zeros: [f64; 2] = fill 0.0, [%n, 2]
  %r: [f64; 2] = with_accumulators (%zeros) |%a: acc [f64; 2]| {
    loop %n, () |%i: i64| {
      %t: f64 = index %x[%i]
      %row: [f64; 1] = fill )" +
         start + R"(, [2]
      %s: [f64; 1] = with_accumulators (%row) |%b: acc [f64; 1]| {
        accumulate %b[1] += %t
        accumulate %b[0] += 1.0
        accumulate %b[1] += %t
        yield
      }
)" + after + R"(
      yield
    }
    yield
  }
  return %r
})";
}

TEST(DirectSums, goIntoTheRow) {
  auto p = passed(rowsOf("0.0", "accumulate %a[%i] += %s"), {"direct_sums", "simplify", "dce"});
  EXPECT_EQ(p.count<ir::WithAccumulators>(), 1u);
  EXPECT_EQ(p.count<ir::Accumulate>(), 3u);
  onAll(p);
}

TEST(DirectSums, thatBeginWithNumbersOrAreReadStay) {
  for (const std::string &text : {rowsOf("1.0", "accumulate %a[%i] += %s"),
                                  rowsOf("0.0", "accumulate %a[%i] += %s\n %e: f64 = index %s[0]\n accumulate %a[%i, 1] += %e")}) {
    auto p = passed(text, {"direct_sums", "simplify", "dce"});
    ASSERT_EQ(p.count<ir::WithAccumulators>(), 2u);
    onAll(p);
  }
}

/// In each of %n iterations, sums of %m terms or more that are added to elements `index` of an array, which is added to row %i.
std::string sumsAt(const std::string &index) {
  return R"(
func @f(%x: [f64; 1], %keys: [i64; 1]) -> ([f64; 2]) {
  %n: i64 = extent %keys, 0
  %m: i64 = extent %x, 0
  %zeros: [f64; 2] = fill 0.0, [%n, 9]
  %r: [f64; 2] = with_accumulators (%zeros) |%a: acc [f64; 2]| {
    map %n, () |%i: i64| {
      %start: [f64; 1] = fill 0.0, [9]
      %s: [f64; 1] = with_accumulators (%start) |%b: acc [f64; 1]| {
        loop %m, () |%j: i64| {
          loop %j, () |%k: i64| {
            %v: f64 = index %x[%k]
            %at: i64 = )" +
         index + R"(
            accumulate %b[%at] += %v
            yield
          }
          yield
        }
        yield
      }
      accumulate %a[%i] += %s
      yield
    }
    yield
  }
  return %r
})";
}

TEST(DirectSums, toWhichOneElementIsAddedOftenStay) {
  for (const char *index : {"add %k, 1", "mul %i, 2"}) {
    auto p = passed(sumsAt(index), {"direct_sums", "simplify", "dce"});
    EXPECT_EQ(p.count<ir::WithAccumulators>(), 2u) << index;
    p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::indices({2, 0, 1, 2})});
  }
  for (const char *index : {"add %k, %j", "index %keys[%j]"}) { // each element has few additions, for all that is known
    auto p = passed(sumsAt(index), {"direct_sums", "simplify", "dce"});
    EXPECT_EQ(p.count<ir::WithAccumulators>(), 1u) << index;
    p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::indices({2, 0, 1, 2})});
  }
}

} // namespace
} // namespace soac::test
