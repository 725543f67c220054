#include "memory.hpp"

#include "check.hpp"
#include "memory.soac.hpp"

#include <cmath>

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {
const reals seven{0.3, -1.2, 0.7, 2.0, 0.4, 1.1, -0.6};
const reals positive{4.0, 1.0, 0.5, 3.0, 2.0};
reals spd() { return {4, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 2}; }
} // namespace

DERIVATIVES(Memory, walks_pointer, seven, 7)
DERIVATIVES(Memory, pointer_pair, seven, reals{2.0}, 7)
DERIVATIVES(Memory, offset_pointer, seven, 7)
DERIVATIVES(Memory, reversed_pointer, seven, 7)
DERIVATIVES(Memory, pointer_to_local, 1.3)
DERIVATIVES(Memory, pointer_to_element, 1.3, 0.4)
TEST(Memory, conditional_pointer) {
  EXPECT_DERIVATIVES(conditional_pointer, seven, reals{1, 2, 3}, 3, true);
  EXPECT_DERIVATIVES(conditional_pointer, seven, reals{1, 2, 3}, 3, false);
}
DERIVATIVES(Memory, in_out_pointer, seven, 7)
DERIVATIVES(Memory, output_reference, 1.3, 0.0, 0.0)
DERIVATIVES(Memory, in_out_reference, 0.7, 1.5)
DERIVATIVES(Memory, output_pointer_scalar, 0.3, reals{0.0})
DERIVATIVES(Memory, result_and_outputs, seven, 7, 0.0, reals{0.0})
DERIVATIVES(Memory, output_view, seven, reals(7))
TEST(Memory, in_out_view_2d) {
  soac::array<double, 2> a{{1, 2, 3}, {0.5, -1, 2}, {0.7, 0.1, 0.4}};
  EXPECT_DERIVATIVES(in_out_view_2d, a, 1.7);
}
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
DERIVATIVES(Memory, reference_to_element, seven, 7)
DERIVATIVES(Memory, references_in_loop, 0.7)
DERIVATIVES(Memory, aliasing_locals, 0.7)
DERIVATIVES(Memory, copies_are_copies, 0.7)
DERIVATIVES(Memory, row_pointers, seven, 2, 3)
TEST(Memory, array_parameter) {
  const double a[2][3] = {{1, 2, 3}, {4, 5, 6}};
  double a_adj[2][3] = {};
  EXPECT_EQ(array_parameter_vjp(a, 2.0, a_adj), 6.0 + 10.0 + 12.0);
  EXPECT_EQ(a_adj[0][0], 12.0);
  EXPECT_EQ(a_adj[0][2], 8.0);
  EXPECT_EQ(a_adj[1][1], 4.0);
  const double a_tan[2][3] = {{1, 0, 0}, {0, 0, 1}};
  double r_tan = 0;
  array_parameter_jvp(a, a_tan, r_tan);
  EXPECT_EQ(r_tan, 6.0 + 1.0);
}
DERIVATIVES(Memory, c_array_decays, seven, 7)
DERIVATIVES(Memory, passes_pieces, seven, 7)
DERIVATIVES(Memory, writes_pieces, seven, reals(7, 0.5), 7)
TEST(Memory, pointer_comparison) {
  EXPECT_DERIVATIVES(pointer_comparison, seven, 7);
  EXPECT_DERIVATIVES(pointer_comparison, positive, 5);
}
DERIVATIVES(Memory, index_array, seven, ints{3, 0, 3, 6}, 4)
DERIVATIVES(Memory, scatter_add, seven, ints{1, 0, 1, 2, 2, 2, 0}, reals{1, 2, 3}, 7)
DERIVATIVES(Memory, permute, positive, ints{3, 0, 4, 1, 2}, reals{9, 9, 9, 9, 9}, 5)
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
DERIVATIVES(Memory, strided, seven, 7, 3)
TEST(Memory, pointer_difference) {
  EXPECT_DERIVATIVES(pointer_difference, positive, 5);
  EXPECT_DERIVATIVES(pointer_difference, seven, 7);
}
DERIVATIVES(Memory, array_of_arrays, 0.7)
DERIVATIVES(Memory, two_outputs_swap, 0.5, 0.7)
DERIVATIVES(Memory, nested_out_parameters, 0.8)
DERIVATIVES(Memory, array_element_by_reference, reals{0.5, 0.7, 1.2})
DERIVATIVES(Memory, jacobi_3d, reals(27, 0.5), reals(27, 1.0), 3)
DERIVATIVES(Memory, last_written_wins, 0.8, 5)
DERIVATIVES(Memory, horner_vector, seven, 0.8)
