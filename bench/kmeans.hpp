// The k-means costs of examples/kmeans and examples/sparse_kmeans, in both styles, and all that the benchmark times of them: the
// gradient by the centers, and, in the same call, the diagonal of the Hessian, which is the Hessian times ones.
#pragma once

#include <soac/soac.hpp>

#include <tuple>
#include <vector>

using matrix_view = soac::view<const double, 2>;
using matrix = soac::array<double, 2>;
using flat = std::vector<double>;

double cost(matrix_view points, matrix_view centers);           ///< by the library
double generated_cost(matrix_view points, matrix_view centers); ///< as generated
matrix gradient(matrix_view points, matrix_view centers);
std::tuple<matrix, matrix> newton(matrix_view points, matrix_view centers, matrix_view ones);

/// Of n points [n, d] and k centers [k, d].
double cost_loops(const flat &points, const flat &centers, int n, int d, int k);
double generated_cost_loops(const flat &points, const flat &centers, int n, int d, int k);
std::tuple<flat, flat> newton_loops(const flat &points, const flat &centers, int n, int d, int k, const flat &ones);

/// Points of which most numbers are zero (CSR): point i has the numbers starts[i] to starts[i + 1], each with its column.
using numbers_view = soac::view<const double>;
using columns_view = soac::view<const int>;
using columns_vector = std::vector<int>;
double sparse_cost(numbers_view numbers, columns_view columns, columns_view starts, matrix_view centers);
double generated_sparse_cost(numbers_view numbers, columns_view columns, columns_view starts, matrix_view centers);
std::tuple<matrix, matrix> sparse_newton(numbers_view numbers, columns_view columns, columns_view starts, matrix_view centers, matrix_view ones);

double sparse_cost_loops(const flat &numbers, const columns_vector &columns, const columns_vector &starts, const flat &centers, int k, int d);
double generated_sparse_cost_loops(const flat &numbers, const columns_vector &columns, const columns_vector &starts, const flat &centers,
                                   int k, int d);
std::tuple<flat, flat> sparse_newton_loops(const flat &numbers, const columns_vector &columns, const columns_vector &starts,
                                           const flat &centers, int k, int d, const flat &ones);
