// Branches, switches, flags and early ends in small programs, without any combinator.
#pragma once

double switch_plain(int kind, double x, double y);
double switch_fallthrough(int kind, double x);
double switch_in_loop(const int *code, const double *x, int n);
double switch_returns(int kind, double x);
double switch_default_first(int kind, double x);
double switch_break_loop(const double *x, int n);
double else_if_chain(double x);
double chained_conditionals(double x, double y);
double short_circuit(const double *x, int n);
double assignment_in_condition(const double *x, int n);
double collatz_weighted(double x, int n);
double bisect(double a);
double newton_with_guard(double a, int most);
double trapezoid_refine(double a, double b);
double fibonacci(double a, double b, int n);
double continued_fraction(double x, int n);
double runge_kutta(double y, double k, double h, int steps);
double guard_clauses(double x, double y);
double state_machine(const double *x, int n);
double last_that_matches(const double *x, int n);
double max_with_index(const double *x, int n);
double void_return_helper(double x);
double init_statements(double x);
double bool_flags(const double *x, int n);
double nested_switch(int a, int b, double x);
