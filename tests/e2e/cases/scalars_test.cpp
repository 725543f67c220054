#include "scalars.hpp"

#include "check.hpp"
#include "scalars.soac.hpp"

#include <cmath>

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
