// Vectors that grow by elements which are arrays of one size: points, states, small matrices.
#pragma once

#include <array>
#include <vector>

namespace growing_rows {

struct Weighted {
  std::array<double, 2> at;
  double weight;
};
using numbers = std::vector<double>;
using pair = std::array<double, 2>;
using pairs = std::vector<pair>;

double path(int n, const numbers &x);
double stack(int n, const numbers &x);
double queue(int n, const numbers &x);
double two(int n, const numbers &x);
double records(int n, const numbers &x);
double some(int n, const numbers &x);
double nested(int n, const numbers &x);
double from_argument(pairs v, const numbers &x);
double emptied(int n, const numbers &x);
double matrices(int n, const numbers &x);
double resized(int n, const numbers &x);

} // namespace growing_rows
