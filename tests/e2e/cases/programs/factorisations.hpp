// Factorisations in place, whose adjoints need some of what the steps overwrite.
#pragma once

#include <vector>

namespace factorisations {

double solve_with_pivots(int n, const std::vector<double> &m, const std::vector<double> &b);
double textbook_elimination(int n, const std::vector<double> &m, const std::vector<double> &b);
double full_pivots(int n, const std::vector<double> &m, const std::vector<double> &b);
double determinant(const std::vector<double> &m, int n);
double norms_of_rows(int n, const std::vector<double> &m);
double exchanged_at_the_end(int n, const std::vector<double> &m);
double skipped_rows(int n, const std::vector<double> &m);
double scaled_afterwards(int n, const std::vector<double> &m);
double exchanged_arrays(int n, const std::vector<double> &m);
double newton_steps(int n, const std::vector<double> &m, const std::vector<double> &b, int steps);
double needed_before(int n, const std::vector<double> &m);
void factors_with_pivots(double *a, int n);
void solve_in_place(std::vector<double> &a, std::vector<double> &b, int n);
double ldl_to_the_right(int n, const std::vector<double> &m);

double rows_change_places(const std::vector<std::vector<double>> &m, const std::vector<double> &b, bool isAlways);

} // namespace factorisations
