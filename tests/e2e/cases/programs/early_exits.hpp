// Loops that a function may leave early, by return or break, from the outermost or from inner ones.
#pragma once

#include <cstddef>
#include <vector>

namespace early_exits {

using numbers = std::vector<double>;

double determinant(numbers a, int n);
double cholesky(numbers a, int n);
double cholesky_so_far(numbers a, int n);
double triangular(const numbers &a, numbers b, int n);
double normalised(numbers x, int steps, double least);
double from_inner_loops(numbers a, int n);
double from_three_loops(numbers a, int n, double most);
double by_both(numbers x, int n, double low, double high);
double converged(numbers x, int most, double tolerance);
double where_it_stopped(const numbers &x, double limit);
double downwards(numbers x, std::size_t from, double limit);
double by_steps(numbers x, int n, int step, double limit);
double with_value(numbers x, int n, double limit);
double inner_break(numbers x, int n, double limit);
double of_guarded_loop(numbers x, int n, double limit);
double two_loops(numbers x, int n, double limit);
double chosen(numbers x, const std::vector<int> &kinds, double limit);
double do_while(numbers x, double limit);
void in_place(double *x, int n, double limit);
double appended(const numbers &x, double limit);
double helper(const numbers &x, int n);
double rows(std::vector<numbers> a, double limit);
double never(numbers x, int n);
double without_end(const numbers &x);
double from_below(const numbers &x, long first, long end);

} // namespace early_exits
