#include "annotated_arrays.hpp"
#include "annotated_arrays.soac.hpp"

#include <cmath>

// Loops of many forms that carry arrays: without an annotation, stripmined 3 deep, and with 2 snapshots.

namespace forms_of_arrays {

#define FORMS "annotated_arrays.inc"
#include "annotated_ways.inc"

#pragma soac differentiate(vjp, jvp)
double mapped_twice(double x, const std::vector<double> &a, int n) {
  const auto [x_adj, a_adj] = soac::gradient<mapped_snapshots>(x, a, n);
  double sum = x_adj * x_adj;
  for (const double d : a_adj)
    sum += 0.5 * d * x_adj;
  return sum;
}

} // namespace forms_of_arrays

// Loops that carry arrays of changing shape: without an annotation, stripmined 3 deep, and with 2 snapshots.

namespace shapes_in_ways {

namespace {

struct Plain {
  template <class Step> void operator()(int n, const Step &step) const {
    for (int t = 0; t < n; ++t)
      step(t);
  }
};

struct Strips {
  template <class Step> void operator()(int n, const Step &step) const {
#pragma soac stripmine(3)
    for (int t = 0; t < n; ++t)
      step(t);
  }
};

struct Snapshots {
  template <class Step> void operator()(int n, const Step &step) const {
#pragma soac checkpoint(revolve : 2)
    for (int t = 0; t < n; ++t)
      step(t);
  }
};

template <class Repeat> double grown(double x, const std::vector<double> &a, int n, const Repeat &repeat) {
  soac::array<double> u{x, a[0]};
  repeat(n, [&](int t) {
    if (u.size() < 40)
      u = soac::concat(u, soac::map([&](double v) { return std::sin(v) * a[t % 5]; }, u));
    u[t % 2] *= 0.9;
  });
  return soac::dot(u, u);
}

template <class Repeat> double filtered(double x, const std::vector<double> &a, int n, const Repeat &repeat) {
  soac::array<double> u(a);
  double s = x;
  repeat(n, [&](int t) {
    u = soac::filter([&](double v) { return v > -0.75 + 0.1 * t; }, u);
    s += 0.1 * s * soac::sum(u);
    u = soac::map([](double v) { return 1.05 * v + 0.02 * v * v; }, u);
  });
  return s * s;
}

template <class Repeat> double edited(double x, const std::vector<double> &a, int n, const Repeat &repeat) {
  std::vector<double> u = a;
  repeat(n, [&](int t) {
    u.erase(u.begin() + t % 3);
    u.insert(u.begin() + 1, u[0] * x);
    if (t % 3 == 0)
      u.push_back(0.5 * u[1] * u[2]);
  });
  double s = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    s += u[i] * u[i] * static_cast<double>(i + 1);
  return s;
}

template <class Repeat> double stacked(double x, const std::vector<double> &a, int n, const Repeat &repeat) {
  std::vector<double> stack{x, a[0], a[1]};
  repeat(n, [&](int t) {
    const double top = stack.back();
    stack.pop_back();
    stack.back() *= top;
    if (top > 0.2 || stack.size() < 3) {
      stack.push_back(std::cos(top) * a[t % 5]);
      stack.push_back(x + top);
    }
  });
  double s = 0;
  for (const double v : stack)
    s += v * v;
  return s;
}

// Rank 2, of which both extents change.
template <class Repeat> double rows(double x, const std::vector<double> &a, int n, const Repeat &repeat) {
  soac::array<double, 2> m = soac::map([&](double v) { return soac::array<double>{v, x}; }, a);
  repeat(n, [&](int t) {
    if (t % 2 == 0)
      m = soac::transpose(m);
    m = soac::map([&](auto row) { return soac::map([&](double v) { return std::sin(v + 0.1 * t); }, row); }, m);
  });
  return soac::sum(soac::map([](auto row) { return row[0] * soac::sum(row); }, m));
}

// As long as before, but that is known at run time alone.
template <class Repeat> double replaced(double x, const std::vector<double> &a, int n, const Repeat &repeat) {
  soac::array<double> u(a);
  repeat(n, [&](int t) {
    const auto [low, high] = soac::partition([&](double v) { return v < 0.35; }, u);
    u = soac::concat(high, soac::map([&](double v) { return v * x + 0.05 * t * v * v; }, low));
  });
  return u[0] * u[1] + u[2] * u[3] * u[4];
}

} // namespace

#define IN_ALL_WAYS(f)                                                                                                 \
  _Pragma("soac differentiate(vjp, jvp)") double f##_plain(double x, const std::vector<double> &a, int n) {            \
    return f(x, a, n, Plain{});                                                                                        \
  }                                                                                                                    \
  _Pragma("soac differentiate(vjp, jvp)") double f##_strips(double x, const std::vector<double> &a, int n) {           \
    return f(x, a, n, Strips{});                                                                                       \
  }                                                                                                                    \
  _Pragma("soac differentiate(vjp, jvp)") double f##_snapshots(double x, const std::vector<double> &a, int n) {        \
    return f(x, a, n, Snapshots{});                                                                                    \
  }

IN_ALL_WAYS(grown)
IN_ALL_WAYS(filtered)
IN_ALL_WAYS(edited)
IN_ALL_WAYS(stacked)
IN_ALL_WAYS(rows)
IN_ALL_WAYS(replaced)

#define CURVATURE(f)                                                                                                   \
  double curvature_of_##f(double x, const std::vector<double> &a, int n) {                                             \
    return soac::jvp<soac::gradient<f, soac::wrt<0>>>(x, a, n, 1.0);                                                   \
  }

CURVATURE(filtered_plain)
CURVATURE(filtered_snapshots)
CURVATURE(replaced_plain)
CURVATURE(replaced_snapshots)

} // namespace shapes_in_ways
