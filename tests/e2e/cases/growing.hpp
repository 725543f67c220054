// Vectors that grow and shrink, in loops and outside of them.
#pragma once

#include <vector>

double sieve(int n, double x);
double kept_squares(const std::vector<double> &x);
double recurrence(double x, int n);
double stack(const std::vector<double> &x);
double two_or_three(const std::vector<double> &x, int n);
double all_again(const std::vector<double> &x, int n);
double straight_line(double x);
double resized(std::vector<double> x, int n);
double records(const std::vector<double> &x);
double rows_appended(double x, int n, int width);
double rows_of_any_length(double x, int n, int longer);
double rows_inserted(double x, int n);

struct Sample {
  double at, value;
};
