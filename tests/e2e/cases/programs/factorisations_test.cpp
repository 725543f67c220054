#include "factorisations.hpp"

#include "check.hpp"
#include "factorisations.soac.hpp"

#include <cmath>

namespace factorisations {
namespace {

using VD = std::vector<double>;

/// n rows of n numbers, of which rows are exchanged for their greatest ones.
VD matrix(int n, double diagonal = 0) {
  VD m(n * n);
  for (int i = 0; i < n * n; ++i)
    m[i] = std::sin(i * i + 0.3) + 0.1 * i;
  for (int i = 0; i < n; ++i)
    m[i * n + i] += diagonal;
  return m;
}
VD symmetric(int n) {
  VD m = matrix(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      m[i * n + j] = m[j * n + i];
  return m;
}
const VD b5{0.3, -1.2, 0.7, 0.4, 1.1};

DERIVATIVES(Factorisations, textbook_elimination, 5, matrix(5), b5)
DERIVATIVES(Factorisations, full_pivots, 5, matrix(5), b5)
DERIVATIVES(Factorisations, determinant, matrix(4), 4)
DERIVATIVES(Factorisations, norms_of_rows, 4, matrix(4))
DERIVATIVES(Factorisations, exchanged_at_the_end, 4, matrix(4))
DERIVATIVES(Factorisations, skipped_rows, 5, matrix(5))
DERIVATIVES(Factorisations, scaled_afterwards, 4, matrix(4))
DERIVATIVES(Factorisations, exchanged_arrays, 4, matrix(4))
DERIVATIVES(Factorisations, newton_steps, 4, matrix(4, 0.4), VD{0.3, -1.2, 0.7, 0.4}, 3)
DERIVATIVES(Factorisations, needed_before, 4, matrix(4))
DERIVATIVES(Factorisations, factors_with_pivots, matrix(5), 5)
DERIVATIVES(Factorisations, solve_in_place, matrix(5), b5, 5)
DERIVATIVES(Factorisations, ldl_to_the_right, 5, symmetric(5))

std::vector<VD> rows(const VD &m, std::size_t n) {
  std::vector<VD> list;
  for (std::size_t i = 0; i < n; ++i)
    list.emplace_back(m.begin() + static_cast<std::ptrdiff_t>(i * n), m.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
  return list;
}
TEST(Factorisations, rows_change_places) {
  for (const bool isAlways : {false, true}) {
    EXPECT_DERIVATIVES(rows_change_places, rows(matrix(5), 5), b5, isAlways);
    EXPECT_DERIVATIVES(rows_change_places, rows(matrix(5, 9), 5), b5, isAlways);
  }
}

// Rows change places, stay where they are, and there is one.
TEST(Factorisations, solve_with_pivots) {
  EXPECT_DERIVATIVES(solve_with_pivots, 5, matrix(5), b5);
  EXPECT_DERIVATIVES(solve_with_pivots, 5, matrix(5, 9), b5);
  EXPECT_DERIVATIVES(solve_with_pivots, 1, VD{0.4}, VD{1.3});
}

} // namespace
} // namespace factorisations
