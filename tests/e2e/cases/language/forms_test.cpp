#include "forms.hpp"

#include "check.hpp"
#include "forms.soac.hpp"

using namespace forms;
using reals = soac::array<double, 1>;
using matrix = soac::array<double, 2>;
using ints = soac::array<int, 1>;

namespace {
const reals x{0.7, -0.4, 1.3, 0.2}, y{0.3, 0.9, -0.6, 1.1};
const matrix m{{0.7, -0.4, 1.3}, {0.2, 0.9, -0.6}, {0.5, 1.2, 0.8}};
const ints k{2, 0, 2, 1};
} // namespace

DERIVATIVES(Forms, range_for, reals{0.7, -0.4, 1.3}, m)
DERIVATIVES(Forms, accumulate_rows, m)
DERIVATIVES(Forms, standard_operators, x)
DERIVATIVES(Forms, generic_lambdas, x, m)
DERIVATIVES(Forms, free_in_reduce, x, 0.6)
DERIVATIVES(Forms, free_in_scan, x, 0.6, y)
DERIVATIVES(Forms, neutral_of_parameters, x, 0.6)
DERIVATIVES(Forms, named_functions, x)
DERIVATIVES(Forms, function_objects, x, wave{1.5, 0.7})
DERIVATIVES(Forms, templates, x)
DERIVATIVES(Forms, four_arrays, x, y, x, y)
DERIVATIVES(Forms, with_indices, x, y)
DERIVATIVES(Forms, pairs_and_nested_tuples, x)
DERIVATIVES(Forms, views_of_views, m)
DERIVATIVES(Forms, views_of_pointers, std::vector<double>{1, 2, 3, 4, 5, 7}, 2, 3)
DERIVATIVES(Forms, vectors_inside, std::vector<double>{0.7, -0.4, 1.3}, 3)
DERIVATIVES(Forms, vector_of_vectors, x, 3)
DERIVATIVES(Forms, fixed_arrays_inside, x)
DERIVATIVES(Forms, rows_assigned, m, reals{0.7, -0.4, 1.3})
DERIVATIVES(Forms, compound, x, y, 0.6)
DERIVATIVES(Forms, swapped, x, y)
DERIVATIVES(Forms, conditional_arrays, x, y, true)
TEST(Forms, conditional_arrays_other) { EXPECT_DERIVATIVES(conditional_arrays, x, y, false); }
DERIVATIVES(Forms, in_branches, x, 0.6)
TEST(Forms, in_other_branches) {
  EXPECT_DERIVATIVES(in_branches, x, 1.6);
  EXPECT_DERIVATIVES(in_branches, reals{2.0}, 0.6);
  EXPECT_DERIVATIVES(in_branches, reals{2.0, 3.0}, 0.6);
  EXPECT_DERIVATIVES(in_branches, reals{2.0, 3.0, 1.0}, 0.6);
}
DERIVATIVES(Forms, loops_in_maps, m, 2)
DERIVATIVES(Forms, maps_in_loops, m, 3)
DERIVATIVES(Forms, reduce_in_while, x, 0.3)
DERIVATIVES(Forms, triangular, x)
DERIVATIVES(Forms, three_dimensional, x, 3)
DERIVATIVES(Forms, writes_in_operators, m)
DERIVATIVES(Forms, histogram_in_loop, x, k, 3)
DERIVATIVES(Forms, histogram_onto, reals{0.5, 1.5, 2.5}, x, k)
DERIVATIVES(Forms, scatter_in_loop, x, 3)
DERIVATIVES(Forms, several_scatters, x, reals{0.3, 0.9, -0.6})
DERIVATIVES(Forms, gather_rows, m, k)
DERIVATIVES(Forms, scan_from_the_right, x)
DERIVATIVES(Forms, scan_of_rows, m)
DERIVATIVES(Forms, maximum_by_lambda, x, y)
DERIVATIVES(Forms, arguments_of_matrix, m)
DERIVATIVES(Forms, integers_mixed, x, k, 1)
DERIVATIVES(Forms, deduced_array, x)
DERIVATIVES(Forms, early_return, x, 1.0)
TEST(Forms, late_return) { EXPECT_DERIVATIVES(early_return, x, 100.0); }
DERIVATIVES(Forms, recursion_by_loop, x, 4)
DERIVATIVES(Forms, passes_arrays, x)
DERIVATIVES(Forms, structured, m)
DERIVATIVES(Forms, mixed_precision, soac::array<float, 1>{0.5f, 1.5f, -0.25f, 2.0f}, x)
DERIVATIVES(Forms, unsigned_loops, std::vector<double>{0.7, -0.4, 1.3, 0.2, 0.6})
DERIVATIVES(Forms, result_matrix, x, y)
DERIVATIVES(Forms, result_fixed, x)
DERIVATIVES(Forms, result_vector, std::vector<double>{0.7, -0.4, 1.3}, 0.6)
DERIVATIVES(Forms, result_tuple, m)
DERIVATIVES(Forms, result_pair, 0.7, 1.3)
DERIVATIVES(Forms, result_record, x)
DERIVATIVES(Forms, result_single, soac::array<float, 1>{0.5f, 1.5f, -0.25f, 2.0f})
