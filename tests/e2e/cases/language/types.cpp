#include "types.hpp"
#include "types.soac.hpp"

#include <cmath>
#include <limits>
#include <numbers>

// Elements that are records, tuples, pairs and fixed arrays; parameters and results of every array type.

namespace elements {

#pragma soac differentiate(vjp, jvp)
double energies(soac::view<const body, 1> all) {
  return soac::sum(soac::map(
      [](const body &b) {
        return b.mass * (b.velocity[0] * b.velocity[0] + b.velocity[1] * b.velocity[1]) +
               b.charge * b.position.x * b.position.y;
      },
      all));
}

#pragma soac differentiate(vjp, jvp)
soac::array<point, 1> moved(soac::view<const point, 1> p, point by, double s) {
  return soac::map([&](const point &q) { return (q + by) * (s * q.dot(by)); }, p);
}

#pragma soac differentiate(vjp, jvp)
point centroid(const std::vector<point> &p) {
  const point total = soac::reduce([](const point &a, const point &b) { return a + b; }, point{0.0, 0.0}, p);
  return total * (1.0 / double(p.size()));
}

#pragma soac differentiate(vjp, jvp)
double chain(const std::vector<double> &x) {
  auto ms = soac::map([](double v) { return square{v, 1, std::sin(v), 2}; }, x);
  square r = soac::reduce([](square p, square q) { return p * q; }, square{1, 0, 0, 1}, ms);
  return r.a + r.b * r.c - r.d;
}

#pragma soac differentiate(vjp, jvp)
interval hull(vec x) {
  const auto each = soac::map([](double v) { return interval{v, v, 1}; }, x);
  return soac::reduce(
      [](const interval &a, const interval &b) {
        return interval{std::min(a.low, b.low), std::max(a.high, b.high), a.count + b.count};
      },
      interval{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0}, each);
}

#pragma soac differentiate(vjp, jvp)
std::array<double, 2> complex_product(soac::view<const std::array<double, 2>, 1> z) {
  return soac::reduce(
      [](const std::array<double, 2> &a, const std::array<double, 2> &b) {
        return std::array<double, 2>{a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]};
      },
      std::array<double, 2>{1.0, 0.0}, z);
}

#pragma soac differentiate(vjp, jvp)
std::pair<double, double> affine(vec a, vec b) {
  const auto [s, t] = soac::reduce(
      [](const std::tuple<double, double> &f, const std::tuple<double, double> &g) {
        const auto &[fa, fb] = f;
        const auto &[ga, gb] = g;
        return std::tuple{fa * ga, fb * ga + gb};
      },
      std::tuple{1.0, 0.0}, a, b);
  return {s, t};
}

#pragma soac differentiate(vjp, jvp)
std::tuple<soac::array<double, 1>, double> with_sum(vec x) {
  auto y = soac::map([](double v) { return v * std::exp(-v); }, x);
  const double s = soac::sum(y);
  return {y, s};
}

#pragma soac differentiate(vjp, jvp)
std::tuple<double, soac::index> best(vec x) {
  const auto k = soac::argmax(x);
  return {x[k] * x[k], k};
}

#pragma soac differentiate(vjp, jvp)
fit regression(vec x, vec y) {
  const double n = double(x.size());
  const double mx = soac::sum(x) / n, my = soac::sum(y) / n;
  const auto dx = soac::map([=](double v) { return v - mx; }, x);
  const auto dy = soac::map([=](double v) { return v - my; }, y);
  const double slope = soac::dot(dx, dy) / soac::dot(dx, dx), offset = my - slope * mx;
  return {slope, offset, soac::map([=](double a, double b) { return b - (slope * a + offset); }, x, y)};
}

#pragma soac differentiate(vjp, jvp)
std::vector<double> cubes(const std::vector<double> &x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[i] * x[i];
  return y;
}

#pragma soac differentiate(vjp, jvp)
std::vector<double> in_loop(const std::vector<double> &x, double s) {
  std::vector<double> y = x;
  for (std::size_t i = 1; i < y.size(); ++i)
    y[i] += s * y[i - 1] * y[i - 1];
  return y;
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> outer(const std::array<double, 3> &x, std::span<const double> y) {
  return soac::map([&](double a) { return soac::map([&](double b) { return std::sin(a * b); }, y); }, x);
}

#pragma soac differentiate(vjp, jvp)
double c_array(const double (&x)[4], const double *y) {
  double s = 0.0;
  for (int i = 0; i < 4; ++i)
    s += x[i] * y[3 - i] * y[i];
  return s + soac::product(soac::view<const double, 1>(x));
}

#pragma soac differentiate(vjp, jvp)
double tuples(soac::view<const std::tuple<double, double, int>, 1> x) {
  return soac::sum(soac::map(
      [](const std::tuple<double, double, int> &t) {
        const auto [a, b, k] = t;
        return k == 0 ? a * b : a - b * k;
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double pairs(const std::vector<std::pair<double, float>> &x) {
  double s = 1.0;
  for (const auto &[a, b] : x)
    s *= a + b;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double fixed(const std::vector<std::array<double, 3>> &x) {
  return soac::sum(
      soac::map([](const std::array<double, 3> &p) { return soac::product(p) + soac::min(p) * soac::max(p); }, x));
}

#pragma soac differentiate(vjp, jvp)
double grid_of_points(soac::view<const point, 2> g) {
  const auto rows = soac::map(
      [](auto row) {
        return soac::reduce([](const point &a, const point &b) { return point{a.x * b.x, a.y + b.y}; }, point{1.0, 0.0},
                            row);
      },
      g);
  return soac::sum(soac::map([](const point &p) { return p.x * p.y; }, rows)) + g(0, 1).x * g[1][0].y;
}

#pragma soac differentiate(vjp, jvp)
double owned(const soac::array<double, 2> &x, soac::array<double, 1> by_value) {
  for (soac::index i = 0; i < x.extent(0); ++i)
    by_value[i % 2] *= x(i, 0);
  return soac::sum(by_value) + soac::sum(soac::flatten(x)) * by_value[0];
}

#pragma soac differentiate(vjp, jvp)
double singles(soac::view<const float, 1> x, float s) {
  const float p = soac::sum(soac::map([=](float v) { return v * s; }, x));
  return double(p) * soac::sum(soac::map([](float v) { return double(v) * v; }, x));
}

#pragma soac differentiate(vjp, jvp)
double integers(soac::view<const int, 1> k, soac::view<const bool, 1> on, vec x) {
  const int total = soac::sum(k);
  const auto chosen = soac::map([](int i, bool b, double v) { return b ? i * v * v : v; }, k, on, x);
  return total * soac::sum(chosen) + soac::product(soac::gather(x, k));
}

#pragma soac differentiate(vjp, jvp)
double argument_minimum(soac::view<const point, 1> p) {
  const auto keys = soac::map([](const point &q) { return q.dot(q); }, p);
  const auto nearest = p[soac::argmin(keys)];
  return nearest.x * std::exp(nearest.y);
}

#pragma soac differentiate(vjp, jvp)
double scanned_pairs(vec a, vec b) {
  const auto [s, t] = soac::scan(
      [](const std::tuple<double, double> &f, const std::tuple<double, double> &g) {
        return std::tuple<double, double>(std::get<0>(f) * std::get<0>(g),
                                          std::get<1>(f) * std::get<0>(g) + std::get<1>(g));
      },
      std::tuple<double, double>(1.0, 0.0), a, b);
  return soac::dot(s, t);
}

#pragma soac differentiate(vjp, jvp)
double scanned_squares(vec x) {
  const auto all = soac::scan([](const square &p, const square &q) { return p * q; }, square{1, 0, 0, 1},
                              soac::map([](double v) { return square{v, 1, -1, v * v}; }, x));
  return soac::sum(soac::map([](const square &p) { return p.a + p.b * p.c + p.d; }, all));
}

#pragma soac differentiate(vjp, jvp)
double histogram_of_tuples(vec a, vec b, soac::view<const int, 1> key) {
  const auto [low, sum] = soac::reduce_by_index(
      [](const std::tuple<double, double> &f, const std::tuple<double, double> &g) {
        return std::tuple<double, double>(std::min(std::get<0>(f), std::get<0>(g)), std::get<1>(f) + std::get<1>(g));
      },
      std::tuple<double, double>(1e9, 0.0), 3, key, a, b);
  return soac::sum(soac::map([](double l, double s) { return l < 1e8 ? l * s : 0.0; }, low, sum));
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> output_array(vec x) {
  soac::array<double, 1> y(x.size() + 1);
  y[0] = 1.0;
  for (soac::index i = 0; i < x.size(); ++i)
    y[i + 1] = y[i] * x[i];
  return y;
}

#pragma soac differentiate(vjp, jvp)
void outputs(vec x, soac::view<double, 1> y, double *z, std::vector<double> &w, double &total) {
  total = 0.0;
  for (soac::index i = 0; i < x.size(); ++i) {
    y[i] *= x[i];
    z[i] = x[i] * x[i] + y[i];
    w[static_cast<std::size_t>(i)] += z[i] * w[0];
    total += z[i];
  }
}

#pragma soac differentiate(vjp, jvp)
void record_output(vec x, body &b) {
  b.position.x *= x[0];
  b.velocity = {x[1] * b.position.x, b.velocity[0]};
  b.charge += 1;
}

#pragma soac differentiate(vjp, jvp)
double zipped(vec x, vec y) {
  const auto all = soac::zip(x, y, soac::map([](double v) { return v * v; }, x));
  const auto back = soac::reverse(all);
  const auto [a, b, c] = soac::unzip(back);
  return soac::dot(a, b) * c[0] + std::get<1>(all[0]);
}

#pragma soac differentiate(vjp, jvp)
double several(vec x) {
  auto [s, c, rows] = soac::map(
      [](double v) {
        return std::tuple(std::sin(v), std::cos(v),
                          soac::map([=](soac::index i) { return v * double(i); }, soac::iota(3)));
      },
      x);
  s[0] *= 2.0;
  return soac::dot(s, c) + soac::sum(soac::product(rows)) + rows(0, 1) * rows(1, 2);
}

#pragma soac differentiate(vjp, jvp)
double vectors_of_points(soac::view<const point, 1> p, double s) {
  soac::array<point, 1> q(p);
  for (soac::index i = 0; i + 1 < q.size(); ++i) {
    q[i + 1].x += s * q[i].y;
    q[i] = q[i] + q[i + 1] * s;
  }
  return soac::sum(soac::map([](const point &r) { return r.x * r.y; }, q));
}

} // namespace elements

// Parameters and results that are records with views, vectors and integers.

namespace tangent_types {

#pragma soac differentiate(vjp, jvp)
double loss(const Model &m, soac::view<const double> x) {
  double t = 0;
  for (soac::index i = 0; i < m.w.extent(0); ++i) {
    double y = m.b[static_cast<std::size_t>(i)];
    for (soac::index j = 0; j < m.w.extent(1); ++j)
      y += m.w(i, j) * x(j);
    t += m.s * y * y * m.n;
  }
  return t;
}
#pragma soac differentiate(vjp, jvp)
double misfit(const Line &l) {
  double t = 0;
  for (std::size_t i = 0; i < l.y.size(); ++i) {
    const double d = l.y[i] - l.slope * static_cast<double>(i);
    t += d * d;
  }
  return t;
}
Owner scaled(const Owner &o, double k) {
  Owner r = o;
  for (double &b : r.b)
    b *= k;
  r.c = o.c * (k * k);
  r.f[1] = static_cast<float>(r.f[1] * k);
  r.s = o.s * o.n * k;
  ++r.n;
  return r;
}
double of_outer(const Outer &o) { return o.k * misfit(o.line); }
double of_all(const Owner &o) { return o.b[0] * o.c(1, 0) * o.f[0] * o.s * o.n; }

ModelTangent loss_gradient(const Model &m, soac::view<const double> x) {
  return soac::gradient<loss, soac::wrt<0>>(m, x);
}
double loss_tangent(const Model &m, soac::view<const double> x, const ModelTangent &dm) {
  return soac::jvp<loss, soac::wrt<0>>(m, x, dm);
}
ModelTangent loss_hvp(const Model &m, soac::view<const double> x, const ModelTangent &dm) {
  return soac::hvp<loss, soac::wrt<0>>(m, x, dm);
}
LineTangent misfit_gradient(const Line &l) { return soac::gradient<misfit>(l); }
LineTangent misfit_hvp(const Line &l, const LineTangent &dl) { return soac::hvp<misfit>(l, dl); }
std::tuple<Owner, double> scaled_adjoint(const Owner &o, double k, const Owner &seed) {
  return soac::vjp<scaled>(o, k, seed);
}
Owner scaled_tangent(const Owner &o, double k, const Owner &d, double dk) { return soac::jvp<scaled>(o, k, d, dk); }
soac::tangent_t<Outer> outer_gradient(const Outer &o) { return soac::gradient<of_outer>(o); }
std::tuple<soac::array<double, 3>, soac::array<double, 2>, soac::array<double>, soac::array<int>>
loss_adjoints(const Model &m, soac::view<const double> x, soac::view<const double> seeds) {
  return soac::mjp<loss, soac::wrt<0>>(m, x, seeds);
}
double step(const Model &m, soac::view<const double> x) {
  const auto g = soac::gradient<loss, soac::wrt<0>>(m, x);
  return std::get<2>(g) * std::get<2>(g) + std::get<1>(g)[0];
}
double step_slope(const Model &m, soac::view<const double> x, const ModelTangent &dm) {
  return soac::jvp<step, soac::wrt<0>>(m, x, dm);
}

} // namespace tangent_types

#pragma soac differentiate(vjp, jvp)
double total_of_owner(const tangent_types::Owner &o) { return tangent_types::of_all(o); }
