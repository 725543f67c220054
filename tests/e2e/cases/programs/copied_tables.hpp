// Arrays that begin as copies of one array, and are all changed in place after that; rows that begin as copies of
// others.
#pragma once

#include <vector>

namespace copied_tables {

using numbers = std::vector<double>;
using table = std::vector<numbers>;

double aligned(const numbers &x, const numbers &y, double gap, double more);
double products(const numbers &x, int n, int m);
double from_given(const table &start, int n, int m);
double exchanged(const numbers &start, int n, int steps);
double three_of_one(const numbers &start, int n, int steps);
double one_kept(const numbers &start, int n, int steps);
double only_written(const numbers &start, int n, int steps);
double limited(const numbers &start, int n, double limit);
double until_small(const numbers &start, double limit);
double levels(const numbers &start, int n, int rounds, int sweeps);
double rows_and_sum(const table &start, int steps);
double pivots(const table &a, const numbers &b);
double packed(const numbers &value, const std::vector<int> &size, int room);
double smoothed_rows(table u, int steps);
double chains(const numbers &x, int n, int m);
double moved_up(table u, const numbers &last, int steps);
double chosen_rows(table u, const std::vector<int> &from);
double in_branches(table u, const numbers &x, double limit);
double planes(const numbers &x, int n);

} // namespace copied_tables
