#include "scalars.hpp"

#include "check.hpp"
#include "scalars.soac.hpp"

#include <cmath>
#include <numbers>
#include <soac/runtime/special.hpp>

using reals = std::vector<double>;

namespace {
const reals five{0.3, -1.2, 0.7, 2.0, 0.4};
} // namespace

TEST(Scalars, bit_tricks) {
  for (unsigned n : {0u, 1u, 5u, 12u})
    EXPECT_DERIVATIVES(bit_tricks, 0.9, n);
}
TEST(Scalars, wrap_around) {
  for (int b : {-1, 300, 70000, -2147483647})
    EXPECT_DERIVATIVES(wrap_around, 0.5, std::uint8_t(100), b);
}
DERIVATIVES(Scalars, hash_steers, 0.9, 12345u, 9)
TEST(Scalars, signed_division) {
  EXPECT_DERIVATIVES(signed_division, 0.9, -7, 3);
  EXPECT_DERIVATIVES(signed_division, 0.9, 7, -3);
}
TEST(Scalars, casts_down) {
  double x_adj = 0;
  EXPECT_EQ(casts_down_vjp(0.7, 1.0, x_adj), casts_down(0.7));
  EXPECT_NEAR(x_adj, 2.8, 1e-6);
}
TEST(Scalars, float_only) {
  float x_adj = 0, y_adj = 1;
  EXPECT_FLOAT_EQ(float_only_vjp(0.7f, 0.4f, 1.0f, x_adj, y_adj), float_only(0.7f, 0.4f));
  const double x = 0.7, y = 0.4, q = 1 + y * y;
  EXPECT_NEAR(x_adj, std::cos(x) * y + 2 * x / q, 1e-5);
  EXPECT_NEAR(y_adj - 1, std::sin(x) - 2 * y * x * x / (q * q), 1e-5);
}
TEST(Scalars, mixed_precision) {
  float x_adj = 0;
  double y_adj = 0;
  EXPECT_DOUBLE_EQ(mixed_precision_vjp(0.7f, 0.4, 1.0, x_adj, y_adj), mixed_precision(0.7f, 0.4));
  EXPECT_NEAR(x_adj, 0.2 + 0.5 / std::sqrt(0.7) + 2, 1e-6);
  EXPECT_NEAR(y_adj, 0.35, 1e-7);
}
TEST(Scalars, double_inside) {
  float x_adj = 0;
  EXPECT_FLOAT_EQ(double_inside_vjp(0.7f, 1.0f, x_adj), double_inside(0.7f));
  const double h = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;
  EXPECT_NEAR(x_adj, 2 * 0.7 * h * h, 1e-5);
}
DERIVATIVES(Scalars, float_rounding, 1.3)
DERIVATIVES(Scalars, integer_from_active_as_index, 0.4, five, 5)
TEST(Scalars, bool_arithmetic) {
  EXPECT_DERIVATIVES(bool_arithmetic, 1.3, 0.5);
  EXPECT_DERIVATIVES(bool_arithmetic, 1.3, 2.5);
  EXPECT_DERIVATIVES(bool_arithmetic, -1.3, 2.5);
}
TEST(Scalars, char_and_enum) {
  for (int which : {0, 1, 7})
    EXPECT_DERIVATIVES(char_and_enum, 1.3, which);
}
DERIVATIVES(Scalars, compound_assignments, 1.3, 0.4)
DERIVATIVES(Scalars, increments, 1.3)
TEST(Scalars, comma_and_nested_assignment) {
  for (double x : {0.3, 1.3})
    EXPECT_DERIVATIVES(comma_and_nested_assignment, x);
}
DERIVATIVES(Scalars, shadowing, 1.3)
DERIVATIVES(Scalars, literals, 1.3)

// The derivatives of <cmath> through the tool: against central differences and forward against reverse, and against the
// closed form.

namespace {

void expect_relative(double actual, double expected) {
  EXPECT_NEAR(actual, expected, 1e-12 * (std::abs(expected) + (expected == 0)));
}

/// Of one argument: f' in closed form, at some points.
#define UNARY(f, derivative, ...)                                                                                      \
  TEST(Cmath, f) {                                                                                                     \
    for (const double x : {__VA_ARGS__}) {                                                                             \
      SCOPED_TRACE(x);                                                                                                 \
      EXPECT_DERIVATIVES(f, x);                                                                                        \
      double adjoint = 0;                                                                                              \
      f##_vjp(x, 1.0, adjoint);                                                                                        \
      expect_relative(adjoint, derivative);                                                                            \
    }                                                                                                                  \
  }

/// Of two arguments: both partial derivatives, at one point.
#define BINARY(f, name, x_value, y_value, x_derivative, y_derivative)                                                  \
  TEST(Cmath, name) {                                                                                                  \
    const double x = x_value, y = y_value;                                                                             \
    EXPECT_DERIVATIVES(f, x, y);                                                                                       \
    double x_adj = 0, y_adj = 0;                                                                                       \
    f##_vjp(x, y, 1.0, x_adj, y_adj);                                                                                  \
    expect_relative(x_adj, x_derivative);                                                                              \
    expect_relative(y_adj, y_derivative);                                                                              \
  }

UNARY(sine, (std::cos(x)), 0.7, -2.0)
UNARY(cosine, (-std::sin(x)), 0.7, -2.0)
UNARY(tangent, (1 / (std::cos(x) * std::cos(x))), 0.7, -2.0)
UNARY(arc_sine, (1 / std::sqrt(1 - x * x)), 0.7, -0.2)
UNARY(arc_cosine, (-1 / std::sqrt(1 - x * x)), 0.7, -0.2)
UNARY(arc_tangent, (1 / (1 + x * x)), 0.7, -20.0)
UNARY(hyperbolic_sine, (std::cosh(x)), 0.7, -2.0)
UNARY(hyperbolic_cosine, (std::sinh(x)), 0.7, -2.0)
UNARY(hyperbolic_tangent, (1 / (std::cosh(x) * std::cosh(x))), 0.7, -2.0, 12.0)
UNARY(inverse_hyperbolic_sine, (1 / std::sqrt(1 + x * x)), 0.7, -2.0)
UNARY(inverse_hyperbolic_cosine, (1 / std::sqrt(x * x - 1)), 1.7, 20.0)
UNARY(inverse_hyperbolic_tangent, (1 / (1 - x * x)), 0.7, -0.2)
UNARY(exponential, (std::exp(x)), 0.7, -2.0)
UNARY(power_of_two, (std::numbers::ln2 * std::exp2(x)), 0.7, -2.0)
UNARY(exponential_less_one, (std::exp(x)), 0.7, -30.0)
UNARY(logarithm, (1 / x), 0.7, 20.0)
UNARY(binary_logarithm, (1 / (x * std::numbers::ln2)), 0.7, 20.0)
UNARY(decimal_logarithm, (1 / (x * std::numbers::ln10)), 0.7, 20.0)
UNARY(logarithm_of_one_more, (1 / (1 + x)), 0.7, -0.2)
UNARY(square_root, (0.5 / std::sqrt(x)), 0.7, 20.0)
UNARY(cube_root, (std::cbrt(x) / (3 * x)), 0.7, -20.0)
UNARY(square, (2 * x), 0.7, 0.0, -2.0)
UNARY(reciprocal_cube, (-3 * std::pow(x, -4.0)), 0.7, -2.0)
UNARY(power_of_three, (std::log(3.0) * std::pow(3.0, x)), 0.7, -2.0)
UNARY(self_power, (std::pow(x, x) * (1 + std::log(x))), 0.7, 2.0)
UNARY(absolute, (x > 0 ? 1 : x < 0 ? -1 : 0), 0.7, -2.0)
UNARY(absolute_again, (x > 0 ? 1 : x < 0 ? -1 : 0), 0.7, -2.0)
UNARY(error_function, (2 / std::sqrt(std::numbers::pi) * std::exp(-x * x)), 0.7, -2.0)
UNARY(complementary_error_function, (-2 / std::sqrt(std::numbers::pi) * std::exp(-x * x)), 0.7, -2.0)
UNARY(gamma_function, (std::tgamma(x) * soac::runtime::digamma(x)), 0.7, 4.2, -1.3)
UNARY(log_gamma, (soac::runtime::digamma(x)), 0.7, 4.2, -1.3)
UNARY(bessel_functions, (-::j1(x) + 5 * (::j0(x) - ::jn(2, x))), 0.7, 12.5, -1.3, 1e-200)
UNARY(second_kind, (-::y1(x) + 10 * (::y0(x) - ::y1(x) / x)), 0.7, 12.5)
UNARY(power_of_ten, (std::pow(10.0, x) * std::log(10.0)), 0.7, -1.3)
UNARY(by_old_names, (soac::runtime::digamma(x) + 1), 0.7, 1.4)
UNARY(both_of_angle, (std::pow(std::cos(x), 3) - 2 * std::sin(x) * std::sin(x) * std::cos(x)), 0.7, -1.3)

TEST(Cmath, BesselFunctionsOfAnyOrder) {
  for (const int n : {-2, -1, 0, 1, 5})
    EXPECT_DERIVATIVES(bessel_of_order, n, 0.9);
  float adjoint = 0;
  EXPECT_EQ(bessel_of_floats_vjp(1.5f, 1.0f, adjoint), j0f(1.5f) * jnf(2, 1.5f));
  EXPECT_NEAR(adjoint, -j1(1.5) * jn(2, 1.5) + j0(1.5) * 0.5 * (j1(1.5) - jn(3, 1.5)), 1e-6);
}
UNARY(floors, (std::floor(x)), 0.7, -2.3)
UNARY(rounded, (std::round(x)), 0.7, -2.3)
UNARY(nearest, (std::rint(x)), 0.7, -2.3)
UNARY(scaled, (16 * x), 0.7, -2.3)
UNARY(classified, (x < 0 ? 2 * x : 3), 0.7, -2.3)
UNARY(unqualified, ((std::cos(x) - (x > 0 ? 1 : -1) * std::sin(x)) * std::exp(-std::fabs(x))), 0.7, -2.3)
UNARY(limited, (std::fabs(x) < 1 ? 2 * x : x > 0 ? 1 : -1), 0.7, -2.3)

BINARY(angle, angle, 0.7, -2.0, (y / (x * x + y * y)), (-x / (x * x + y * y)))
BINARY(angle, angle_again, -1.0, -0.5, (y / (x * x + y * y)), (-x / (x * x + y * y)))
BINARY(power, power, 0.7, -2.0, (y * std::pow(x, y - 1)), (std::log(x) * std::pow(x, y)))
BINARY(power, power_again, 3.0, 0.5, (y * std::pow(x, y - 1)), (std::log(x) * std::pow(x, y)))
BINARY(power, power_at_zero, 2.0, 0.0, (y * std::pow(x, y - 1)), (std::log(x) * std::pow(x, y)))
BINARY(distance, distance, 0.7, -2.0, (x / std::hypot(x, y)), (y / std::hypot(x, y)))
BINARY(distance, distance_again, 3e+200, 4e+200, (x / std::hypot(x, y)), (y / std::hypot(x, y)))
BINARY(smaller, smaller, 0.7, -2.0, (x <= y ? 1 : 0), (x <= y ? 0 : 1))
BINARY(smaller, smaller_again, -2.0, 0.7, (x <= y ? 1 : 0), (x <= y ? 0 : 1))
BINARY(larger, larger, 0.7, -2.0, (x >= y ? 1 : 0), (x >= y ? 0 : 1))
BINARY(larger, larger_again, -2.0, 0.7, (x >= y ? 1 : 0), (x >= y ? 0 : 1))
BINARY(least, least, 0.7, -2.0, (x <= y ? 1 : 0), (x <= y ? 0 : 1))
BINARY(least, least_again, -2.0, 0.7, (x <= y ? 1 : 0), (x <= y ? 0 : 1))
BINARY(greatest, greatest, 0.7, -2.0, (x >= y ? 1 : 0), (x >= y ? 0 : 1))
BINARY(greatest, greatest_again, -2.0, 0.7, (x >= y ? 1 : 0), (x >= y ? 0 : 1))
BINARY(positive_difference, positive_difference, 0.7, -2.0, (x > y ? 1 : 0), (x > y ? -1 : 0))
BINARY(positive_difference, positive_difference_again, -2.0, 0.7, (x > y ? 1 : 0), (x > y ? -1 : 0))
BINARY(with_sign, with_sign, 0.7, -2.0, (2 * std::fabs(x) * std::fabs(y) * (x > 0 ? 1 : -1)), (std::copysign(x * x, y)))
BINARY(with_sign, with_sign_again, -2.0, 0.7, (2 * std::fabs(x) * std::fabs(y) * (x > 0 ? 1 : -1)),
       (std::copysign(x * x, y)))
BINARY(floating_remainder, floating_remainder, 7.3, -2.0, (1), (-std::trunc(x / y)))
BINARY(floating_remainder, floating_remainder_again, -9.3, 0.7, (1), (-std::trunc(x / y)))
BINARY(nearest_remainder, nearest_remainder, 7.3, -2.0, (1), (-std::rint(x / y)))
BINARY(nearest_remainder, nearest_remainder_again, -9.3, 0.7, (1), (-std::rint(x / y)))
BINARY(fused, fused, 0.7, -2.0, (y + 1), (x))

using unary_vjp = double (*)(double, double, double &);
using binary_vjp = double (*)(double, double, double, double &, double &);

TEST(Cmath, TiesGiveAllToTheFirstArgument) {
  for (const binary_vjp vjp :
       {binary_vjp(smaller_vjp), binary_vjp(larger_vjp), binary_vjp(least_vjp), binary_vjp(greatest_vjp)}) {
    double x_adj = 0, y_adj = 0;
    vjp(1.5, 1.5, 1.0, x_adj, y_adj);
    EXPECT_EQ(x_adj, 1.0);
    EXPECT_EQ(y_adj, 0.0);
  }
}

TEST(Cmath, KinksAndPoles) {
  const auto slope = [](unary_vjp vjp, double x) {
    double adjoint = 0;
    vjp(x, 1.0, adjoint);
    return adjoint;
  };
  EXPECT_EQ(slope(absolute_vjp, 0.0), 0.0);
  EXPECT_EQ(slope(absolute_again_vjp, 0.0), 0.0);
  EXPECT_EQ(slope(square_root_vjp, 0.0), std::numeric_limits<double>::infinity());
  double x_adj = 0, y_adj = 0;
  power_vjp(0.0, 2.0, 1.0, x_adj, y_adj);
  EXPECT_EQ(x_adj, 0.0);
  EXPECT_EQ(y_adj, 0.0);
}

TEST(Cmath, FloatsStayFloats) {
  const float x = 1.3f;
  float adjoint = 0;
  EXPECT_EQ(single_sine_vjp(x, 1.0f, adjoint), single_sine(x));
  EXPECT_NEAR(adjoint, (std::sin(1.3) + std::cos(1.3)) * std::exp(1.3), 1e-5);
  adjoint = 0;
  EXPECT_EQ(single_power_vjp(x, 1.0f, adjoint), single_power(x));
  EXPECT_NEAR(adjoint, 2.5 * std::pow(1.3, 1.5) + std::tgamma(1.3) * soac::runtime::digamma(1.3), 1e-5);
}

} // namespace
