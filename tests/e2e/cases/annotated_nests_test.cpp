#include "annotated_nests.hpp"

#include "annotated_nests.soac.hpp"
#include "check.hpp"

#include <cmath>

using reals = std::vector<double>;
using namespace annotated_nests;

namespace {
const reals five{0.3, -0.7, 0.9, 0.2, 0.5};
const reals factors{0.9, 1.2, 0.7, 1.1, -0.4, 2.0, 1.5};
} // namespace

TEST(AnnotatedNests, nested_loops) {
  for (const int n : {0, 1, 4, 5})
    for (const int m : {0, 1, 3, 10}) {
      reals plain(5), other(5), third(5);
      const double value = nested_vjp(five, n, m, 1.0, plain);
      EXPECT_EQ(value, nested_annotated_vjp(five, n, m, 1.0, other));
      EXPECT_EQ(value, nested_mixed_vjp(five, n, m, 1.0, third));
      for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(plain[i], other[i], 1e-12 * (1 + std::fabs(plain[i])));
        EXPECT_NEAR(plain[i], third[i], 1e-12 * (1 + std::fabs(plain[i])));
      }
    }
  EXPECT_DERIVATIVES(nested_annotated, five, 5, 6);
  EXPECT_DERIVATIVES(nested_mixed, five, 5, 6);
}

TEST(AnnotatedNests, in_maps_and_branches) {
  for (const int n : {0, 1, 2, 9, 10}) {
    EXPECT_DERIVATIVES(per_element_2, five, n);
    EXPECT_DERIVATIVES(per_element_r2, five, n);
    EXPECT_DERIVATIVES(in_branch_2, 0.7, n);
    EXPECT_DERIVATIVES(in_branch_2, -0.7, n);
    EXPECT_DERIVATIVES(in_branch_r2, 0.7, n);
  }
  EXPECT_DERIVATIVES(over_range_2, five);
  EXPECT_DERIVATIVES(over_range_r2, five);
  EXPECT_DERIVATIVES(downwards_2, factors, 7);
  EXPECT_DERIVATIVES(single_r2, 0.5f, 6);
  EXPECT_DERIVATIVES(output_2, five, reals{1, 2, 3, 4, 5}, 5, 4);
  EXPECT_DERIVATIVES(output_r2, five, reals{1, 2, 3, 4, 5}, 5, 4);
}
