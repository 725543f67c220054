#include "standard_functions.hpp"

#include "check.hpp"
#include "standard_functions.soac.hpp"

using reals = std::vector<double>;

namespace {
const reals x{1.5, -0.7, 2.3, 0.6, 1.1}, y{0.4, 1.2, -0.8, 0.9, 2.0};
}

DERIVATIVES(Library, sums_and_products, x)
DERIVATIVES(Library, transformed, x, 0.4)
DERIVATIVES(Library, reduced, x, y)
DERIVATIVES(Library, extremes, x)
DERIVATIVES(Library, numbered, x, 0.3)
DERIVATIVES(Library, found, x, 0.8)
DERIVATIVES(Library, rearranged, x)
DERIVATIVES(Library, filled_and_copied, x)
DERIVATIVES(Library, split_numbers, 5.3)
DERIVATIVES(Library, rounded, x, 2.3)
DERIVATIVES(Library, interpolated, 0.7, 1.9, 0.4)
DERIVATIVES(Library, limited, 0.3, 0.5, 1.5)
DERIVATIVES(Library, tied, 1.3)
DERIVATIVES(Library, listed, 1.3, 0.8)
DERIVATIVES(Library, parts_of_span, x)
DERIVATIVES(Library, function_objects, 1.3)
DERIVATIVES(Library, assigned_choices, x, 3, 4, true)
DERIVATIVES(Library, bytes, x, 5)
DERIVATIVES(Library, nested_lists, 1.3, 0.8)
DERIVATIVES(Library, differences, x)

// modf's fractional part and frexp's mantissa have the derivatives 1 and 2^-e, their other results none.
TEST(Library, SplitNumbers) {
  double adjoint = 0;
  split_numbers_vjp(5.25, 1.0, adjoint); // 0.25 * 5 + 0.65625 * 3 + 2 x + 2 + x / 4
  EXPECT_DOUBLE_EQ(adjoint, 5 + 3.0 / 8 + 2 + 0.25);
}

TEST(Library, ChoicesWriteOneElement) {
  reals adjoint(5);
  assigned_choices_vjp(x, 3, 4, false, 1.0, adjoint);
  reals up = x, down = x;
  up[4] += 1e-6, down[4] -= 1e-6;
  EXPECT_NEAR(adjoint[4], (assigned_choices(up, 3, 4, false) - assigned_choices(down, 3, 4, false)) / 2e-6, 1e-8);
}
