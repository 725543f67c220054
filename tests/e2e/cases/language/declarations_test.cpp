#include "declarations.hpp"

#include "check.hpp"
#include "declarations.soac.hpp"

namespace source_text {

/// d/dx at x = 3 by both plain functions; the parameters after x are `...`.
#define SLOPE_AT_3(name, slope, ...)                                                                                   \
  TEST(SourceText, name) {                                                                                             \
    double x_adj = 1, r_tan = 0;                                                                                       \
    name##_vjp(3.0, __VA_ARGS__ __VA_OPT__(, ) 1.0, x_adj);                                                            \
    name##_jvp(3.0, __VA_ARGS__ __VA_OPT__(, ) 1.0, r_tan);                                                            \
    EXPECT_DOUBLE_EQ(x_adj, 1 + (slope));                                                                              \
    EXPECT_DOUBLE_EQ(r_tan, slope);                                                                                    \
  }

SLOPE_AT_3(fragment, 72.0, 2)
SLOPE_AT_3(foreign, 3.0)
SLOPE_AT_3(versioned, 6.0)
SLOPE_AT_3(table, 8.0, 2)
SLOPE_AT_3(strings, 'a' + 'b' + 'c' + 'e' + 4.0 * 'd', 1)
SLOPE_AT_3(versioned_too, 30.0)

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

} // namespace source_text

TEST(Declared, operators) {
  const double x = 0.5;
  const std::vector<double> expected{1, 2, 0.75, 0.5, std::cos(x), 1, 0.75, 0.5, 5, 7, 9, 0.75, 3, 4, 0.75, 1, 14};
  const soac::array<double> got = gradients(x);
  ASSERT_EQ(static_cast<std::size_t>(got.size()), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(got[static_cast<soac::index>(i)], expected[i], 1e-14) << i;
}

/// d/dx by both plain functions, which `f` calls: of x, then of one adjoint or one tangent.
#define SLOPE(group, name, value, slope, ...)                                                                          \
  TEST(group, name) {                                                                                                  \
    double x_adj = 1, r_tan = 0;                                                                                       \
    EXPECT_DOUBLE_EQ(name##_vjp(__VA_ARGS__, 1.0, x_adj), value);                                                      \
    EXPECT_DOUBLE_EQ(x_adj, 1 + slope);                                                                                \
    EXPECT_DOUBLE_EQ(name##_jvp(__VA_ARGS__, 1.0, r_tan), value);                                                      \
    EXPECT_DOUBLE_EQ(r_tan, slope);                                                                                    \
  }

SLOPE(Declared, over, 9, 6, 3.0)
SLOPE(Declared, deduced, 9, 6, 3.0)
SLOPE(Declared, deduced_too, 27, 27, 3.0)
SLOPE(Declared, trailing, 9, 6, 3.0)
SLOPE(Declared, promises, 9, 6, 3.0)
SLOPE(Declared, attributed, 9, 6, 3.0)
SLOPE(Declared, instantiated, 27, 27, 3.0)
SLOPE(Declared, marked, 81, 108, 3.0)

TEST(Declared, c_linkage) {
  double x_adj = 1, r_tan = 0;
  EXPECT_DOUBLE_EQ(c_linkage_vjp(3.0, 1.0, &x_adj), 45);
  EXPECT_DOUBLE_EQ(x_adj, 31);
  EXPECT_DOUBLE_EQ(c_linkage_jvp(3.0, 1.0, &r_tan), 45);
  EXPECT_DOUBLE_EQ(r_tan, 30);
}

TEST(Declared, namespaces) {
  double x_adj = 0;
  outer::inner::nested_vjp(0.5, 1.0, x_adj);
  EXPECT_DOUBLE_EQ(x_adj, std::cos(0.5));
}

TEST(Declared, overloads) {
  float single_adj = 0;
  EXPECT_EQ(over_vjp(2.0f, 1.0f, single_adj), 8.0f);
  EXPECT_EQ(single_adj, 12.0f);
  double x_adj = 0, y_adj = 0;
  over_vjp(2.0, 3.0, 1.0, x_adj, y_adj);
  EXPECT_EQ(x_adj, 9.0);
  EXPECT_EQ(y_adj, 12.0);
  std::vector<double> adjoints(2);
  over_vjp({2.0, 3.0}, 1.0, adjoints);
  EXPECT_EQ(adjoints, (std::vector<double>{4.0, 6.0}));
  EXPECT_EQ(instantiated_vjp(2.0f, 1.0f, single_adj), 8.0f);
  EXPECT_EQ(marked_vjp(2.0f, 1.0f, single_adj), 16.0f);
}

TEST(Declared, with_defaults) {
  double x_adj = 0, y_adj = 0;
  EXPECT_EQ(with_defaults_vjp(2.0, 3.0, 4, 1.0, x_adj, y_adj), 24.0);
  EXPECT_EQ(x_adj, 12.0);
  EXPECT_EQ(y_adj, 8.0);
}
