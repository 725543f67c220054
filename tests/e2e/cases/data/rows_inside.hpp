// Rows that get their lengths one by one (row_lengths.hpp): of records, in records, in rows of rows, in fixed arrays and in classes.
#pragma once

#include <vector>

namespace rows_inside {

using row = std::vector<double>;

double points(const row &x);
double nodes(const row &x);
double layers(const row &x);
double parts(const row &x);
double pair_of_rows(const row &x);
double network(const row &x);

} // namespace rows_inside
