#include "sorting.hpp"
#include "sorting.soac.hpp"

#include <algorithm>
#include <functional>

namespace sorting {

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2] * x[0];
}
#pragma soac differentiate(vjp, jvp)
std::vector<double> tail_falling(const std::vector<double> &x) {
  std::vector<double> y = x;
  for (double &a : y)
    a *= a;
  std::sort(y.begin() + 1, y.end(), std::greater<>());
  return y;
}
#pragma soac differentiate(vjp, jvp)
double trimmed(const double *x, int n, double *scratch) {
  for (int i = 0; i < n; ++i)
    scratch[i] = x[i] * x[i];
  std::sort(scratch, scratch + n);
  double s = 0;
  for (int i = 1; i + 1 < n; ++i)
    s += scratch[i] * i;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double smallest_two(const std::array<double, 4> &x) {
  std::array<double, 4> y = x;
  std::stable_sort(y.begin(), y.end(), std::less<double>{});
  return y[0] * y[0] + 10 * y[1];
}
#pragma soac differentiate(vjp, jvp)
double count_below(std::vector<int> keys, double x) {
  std::sort(keys.begin(), keys.end());
  return keys[1] * x * x + keys[0];
}
#pragma soac differentiate(vjp, jvp)
double sorted_rows(soac::view<const double, 2> a) {
  double s = 0;
  for (soac::index i = 0; i < a.extent(0); ++i) {
    std::vector<double> row(a.extent(1));
    for (soac::index j = 0; j < a.extent(1); ++j)
      row[j] = a(i, j);
    std::sort(row.begin(), row.end());
    s += row[0] * row[1] + row.back();
  }
  return s;
}

std::vector<double> median_gradient(const std::vector<double> &x) { return soac::gradient<median>(x); }

} // namespace sorting
