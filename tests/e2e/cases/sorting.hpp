// std::sort in differentiated code.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <vector>

namespace sorting {

double median(std::vector<double> x);
std::vector<double> tail_falling(const std::vector<double> &x);
double trimmed(const double *x, int n, double *scratch);
double smallest_two(const std::array<double, 4> &x);
double count_below(std::vector<int> keys, double x);
double sorted_rows(soac::view<const double, 2> a);

std::vector<double> median_gradient(const std::vector<double> &x);

} // namespace sorting
