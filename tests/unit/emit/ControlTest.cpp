// `if` and loops as they are printed, each decision with both outcomes.
#include "unit/emit/Emitted.h"

namespace soac::test {
namespace {

TEST(Branch, ofScalarsIsAnExpressionUnlessABranchHasMoreThanExpressions) {
  EXPECT_EQ(emitted(R"(
func @f(%c: bool, %x: f64) -> (f64) {
  %r: f64 = if %c {
    %0: f64 = sin %x
    yield %0
  } else {
    yield 1.0
  }
  return %r
})"),
            "const double r = c ? soac::runtime::sin(x) : 1.0;\nreturn r;\n");
  EXPECT_EQ(emitted(R"(
func @f(%c: bool, %x: f64, %n: i64) -> (f64) {
  %r: f64 = if %c {
    %0: f64 = loop %n, (%x) |%i: i64, %y: f64| {
      %1: f64 = sin %y
      yield %1
    }
    yield %0
  } else {
    yield 1.0
  }
  return %r
})"),
            R"(double r = 1.0;
if (c) {
  double y = x;
  for (soac::index i = 0; i < n; ++i) {
    y = soac::runtime::sin(y);
  }
  r = y;
}
return r;
)");
}

TEST(Branch, readsAnElementOnlyWhereItIsTaken) {
  EXPECT_EQ(emitted(R"(
func @f(%c: bool, %xs: [f64; 1], %n: i64) -> (f64) {
  %r: f64 = if %c {
    %0: f64 = loop %n, (0.0) |%i: i64, %y: f64| {
      %1: f64 = cos %y
      yield %1
    }
    yield %0
  } else {
    %2: f64 = index %xs[%n]
    yield %2
  }
  return %r
})"),
            R"(double r;
if (c) {
  double y = 0.0;
  for (soac::index i = 0; i < n; ++i) {
    y = soac::runtime::cos(y);
  }
  r = y;
} else {
  r = xs(n);
}
return r;
)");
}

TEST(Branch, thatOnlyWritesInPlaceNeedsNoVariable) {
  EXPECT_EQ(emitted(R"(
func @f(%c: bool, %n: i64) -> ([f64; 1]) {
  %a: [f64; 1] = fill 0.0, [%n]
  %r: [f64; 1] = if %c {
    %b: [f64; 1] = update %a[0] = 1.0
    yield %b
  } else {
    yield %a
  }
  return %r
})"),
            R"(auto a_result = soac::runtime::container<soac::array<double, 1>>(n);
const soac::runtime::dense<double, 1> a(a_result.data(), n);
soac::runtime::fill(a, 0.0);
if (c) {
  a(0) = 1.0;
}
return a_result;
)");
}

} // namespace
} // namespace soac::test
