// Nests of loops that change arrays in place, level by level: relaxation, fields that change each other, tables that
// are filled again and again, sorts by exchanges.
#pragma once

#include <vector>

namespace nests_in_place {

using numbers = std::vector<double>;

double relaxed(int n, int sweeps, const double *f, double *u);
double shortest(int n, numbers d);
double fields(int n, int steps, numbers e, numbers h, const numbers &sigma);
double red_black(int n, int sweeps, numbers u, double w);
double two_stages(int n, int steps, numbers u);
double history(int n, int steps, numbers u);
double converged(int n, double tolerance, numbers u);
double triangle(int n, numbers a);
double boundary(int n, int steps, numbers u);
double old_and_new(int n, int steps, numbers u);
double four_levels(int n, int sweeps, int rounds, numbers u);
double alternating(int n, int steps, numbers u);
double mixed_rows(int n, int steps, std::vector<numbers> u);
double counters(int n, int steps, numbers u, std::vector<int> hits);
double bubble(int n, numbers x, const numbers &w);
double knapsack(int n, int capacity, const numbers &v);
double eliminated(int n, numbers a);
double curvature(const numbers &u, const numbers &v);

} // namespace nests_in_place
