#pragma once
// Matrices with an extent of 0: a derivative has the shape of its parameter or result all the same.
#include <soac/soac.hpp>

namespace empty_matrices {

using mat = soac::view<const double, 2>;
using matrix = soac::array<double, 2>;

matrix there_and_back(mat x);
matrix weighted(mat x);

// Derivatives of these, and of functions that the source file holds.
matrix gradient_transposed_first(mat x);
matrix gradient_transposed_after(mat x);
matrix gradient_of_loops(mat x);
matrix adjoint_there_and_back(mat x, mat seed);
matrix adjoint_weighted(mat x, mat seed);
matrix tangent_there_and_back(mat x);
matrix tangent_weighted(mat x);
matrix adjoint_of_joined(mat x, mat y, mat seed);

} // namespace empty_matrices
