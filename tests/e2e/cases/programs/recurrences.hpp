// Rows that rounds change in place, each element from itself and ones that its round has not changed yet.
#pragma once

#include <vector>

namespace recurrences {

double de_casteljau(const std::vector<double> &points, double t);
double de_casteljau_in_turn(const std::vector<double> &points, double t);
double divided_differences(const double *x, const double *y, int n, double at);
double european(double spot, double up, double p, double discount, double strike, int steps);
double american(double spot, double up, double p, double discount, double strike, int steps);
double knapsack(const std::vector<double> &values, const std::vector<int> &weights, int room);
double romberg(double a, double b, int levels);
double advected(std::vector<double> &u, double courant, int steps);
double coupled(const std::vector<double> &a, const std::vector<double> &b, double c);
double rows_of_tables(const std::vector<double> &x, int n, double c);
void smoothed(float *row, int n, int rounds, float c);

} // namespace recurrences
