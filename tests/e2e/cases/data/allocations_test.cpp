#include "allocations.soac.hpp"

#include "check.hpp"

namespace allocations {
namespace {

using vec = std::vector<double>;
const vec x{0.3, 0.7, 1.1, 0.5};

DERIVATIVES(Allocations, with_malloc, x, 4)
DERIVATIVES(Allocations, with_calloc, x, 4)
DERIVATIVES(Allocations, with_new, x, 4)
DERIVATIVES(Allocations, with_values, 1.3, 4)
DERIVATIVES(Allocations, with_unique, x, 4)
DERIVATIVES(Allocations, moved, x, 4)
DERIVATIVES(Allocations, smoothed, x, 4, 3)
DERIVATIVES(Allocations, walked, x, 4)
DERIVATIVES(Allocations, helped, x, 4)
DERIVATIVES(Allocations, matrix, x, 4, 3)
DERIVATIVES(Allocations, freed_between, x, 4)
DERIVATIVES(Allocations, of_records, x, 4)
DERIVATIVES(Allocations, in_a_loop, x, 4)
DERIVATIVES(Allocations, grid, 0.7, 5)
DERIVATIVES(Allocations, byte_count, x, 4)
DERIVATIVES(Allocations, of_one, 0.7)
DERIVATIVES(Allocations, solved, vec({4, 1, 0.5, 1, 5, 2, 0.3, 1, 6}), vec({1, 2, 3}), vec({0, 0, 0}), 3)
DERIVATIVES(Allocations, checked_memory, x, 4)
DERIVATIVES(Allocations, products, x, 3)
DERIVATIVES(Allocations, copies, x, 3)
DERIVATIVES(Allocations, in_each_trip, x, 4)

TEST(Allocations, noElements) {
  vec adjoint(1, 2.0);
  EXPECT_EQ(0, with_malloc_vjp(x.data(), 0, 1, adjoint.data()));
  EXPECT_EQ(1, walked_vjp(x.data(), 0, 1, adjoint.data()));
  EXPECT_EQ(vec(1, 2.0), adjoint);
  EXPECT_THROW(with_malloc_vjp(x.data(), -1, 1, adjoint.data()), std::invalid_argument);
}

DERIVATIVES(Allocations, swapped_owners, 0.7, 1.3)

} // namespace
} // namespace allocations
