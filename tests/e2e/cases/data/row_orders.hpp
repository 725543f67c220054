// Rows of different lengths that change places, or that lists and ranges make.
#pragma once

#include <vector>

namespace row_orders {

using row = std::vector<double>;

double sorted(const row &x);
double sorted_by_length(const row &x);
double sorted_backwards(const row &x);
double sorted_by_projection(const row &x);
double sorted_in_part(const row &x);
double sorted_parameter(std::vector<row> a);
double of_a_range(const std::vector<row> &a);
double of_a_range_backwards(const row &x);
double inserted(const row &x, int at);
double in_lists(const row &x, const row &y, int k);
double in_arrays(const row &x, const row &y, int k);
double exchanged(const row &x, const row &y);
double in_records(const row &x, const row &y);
double of_numbers(double a, double b);

} // namespace row_orders
