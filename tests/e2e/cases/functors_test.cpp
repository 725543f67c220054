#include "functors.hpp"

#include "check.hpp"
#include "functors.soac.hpp"

#include <cmath>

namespace {

using namespace functors;
using V = std::vector<double>;

TEST(Functors, composed) {
  EXPECT_DERIVATIVES(composed, 0.7, 0);
  EXPECT_DERIVATIVES(composed, 0.7, 1);
  double x_adj = 0;
  composed_vjp(0.7, 0, 1.0, x_adj);
  EXPECT_NEAR(x_adj, 4 * 0.343 + 1, 1e-14);
}
DERIVATIVES(Functors, reassigned, 0.7, 1.2)
DERIVATIVES(Functors, through_parameter, 0.7, 1.2)
DERIVATIVES(Functors, counting, 0.7, 4)
TEST(Functors, newton) {
  EXPECT_DERIVATIVES(newton, 1.2, 2.0);
  double x_adj = 0, a_adj = 0;
  newton_vjp(1.2, 2.0, 1.0, x_adj, a_adj);
  EXPECT_NEAR(x_adj, 0, 1e-14);
  EXPECT_NEAR(a_adj, std::cbrt(2.0) / 6, 1e-14);
}
TEST(Functors, table) {
  const double x = 0.7, expected[] = {5 * std::pow(x, 4), 6 * std::pow(x, 5),
                                      std::cos(x) * x * x * x + 3 * std::sin(x) * x * x, 2 * x};
  for (int k = 0; k < 4; ++k) {
    EXPECT_DERIVATIVES(table, x, k);
    double x_adj = 0;
    table_vjp(x, k, 1.0, x_adj);
    EXPECT_NEAR(x_adj, expected[k], 1e-14) << k;
  }
}
DERIVATIVES(Functors, table_of_std, 1.3, 7)
DERIVATIVES(Functors, members, (Item{0.7, 1.3, 2}), 0.4)
TEST(Functors, sum_of_members) {
  const std::vector<Item> items{{1, 2, 3}, {0.5, -1, 2}};
  EXPECT_DERIVATIVES(sum_of_members, items, true);
  EXPECT_DERIVATIVES(sum_of_members, items, false);
}
DERIVATIVES(Functors, made_in_place, 0.7, 1.2)
DERIVATIVES(Functors, copied_backwards, (V{0.7, -1.2, 2}))
DERIVATIVES(Functors, applied_sine, (V{0.7, -1.2, 2}))

} // namespace
