// Rows that kernels make to add them: the kernels add their elements.
#include "Check.h"

namespace soac::test {
namespace {

TEST(AddElements, aRowIsAddedByTheKernelThatMakesIt) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2], %v: [f64; 1]) -> ([f64; 2]) {
  %u_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {
    map %n, () |%i: i64| {
      %row: [f64; 1], %other: [f64; 1] = map %m, (%v) |%j: i64, %s: f64| {
        %t: f64 = mul %s, 2.0
        %q: f64 = add %s, 1.0
        yield %t, %q
      }
      accumulate %a[%i] += %row
      %k: i64 = extent %other, 0
      yield
    }
    yield
  }
  return %u_1
})",
                  {"add_elements", "dce"});
  p.on({RuntimeValue::i64(2), RuntimeValue::i64(3), RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}), RuntimeValue::array({1, 2, 3})});
  EXPECT_EQ(p.text().find("%row"), std::string::npos) << p.text();
}

TEST(AddElements, rowsOfOtherUsesOrOfLaterPlacesStay) {
  auto p = passed(R"(
func @f(%m: i64, %u: [f64; 2], %v: [f64; 1], %keys: [i64; 1]) -> ([f64; 2], [f64; 1]) {
  %u_1: [f64; 2], %out: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 2]| {
    %row: [f64; 1] = map %m, (%v) |%j: i64, %s: f64| {
      %t: f64 = mul %s, 2.0
      yield %t
    }
    accumulate %a[0] += %row
    %late: [f64; 1] = map %m, (%v) |%j_1: i64, %s_1: f64| {
      %t_1: f64 = mul %s_1, 3.0
      yield %t_1
    }
    %k: i64 = index %keys[0]
    accumulate %a[%k] += %late
    yield %row
  }
  return %u_1, %out
})",
                  {"add_elements", "dce"});
  p.on({RuntimeValue::i64(3), RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}), RuntimeValue::array({1, 2, 3}), RuntimeValue::indices({1})});
  EXPECT_NE(p.text().find("accumulate %a[0] += %row"), std::string::npos) << p.text();
  EXPECT_NE(p.text().find("+= %late"), std::string::npos) << p.text();
}

} // namespace
} // namespace soac::test
