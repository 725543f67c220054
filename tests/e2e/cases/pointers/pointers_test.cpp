#include "pointers.hpp"

#include "check.hpp"
#include "pointers.soac.hpp"

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {
const reals seven{0.3, -1.2, 0.7, 2.0, 0.4, 1.1, -0.6};
const reals positive{4.0, 1.0, 0.5, 3.0, 2.0};
} // namespace

DERIVATIVES(Pointers, walks_pointer, seven, 7)
DERIVATIVES(Pointers, pointer_pair, seven, reals{2.0}, 7)
TEST(Pointers, rows_by_sums) {
  const double rows[3][4] = {{9, 9, 9, 9}, {1, 2, 3, 9}, {4, 5, 6, 9}};
  double rows_adj[3][4] = {};
  EXPECT_EQ(rows_by_sums_vjp(rows, 3, 1.0, rows_adj), 14 + 2 * 77);
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 4; ++k)
      EXPECT_EQ(rows_adj[j][k], k < 3 ? 2 * j * rows[j][k] : 0);
}
DERIVATIVES(Pointers, offset_pointer, seven, 7)
DERIVATIVES(Pointers, reversed_pointer, seven, 7)
DERIVATIVES(Pointers, pointer_to_local, 1.3)
DERIVATIVES(Pointers, pointer_to_element, 1.3, 0.4)
TEST(Pointers, conditional_pointer) {
  EXPECT_DERIVATIVES(conditional_pointer, seven, reals{1, 2, 3}, 3, true);
  EXPECT_DERIVATIVES(conditional_pointer, seven, reals{1, 2, 3}, 3, false);
}
DERIVATIVES(Pointers, in_out_pointer, seven, 7)
DERIVATIVES(Pointers, output_reference, 1.3, 0.0, 0.0)
DERIVATIVES(Pointers, in_out_reference, 0.7, 1.5)
DERIVATIVES(Pointers, output_pointer_scalar, 0.3, reals{0.0})
DERIVATIVES(Pointers, result_and_outputs, seven, 7, 0.0, reals{0.0})
DERIVATIVES(Pointers, output_view, seven, reals(7))
TEST(Pointers, in_out_view_2d) {
  soac::array<double, 2> a{{1, 2, 3}, {0.5, -1, 2}, {0.7, 0.1, 0.4}};
  EXPECT_DERIVATIVES(in_out_view_2d, a, 1.7);
}
DERIVATIVES(Pointers, reference_to_element, seven, 7)
DERIVATIVES(Pointers, references_in_loop, 0.7)
DERIVATIVES(Pointers, aliasing_locals, 0.7)
DERIVATIVES(Pointers, one_array_for_two_pointers, 0.7)
DERIVATIVES(Pointers, one_array_in_recursion, 0.7)
DERIVATIVES(Pointers, one_array_in_substeps, seven, 7, 3)
DERIVATIVES(Pointers, copies_are_copies, 0.7)
DERIVATIVES(Pointers, row_pointers, seven, 2, 3)
TEST(Pointers, array_parameter) {
  const double a[2][3] = {{1, 2, 3}, {4, 5, 6}};
  double a_adj[2][3] = {};
  EXPECT_DERIVATIVES(array_parameter, c_array(a), 2.0);
  EXPECT_EQ(array_parameter_vjp(a, 2.0, a_adj), 6.0 + 10.0 + 12.0);
  EXPECT_EQ(a_adj[0][0], 12.0);
  EXPECT_EQ(a_adj[0][2], 8.0);
  EXPECT_EQ(a_adj[1][1], 4.0);
  const double a_tan[2][3] = {{1, 0, 0}, {0, 0, 1}};
  double r_tan = 0;
  array_parameter_jvp(a, a_tan, r_tan);
  EXPECT_EQ(r_tan, 6.0 + 1.0);
}
DERIVATIVES(Pointers, c_array_decays, seven, 7)
DERIVATIVES(Pointers, passes_pieces, seven, 7)
DERIVATIVES(Pointers, writes_pieces, seven, reals(7, 0.5), 7)
TEST(Pointers, pointer_comparison) {
  EXPECT_DERIVATIVES(pointer_comparison, seven, 7);
  EXPECT_DERIVATIVES(pointer_comparison, positive, 5);
}
DERIVATIVES(Pointers, index_array, seven, ints{3, 0, 3, 6}, 4)
DERIVATIVES(Pointers, scatter_add, seven, ints{1, 0, 1, 2, 2, 2, 0}, reals{1, 2, 3}, 7)
DERIVATIVES(Pointers, permute, positive, ints{3, 0, 4, 1, 2}, reals{9, 9, 9, 9, 9}, 5)
DERIVATIVES(Pointers, strided, seven, 7, 3)
TEST(Pointers, pointer_difference) {
  EXPECT_DERIVATIVES(pointer_difference, positive, 5);
  EXPECT_DERIVATIVES(pointer_difference, seven, 7);
}
DERIVATIVES(Pointers, two_outputs_swap, 0.5, 0.7)
DERIVATIVES(Pointers, nested_out_parameters, 0.8)
DERIVATIVES(Pointers, array_element_by_reference, reals{0.5, 0.7, 1.2})
DERIVATIVES(Pointers, last_written_wins, 0.8, 5)
