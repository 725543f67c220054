#include "surgery.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace surgery;
using V = std::vector<double>;

void expect_equal(const reals &found, const V &expected) {
  ASSERT_EQ(found.size(), static_cast<soac::index>(expected.size()));
  for (soac::index i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-13 * std::max(1.0, std::fabs(expected[i]))) << i;
}
void expect_equal(const matrix &found, const std::vector<V> &expected) {
  ASSERT_EQ(found.extent(0), static_cast<soac::index>(expected.size()));
  for (soac::index k = 0; k < found.extent(0); ++k)
    expect_equal(reals(found[k]), expected[k]);
}
matrix rows(const std::vector<V> &all) {
  matrix m(static_cast<soac::index>(all.size()), static_cast<soac::index>(all[0].size()));
  for (soac::index k = 0; k < m.extent(0); ++k)
    for (soac::index i = 0; i < m.extent(1); ++i)
      m(k, i) = all[k][i];
  return m;
}

TEST(Surgery, OfScalars) {
  EXPECT_EQ(clipped(3, 5), std::make_tuple(6.0, 3.0)); // the product's adjoint is 10, clipped to 1
  EXPECT_EQ(clipped_in_loop(2, 3), 3);
  EXPECT_EQ(clipped_twice(2), 0.5); // 1 is in range, then five times that, times 0.1
  EXPECT_DOUBLE_EQ(clipped_second(2), 32 + 16 + 4); // of x^4 + 2 y x with y = x, whose adjoint is squared again
  EXPECT_EQ(clipped_forward(2, 1), 9);
  EXPECT_EQ(noted(3), -3 + 3);
}
TEST(Surgery, OfArraysAndRecords) {
  expect_equal(clipped_in_map(reals{0.5, 2, -3}), {0.25 + 0.5 * 1, 4 + 4, 9 + 6});
  expect_equal(clipped_by_norm(reals{3, 4}), {2 * 0.6, 2 * 0.8});
  expect_equal(clipped_by_norm(reals{0.03, 0.04}), {8 * 0.03, 8 * 0.04});
  // of 2 (x + y) / |(x, y)|: 2 (y^2 - x y) / r^3, 2 (x^2 - x y) / r^3
  expect_equal(clipped_by_norm_twice(reals{3, 4}), {2 * 4.0 / 125, -2 * 3.0 / 125});
  const Point p = clipped_record({3, 5});
  EXPECT_EQ(p.x, 3 + 1);
  EXPECT_EQ(p.y, -3);
  const Cloud c = clipped_cloud({{0.1, 2}, {3, 1}, 2});
  EXPECT_EQ(c.mass, (V{0.2, 1}));
  EXPECT_EQ(c.centre.x, 0);
  EXPECT_DOUBLE_EQ(c.centre.y, 3 + 4.01);
  EXPECT_EQ(c.count, 0);
  EXPECT_EQ(clipped_vector({2, 3}), (V{4, 0}));
  expect_equal(reversed(reals{1, 2}, 5), {-10, -10});
}
TEST(Surgery, ThatLosesElementsInSeveralDirections) {
  expect_equal(filtered_directions(reals{1, 2}, rows({{1, 2}, {3, 4}})), {{6, 24}, {18, 48}});
  EXPECT_ANY_THROW(filtered_directions(reals{1, 2}, rows({{1, 2}, {-3, 4}})));
}
TEST(Surgery, StopGradient) {
  EXPECT_EQ(stop_operand(3, 5), 15);
  EXPECT_EQ(stop_in_loop(2, 3), 1);
  expect_equal(stop_array(reals{2, 3}), {4, 9});
  const Point p = stop_record({3, 5});
  EXPECT_EQ(p.x, 6);
  EXPECT_EQ(p.y, 3);
  const Cloud c = stop_cloud({{2, 3}, {5, 7}, 2});
  EXPECT_EQ(c.mass, (V{0, 2}));
  EXPECT_EQ(c.centre.x, 7);
  EXPECT_EQ(c.centre.y, 0);
  EXPECT_EQ(stop_condition(3), 6);
  EXPECT_EQ(stop_condition(0.5), 1);
  EXPECT_EQ(stop_index(1.5, reals{2, 3, 5}), 3);
  EXPECT_EQ(stop_result(3), 0);
  EXPECT_EQ(stop_inside_second(3), 4 * 3 - 2 * 3); // of 2 s x, s fixed at both orders
  expect_equal(stop_in_reduction(reals{1, 2, 6}), {-4, -2, 6});
  EXPECT_EQ(straight_through(1.2), 6);
  const double e = std::exp(-1.0);
  expect_equal(stop_baseline(reals{2, 1}), {1 / (1 + e), e / (1 + e)});
  EXPECT_EQ(stop_in_inner_gradient(3), 6); // of 2 s x
  EXPECT_EQ(stop_forward(3, 1), 18);
}
TEST(Surgery, DirectionsGoDifferentWays) {
  expect_equal(clipped_directions(reals{2, 3}, rows({{1, 0.1}, {0.2, 5}})),
               {{2 + 1, 0.2 * 1 * 1.5 + 0.3 * 1 - 0.0}, {0.4 + 0.4, 15 + 1}});
  expect_equal(clipped_norms(reals{1, 1}, rows({{1.5, 2}, {0.1, 0.2}})), {{0.6, 0.8}, {0.2, 0.4}});
  expect_equal(branching_clip(reals{1, 1, 1}, rows({{0, 0, 1}, {0, 0, 0.1}, {0, 0.3, 0}})),
               {{1, 1, 1}, {0.4, 0.2, 0.1}, {0.6, 0.3, 0}});
}
TEST(Surgery, RulesInManyDirections) { // ten times the derivative
  expect_equal(rules_in_directions(reals{3, 4, 3}, rows({{1, 0, 0}, {0, 1, 0}})), {{6, 0}, {8, 8}});
  expect_equal(rules_back_in_directions(reals{3, 4, 3}, rows({{1, 0}, {1, 1}, {0, 2}})),
               {{6, 8, 0}, {6, 16, 6}, {0, 16, 12}});
}
TEST(Surgery, ARuleMayCallTheFunctionThatHasIt) {
  const auto [back, forth] = square_root_both(16); // 0.75 a^-0.25
  EXPECT_NEAR(back, 0.375, 1e-12);
  EXPECT_NEAR(forth, 0.375, 1e-12);
  expect_equal(relaxed_back(reals{1, 2, 3}, reals{1, 0, 0}), {1, 0.25, 0.0625});
}

} // namespace
