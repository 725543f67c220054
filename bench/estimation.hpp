// Estimation of parameters, in both styles: the user's functions, and what the benchmark times of each.
#pragma once

#include <soac/soac.hpp>

#include <tuple>
#include <vector>

using vector = std::vector<double>;
using numbers = soac::view<const double>;
using rows = soac::view<const double, 2>;

/// The Gaussian mixture of ADBench (F. Srajer, Z. Kukelova, A. Fitzgibbon, "A benchmark of selected algorithmic differentiation tools",
/// 2018): the logarithm of the likelihood of n points [n, d] and of the Wishart prior of k inverse covariances, less what depends
/// on no parameter. Of each of the k Gaussians: its weight, its mean [k, d], the logarithm of the diagonal of its factor [k, d], and
/// what is below the diagonal [k, d (d - 1) / 2] by columns.
struct prior {
  double gamma;
  int m;
};
double mixture_model(const vector &weights, const vector &means, const vector &diagonals, const vector &lower, const vector &points,
                     const prior &wishart);
double run_mixture_model(const vector &weights, const vector &means, const vector &diagonals, const vector &lower, const vector &points,
                         const prior &wishart);
using mixture_adjoint = std::tuple<vector, vector, vector, vector>;
mixture_adjoint gradient_mixture_model(const vector &weights, const vector &means, const vector &diagonals, const vector &lower,
                                       const vector &points, const prior &wishart);

double mixture_model_by_library(numbers weights, rows means, rows diagonals, rows lower, rows points, const prior &wishart);
double run_mixture_model_by_library(numbers weights, rows means, rows diagonals, rows lower, rows points, const prior &wishart);
std::tuple<soac::array<double>, soac::array<double, 2>, soac::array<double, 2>, soac::array<double, 2>>
gradient_mixture_model_by_library(numbers weights, rows means, rows diagonals, rows lower, rows points, const prior &wishart);

/// Half the sum of squares of the differences of the sign function and a polynomial, at n places from -1 to 1: the least squares of
/// GradBench.
double least_squares(const vector &coefficients, int n);
double run_least_squares(const vector &coefficients, int n);
vector gradient_least_squares(const vector &coefficients, int n);
double least_squares_by_library(numbers coefficients, int n);
double run_least_squares_by_library(numbers coefficients, int n);
soac::array<double> gradient_least_squares_by_library(numbers coefficients, int n);
