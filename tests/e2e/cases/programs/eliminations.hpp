// Eliminations whose steps read rows and columns of a matrix that they change.
#pragma once

#include <vector>

namespace eliminations {

using numbers = std::vector<double>;
using matrix = std::vector<numbers>;

double inverse(int n, numbers a);
double solution(int n, numbers a, numbers b);
double solution_behind_the_pivot(int n, numbers a, numbers b);
double without_scaling(matrix a);
double on_a_pointer(int n, double *a);
double pivots_product(int n, numbers a);
double by_columns(int n, const double *m, double *l);
double fraction_free(int n, numbers a);
double swept(int n, matrix a, int variables);
double rank_one_updates(int n, numbers inverse, const numbers &points, int count);
double of_many(const std::vector<numbers> &matrices, int n);
double rows_from_below(int n, matrix a);
double with_pivots(int n, numbers a, numbers b);
double scratch_row(int n, numbers a);
double row_by_value(matrix a);
double row_by_iterators(int n, numbers a);
double factors_or_nothing(double *a, int n);
bool lower_factor(double *a, int n);

} // namespace eliminations
