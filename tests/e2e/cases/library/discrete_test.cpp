#include "discrete.hpp"

#include "check.hpp"
#include "discrete.soac.hpp"

#include <cmath>
#include <limits>

int opaque_weight(int index) { return index % 5; }
unsigned opaque_hash(unsigned key, int shift) { return (key * 2654435761u) >> shift; }

namespace {
const std::vector<double> x{1.5, -0.7, 2.3, 0.6, 1.1, 0.2, -1.3};
using Complex = std::complex<double>;
} // namespace

TEST(Discrete, bits) {
  for (unsigned n : {1u, 6u, 40u, 255u, 0x80000000u})
    EXPECT_DERIVATIVES(bits, 0.7, n);
}
TEST(Discrete, builtins) {
  for (int n : {1, 6, 40, 255})
    EXPECT_DERIVATIVES(builtins, 0.7, n);
}
DERIVATIVES(Discrete, classes, 0.7, 1.3)
DERIVATIVES(Discrete, integer_functions, x, 7)
DERIVATIVES(Discrete, on_a_grid, 0.33, 8)
TEST(Discrete, integers_in_loops) {
  for (int n = 1; n < 6; ++n)
    EXPECT_DERIVATIVES(integers_in_loops, 0.8, n);
}

// What is stopped counts as a constant: 2 * (x y / 3 * x) + y x with four trips for 8 <= x < 16.
TEST(Discrete, BitsOfNumbers) {
  double x_adj = 0, y_adj = 0;
  const double third = 0.3333333432674408, value = bits_of_numbers_vjp(9.5, 1.3, 1.0, x_adj, y_adj);
  EXPECT_NEAR(value, bits_of_numbers(9.5, 1.3), 1e-12);
  EXPECT_NEAR(x_adj, 4 * 2 * 9.5 * 1.3 * third + 1.3, 1e-12);
  EXPECT_NEAR(y_adj, 4 * 9.5 * 9.5 * third, 1e-12);
}

// Rounding to the next number is a step of its own: the derivative is that of what is rounded.
TEST(Discrete, Neighbours) {
  double x_adj = 0;
  float y_adj = 0;
  EXPECT_EQ(neighbours_vjp(0.7, 1.25f, 1.0, x_adj, y_adj), neighbours(0.7, 1.25f));
  EXPECT_NEAR(x_adj, 4 * 0.7 + 1.25 * 1.25, 1e-6);
  EXPECT_NEAR(y_adj, 2 * 1.25 * 0.7, 1e-6);
}

#define CHECK_COMPLEX(f)                                                                                               \
  TEST(Discrete, f) {                                                                                                  \
    for (const Complex z : {Complex(0.4, 0.3), Complex(-0.4, 1.7), Complex(2.3, -0.6), Complex(-3.1, -0.2),            \
                            Complex(0.0, 0.5), Complex(0.0, -0.75), Complex(0.3, 0.0), Complex(1e-3, 1e-4)})           \
      EXPECT_DERIVATIVES(f, z);                                                                                        \
  }
CHECK_COMPLEX(arc_sine)
CHECK_COMPLEX(arc_cosine)
CHECK_COMPLEX(arc_tangent)
CHECK_COMPLEX(area_sine)
CHECK_COMPLEX(area_tangent)
CHECK_COMPLEX(projection)
CHECK_COMPLEX(root)
TEST(Discrete, area_cosine) {
  for (const Complex z :
       {Complex(0.4, 0.3), Complex(-0.4, 1.7), Complex(2.3, -0.6), Complex(-3.1, -0.2), Complex(0.0, 0.5)})
    EXPECT_DERIVATIVES(area_cosine, z);
}

namespace {

/// f_vjp, of which there are several.
#define ADJOINT_OF(f) [](Complex z, Complex seed, Complex &adjoint) { return f##_vjp(z, seed, adjoint); }

/// The derivative of a holomorphic function, from its adjoint.
template <class F> std::pair<Complex, Complex> valueAndDerivative(F vjp, Complex z) {
  Complex adjoint = 0;
  const Complex value = vjp(z, Complex(1, 0), adjoint);
  return {value, std::conj(adjoint)};
}

void expectSame(Complex got, Complex expected, Complex z, const char *what) {
  EXPECT_NEAR(got.real(), expected.real(), 1e-14 * (1 + std::abs(expected))) << what << " at " << z;
  EXPECT_NEAR(got.imag(), expected.imag(), 1e-14 * (1 + std::abs(expected))) << what << " at " << z;
}

} // namespace

// On a branch cut the sign of the zero says the side: the value is the library's, and the derivative that of this side.
TEST(Discrete, BranchCuts) {
  for (const double zero : {0.0, -0.0})
    for (const double at : {-2.5, -1.25, 1.25, 2.5}) {
      const Complex real(at, zero), imaginary(zero, at);
      const auto across = [&](Complex z) { return std::signbit(zero) ? std::conj(z) : z; };
      const auto [sine, dSine] = valueAndDerivative(ADJOINT_OF(arc_sine), real);
      expectSame(sine, std::asin(real), real, "asin");
      const Complex slope = 1.0 / across(Complex(0, at > 0 ? -1 : 1) * std::sqrt(at * at - 1));
      expectSame(dSine, slope, real, "asin'");
      const auto [cosine, dCosine] = valueAndDerivative(ADJOINT_OF(arc_cosine), real);
      expectSame(cosine, std::acos(real), real, "acos");
      expectSame(dCosine, -slope, real, "acos'");
      const auto [tangent, dTangent] = valueAndDerivative(ADJOINT_OF(area_tangent), real);
      expectSame(tangent, std::atanh(real), real, "atanh");
      expectSame(dTangent, 1 / (1 - at * at), real, "atanh'");
      const auto [areaCosine, dAreaCosine] = valueAndDerivative(ADJOINT_OF(area_cosine), real);
      expectSame(areaCosine, std::acosh(real), real, "acosh");
      expectSame(dAreaCosine, (at > 0 ? 1 : -1) / std::sqrt(at * at - 1), real, "acosh'");
      const auto [sqrt, dSqrt] = valueAndDerivative(ADJOINT_OF(root), real);
      expectSame(sqrt, std::sqrt(real), real, "sqrt");
      expectSame(dSqrt, 0.5 / std::sqrt(real), real, "sqrt'");
      const auto [areaSine, dAreaSine] = valueAndDerivative(ADJOINT_OF(area_sine), imaginary);
      expectSame(areaSine, std::asinh(imaginary), imaginary, "asinh");
      const double along = (at > 0) != std::signbit(zero) ? -1 : 1; // 1 / sqrt(1 + z^2), whose root is imaginary
      expectSame(dAreaSine, Complex(0, along) / std::sqrt(at * at - 1), imaginary, "asinh'");
      const auto [arcTangent, dArcTangent] = valueAndDerivative(ADJOINT_OF(arc_tangent), imaginary);
      expectSame(arcTangent, std::atan(imaginary), imaginary, "atan");
      expectSame(dArcTangent, 1 / (1 - at * at), imaginary, "atan'");
    }
}

TEST(Discrete, SpecialPoints) {
  const auto same = [](auto vjp, auto f, Complex z) {
    Complex adjoint = 0;
    const Complex got = vjp(z, Complex(1, 0), adjoint), expected = f(z);
    EXPECT_NEAR(got.real(), expected.real(), 1e-15) << z;
    EXPECT_NEAR(got.imag(), expected.imag(), 1e-15) << z;
    EXPECT_EQ(std::signbit(got.imag()), std::signbit(expected.imag())) << z;
  };
  for (const Complex z :
       {Complex(0.0, 0.0), Complex(-0.0, 0.0), Complex(0.0, -0.0), Complex(1.0, 0.0), Complex(-1.0, -0.0)}) {
    same(ADJOINT_OF(arc_sine), arc_sine, z);
    same(ADJOINT_OF(arc_cosine), arc_cosine, z);
    same(ADJOINT_OF(area_cosine), area_cosine, z);
    same(ADJOINT_OF(root), root, z);
  }
  for (const Complex z : {Complex(0.0, 0.0), Complex(-0.0, 0.0), Complex(0.0, -0.0), Complex(0.5, 0.0)}) {
    same(ADJOINT_OF(area_sine), area_sine, z);
    same(ADJOINT_OF(arc_tangent), arc_tangent, z);
    same(ADJOINT_OF(area_tangent), area_tangent, z);
  }
  Complex adjoint = 0;
  EXPECT_EQ(projection_vjp(Complex(1, 2), Complex(1, 0), adjoint), Complex(1, 2) * Complex(1, 2));
  EXPECT_TRUE(std::isinf(area_tangent_vjp(Complex(1, 0), Complex(1, 0), adjoint).real()));
}

TEST(Discrete, ArcSineOfFloats) {
  std::complex<float> adjoint = 0;
  const std::complex<float> z(0.4f, 0.3f), value = arc_sine_of_floats_vjp(z, 1.0f, adjoint);
  EXPECT_NEAR(std::abs(value - std::asin(z)), 0, 1e-6);
  EXPECT_NEAR(std::abs(std::conj(adjoint) - 1.0f / std::sqrt(1.0f - z * z)), 0, 1e-6);
}
