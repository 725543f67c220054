#include "combinators.hpp"
#include "combinators.soac.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

// Every combinator of the library inside differentiated code.

#pragma soac differentiate(vjp, jvp)
double k_means(reals2 points, reals2 centers) {
  auto nearest = soac::map([&](auto p) {
    auto dist = soac::map([&](auto c) {
      return soac::sum(soac::map([](double a, double b) { return (a - b) * (a - b); }, p, c));
    }, centers);
    return soac::reduce(soac::minimum{}, std::numeric_limits<double>::infinity(), dist);
  }, points);
  return soac::sum(nearest);
}

#pragma soac differentiate(vjp, jvp)
double logistic(reals2 x, reals1 y, reals1 w) {
  return soac::sum(soac::map([&](auto row, double label) { return std::log1p(std::exp(-label * soac::dot(row, w))); }, x, y));
}

#pragma soac differentiate(vjp, jvp)
double products(reals1 x) { return soac::product(x) + soac::reduce(std::multiplies<>{}, 1.0, x) * x(0); }

#pragma soac differentiate(vjp, jvp)
double extremes(reals1 x) { return soac::min(x) * soac::max(x) + soac::reduce(soac::maximum{}, -1e300, x); }

#pragma soac differentiate(vjp, jvp)
double chosen(reals1 x) { return x(soac::argmin(x)) * std::sin(x[soac::argmax(x)]); }

#pragma soac differentiate(vjp, jvp)
double row_sums(reals2 x) {
  const soac::array<double, 1> total = soac::sum(x);
  return soac::sum(soac::map([](double t) { return t * t; }, total));
}

#pragma soac differentiate(vjp, jvp)
double row_products(reals2 x) { return soac::sum(soac::product(x)); }

#pragma soac differentiate(vjp, jvp)
double row_extremes(reals2 x) { return soac::dot(soac::min(x), soac::max(x)); }

#pragma soac differentiate(vjp, jvp)
double general_reduce(reals1 x) {
  return soac::reduce([](double a, double b) { return a + b - a * b; }, 0.0, x);
}

#pragma soac differentiate(vjp, jvp)
double tuple_reduce(reals1 x, reals1 y) {
  const auto [a, b] = soac::reduce(
      [](const std::tuple<double, double> &f, const std::tuple<double, double> &g) {
        const auto [fa, fb] = f;
        const auto [ga, gb] = g;
        return std::tuple<double, double>(fa * ga, fb * ga + gb);
      },
      std::tuple<double, double>(1.0, 0.0), x, y);
  return a * b;
}

struct Complex {
  double re, im;
};

#pragma soac differentiate(vjp, jvp)
double complex_product(reals1 re, reals1 im) {
  const Complex z = soac::reduce(
      [](const Complex &a, const Complex &b) {
        return Complex{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
      },
      Complex{1.0, 0.0}, re, im);
  return z.re + 2.0 * z.im;
}

#pragma soac differentiate(vjp, jvp)
double tables(reals1 x, int n) {
  const auto grid = soac::tabulate([&](soac::index i, soac::index j) { return x(i) * x(j) + double(i - j); }, n, n);
  const auto powers = soac::map([&](soac::index k) { return std::pow(x(0), double(k)); }, soac::iota(n));
  const auto same = soac::replicate(3, x(1));
  const auto rows = soac::replicate(2, x);
  return soac::sum(soac::sum(grid)) + soac::sum(powers) + soac::product(same) + soac::sum(soac::product(rows));
}

#pragma soac differentiate(vjp, jvp)
double layouts(reals2 x) {
  const auto t = soac::transpose(x);
  const auto middle = soac::slice(x, 1, x.extent(0));
  const auto back = soac::reverse(soac::row(x, 0));
  const auto first = soac::column(x, 0);
  const auto flat = soac::flatten(x);
  const auto turned = soac::rotate(flat, -1);
  return soac::dot(flat, turned) + soac::dot(back, soac::row(x, 1)) + soac::sum(first) * soac::sum(soac::sum(t)) +
         soac::sum(soac::product(middle)) + t(1, 0) * soac::transpose(t)(1, 1);
}

#pragma soac differentiate(vjp, jvp)
double in_place_views(reals2 x) {
  soac::array<double, 2> a(x);
  auto t = soac::transpose(a);
  t(0, 1) = a(0, 0) * a(1, 1);
  auto r = soac::reverse(soac::row(a, 0));
  r[0] = r[1] * a(1, 0);
  a(1, 1) = 2.0 * t(1, 0);
  auto s = soac::slice(a, 1, 2);
  s(0, 0) += a(0, 1);
  auto c = soac::column(a, 1);
  c[0] *= c[1];
  return soac::sum(soac::sum(soac::map([](auto row) { return soac::map([](double v) { return v * v; }, row); }, a)));
}

#pragma soac differentiate(vjp, jvp)
double gathered(reals1 x, soac::view<const int, 1> at) {
  return soac::product(soac::gather(x, at));
}

#pragma soac differentiate(vjp, jvp)
double several_results(reals1 x) {
  const auto [s, c, i] = soac::map([](double v) { return std::tuple(std::sin(v), v * v, 3); }, x);
  return soac::dot(s, c) + i(0) * s(0);
}

#pragma soac differentiate(vjp, jvp)
double elementwise(reals1 x, reals1 y, double s) {
  return soac::sum((x + y) * (s * x - y) / (2.0 + y * y)) - soac::sum(-x);
}

#pragma soac differentiate(vjp, jvp)
double matrix_chain(reals2 a, reals2 b, reals1 v) {
  const auto bt = soac::transpose(b);
  const auto c = soac::map([&](auto row) { return soac::map([&](auto column) { return soac::dot(row, column); }, bt); }, a);
  return soac::sum(soac::map([&](auto row) { return std::tanh(soac::dot(row, v)); }, c));
}

#pragma soac differentiate(vjp, jvp)
double nested_free(reals2 x, double s) {
  const auto weights = soac::map([&](double v) { return s * v; }, soac::row(x, 0));
  return soac::sum(soac::map([&](auto row) {
    const double m = soac::max(row);
    return s * std::log(soac::sum(soac::map([&](double v, double w) { return w * w * std::exp(v - m); }, row, weights))) + m;
  }, x));
}

#pragma soac differentiate(vjp, jvp)
double with_loop(reals2 x, int n) {
  soac::array<double, 1> state = soac::map([](double v) { return v; }, soac::row(x, 0));
  for (int i = 0; i < n; ++i)
    state = soac::map([&](auto row) { return std::sin(soac::dot(row, state)); }, x);
  return soac::sum(state);
}

#pragma soac differentiate(vjp, jvp)
double rows_of_rows(soac::view<const double, 3> x) {
  const auto maxima = soac::map([](auto plane) { return soac::map([](auto row) { return soac::max(row); }, plane); }, x);
  return soac::sum(soac::product(maxima)) + x(0, 1, 2) * x[1][0][1];
}

#pragma soac differentiate(vjp, jvp)
double stopped(reals1 x) {
  const auto weights = soac::stop_gradient(soac::map([](double v) { return std::floor(v); }, x));
  return soac::dot(weights, x);
}

#pragma soac differentiate(vjp, jvp)
double particles(soac::view<const Particle, 1> all) {
  const auto moments = soac::map([](const Particle &p) { return p.mass * (p.position[0] * p.position[1]); }, all);
  return soac::sum(moments) + all(1).mass * all[0].position[1];
}

#pragma soac differentiate(vjp, jvp)
double joined(reals1 x, reals1 y) {
  const auto all = soac::concat(x, y, soac::map([](double v) { return v * v; }, x));
  const soac::array<double, 2> square = soac::unflatten(soac::array<double, 1>(all), all.size() / 2, 2);
  return soac::sum(soac::product(square));
}

#pragma soac differentiate(vjp, jvp)
double zipped(reals1 x, reals1 y) {
  const auto pairs = soac::zip(x, y);
  const auto [a, b] = soac::unzip(pairs);
  return soac::sum(soac::map([](const std::tuple<double, double> &p) { return std::get<0>(p) * std::get<1>(p); }, pairs)) +
         a(0) * b(1);
}

#pragma soac differentiate(vjp, jvp)
double fixed_vectors(reals1 x) {
  const auto points = soac::map([](double v) { return std::array<double, 3>{v, v * v, 1.0}; }, x);
  return soac::sum(soac::map([](const std::array<double, 3> &p) { return p[0] * p[1] + p[2]; }, points));
}

#pragma soac differentiate(vjp, jvp)
float singles(soac::view<const float, 1> x) { return soac::sum(soac::map([](float v) { return v * std::exp(v); }, x)); }

#pragma soac differentiate(vjp, jvp)
double scans(reals1 x) {
  const auto sums = soac::scan(soac::plus{}, 0.0, x);
  const auto before = soac::exclusive_scan(soac::multiplies{}, 1.0, x);
  return soac::dot(sums, before);
}

#pragma soac differentiate(vjp, jvp)
double histogram(reals1 x, soac::view<const int, 1> bins) {
  const auto h = soac::reduce_by_index(soac::plus{}, 0.0, 3, bins, x);
  return soac::product(h);
}

#pragma soac differentiate(vjp, jvp)
double scattered(reals1 x, soac::view<const int, 1> at) {
  const auto y = soac::scatter(x, at, soac::map([](double v) { return v * v; }, soac::slice(x, 0, at.extent(0))));
  return soac::sum(soac::map([](double v) { return v * v * v; }, y));
}

// Reductions and scans that start with a value which is not neutral: it is combined once, before the first element.

namespace starts {

constexpr auto curve = [](double a, double b) { return a + b + 0.3 * a * b; };
constexpr auto euclid = [](double a, double b) { return std::sqrt(a * a + b * b); };
constexpr auto compose = [](const std::tuple<double, double> &a, const std::tuple<double, double> &b) {
  return std::tuple(std::get<0>(a) * std::get<0>(b), std::get<1>(a) * std::get<0>(b) + std::get<1>(b));
};
constexpr auto multiply = [](const auto &a, const auto &b) {
  return soac::tabulate([&](soac::index i, soac::index j) { return a(i, 0) * b(0, j) + a(i, 1) * b(1, j); }, 2, 2);
};

#pragma soac differentiate(vjp, jvp)
double curved(reals x) { return soac::reduce(curve, 0.5, x); }

#pragma soac differentiate(vjp, jvp)
double curved_from(reals x, double start) { return soac::reduce(curve, start, x); }

#pragma soac differentiate(vjp, jvp)
double total(reals x) {
  const double s = soac::reduce(soac::plus{}, 2.0, x);
  return s * s;
}

#pragma soac differentiate(vjp, jvp)
double sum_from(reals x, double start) {
  const double s = soac::reduce([](double a, double b) { return a + b; }, start, x);
  return s * s;
}

#pragma soac differentiate(vjp, jvp)
double product_of(reals x) { return soac::reduce(soac::multiplies{}, 3.0, x); }

#pragma soac differentiate(vjp, jvp)
double product_from(reals x, double start) { return soac::reduce(soac::multiplies{}, start, x); }

#pragma soac differentiate(vjp, jvp)
double smallest(reals x) { return soac::reduce(soac::minimum{}, 0.25, x); }

#pragma soac differentiate(vjp, jvp)
double largest_by_lambda(reals x, double start) {
  return soac::reduce([](double a, double b) { return a < b ? b : a; }, start, x);
}

#pragma soac differentiate(vjp, jvp)
double norm(reals x) { return soac::reduce(euclid, 0.0, x); }

#pragma soac differentiate(vjp, jvp)
double norm_from(reals x, double start) { return soac::reduce(euclid, start, x); }

#pragma soac differentiate(vjp, jvp)
double affine(reals x, reals y, double start) {
  const auto [a, b] = soac::reduce(compose, std::tuple(2.0, start), x, y);
  return a * b;
}

#pragma soac differentiate(vjp, jvp)
array rows_by_lambda(rows x, double c) {
  return soac::reduce(
      [&](auto a, auto b) { return soac::map([&](double p, double q) { return p + q + c * p * q; }, a, b); },
      soac::replicate(x.extent(1), 0.5), x);
}

#pragma soac differentiate(vjp, jvp)
array rows_of_products(rows x) {
  return soac::reduce(soac::multiplies{}, soac::replicate(x.extent(1), 3.0), x);
}

#pragma soac differentiate(vjp, jvp)
matrix matrix_product(matrices x, rows start) { return soac::reduce(multiply, soac::array(start), x); }

#pragma soac differentiate(vjp, jvp)
array scan_curved(reals x) { return soac::scan(curve, 0.5, x); }

#pragma soac differentiate(vjp, jvp)
array scan_curved_from(reals x, double start) { return soac::scan(curve, start, x); }

#pragma soac differentiate(vjp, jvp)
array scan_sum_from(reals x, double start) { return soac::scan(soac::plus{}, start, x); }

#pragma soac differentiate(vjp, jvp)
array scan_largest(reals x) { return soac::scan(soac::maximum{}, 0.5, x); }

#pragma soac differentiate(vjp, jvp)
array scan_norm(reals x) { return soac::scan(euclid, 2.0, x); }

#pragma soac differentiate(vjp, jvp)
std::tuple<array, array> scan_affine(reals x, reals y, double start) {
  return soac::scan(compose, std::tuple(2.0, start), x, y);
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 3> scan_matrices(matrices x, rows start) { return soac::scan(multiply, soac::array(start), x); }

#pragma soac differentiate(vjp, jvp)
array exclusive_curved(reals x, double start) { return soac::exclusive_scan(curve, start, x); }

#pragma soac differentiate(vjp, jvp)
array segments_scanned(keys flags, reals x, double start) { return soac::segmented_scan(curve, start, flags, x); }

#pragma soac differentiate(vjp, jvp)
array segments_scanned_from_constant(keys flags, reals x) { return soac::segmented_scan(soac::plus{}, 2.0, flags, x); }

#pragma soac differentiate(vjp, jvp)
array segments_reduced(keys offsets, reals x, double start) { return soac::segmented_reduce(curve, start, offsets, x); }

#pragma soac differentiate(vjp, jvp)
array segments_reduced_from_constant(keys offsets, reals x) {
  return soac::segmented_reduce(soac::multiplies{}, 3.0, offsets, x);
}

#pragma soac differentiate(vjp, jvp)
array bins_curved(keys at, reals x, double start) { return soac::reduce_by_index(curve, start, 4, at, x); }

#pragma soac differentiate(vjp, jvp)
array bins_of_products(keys at, reals x) { return soac::reduce_by_index(soac::multiplies{}, 3.0, 4, at, x); }

#pragma soac differentiate(vjp, jvp)
array bins_of_norms(keys at, reals x) { return soac::reduce_by_index(euclid, 0.0, 4, at, x); }

#pragma soac differentiate(vjp, jvp)
matrix bins_of_rows(keys at, rows x, double start) {
  return soac::reduce_by_index(soac::maximum{}, soac::replicate(x.extent(1), start), 4, at, x);
}

double to_second_order(reals x) {
  return soac::reduce(curve, 0.5, x) * soac::reduce(soac::minimum{}, 0.25, x) + soac::reduce(euclid, 1.0, x);
}

#pragma soac differentiate(vjp, jvp)
double second_order(reals x) {
  const auto g = soac::gradient<to_second_order>(x);
  return soac::sum(soac::map([](double a) { return a * a; }, g));
}

} // namespace starts
