#include "reductions.hpp"
#include "reductions.soac.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace reductions {

constexpr double infinity = std::numeric_limits<double>::infinity();

#pragma soac differentiate(vjp, jvp)
double product(reals x) { return soac::product(x); }

#pragma soac differentiate(vjp, jvp)
double product_with_factor(reals x, double start) { return soac::reduce(soac::multiplies{}, start, x); }

#pragma soac differentiate(vjp, jvp)
double smallest(reals x) { return soac::reduce(soac::minimum{}, infinity, x); }

#pragma soac differentiate(vjp, jvp)
double largest_by_lambda(reals x) {
  return soac::reduce([](double a, double b) { return a >= b ? a : b; }, -infinity, x);
}

#pragma soac differentiate(vjp, jvp)
double largest_by_fmax(reals x) { return soac::reduce([](double a, double b) { return std::fmax(a, b); }, -infinity, x); }

#pragma soac differentiate(vjp, jvp)
double curved(reals x, double c) {
  return soac::reduce([&](double a, double b) { return a + b + c * a * b; }, 0.0, x);
}

#pragma soac differentiate(vjp, jvp)
double curved_by_array(reals x, reals w) {
  return soac::reduce([&](double a, double b) { return a + b + soac::product(w) * a * b; }, 0.0, x);
}

#pragma soac differentiate(vjp, jvp)
double log_sum_exp(reals x) {
  return soac::reduce(
      [](double a, double b) {
        const double m = std::max(a, b);
        return m == -infinity ? m : m + std::log1p(std::exp(std::min(a, b) - m));
      },
      -infinity, x);
}

#pragma soac differentiate(vjp, jvp)
double harmonic(reals x) {
  return soac::reduce([](double a, double b) { return 1.0 / (1.0 / a + 1.0 / b); }, infinity, x);
}

#pragma soac differentiate(vjp, jvp)
double mean_and_variance(reals x) {
  using Set = std::tuple<double, double, double>; // how many, mean, sum of squared differences
  const auto n = x.extent(0);
  const auto [count, mean, squares] = soac::reduce(
      [](const Set &a, const Set &b) {
        const auto [na, ma, sa] = a;
        const auto [nb, mb, sb] = b;
        const double all = na + nb;
        if (all == 0)
          return a;
        const double d = mb - ma;
        return Set(all, ma + d * nb / all, sa + sb + d * d * na * nb / all);
      },
      Set(0.0, 0.0, 0.0), soac::replicate(n, 1.0), x, soac::replicate(n, 0.0));
  return mean * squares / count;
}

// (power of x, value) of a part of the polynomial
#pragma soac differentiate(vjp, jvp)
double polynomial(reals coefficients, double x) {
  using Part = std::tuple<double, double>;
  const auto result = soac::reduce(
      [](const Part &a, const Part &b) {
        return Part(std::get<0>(a) * std::get<0>(b), std::get<1>(a) * std::get<0>(b) + std::get<1>(b));
      },
      Part(1.0, 0.0), soac::replicate(coefficients.extent(0), x), coefficients);
  return std::get<1>(result);
}

#pragma soac differentiate(vjp, jvp)
double spread(reals x, reals y) {
  using Pair = std::pair<double, double>;
  const auto r = soac::reduce(
      [](const Pair &a, const Pair &b) { return Pair(std::min(a.first, b.first), std::max(a.second, b.second)); },
      Pair(infinity, -infinity), x, y);
  return (r.second - r.first) * r.second;
}

#pragma soac differentiate(vjp, jvp)
double best_of_records(reals x, reals y) {
  const auto records = soac::map([](double v, soac::index i) { return Best{v, static_cast<int>(i)}; }, x, soac::iota(x.extent(0)));
  const Best best = soac::reduce([](const Best &a, const Best &b) { return b.value > a.value ? b : a; }, Best{-infinity, -1}, records);
  return best.value * y(best.at);
}

#pragma soac differentiate(vjp, jvp)
double complex_product(soac::view<const Complex> z) {
  const Complex p = soac::reduce(
      [](const Complex &a, const Complex &b) { return Complex{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; },
      Complex{1.0, 0.0}, z);
  return p.re * p.im + p.re;
}

#pragma soac differentiate(vjp, jvp)
double rotation(const std::vector<std::array<double, 2>> &z) {
  using Two = std::array<double, 2>;
  const Two p = soac::reduce(
      [](const Two &a, const Two &b) { return Two{a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]}; }, Two{1.0, 0.0}, z);
  return p[0] + 2.0 * p[1];
}

#pragma soac differentiate(vjp, jvp)
array sum_of_rows(rows x) { return soac::reduce(soac::plus{}, soac::replicate(x.extent(1), 0.0), x); }

#pragma soac differentiate(vjp, jvp)
array product_of_rows(rows x) { return soac::reduce(soac::multiplies{}, soac::replicate(x.extent(1), 1.0), x); }

#pragma soac differentiate(vjp, jvp)
array product_of_rows_by_lambda(rows x) {
  return soac::reduce([](auto a, auto b) { return a * b; }, soac::replicate(x.extent(1), 1.0), x);
}

#pragma soac differentiate(vjp, jvp)
array minimum_of_rows(rows x) { return soac::reduce(soac::minimum{}, soac::replicate(x.extent(1), infinity), x); }

#pragma soac differentiate(vjp, jvp)
array maximum_of_rows_by_lambda(rows x) {
  return soac::reduce([](auto a, auto b) { return soac::map([](double u, double v) { return std::max(u, v); }, a, b); },
                      soac::replicate(x.extent(1), -infinity), x);
}

#pragma soac differentiate(vjp, jvp)
array rows_by_lambda(rows x, double c) {
  return soac::reduce([&](auto a, auto b) { return soac::map([&](double u, double v) { return u + v + c * u * v; }, a, b); },
                      soac::replicate(x.extent(1), 0.0), x);
}

#pragma soac differentiate(vjp, jvp)
array rows_with_weights(rows x, reals w) {
  return soac::reduce(
      [&](auto a, auto b) { return soac::map([](double u, double v, double s) { return u + v + s * u * v; }, a, b, w); },
      soac::replicate(x.extent(1), 0.0), x);
}

#pragma soac differentiate(vjp, jvp)
matrix product_of_planes(soac::view<const double, 3> x) {
  return soac::reduce(soac::multiplies{}, soac::replicate(x.extent(1), soac::replicate(x.extent(2), 1.0)), x);
}

#pragma soac differentiate(vjp, jvp)
matrix curved_planes(soac::view<const double, 3> x, double c) {
  return soac::reduce(
      [&](auto a, auto b) {
        return soac::map([&](auto p, auto q) { return soac::map([&](double u, double v) { return u + v + c * u * v; }, p, q); }, a, b);
      },
      soac::array<double, 2>(x.extent(1), x.extent(2)), x);
}

#pragma soac differentiate(vjp, jvp)
matrix matrix_product(soac::view<const double, 3> x) {
  const auto one = soac::tabulate([](soac::index i, soac::index j) { return i == j ? 1.0 : 0.0; }, x.extent(1), x.extent(1));
  return soac::reduce(
      [](auto a, auto b) {
        return soac::map([&](auto row) { return soac::map([&](auto column) { return soac::dot(row, column); }, soac::transpose(b)); }, a);
      },
      one, x);
}

#pragma soac differentiate(vjp, jvp)
array in_map(rows x, double c) {
  return soac::map([&](auto row) {
    return c * soac::reduce([&](double a, double b) { return a + b - c * a * b; }, 0.0, row) * soac::product(row);
  }, x);
}

#pragma soac differentiate(vjp, jvp)
array products_in_map(rows x) {
  return soac::map([](auto row) { return soac::reduce(soac::multiplies{}, 1.0, row); }, x);
}

#pragma soac differentiate(vjp, jvp)
array extremes_in_map(rows x, double s) {
  return soac::map([&](auto row) { return soac::max(soac::map([&](double v) { return s * v * v; }, row)) - s * soac::min(row); }, x);
}

#pragma soac differentiate(vjp, jvp)
double nested(rows x, double c) {
  return soac::reduce([&](double a, double b) { return a + b + c * a * b; }, 0.0,
                      soac::map([&](auto row) { return soac::reduce(soac::multiplies{}, 1.0, row) + c; }, x));
}

#pragma soac differentiate(vjp, jvp)
double in_loop(reals x, int steps) {
  double c = 0.5;
  for (int i = 0; i < steps; ++i)
    c = std::sin(soac::reduce([&](double a, double b) { return a + b + c * a * b; }, 0.0, x)) + soac::max(x) * c;
  return c;
}

#pragma soac differentiate(vjp, jvp)
double in_branch(reals x, double c) {
  if (soac::sum(x) * c > 0)
    return soac::product(x);
  return soac::reduce([&](double a, double b) { return a + b + c * a * b; }, 0.0, x);
}

#pragma soac differentiate(vjp, jvp)
double of_computed(reals x, reals y, double s) {
  return soac::min(soac::map([&](double a, double b) { return (a - s * b) * (a - s * b); }, x, y)) +
         soac::product(soac::map([&](double a, double b) { return 1.0 + s * a * b; }, x, y));
}

#pragma soac differentiate(vjp, jvp)
double of_slices(reals x) {
  const auto n = x.extent(0);
  return soac::product(soac::slice(x, 1, n)) * soac::max(soac::slice(x, 0, n - 1)) + soac::product(soac::rotate(soac::reverse(x), 2)) +
         soac::min(soac::concat(x, soac::reverse(x)));
}

#pragma soac differentiate(vjp, jvp)
double at_extremes(reals x, reals y) {
  return x(soac::argmin(y)) * y(soac::argmax(x)) + soac::max(x) * soac::min(y);
}

#pragma soac differentiate(vjp, jvp)
double all_of_them(rows x) {
  return soac::product(soac::flatten(x)) + soac::max(soac::flatten(x)) * soac::sum(soac::min(x)) + soac::dot(soac::product(x), soac::max(x));
}

double product_squared(reals x) { return soac::product(x) * soac::product(x) + soac::product(x); }
// Operators that do not read both of what they get.

#pragma soac differentiate(vjp, jvp)
double where_it_begins(reals x, double start) {
  const double first = soac::reduce([](double a, double) { return a; }, start * x[0],
                                    soac::map([](double a) { return std::tanh(a); }, x));
  return first * soac::sum(x);
}

#pragma soac differentiate(vjp, jvp)
double last_of_all(reals x) {
  return soac::reduce([](double, double b) { return b; }, 0.3,
                      soac::map([&](double a) { return a * soac::dot(x, x); }, x));
}

#pragma soac differentiate(vjp, jvp)
array product_gradient(reals x) { return soac::gradient<product_squared>(x); }

#pragma soac differentiate(vjp, jvp)
array curved_gradient(reals x, double c) {
  const auto [dx, dc] = soac::gradient<curved>(x, c);
  return soac::concat(dx, soac::replicate(1, dc));
}

double largest_cubed(reals x) { return soac::max(x) * soac::max(x) * soac::max(x); }
#pragma soac differentiate(vjp, jvp)
array largest_gradient(reals x) { return soac::gradient<largest_cubed>(x); }

double rows_total(rows x) {
  const auto p = soac::product(x), m = soac::max(x);
  return soac::dot(p, p) + soac::dot(p, m);
}
#pragma soac differentiate(vjp, jvp)
array rows_gradient(rows x) { return soac::flatten(soac::gradient<rows_total>(x)); }

double complex_total(reals re, reals im) {
  return complex_product(soac::map([](double a, double b) { return Complex{a, b}; }, re, im));
}
#pragma soac differentiate(vjp, jvp)
array complex_gradient(reals re, reals im) {
  const auto [a, b] = soac::gradient<complex_total>(re, im);
  return soac::concat(a, b);
}

} // namespace reductions
