// Loops whose trips can be counted at entry, in the many ways that people write them.
#pragma once

#include <cstddef>
#include <vector>

struct Samples {
  std::vector<double> values;
  int count;
  double step;
};

double pairs_ahead(const double *x, int n);
double doubled_index(const double *x, int n);
double square_limit(const double *x, int n);
double while_counts(const double *x, int n);
double while_starts_before(const double *x, int n);
double do_increments(const double *x, int n);
double do_countdown(const double *x, int n);
double endless_with_exit(const double *x, int n);
double endless_with_last_exit(const double *x, int n);
double exit_is_equality(const double *x, int n);
double two_ends_meet(const double *x, int n);
double second_variable(const double *x, const double *y, int n);
double unsigned_countdown(const double *x, std::size_t n);
double countdown_in_condition(const double *x, int n);
double countdown_before(const double *x, int n);
double variable_step(const double *x, int n, int step);
double iterators(const std::vector<double> &x);
double reverse_iterators(const std::vector<double> &x);
double member_bound(const Samples &s);
double member_array(Samples s);
double pointer_runs(const double *x, int n);
double counted_pointer(const double *x, int n);
double limit_and_limit(const double *x, int n, int m);
double step_in_body(const double *x, int n);
double step_in_both_branches(const double *x, int n);
double running_position(const double *x, int n);
double continued(const double *x, int n);
double halving(const double *x, int n);
double not_equal_down(const double *x, int n);
double post_increment_condition(const double *x, int n);
double sparse_row_sums(const double *a, const int *columns, const int *row_starts, const double *x, int rows);
double wraps(const double *x, unsigned char n);
double counter_after(const double *x, int n);
double changing_bound(const double *x, int n);
double comes_round(const double *x, int n);
double unsigned_difference(const double *x, std::size_t first, std::size_t n);
