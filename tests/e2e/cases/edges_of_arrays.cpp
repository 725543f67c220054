#include "edges_of_arrays.hpp"
#include "edges_of_arrays.soac.hpp"

#include <cmath>
#include <limits>

namespace edges {

#pragma soac differentiate(vjp, jvp)
double product(vec x) { return soac::product(x); }
#pragma soac differentiate(vjp, jvp)
double product_general(vec x) {
  return soac::reduce([](double a, double b) { return a * b; }, 1.0, x);
}
#pragma soac differentiate(vjp, jvp)
double product_of_squares(vec x) {
  return soac::product(soac::map([](double v) { return v * v - 4.0; }, x));
}
#pragma soac differentiate(vjp, jvp)
double smallest(vec x) { return soac::min(x); }
#pragma soac differentiate(vjp, jvp)
double largest(vec x) { return soac::reduce(soac::maximum{}, -std::numeric_limits<double>::infinity(), x); }
#pragma soac differentiate(vjp, jvp)
double smallest_branch(vec x) {
  return soac::reduce([](double a, double b) { return b < a ? b : a; }, std::numeric_limits<double>::infinity(), x);
}
#pragma soac differentiate(vjp, jvp)
double smallest_fold(vec x) {
  return soac::reduce([](double a, double b) { return std::fmin(a, b); }, std::numeric_limits<double>::infinity(), x);
}
#pragma soac differentiate(vjp, jvp)
double both_ends(vec x) { return x[soac::argmin(x)] + 10.0 * x[soac::argmax(x)]; }
#pragma soac differentiate(vjp, jvp)
double chosen_pair(vec x, vec y) {
  const auto [key, value] =
      soac::reduce([](const std::tuple<double, double> &a,
                      const std::tuple<double, double> &b) { return std::get<0>(b) < std::get<0>(a) ? b : a; },
                   std::tuple<double, double>(std::numeric_limits<double>::infinity(), 0.0), x, y);
  return value;
}
#pragma soac differentiate(vjp, jvp)
double row_products(mat x) { return soac::sum(soac::product(x)); }
#pragma soac differentiate(vjp, jvp)
double row_minima(mat x) { return soac::sum(soac::min(x)); }
#pragma soac differentiate(vjp, jvp)
double nested_sum(mat x) {
  return soac::sum(soac::map([](auto row) { return soac::sum(row) * soac::sum(row); }, x));
}
#pragma soac differentiate(vjp, jvp)
double nested_minima(mat x) {
  return soac::sum(soac::map([](auto row) { return soac::min(row); }, x));
}
#pragma soac differentiate(vjp, jvp)
double scans(vec x) {
  const auto s = soac::scan(soac::plus{}, 0.0, x);
  const auto e = soac::exclusive_scan([](double a, double b) { return a + b; }, 0.0, x);
  return soac::dot(s, e) + soac::dot(soac::reverse(soac::scan(soac::plus{}, 0.0, soac::reverse(x))), s);
}
#pragma soac differentiate(vjp, jvp)
double scan_products(vec x) { return soac::sum(soac::scan(soac::multiplies{}, 1.0, x)); }
#pragma soac differentiate(vjp, jvp)
double scan_minima(vec x) { return soac::sum(soac::scan(soac::minimum{}, std::numeric_limits<double>::infinity(), x)); }
#pragma soac differentiate(vjp, jvp)
double row_scans(mat x) {
  const auto s = soac::scan(soac::plus{}, soac::replicate(x.extent(1), 0.0), x);
  return soac::sum(soac::map([](double v) { return v * v; }, soac::flatten(s)));
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> binned(vec dest, keys k, vec x) { return soac::reduce_by_index(soac::plus{}, 0.0, dest, k, x); }
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> binned_products(vec dest, keys k, vec x) {
  return soac::reduce_by_index(soac::multiplies{}, 1.0, dest, k, x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> binned_minima(vec dest, keys k, vec x) {
  return soac::reduce_by_index(soac::minimum{}, std::numeric_limits<double>::infinity(), dest, k, x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> binned_general(vec dest, keys k, vec x) {
  return soac::reduce_by_index([](double a, double b) { return a + b + a * b; }, 0.0, dest, k, x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> binned_rows(mat dest, keys k, mat x) {
  return soac::reduce_by_index(soac::plus{}, soac::replicate(dest.extent(1), 0.0), dest, k, x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> scattered(vec dest, keys k, vec x) {
  const auto y = soac::scatter(dest, k, x);
  return soac::scatter(soac::map([](double a, double b) { return a * b; }, y, dest), k, x * x);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> scattered_rows(mat dest, keys k, mat x) { return soac::scatter(dest, k, x); }
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> turned(vec x, int by) {
  const auto r = soac::rotate(x, by);
  return soac::map([](double a, double b, double c) { return a * b - c; }, r, x, soac::reverse(x));
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> turned_rows(mat x, int by) { return soac::rotate(soac::reverse(x), by); }
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> layout(vec x, vec y) {
  return soac::concat(x, soac::map([](double v) { return v * v; }, y), soac::reverse(x), y);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> row_layout(mat x, mat y, keys at) {
  return soac::gather(soac::concat(x, y, soac::reverse(y)), at);
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> sliced(vec x, int begin, int end) {
  const auto s = soac::slice(x, begin, end);
  return s * s;
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 3> table(vec x, int n, int m, int l) {
  return soac::tabulate([&](soac::index i, soac::index j, soac::index k) { return x[i] * x[j + 1] + double(k) * x[0]; },
                        n, m, l);
}
#pragma soac differentiate(vjp, jvp)
double guarded(vec x) {
  return soac::sum(soac::map([](double v) { return v > 0 ? std::sqrt(v) : v == 0 ? 0.0 : 1.0 / v; }, x));
}
#pragma soac differentiate(vjp, jvp)
double outer(vec x, vec y) {
  const auto m = soac::map([&](double a) { return soac::map([&](double b) { return a * b * b; }, y); }, x);
  return soac::sum(soac::sum(m)) + soac::sum(soac::flatten(soac::transpose(m)));
}
#pragma soac differentiate(vjp, jvp)
double flattened(ten x) {
  const auto f = soac::flatten(x);
  return soac::dot(f, f) + soac::sum(soac::sum(soac::sum(x)));
}
#pragma soac differentiate(vjp, jvp)
double empty_inside(vec x, int n) {
  return soac::sum(soac::map(
      [&](double v) { return v + soac::sum(soac::map([&](soac::index i) { return v * double(i); }, soac::iota(n))); },
      x));
}
#pragma soac differentiate(vjp, jvp)
double infinite_neutral(vec x) {
  const double inf = std::numeric_limits<double>::infinity();
  const auto [low, high] = soac::reduce(
      [](const std::tuple<double, double> &a, const std::tuple<double, double> &b) {
        return std::tuple<double, double>(soac::minimum{}(std::get<0>(a), std::get<0>(b)),
                                          soac::maximum{}(std::get<1>(a), std::get<1>(b)));
      },
      std::tuple<double, double>(inf, -inf), x, x);
  return high - 2.0 * low;
}
#pragma soac differentiate(vjp, jvp)
double repeated(vec x, double s, int n) {
  return soac::product(soac::replicate(n, s)) * soac::sum(soac::product(soac::replicate(2, x)));
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> repeated_rows(vec x, int n) {
  return soac::replicate(n, soac::map([](double v) { return v * v; }, x));
}
#pragma soac differentiate(vjp, jvp)
double axes(ten x) {
  const auto t = soac::transpose(x);
  return soac::sum(soac::map([](auto plane) { return soac::sum(soac::product(plane)); }, t)) +
         soac::sum(soac::map([&](soac::index i) { return t(0, i, 0) * x(i, 0, 0); }, soac::iota(x.extent(0))));
}

#pragma soac differentiate(vjp, jvp)
double mapped_together(vec x, vec y) {
  return soac::sum(soac::map([](double a, double b) { return a * b; }, x, y));
}
#pragma soac differentiate(vjp, jvp)
double rows_together(mat x, mat y) {
  return soac::sum(soac::map(
      [](auto a, auto b) { return soac::sum(soac::map([](double c, double d) { return c * d; }, a, b)); }, x, y));
}
#pragma soac differentiate(vjp, jvp)
double dotted(vec x, vec y) { return soac::dot(x, y); }
#pragma soac differentiate(vjp, jvp)
double added(vec x, vec y) { return soac::sum(x + y); }
#pragma soac differentiate(vjp, jvp)
double added_matrices(mat x, mat y) { return soac::sum(soac::flatten(x * y)); }
#pragma soac differentiate(vjp, jvp)
double reduced_together(vec x, vec y) {
  const auto [a, b] = soac::reduce(
      [](const std::tuple<double, double> &p, const std::tuple<double, double> &q) {
        return std::tuple<double, double>(std::get<0>(p) * std::get<0>(q), std::get<1>(p) + std::get<1>(q));
      },
      std::tuple<double, double>(1.0, 0.0), x, y);
  return a * b;
}
#pragma soac differentiate(vjp, jvp)
double sliced_sum(vec x, int begin, int end) { return soac::product(soac::slice(x, begin, end)); }
#pragma soac differentiate(vjp, jvp)
double reshaped(vec x, int n, int m) { return soac::sum(soac::product(soac::unflatten(x, n, m))); }
#pragma soac differentiate(vjp, jvp)
double keyed(vec x, keys k) { return soac::product(soac::reduce_by_index(soac::plus{}, 0.0, 2, k, x)); }
#pragma soac differentiate(vjp, jvp)
double gathered(vec x, keys k) { return soac::product(soac::gather(x, k)); }

} // namespace edges
