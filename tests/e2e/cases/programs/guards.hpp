// Guards in front of functions and methods that an argument chooses: branches that hold all that a function does.
#pragma once

#include <vector>

namespace guards {

using numbers = std::vector<double>;

enum class Scheme { upwind, central, lax };

struct Fit {
  double slope;
  double error;
};

double relaxed(numbers x, int n, int sweeps);
double by_method(numbers x, int method, int steps);
double by_scheme(numbers u, double c, Scheme scheme, int steps);
double by_sign(const numbers &x, double a);
double many_guards(numbers x, int n, int m, double tolerance, int steps);
double checked(numbers x, int n);
double of_rows(std::vector<numbers> rows, double scale, bool squared);
double of_first(numbers x, int steps);
double of_ratio(numbers x, int n, int m);
double behind_branch(numbers x, bool scaled, int steps);
double both_sides(numbers x, numbers y, bool first, bool second);
double mean_of_guarded(const numbers &x, int n);
Fit fitted(const numbers &x, const numbers &y, bool weighted);
numbers filtered(numbers x, int width, bool twice);
void in_place(double *x, int n, int mode);
double grown(numbers u, const numbers &f);

} // namespace guards
