#include "memory.hpp"

#include "check.hpp"
#include "memory.soac.hpp"

using reals = std::vector<double>;

namespace {
const reals seven{0.3, -1.2, 0.7, 2.0, 0.4, 1.1, -0.6};
reals spd() { return {4, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 2}; }
} // namespace

TEST(Memory, prefix_sums) {
  EXPECT_DERIVATIVES(prefix_sums, seven, reals(7), 7);
  EXPECT_DERIVATIVES(prefix_sums, seven, reals(7), 0);
}
DERIVATIVES(Memory, insertion_sort, seven)
DERIVATIVES(Memory, bubble_sort_pointers, seven)
DERIVATIVES(Memory, reverse_in_place, seven, 7)
DERIVATIVES(Memory, tridiagonal_solve, reals{0.5, 0.2, 0.1}, reals{2, 3, 2.5, 4}, reals{0.3, 0.7, -0.4},
            reals{1, 2, 3, 4}, 4)
DERIVATIVES(Memory, cholesky, spd(), 3)
DERIVATIVES(Memory, gauss_seidel, spd(), reals{1, 2, 3}, reals{0, 0.5, 0}, 3, 4)
DERIVATIVES(Memory, fixed_1d, 1.3)
DERIVATIVES(Memory, fixed_2d, reals{1, 2, 0.5, -1})
DERIVATIVES(Memory, fixed_3d, 0.8)
DERIVATIVES(Memory, partially_initialised, 1.3, 0.4)
DERIVATIVES(Memory, std_array_local, 1.3)
DERIVATIVES(Memory, std_array_2d, 1.3)
DERIVATIVES(Memory, cross, std::array<double, 3>{1, 2, 3}, std::array<double, 3>{-0.5, 0.2, 1})
DERIVATIVES(Memory, rotate_array, std::array<double, 3>{1, 2, 3}, 0.4)
TEST(Memory, vector_local) {
  for (int n : {0, 1, 6})
    EXPECT_DERIVATIVES(vector_local, 0.7, n);
}
DERIVATIVES(Memory, vector_of_zeros, seven)
DERIVATIVES(Memory, vector_iterators, seven)
TEST(Memory, cumulative) {
  EXPECT_DERIVATIVES(cumulative, seven);
  EXPECT_DERIVATIVES(cumulative, reals{2});
}
DERIVATIVES(Memory, binomial_row, 0.3, 5)
DERIVATIVES(Memory, vector_2d, 0.7, 4)
DERIVATIVES(Memory, vector_in_out, seven)
TEST(Memory, matrix_power) {
  for (int power : {0, 1, 2, 5})
    EXPECT_DERIVATIVES(matrix_power, reals{0.5, 0.2, -0.3, 0.9}, power);
}
DERIVATIVES(Memory, pascal_in_place, 0.7, 6)
DERIVATIVES(Memory, levinson, reals{3, 1, 0.5, -0.2}, 3)
DERIVATIVES(Memory, edit_distance, reals{0.1, 0.9, 2.2}, reals{0.3, 2.0}, 3, 2)
DERIVATIVES(Memory, ring_buffer, seven, 7)
DERIVATIVES(Memory, soac_array_local, 0.7, 4)
TEST(Memory, lu_determinant) {
  EXPECT_DERIVATIVES(lu_determinant, reals{0.1, 2, 3, 1, 0.5, 0.2, 2, 1, 4}, 3);
  EXPECT_DERIVATIVES(lu_determinant, spd(), 3);
}
DERIVATIVES(Memory, array_of_arrays, 0.7)
DERIVATIVES(Memory, jacobi_3d, reals(27, 0.5), reals(27, 1.0), 3)
DERIVATIVES(Memory, horner_vector, seven, 0.8)
