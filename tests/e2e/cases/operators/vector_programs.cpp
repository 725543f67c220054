#include "vector_programs.hpp"
#include "vector_programs.soac.hpp"

#include <cmath>
#include <tuple>
#include <vector>

// Programs of every kind in many directions at once, against one direction at a time and both Jacobians.

namespace vector_programs {
namespace {

reals polynomials(vec x) {
  return soac::map([&](double a) { return a * a * x[0] + std::exp(a) / (1 + a * a); }, x);
}
reals recurrence(vec x) {
  reals y(x);
  for (int t = 0; t < 4; ++t)
    for (soac::index i = 1; i < y.size(); ++i)
      y[i] = 0.5 * y[i] + std::sin(y[i - 1]) * x[0];
  return y;
}
reals until(vec x) {
  double s = x[0], scale = 1;
  while (s * s < 50) {
    s = s * 1.5 + x[1] * x[1] + 0.1;
    scale *= std::cos(x[2] * scale);
  }
  return reals{s, scale, s * scale};
}
reals scanned(vec x) {
  const auto p = soac::scan([](double a, double b) { return a + b + a * b; }, 0.0, x);
  const auto s = soac::scan(soac::plus{}, 0.0, soac::map([](double a) { return a * a; }, x));
  return soac::map([](double a, double b) { return a * b; }, p, s);
}
reals products(vec x) {
  const double p = soac::product(x), d = soac::dot(x, x);
  return reals{p, d, p * d, soac::sum(x) / d};
}
reals extremes(vec x) {
  const double low = soac::min(x), high = soac::max(soac::map([](double a) { return a * a; }, x));
  return soac::map([&](double a) { return (a - low) / high + std::fmax(a, 0.2); }, x);
}
reals bins(vec x) {
  const auto keys = soac::map([](soac::index i) { return i % 2; }, soac::iota(x.size()));
  const auto sums = soac::reduce_by_index(soac::plus{}, 0.0, 2, keys, x);
  const auto tops = soac::reduce_by_index(soac::maximum{}, -1e9, 2, keys, x);
  return soac::map([](double a, double b) { return a * b; }, sums, tops);
}
reals scattered(vec x) {
  const auto at = soac::map([](soac::index i) { return 2 * i - 1; }, soac::iota(x.size()));
  return soac::scatter(x, at, soac::map([](double a) { return a * a * a; }, x));
}
reals matrices(vec x) {
  const auto outer = soac::map([&](double a) { return soac::map([&](double b) { return a * std::sin(b); }, x); }, x);
  const auto rows = soac::map([](auto row) { return soac::sum(row); }, soac::transpose(outer));
  return soac::map([&](double a, double b) { return a * b; }, rows, soac::rotate(x, 1));
}
reals branches(vec x) {
  reals y(x.size());
  for (soac::index i = 0; i < x.size(); ++i) {
    if (x[i] > 0.5)
      y[i] = x[i] * x[i];
    else if (x[i] > 0)
      for (int k = 0; k < 3; ++k)
        y[i] += std::exp(x[i] * k);
    if (i > 0 && x[i] < x[i - 1])
      y[i] += y[i - 1] * x[i];
  }
  return y;
}
reals sorted(vec x) {
  const auto [keys, values] = soac::sort_by_key(x, soac::map([](double a) { return a * a; }, x));
  return soac::map([](double a, double b) { return a * b; }, soac::reverse(keys), values);
}
reals pairs(vec x) {
  const auto [a, b] = soac::reduce(
      [](std::tuple<double, double> p, std::tuple<double, double> q) {
        return std::tuple{std::get<0>(p) * std::get<0>(q), std::get<0>(q) * std::get<1>(p) + std::get<1>(q)};
      },
      std::tuple{1.0, 0.0}, x, soac::map([](double v) { return std::cos(v); }, x));
  return reals{a, b};
}
reals stencil(vec x) {
  reals u(x), v(x.size());
  for (int t = 0; t < 3; ++t) {
    for (soac::index i = 1; i + 1 < x.size(); ++i)
      v[i] = u[i] + 0.2 * (u[i - 1] * u[i + 1] - u[i] * u[i]);
    std::swap(u, v);
  }
  return u;
}
reals growing(vec x) {
  std::vector<double> all;
  for (soac::index i = 0; i < x.size(); ++i) {
    all.push_back(x[i] * x[i]);
    all.push_back(x[i] * (all.size() > 2 ? all[all.size() - 2] : 1.0));
  }
  return soac::map([](double a) { return a; }, all);
}
double energy(double a, double b) { return a * a * std::sin(b); }
reals gradients(vec x) {
  reals y(x.size());
  for (soac::index i = 0; i < x.size(); ++i) {
    const auto [a, b] = soac::gradient<energy>(x[i], x[0]);
    y[i] = a * b;
  }
  return y;
}
reals stripmined(vec x) {
  reals y(x);
#pragma soac stripmine(2)
  for (int t = 0; t < 7; ++t)
    y = soac::map([&](double a) { return a - 0.1 * std::sin(a * y[0]); }, y);
  return y;
}

template <auto F> double sum_of_tangents(vec x, const matrix &dx) {
  return soac::sum(soac::flatten(soac::jmp<F>(x, dx)));
}

template <auto F> Result all(vec x, const matrix &dx, const matrix &ys) {
  Result r;
  r.jmp = soac::jmp<F>(x, dx);
  r.mjp = soac::mjp<F>(x, ys);
  r.jmp_of_3 = soac::jmp<F, soac::all, 3>(x, dx);
  r.mjp_of_2 = soac::mjp<F, soac::all, 2>(x, ys);
  r.jvps = matrix(dx.extent(0), ys.extent(1));
  r.vjps = matrix(ys.extent(0), x.size());
  for (soac::index k = 0; k < dx.extent(0); ++k) {
    const reals one = soac::jvp<F>(x, dx[k]);
    for (soac::index i = 0; i < one.size(); ++i)
      r.jvps(k, i) = one[i];
  }
  for (soac::index k = 0; k < ys.extent(0); ++k) {
    const reals one = soac::vjp<F>(x, ys[k]);
    for (soac::index i = 0; i < one.size(); ++i)
      r.vjps(k, i) = one[i];
  }
  r.forward = soac::jacobian_forward<F>(x);
  r.reverse = soac::jacobian_reverse<F>(x);
  r.second = soac::gradient<sum_of_tangents<F>, soac::wrt<0>>(x, dx);
  return r;
}

} // namespace

#define OF(f)                                                                                                          \
  Result of_##f(vec x, const matrix &dx, const matrix &ys) { return all<f>(x, dx, ys); }
OF(polynomials) OF(recurrence) OF(products) OF(extremes) OF(bins) OF(matrices) OF(branches) OF(sorted) OF(pairs)
OF(stencil) OF(growing) OF(gradients) OF(stripmined)
Result of_while(vec x, const matrix &dx, const matrix &ys) { return all<until>(x, dx, ys); }
Result of_scan(vec x, const matrix &dx, const matrix &ys) { return all<scanned>(x, dx, ys); }
Result of_scatter(vec x, const matrix &dx, const matrix &ys) { return all<scattered>(x, dx, ys); }

} // namespace vector_programs

// Vector mode, Jacobians and Hessians of functions with raw pointers.

namespace vector_pointers {

double cubes(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * x[i];
  return s;
}
reals products(const double *x, const double *y, int n) {
  reals r(n);
  for (int i = 0; i < n; ++i)
    r[i] = x[i] * y[n - 1 - i];
  return r;
}
double strided(const double *x, int n, double k) {
  double s = 0;
  for (const double *p = x; p < x + 2 * n; p += 2)
    s += k * *p * *p;
  return s;
}

reals cubes_jmp(const double *x, int n, const matrix &dx) { return soac::jmp<cubes>(x, n, dx); }
matrix cubes_mjp(const double *x, int n, vec seeds) { return soac::mjp<cubes>(x, n, seeds); }
reals cubes_forward(const double *x, int n) { return soac::jacobian_forward<cubes>(x, n); }
reals cubes_reverse(const double *x, int n) { return soac::jacobian_reverse<cubes>(x, n); }
matrix cubes_hessian(const double *x, int n) { return soac::hessian<cubes>(x, n); }
reals cubes_hvp(const double *x, int n, const double *dx) { return soac::hvp<cubes>(x, n, dx); }
std::tuple<matrix, matrix> products_forward(const double *x, const double *y, int n) {
  return soac::jacobian_forward<products>(x, y, n);
}
std::tuple<matrix, matrix> products_reverse(const double *x, const double *y, int n) {
  return soac::jacobian_reverse<products>(x, y, n);
}
std::tuple<matrix, matrix> products_mjp(const double *x, const double *y, int n, const matrix &seeds) {
  return soac::mjp<products>(x, y, n, seeds);
}
std::tuple<std::tuple<matrix, reals>, std::tuple<reals, double>> strided_hessian(const double *x, int n, double k) {
  return soac::hessian<strided>(x, n, k);
}

} // namespace vector_pointers
