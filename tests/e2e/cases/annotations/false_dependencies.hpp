// Arrays without false dependencies: proven, or claimed and checked when the function runs.
#pragma once

#include <vector>

#include <soac/soac.hpp>

namespace false_dependencies {

std::vector<double> recurrence(double a, int n);
double wavefront(const std::vector<double> &x, int n);
double ping_pong(const std::vector<double> &x, int steps);
double permuted(const std::vector<double> &x, const std::vector<int> &where);
double permuted_2(const std::vector<double> &x, const std::vector<int> &where);
double permuted_r2(const std::vector<double> &x, const std::vector<int> &where);
void permuted_view(soac::view<const double> x, soac::view<const int> where, soac::view<double> y);
void permuted_pointer(const double *x, const int *where, double *y, int n);
double read_before(const std::vector<double> &x, const std::vector<int> &where, const std::vector<int> &from);
double in_pieces(const std::vector<double> &x, const std::vector<int> &starts);
double forwarded(const std::vector<double> &x, const std::vector<int> &where);
double unneeded(const std::vector<double> &x, const std::vector<int> &where);
std::vector<double> gradient_of_forwarded(const std::vector<double> &x, const std::vector<int> &where);
std::vector<double> gradient_along(const std::vector<double> &x, const std::vector<int> &where);
double derivative_along(const std::vector<double> &x, const std::vector<int> &where);
double square_of_derivative(const std::vector<double> &x, const std::vector<int> &where);

} // namespace false_dependencies
