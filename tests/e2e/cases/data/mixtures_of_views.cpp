#include "mixtures_of_views.hpp"

#include "mixtures_of_views.soac.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace mixtures_of_views {

#pragma soac differentiate(vjp, jvp)
double views_of_views(mat x, int from, int to) {
  const auto t = soac::transpose(soac::slice(x, from, to));
  const auto r = soac::rotate(soac::reverse(t), 1);
  double s = 0;
  for (soac::index i = 0; i < r.extent(0); ++i)
    s += soac::dot(r[i], t[i]) * soac::sum(soac::slice(t[i], 0, 1));
  return s;
}

#pragma soac differentiate(vjp, jvp)
double diagonal_blocks(mat x) {
  const auto flat = soac::flatten(x);
  const soac::index n = x.extent(0), m = x.extent(1);
  const auto squares = soac::unflatten(soac::map([](double a) { return a * a * a; }, flat), m, n);
  double s = 0;
  for (soac::index i = 0; i < n && i < m; ++i)
    s += squares(i, i) * x(i, i) + squares(m - 1 - i, 0);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double in_place_transposed(mat x, int rounds) {
  soac::array<double, 2> a = x;
  for (int t = 0; t < rounds; ++t) {
    const auto b = soac::transpose(a);
    for (soac::index i = 0; i < a.extent(0); ++i)
      for (soac::index j = 0; j < a.extent(1); ++j)
        if (i != j)
          a(i, j) += 0.1 * b(j, i) * a(i, j) - 0.05 * a((i + 1) % a.extent(0), j);
    a = soac::map([](auto row) { return soac::map([](double v) { return std::sin(v); }, row); }, a);
  }
  return soac::sum(soac::map([](auto row) { return soac::product(row); }, a));
}

#pragma soac differentiate(vjp, jvp)
double windows(vec x, int width) {
  const soac::index n = x.size() - width + 1;
  const auto sums = soac::tabulate(
      [&](soac::index i) {
        const auto part = soac::slice(x, i, i + width);
        return soac::reduce([](double a, double b) { return a * b + a + b; }, 0.0, part);
      },
      n);
  return soac::reduce(soac::maximum{}, -100.0, sums) * soac::sum(sums);
}

#pragma soac differentiate(vjp, jvp)
double flattened_writes(mat x) {
  soac::array<double> u = soac::flatten(x);
  for (soac::index i = 1; i < u.size(); i += 2)
    u[i] *= u[i / 2] + u[u.size() - i];
  const auto again = soac::unflatten(u, x.extent(0), x.extent(1));
  return soac::sum(soac::map([](auto a, auto b) { return soac::sum(a) * soac::dot(a, b); }, again, x));
}

#pragma soac differentiate(vjp, jvp)
double rotated_products(vec x, int by) {
  const auto u = soac::rotate(x, by);
  const auto v = soac::concat(u, soac::rotate(x, -by));
  return soac::sum(soac::scan(soac::multiplies{}, 1.0, v)) + soac::dot(u, soac::reverse(x));
}

#pragma soac differentiate(vjp, jvp)
double reversed_scan(vec x) {
  const auto from_right = soac::reverse(soac::scan(soac::minimum{}, 10.0, soac::reverse(x)));
  const auto from_left = soac::exclusive_scan(soac::plus{}, 0.5, x);
  return soac::dot(from_right, from_left);
}

#pragma soac differentiate(vjp, jvp)
double particles(std::vector<Particle> ps, double dt, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (Particle &p : ps) {
      double force = 0;
      for (const Particle &q : ps) {
        const double d = q.position - p.position;
        if (q.kind != p.kind && std::fabs(d) > 1e-3)
          force += d / (1 + d * d);
      }
      p.speed += dt * force;
    }
    for (Particle &p : ps) {
      p.position += dt * p.speed;
      if (p.position > 2) {
        p.speed = -p.speed;
        p.position = 4 - p.position;
      }
    }
  }
  double energy = 0;
  for (const auto &p : ps)
    energy += 0.5 * p.speed * p.speed + p.position;
  return energy;
}

namespace {
struct Best {
  double cost, at;
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double best_record(vec x, vec y) {
  Best best{std::numeric_limits<double>::infinity(), 0};
  for (soac::index i = 0; i < x.size(); ++i) {
    const Best here{x[i] * x[i] + y[i], y[i] * x[i]};
    if (here.cost < best.cost)
      best = here;
  }
  return best.cost * best.at;
}

#pragma soac differentiate(vjp, jvp)
double moments(vec x) {
  using triple = std::tuple<double, double, double>;
  const auto [sum, squares, cubes] = soac::reduce(
      [](triple a, triple b) {
        return triple(std::get<0>(a) + std::get<0>(b), std::get<1>(a) + std::get<1>(b),
                      std::get<2>(a) + std::get<2>(b));
      },
      triple(0.0, 0.0, 0.0), x, soac::map([](double a) { return a * a; }, x),
      soac::map([](double a) { return a * a * a; }, x));
  const double n = double(x.size()), mean = sum / n, variance = squares / n - mean * mean;
  return (cubes / n - 3 * mean * variance - mean * mean * mean) / std::pow(variance + 0.1, 1.5);
}

#pragma soac differentiate(vjp, jvp)
double affine_chain(vec a, vec b, double start) {
  const auto [slopes, offsets] = soac::scan(
      [](std::tuple<double, double> f, std::tuple<double, double> g) {
        const auto [fa, fb] = f;
        const auto [ga, gb] = g;
        return std::tuple(fa * ga, fb * ga + gb);
      },
      std::tuple(1.0, 0.0), a, b);
  return soac::sum(soac::map([&](double s, double o) { return std::sin(s * start + o); }, slopes, offsets));
}

#pragma soac differentiate(vjp, jvp)
double stacked_lambdas(vec x, double s) {
  const auto scaled = [&](double a) { return a * s; };
  const auto twice = [&](auto f, double a) { return f(f(a)); };
  const auto pass = [&](const auto &u) { return soac::map([&](double a) { return twice(scaled, a) + u[0]; }, u); };
  return soac::sum(pass(pass(x)));
}

#pragma soac differentiate(vjp, jvp)
void relax_in_place(soac::view<double, 2> u, double rate, int sweeps) {
  for (int t = 0; t < sweeps; ++t)
    for (soac::index i = 1; i + 1 < u.extent(0); ++i) {
      auto row = u[i];
      for (soac::index j = 0; j < row.size(); ++j) {
        if (row[j] < -1)
          continue;
        row[j] += rate * (u(i - 1, j) - 2 * row[j] + u(i + 1, j)) * row[(j + 1) % row.size()];
      }
    }
}

#pragma soac differentiate(vjp, jvp)
void scatter_rounds(const double *x, const int *where, double *bins, int n, int rounds) {
  for (int t = 0; t < rounds; ++t)
    for (int i = 0; i < n; ++i) {
      if (where[i] < 0)
        break;
      bins[where[i]] = bins[where[i]] * 0.5 + x[i] * bins[(where[i] + t) % 3];
    }
}

#pragma soac differentiate(vjp, jvp)
void prefix_in_place(double *x, int n, int rounds) {
  for (int t = 0; t < rounds; ++t) {
    double before = 0.5;
    for (double *p = x; p != x + n; ++p) {
      const double now = *p;
      *p = now * before;
      before = std::max(before, now);
    }
  }
}

namespace {
double square_sum(vec g) { return soac::dot(g, g); }
double square_sum(mat g) {
  return soac::sum(soac::map([](auto row) { return soac::dot(row, row); }, g));
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double twice_views(mat x, int from, int to) { return square_sum(soac::gradient<views_of_views>(x, from, to)); }

#pragma soac differentiate(vjp, jvp)
double twice_transposed(mat x, int rounds) { return square_sum(soac::gradient<in_place_transposed>(x, rounds)); }

#pragma soac differentiate(vjp, jvp)
double twice_rotated(vec x, int by) { return square_sum(soac::gradient<rotated_products>(x, by)); }

#pragma soac differentiate(vjp, jvp)
double twice_reversed(vec x) { return square_sum(soac::gradient<reversed_scan>(x)); }

#pragma soac differentiate(vjp, jvp)
double twice_moments(vec x) { return square_sum(soac::gradient<moments>(x)); }

#pragma soac differentiate(vjp, jvp)
double twice_chain(vec a, vec b, double start) {
  const auto [a_adj, b_adj, start_adj] = soac::gradient<affine_chain>(a, b, start);
  return soac::dot(a_adj, b_adj) * start_adj;
}

#pragma soac differentiate(vjp, jvp)
double curved_windows(vec x, int width) { return soac::jvp<windows>(x, width, x); }

} // namespace mixtures_of_views
