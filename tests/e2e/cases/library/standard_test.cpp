#include "standard.hpp"

#include "check.hpp"
#include "standard.soac.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace standard;

namespace {
const list v{0.7, -0.4, 1.3, 0.2, -1.1}, sorted{-0.5, 0.2, 0.9, 1.7};
} // namespace

DERIVATIVES(Standard, optional_in_a_loop, v, 1.1)
DERIVATIVES(Standard, transform_optional, 2.7)
DERIVATIVES(Standard, counted_view, 0.8, 5)
DERIVATIVES(Standard, transformed_view, v, 1.3)
DERIVATIVES(Standard, reversed_view, v)
DERIVATIVES(Standard, part_of_view, v)
DERIVATIVES(Standard, filtered_view, v)
DERIVATIVES(Standard, composed_views, v)
DERIVATIVES(Standard, ranges_algorithms, v)
DERIVATIVES(Standard, generated, 0.7)
DERIVATIVES(Standard, appended, v)
DERIVATIVES(Standard, copied_if, v)
DERIVATIVES(Standard, lowest_and_highest, v)
DERIVATIVES(Standard, largest_magnitude, v)
DERIVATIVES(Standard, searched, sorted, 0.6)
DERIVATIVES(Standard, differences, v)
DERIVATIVES(Standard, scans, v)
DERIVATIVES(Standard, erased, v)
DERIVATIVES(Standard, inserted, v, sorted, 0.3)
DERIVATIVES(Standard, removed, v)
DERIVATIVES(Standard, invoked, 0.7, 1.2)
DERIVATIVES(Standard, distances, v)
DERIVATIVES(Standard, algorithms_over_views, (soac::array<double>{0.7, -0.4, 1.3}),
            (soac::array<double, 2>{{0.1, 0.5}, {0.2, 1.4}, {0.3, -0.6}}))

TEST(Standard, EveryBranch) {
  for (double x : {0.7, -0.7})
    EXPECT_DERIVATIVES(value_or, x);
  for (double c : {0.3, 3.0})
    EXPECT_DERIVATIVES(root_if_any, 0.8, 1.9, c);
  for (bool gives : {false, true})
    EXPECT_DERIVATIVES(optional_members, 0.7, gives);
  EXPECT_DERIVATIVES(required, -2.6);
  for (int n : {1, 3})
    EXPECT_DERIVATIVES(optional_record, 0.7, n);
  for (double b : {0.5, 0.9})
    EXPECT_DERIVATIVES(numbers_compared, 0.7, b);
  EXPECT_DERIVATIVES(compared, (version{0.7, 0.2}), (version{0.9, 0.5}));
  EXPECT_DERIVATIVES(compared, (version{0.7, 0.2}), (version{0.6, 0.5}));
  for (int i : {0, 1, 2})
    EXPECT_DERIVATIVES(subscripts, (triple{0.7, -0.4, 1.3}), i, 1.7);
  for (auto [x, y] : {std::pair{0.7, 1.2}, std::pair{1.4, 1.2}})
    EXPECT_DERIVATIVES(references, x, y);
}
TEST(Standard, RootOfAQuadraticIfThereIsOne) { // r^2 with 2 a r r' + b r' = -1 for c
  double a = 0, b = 0, c = 0;
  const double r = (-3 + std::sqrt(9 - 4 * 1 * 2.0)) / 2;
  EXPECT_NEAR(root_if_any_vjp(1, 3, 2, 1.0, a, b, c), r * r, 1e-15);
  EXPECT_NEAR(c, 2 * r * -1 / (2 * r + 3), 1e-14);
  EXPECT_NEAR(b, 2 * r * -r / (2 * r + 3), 1e-14);
  c = 0;
  root_if_any_vjp(1, 1, 2, 1.0, a, b, c);
  EXPECT_EQ(c, -1);
}
TEST(Standard, ValuesOfFilteredElements) {
  list adjoint(v.size());
  filtered_view_vjp(v, 1.0, adjoint);
  EXPECT_EQ(adjoint, (list{1.4, 0, 2.6, 0.4, 0}));
  adjoint.assign(v.size(), 0);
  removed_vjp(v, 1.0, adjoint); // the first of three has weight 1/4
  EXPECT_EQ(adjoint, (list{0.35, 0, 1.3, 0.4, 0}));
}
TEST(Standard, NothingIsUnordered) {
  double a = 0, b = 0;
  EXPECT_EQ(numbers_compared_vjp(std::numeric_limits<double>::quiet_NaN(), 1.0, 1.0, a, b), 0);
  EXPECT_EQ(a, 0);
  EXPECT_EQ(b, 0);
}
TEST(Standard, AMissingOptionalIsAnError) {
  double x = 0;
  EXPECT_THROW(required_vjp(1.0, 1.0, x), std::invalid_argument);
}
