// Scalars and elements: variables and expressions, `x += y`, what is saved before it is overwritten.
#include "unit/emit/Emitted.h"

namespace soac::test {
namespace {

TEST(Scalars, areWrittenWhereTheyAreUsedOnceAndHaveNoName) {
  EXPECT_EQ(emitted(R"(
func @f(%x: f64) -> (f64) {
  %0: f64 = sin %x
  %1: f64 = mul %0, %0
  %2: f64 = add %1, %x
  return %2
})"),
            R"(const double t = soac::runtime::sin(x);
return t * t + x;
)");
}

TEST(Stores, addToTheElementWhereTheyReadIt) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %i: i64, %x: f64) -> ([f64; 1]) {
  %a: [f64; 1] = fill 0.0, [%n]
  %0: f64 = index %a[%i]
  %1: f64 = add %x, %0
  %b: [f64; 1] = update %a[%i] = %1
  %2: f64 = index %b[%i]
  %3: f64 = sub %x, %2
  %c: [f64; 1] = update %b[%i] = %3
  %4: f64 = index %c[0]
  %5: f64 = sub %4, %x
  %d: [f64; 1] = update %c[%i] = %5
  return %d
})"),
            R"(auto a_result = soac::runtime::container<soac::array<double, 1>>(n);
const soac::runtime::dense<double, 1> a(a_result.data(), n);
soac::runtime::fill(a, 0.0);
a(i) += x;
a(i) = x - a(i);
a(i) = a(0) - x;
return a_result;
)") << "only where the element comes first, or the order does not matter, and the index is the same";
}

TEST(Stores, ofNarrowIntegersAreNotCompound) {
  const std::string text = emitted(R"(
func @f(%n: i64, %x: i16) -> ([i16; 1]) {
  %zero: i16 = cast 0
  %a: [i16; 1] = fill %zero, [%n]
  %0: i16 = index %a[0]
  %1: i16 = add %0, %x
  %b: [i16; 1] = update %a[0] = %1
  return %b
})");
  EXPECT_NE(text.find("a(0) = static_cast<std::int16_t>(a(0) + x);"), std::string::npos) << text;
}

TEST(Stores, ofTheElementItselfAreNone) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %x: f64) -> ([f64; 1]) {
  %a: [f64; 1] = fill %x, [%n]
  %0: f64 = index %a[0]
  %b: [f64; 1] = update %a[0] = %0
  return %b
})"),
            R"(auto a_result = soac::runtime::container<soac::array<double, 1>>(n);
const soac::runtime::dense<double, 1> a(a_result.data(), n);
soac::runtime::fill(a, x);
return a_result;
)");
}

TEST(Stores, overAParameterAreOnACopy) {
  EXPECT_EQ(emitted(R"(
func @f(%xs: [f64; 1]) -> (f64, f64) {
  %ys: [f64; 1] = update %xs[0] = 1.0
  %a: f64 = index %ys[1]
  %b: f64 = index %xs[0]
  return %a, %b
})"),
            R"(const auto ys = workspace.copy(xs);
ys(0) = 1.0;
const double a = ys(1);
const double b = xs(0);
return std::tuple{a, b};
)");
}

TEST(Loops, saveAVariableThatAnotherOneReads) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %x: f64, %y: f64) -> (f64, f64) {
  %p: f64, %q: f64 = loop %n, (%x, %y) |%i: i64, %a: f64, %b: f64| {
    %0: f64 = add %a, %b
    yield %b, %0
  }
  return %p, %q
})"),
            R"(double a = x;
double b = y;
for (soac::index i = 0; i < n; ++i) {
  const double next = b;
  b += a;
  a = next;
}
return std::tuple{a, b};
)");
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %x: f64, %y: f64) -> (f64, f64) {
  %p: f64, %q: f64 = loop %n, (%x, %y) |%i: i64, %a: f64, %b: f64| {
    %0: f64 = mul %a, %b
    %1: f64 = sin %b
    yield %0, %1
  }
  return %p, %q
})"),
            R"(double a = x;
double b = y;
for (soac::index i = 0; i < n; ++i) {
  a *= b;
  b = soac::runtime::sin(b);
}
return std::tuple{a, b};
)") << "in an order in which nobody reads a new value";
}

TEST(Views, haveANameOnlyWhereTheirElementsAreRead) {
  EXPECT_EQ(emitted(R"(
func @f(%xs: [f64; 2], %i: i64) -> (i64, f64) {
  %measured: [f64; 1] = index %xs[%i]
  %n: i64 = extent %measured, 0
  %row: [f64; 1] = index %xs[%n]
  %y: f64 = index %row[%i]
  return %n, %y
})"),
            R"(const auto row = xs(xs.extent(1));
const double y = row(i);
return std::tuple{xs.extent(1), y};
)");
}

} // namespace
} // namespace soac::test
