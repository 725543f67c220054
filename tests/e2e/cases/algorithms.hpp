// Tuples, and functions of <algorithm> and <numeric>; without any combinator.
#pragma once

#include <tuple>
#include <utility>
#include <vector>

double structured_pair(double x);
std::pair<double, double> polar(double x, double y);
std::tuple<double, double, int> with_count(double x, int n);
double tie_results(double x);
double std_min_max(double x, double y, double z);
double std_clamp(double x, double low, double high);
double std_swap(double x, double y);
double std_accumulate(const std::vector<double> &x);
double std_inner_product(const std::vector<double> &x, const std::vector<double> &y);
double std_fill_copy(double x);
double std_transform(const std::vector<double> &x);
double std_algorithms(const std::vector<double> &x);
double std_numeric(double x, double y, double z);
