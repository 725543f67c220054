// Nests that change arrays in place, with branches around loops: data, tables or other arrays decide which are run.
#pragma once

#include <vector>

namespace branched_nests {

using numbers = std::vector<double>;

double masked_rows(numbers u, const std::vector<int> &mask, int n, int m, int sweeps);
double ordered(numbers u, const std::vector<int> &order, int n, int m, int sweeps);
double skipped_rotations(numbers a, int n, int sweeps);
double givens(numbers a, int n);
double both_arms(numbers u, int n, int m, int sweeps);
double one_in_another(numbers u, int n, int m, double low, double high);
double two_arrays(numbers u, numbers v, int n, int sweeps);
double by_other_data(numbers u, numbers w, int n, int m, int sweeps);
double by_rounded(numbers u, const numbers &w, int n, int m, int sweeps);
double pivoted(numbers a, int n);
double until_small(numbers u, int n, int most);
double levels(numbers u, int n);
void rotated_in_place(double *a, int n, int sweeps);
void relaxed_where(double *u, const double *limit, int n, int m, int sweeps);
double counted_only(numbers u, const std::vector<int> &mask, int n, int m, double x);
double empty_arms(numbers u, const std::vector<int> &lengths, int n);

} // namespace branched_nests
