// Names that generated code would use are macros here.
#pragma once
#include <vector>

double macro_product(double x, double y);
double macro_sum(const double *p, int n);
std::vector<double> macro_squares(const std::vector<double> &values);

#define x_adj broken(
#define frame broken(
#define t broken(
#define i broken(
#define r_adj broken(
#define sum broken(
#define name(a) broken(a)
