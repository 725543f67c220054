#include "source_text.hpp"

#include "check.hpp"
#include "source_text.soac.hpp"

using namespace source_text;

/// d/dx at x = 3 by both plain functions; the parameters after x are `...`.
#define SLOPE(name, slope, ...)                                                                                        \
  TEST(SourceText, name) {                                                                                             \
    double x_adj = 1, r_tan = 0;                                                                                       \
    name##_vjp(3.0, __VA_ARGS__ __VA_OPT__(, ) 1.0, x_adj);                                                            \
    name##_jvp(3.0, __VA_ARGS__ __VA_OPT__(, ) 1.0, r_tan);                                                            \
    EXPECT_DOUBLE_EQ(x_adj, 1 + (slope));                                                                              \
    EXPECT_DOUBLE_EQ(r_tan, slope);                                                                                    \
  }

SLOPE(fragment, 72.0, 2)
SLOPE(foreign, 3.0)
SLOPE(versioned, 6.0)
SLOPE(table, 8.0, 2)
SLOPE(strings, 'a' + 'b' + 'c' + 'e' + 4.0 * 'd', 1)
SLOPE(versioned_too, 30.0)

TEST(SourceText, inline_namespaces_inside_of_others) {
  double x_adj = 0, y_adj = 0;
  source_text::v2::deep::inner_vjp(3.0, 1.0, x_adj);
  outermost::within::inner_too_vjp(3.0, 1.0, y_adj);
  EXPECT_DOUBLE_EQ(x_adj, 27);
  EXPECT_DOUBLE_EQ(y_adj, 42);
}

TEST(SourceText, drawn_numbers_are_constants_of_both_derivatives) {
  const double factor = 1791095845.0 / 4294967296.0, cubed = factor * factor * factor; // the first of std::mt19937(1)
  EXPECT_DOUBLE_EQ(drawn(2), 8 * cubed);
  EXPECT_DOUBLE_EQ(drawn_slope(2), 12 * cubed);
  EXPECT_DOUBLE_EQ(drawn_curvature(2), 12 * cubed);
}
