// Differential equations and determinants in plain loops: the user's functions, and what the benchmark times of each.
#pragma once

#include <soac/soac.hpp>

#include <vector>

using vector = std::vector<double>;

/// The chain of GradBench: y[0]' = x[0], y[i]' = x[i] y[i - 1], from 0 at the time 0 to the time 2, by `steps` steps of the
/// classical Runge-Kutta method of fourth order; its last number.
double chain(const vector &x, int steps);
double run_chain(const vector &x, int steps);
vector gradient_chain(const vector &x, int steps);

/// The determinant of an n by n matrix by expansion in minors: n! / 2 products.
double determinant(const vector &matrix, int n);
double run_determinant(const vector &matrix, int n);
vector gradient_determinant(const vector &matrix, int n);
