#include "numerics.hpp"

#include "check.hpp"
#include "numerics.soac.hpp"

using reals = std::vector<double>;

namespace {
const reals five{0.3, -1.2, 0.7, 2.0, 0.4};
} // namespace

DERIVATIVES(Numerics, golden_section, 0.3, 0.8)
DERIVATIVES(Numerics, secant, 1.0, 1.5)
DERIVATIVES(Numerics, logistic_map, 3.2, 0.3, 8)
DERIVATIVES(Numerics, kahan_sum, five, 5)
DERIVATIVES(Numerics, welford, five, 5)
DERIVATIVES(Numerics, clenshaw, five, 5, 0.3)
DERIVATIVES(Numerics, bessel_series, 1.7)
TEST(Numerics, spline) {
  for (double at : {0.1, 0.7, 1.9, 2.6})
    EXPECT_DERIVATIVES(spline, reals{0, 0.5, 1.5, 2, 3}, five, 5, at);
}
DERIVATIVES(Numerics, quaternion_angle, 0.3, 0.8, -0.2)
