#include "programs.hpp"

#include <cmath>

#pragma soac differentiate(vjp)
double orbit(double x, double v, int n) {
  for (int i = 0; i < n; ++i) {
    v -= 0.1 * std::sin(x);
    x += 0.1 * v;
  }
  return x * v;
}

#pragma soac differentiate(vjp)
double orbit_in_strips(double x, double v, int n) {
#pragma soac stripmine(2)
  for (int i = 0; i < n; ++i) {
    v -= 0.1 * std::sin(x);
    x += 0.1 * v;
  }
  return x * v;
}

#pragma soac differentiate(vjp)
double orbit_in_thin_strips(double x, double v, int n) {
#pragma soac stripmine(3)
  for (int i = 0; i < n; ++i) {
    v -= 0.1 * std::sin(x);
    x += 0.1 * v;
  }
  return x * v;
}

#pragma soac differentiate(vjp)
double orbit_by_snapshots(double x, double v, int n) {
#pragma soac checkpoint(revolve : 5)
  for (int i = 0; i < n; ++i) {
    v -= 0.1 * std::sin(x);
    x += 0.1 * v;
  }
  return x * v;
}

namespace {

soac::array<double> smoothed(soac::view<const double> u) {
  const soac::index n = u.extent(0);
  return soac::tabulate(
      [&](soac::index i) { return u[i] + 0.2 * (u[(i + 1) % n] - 2 * u[i] + u[(i + n - 1) % n]) * u[i]; }, n);
}

} // namespace

#pragma soac differentiate(vjp)
double diffusion(soac::view<const double> u, int n) {
  soac::array<double> now(u);
  for (int i = 0; i < n; ++i)
    now = smoothed(now);
  return soac::sum(soac::map([](double x) { return x * x; }, now));
}

#pragma soac differentiate(vjp)
double diffusion_in_strips(soac::view<const double> u, int n) {
  soac::array<double> now(u);
#pragma soac stripmine(2)
  for (int i = 0; i < n; ++i)
    now = smoothed(now);
  return soac::sum(soac::map([](double x) { return x * x; }, now));
}

#pragma soac differentiate(vjp)
double nested(soac::view<const double, 2> a, int n) {
  double y = 1;
  for (int i = 0; i < n; ++i) {
    double z = y;
    for (int j = 0; j < a.extent(1); ++j)
      z = std::sin(z * a(i, j));
    y = y * z + 1;
  }
  return y;
}

#pragma soac differentiate(vjp)
double in_place(const std::vector<double> &values, int n) {
  std::vector<double> y(values);
  for (int i = 1; i < n; ++i)
    y[i] *= y[i - 1] + 0.5;
  return y[n - 1] * y[0];
}

#pragma soac differentiate(vjp)
double in_order(const std::vector<double> &values, int n) {
  std::vector<double> y(values);
  for (int i = 1; i < n; ++i)
    y[i] = std::sin(y[i] * y[i - 1]);
  return y[n - 1] * y[0];
}

#pragma soac differentiate(vjp)
double rows(soac::view<const double, 2> a, soac::view<const double> x) {
  const auto y = soac::map(
      [&](auto row) {
        const auto exponentials = soac::map([](double p, double q) { return std::exp(p * q); }, row, x);
        return exponentials[0] / soac::sum(exponentials);
      },
      a);
  return soac::sum(soac::map([](double v) { return v * v; }, y));
}

#pragma soac differentiate(vjp)
double running(soac::view<const double> x) {
  const auto products = soac::scan([](double a, double b) { return a * b + a; }, 0.0, x);
  return soac::sum(soac::map([](double p, double q) { return p * q; }, products, x));
}

#pragma soac differentiate(vjp)
double gravity(const std::vector<Body> &bodies) {
  double energy = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      energy -= bodies[i].mass * bodies[j].mass /
                std::hypot(bodies[i].place[0] - bodies[j].place[0], bodies[i].place[1] - bodies[j].place[1]);
  return energy;
}

#pragma soac differentiate(vjp)
double histogram(soac::view<const double> x, soac::view<const soac::index> keys, int n) {
  const auto bins = soac::reduce_by_index(soac::plus{}, 0.0, n, keys, x);
  return soac::sum(soac::map([](double b) { return std::exp(b); }, bins));
}

#pragma soac differentiate(vjp)
double branches(soac::view<const double> x, int n) {
  double y = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0) {
      const auto z = soac::map([&](double a) { return std::sin(a + y); }, x);
      y += soac::sum(soac::map([](double a, double b) { return a * b; }, z, soac::reverse(z)));
    } else {
      y = std::cos(y);
    }
  }
  return y;
}
