// Every form of loop, and ways out of it; without any combinator.
#pragma once

double every_third(const double *x, int n);
double downwards(const double *x, int n);
double downwards_unsigned(const double *x, unsigned n);
double powers_of_two_apart(const double *x, int n);
double geometric_steps(double x);
double two_indices(const double *x, int n);
double while_growing(double x);
double do_until(double x);
double do_once(double x);
double nested_triangle(const double *a, int n);
double nested_break(const double *a, int n, double limit);
double nested_continue(const double *a, int n);
double early_return_in_nest(const double *a, int n, double limit);
double break_and_continue(const double *x, int n);
double endless_with_break(double x);
double endless_with_return(double x);
double while_with_continue(const double *x, int n);
double do_with_break(double x, int n);
double do_with_continue(double x, int n);
double comma_for(double x, int n);
double loop_variable_changed_inside(const double *x, int n);
double bound_changes_inside(const double *x, int n);
double empty_loops(double x, int n);
double steps_by_variable(const double *x, int n, int step);
double down_by_variable(const double *x, int n, int step);
double not_equal_loop(const double *x, int n);
double less_equal_loop(double x, int n);
double float_counter(double x);
double labels_of_loops(double x);
double prefix_update_in_body(double x);
double range_for_list(double x);
double loop_to_convergence(double x);
