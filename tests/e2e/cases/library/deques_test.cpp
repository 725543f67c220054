#include "deques.hpp"
#include "deques.soac.hpp"

#include "check.hpp"

namespace deques {
namespace {

TEST(Deques, window) {
  const std::vector<double> x{0.3, -1.2, 0.8, 1.7, 0.4};
  for (int width : {1, 2, 7})
    EXPECT_DERIVATIVES(window, x, static_cast<int>(x.size()), width);
  EXPECT_DERIVATIVES(window, x, 0, 2);
}
DERIVATIVES(Deques, given, std::deque<double>{0.3, -1.2, 0.8}, 0.7)
DERIVATIVES(Deques, scaled, std::deque<double>{0.3, -1.2, 0.8}, 0.7)
DERIVATIVES(Deques, spread, 0.7, 3)
DERIVATIVES(Deques, tasks, 0.7, 1.3)
TEST(Deques, both_ends) {
  const std::vector<double> x{0.3, -1.2, 0.8, 1.7, 0.4};
  for (int n = 1; n <= 5; ++n)
    EXPECT_DERIVATIVES(both_ends, x, n);
}
DERIVATIVES(Deques, positions, 0.7, 1.3)
TEST(Deques, small) {
  const std::vector<double> x{0.3, 1.2, 0.8, 1.7, 2.4, 2.1, 0.9};
  for (int n : {0, 1, 4, 7})
    EXPECT_DERIVATIVES(small, x, n, 0.9);
}

} // namespace
} // namespace deques
