// Variables that conditions and the heads of statements declare.
#pragma once

#include <vector>

namespace conditions {

enum class side { below, inside, above };

double newton_step_variable(double a, double x);
double countdown(int n, double x);
double remaining(const std::vector<double> &x);
double for_with_variable(int n, double x);
double increment_sees_it(int n, double x);
double left_by_break(double x, int n);
double left_by_continue(double x, int n);
double left_by_return(double x, int n);
double nested(double x, int n);
double if_with_initialiser(double x);
double if_variable(double x, int k);
double else_sees_it(double x);
double switch_with_initialiser(double x, double low, double high);
double switch_variable(double x, int n);
double range_with_initialiser(double x);
double shadowed(double x, int n);

} // namespace conditions
