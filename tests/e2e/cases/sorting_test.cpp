#include "sorting.hpp"

#include "check.hpp"
#include "sorting.soac.hpp"

namespace {

using namespace sorting;
using V = std::vector<double>;

const V five{5, -2, 9, 3, 7};

DERIVATIVES(Sorting, median, five)
DERIVATIVES(Sorting, tail_falling, five)
DERIVATIVES(Sorting, trimmed, five, 5, V(5, 0.5))
DERIVATIVES(Sorting, smallest_two, (std::array<double, 4>{2.0, 0.5, 3.0, -1.0}))
DERIVATIVES(Sorting, count_below, (std::vector<int>{5, 2, 7}), 1.5)
TEST(Sorting, sorted_rows) {
  soac::array<double, 2> a(2, 3);
  const double values[] = {3, 1, 2, -1, 4, 0.5};
  std::copy_n(values, 6, a.data());
  EXPECT_DERIVATIVES(sorted_rows, a);
}
TEST(Sorting, AnAdjointGoesBackToWhereTheElementStood) {
  EXPECT_EQ(median_gradient({5, 2, 9, 3, 7}), (V{2, 5, 0, 0, 0}));
  EXPECT_EQ(median_gradient({1}), (V{2}));
}

} // namespace
