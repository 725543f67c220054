// The k-means cost of examples/kmeans and all that the benchmark times of it.
#pragma once

#include <soac/soac.hpp>

using matrix_view = soac::view<const double, 2>;
using matrix = soac::array<double, 2>;

double cost(matrix_view points, matrix_view centers);           ///< by the library
double generated_cost(matrix_view points, matrix_view centers); ///< as generated
matrix gradient(matrix_view points, matrix_view centers);
std::tuple<matrix, matrix> newton(matrix_view points, matrix_view centers, matrix_view ones);
