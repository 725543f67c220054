// Programs in plain loops, without combinators: the user's functions, and what the benchmark times of each.
#pragma once

#include <soac/soac.hpp>

#include <vector>

using vector = std::vector<double>;

/// Runge-Kutta of order 4: a long loop that carries scalars.
double lotka_volterra(const vector &rates, int steps);
double run_lotka_volterra(const vector &rates, int steps); ///< as generated
double tangent_lotka_volterra(const vector &rates, int steps, const vector &direction);
vector gradient_lotka_volterra(const vector &rates, int steps);

/// Cholesky factorisation in place.
double log_determinant(const vector &matrix, int n);
double run_log_determinant(const vector &matrix, int n); ///< as generated
double tangent_log_determinant(const vector &matrix, int n, const vector &direction);
vector gradient_log_determinant(const vector &matrix, int n);

/// A five-point stencil in two buffers.
double heat(const vector &start, int n, int steps);
double run_heat(const vector &start, int n, int steps); ///< as generated
double tangent_heat(const vector &start, int n, int steps, const vector &direction);
vector gradient_heat(const vector &start, int n, int steps);

/// N bodies: all pairs.
double potential(const vector &positions);
double run_potential(const vector &positions); ///< as generated
double tangent_potential(const vector &positions, const vector &direction);
vector gradient_potential(const vector &positions);

/// The log-likelihood of a Gaussian mixture.
double mixture(const vector &means, const vector &points, int k, int d);
double run_mixture(const vector &means, const vector &points, int k, int d); ///< as generated
double tangent_mixture(const vector &means, const vector &points, int k, int d, const vector &direction);
vector gradient_mixture(const vector &means, const vector &points, int k, int d);

/// A recurrent network over a sequence.
double recurrent(const vector &weights, const vector &inputs, int hidden);
double run_recurrent(const vector &weights, const vector &inputs, int hidden); ///< as generated
double tangent_recurrent(const vector &weights, const vector &inputs, int hidden, const vector &direction);
vector gradient_recurrent(const vector &weights, const vector &inputs, int hidden);
