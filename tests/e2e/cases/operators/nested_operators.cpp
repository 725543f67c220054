#include "nested_operators.hpp"
#include "nested_operators.soac.hpp"

#include <cmath>
#include <limits>

namespace nested {

double log_sum_exp(vec x) {
  const double m = soac::max(x);
  return m + std::log(soac::sum(soac::map([&](double v) { return std::exp(v - m); }, x)));
}
double product(vec x) { return soac::product(x) * std::sin(x[0]); }
double smallest(vec x) {
  return soac::min(soac::map([](double v) { return v * v * v; }, x)) *
         soac::max(soac::map([](double v) { return std::exp(v); }, x));
}
double chain(vec x) {
  auto ms = soac::map([](double v) { return square{v, 1, std::sin(v), 2}; }, x);
  square r = soac::reduce([](square p, square q) { return p * q; }, square{1, 0, 0, 1}, ms);
  return r.a + r.b * r.c - r.d;
}
double scanned(vec x) {
  const auto s = soac::scan([](double a, double b) { return a * b + a + b; }, 0.0, x);
  return soac::dot(s, s);
}
double prefix(vec x) {
  const auto s = soac::scan(soac::plus{}, 0.0, soac::map([](double v) { return v * v; }, x));
  const auto p = soac::exclusive_scan(soac::multiplies{}, 1.0, x);
  return soac::sum(soac::map([](double a, double b) { return std::sin(a) * b; }, s, p));
}
double bins(vec x) {
  const auto keys = soac::map([](soac::index i) { return (i * i) % 3; }, soac::iota(x.size()));
  const auto sums = soac::reduce_by_index(soac::plus{}, 0.0, 3, keys, soac::map([](double v) { return v * v; }, x));
  const auto products = soac::reduce_by_index(soac::multiplies{}, 1.0, 3, keys, x);
  const auto lows = soac::reduce_by_index(soac::minimum{}, 10.0, 3, keys, x);
  return soac::dot(sums, products) + soac::product(lows);
}
double scattered(vec x) {
  const auto at = soac::map([](soac::index i) { return 2 * i; }, soac::iota(x.size()));
  const auto y = soac::scatter(x, at, soac::map([](double v) { return v * v * v; }, x));
  return soac::dot(y, soac::map([](double a, double b) { return a * std::sin(b); }, x, y));
}
double loops(vec x) {
  double s = 1, t = 0;
  for (int i = 0; i < 3; ++i) {
    for (soac::index j = 0; j < x.size(); ++j) {
      if (x[j] > 0)
        s *= 1 + 0.1 * x[j];
      else
        t += s * x[j] * x[j];
      if (t > 100)
        break;
    }
    t = std::tanh(t);
  }
  return s + t;
}
double stencil(vec x) {
  reals u(x);
  for (int step = 0; step < 3; ++step)
    u = soac::tabulate(
        [&](soac::index i) {
          const soac::index n = u.size();
          return u[i] + 0.1 * u[(i + 1) % n] * u[(i + n - 1) % n];
        },
        x.size());
  return soac::dot(u, u);
}
double inplace(vec x) {
  reals y(x);
  for (soac::index i = 1; i < y.size(); ++i) {
    y[i] = y[i] * y[i - 1] + std::sin(y[0]);
    y[0] *= 0.5;
  }
  return soac::sum(y * y);
}
double normalised(vec x) {
  const double norm = std::sqrt(soac::dot(x, x));
  const auto y = soac::map([=](double v) { return v / norm; }, x);
  return soac::sum(soac::scan(soac::plus{}, 0.0, y)) * y[0];
}
double gram(vec x) {
  const auto m = soac::map([&](double a) { return soac::map([&](double b) { return std::exp(a * b); }, x); }, x);
  const auto mt = soac::transpose(m);
  const auto mm = soac::map([&](auto r) { return soac::map([&](auto c) { return soac::dot(r, c); }, mt); }, m);
  return std::log(soac::sum(soac::flatten(mm)));
}
double mixture(vec x) {
  return soac::sum(soac::map(
      [&](double p) {
        const auto logs = soac::map([&](double m) { return -0.5 * (p * p - m) * (p * p - m); }, x);
        return log_sum_exp(logs);
      },
      x));
}
double layout(vec x) {
  const auto all = soac::concat(x, soac::reverse(x), soac::rotate(x, 2));
  const auto table = soac::unflatten(all, 3, x.size());
  const auto columns = soac::product(table);
  const auto part = soac::slice(all, 1, all.size() - 2);
  return soac::sum(columns) + soac::product(part) + soac::dot(soac::column(table, 0), soac::gather(x, soac::iota(3)));
}
double argument(vec x) {
  const auto k = soac::argmax(soac::map([](double v) { return v * v; }, x));
  const auto l = soac::argmin(x);
  return std::exp(x[k]) * std::sin(x[l] * x[0]);
}
double branches(vec x) {
  return soac::sum(soac::map(
      [&](double v) {
        if (v < 0)
          return v * v * x[0];
        double r = v;
        for (int i = 0; i < 2; ++i)
          r = v > 1 ? r * v : r + std::sin(r);
        return r;
      },
      x));
}
double until(vec x) {
  return soac::sum(soac::map(
      [](double v) {
        double a = 1.0 + v * v, y = a;
        while (std::fabs(y * y - a) > 1e-13 * a)
          y = 0.5 * (y + a / y);
        return y * v;
      },
      x));
}

double cost(mat points, mat centers) {
  auto nearest = soac::map(
      [&](auto p) {
        auto dist = soac::map(
            [&](auto c) {
              return soac::sum(soac::map([](double a, double b) { return (a - b) * (a - b) * a; }, p, c));
            },
            centers);
        return soac::reduce(soac::minimum{}, std::numeric_limits<double>::infinity(), dist);
      },
      points);
  return soac::sum(nearest);
}

namespace {

template <auto F> orders all_orders(vec x, vec dx) {
  orders o;
  auto [value, gradient] = soac::value_and_gradient<F>(x);
  o.value = value;
  o.gradient = gradient;
  o.slope = soac::jvp<F>(x, dx);
  o.forward = soac::jvp<soac::gradient<F>>(x, dx);
  o.reverse = soac::vjp<soac::gradient<F>>(x, dx);
  const reals none(x.size());
  o.tangents = soac::jvp<soac::jvp<F>>(x, dx, dx, none);
  const auto t = soac::jvp<soac::jvp<soac::gradient<F>>>(x, dx, dx, none);
  o.third = soac::dot(t, dx);
  return o;
}

} // namespace

orders of_log_sum_exp(vec x, vec dx) { return all_orders<log_sum_exp>(x, dx); }
orders of_product(vec x, vec dx) { return all_orders<product>(x, dx); }
orders of_smallest(vec x, vec dx) { return all_orders<smallest>(x, dx); }
orders of_chain(vec x, vec dx) { return all_orders<chain>(x, dx); }
orders of_scanned(vec x, vec dx) { return all_orders<scanned>(x, dx); }
orders of_prefix(vec x, vec dx) { return all_orders<prefix>(x, dx); }
orders of_bins(vec x, vec dx) { return all_orders<bins>(x, dx); }
orders of_scattered(vec x, vec dx) { return all_orders<scattered>(x, dx); }
orders of_loops(vec x, vec dx) { return all_orders<loops>(x, dx); }
orders of_stencil(vec x, vec dx) { return all_orders<stencil>(x, dx); }
orders of_inplace(vec x, vec dx) { return all_orders<inplace>(x, dx); }
orders of_normalised(vec x, vec dx) { return all_orders<normalised>(x, dx); }
orders of_gram(vec x, vec dx) { return all_orders<gram>(x, dx); }
orders of_mixture(vec x, vec dx) { return all_orders<mixture>(x, dx); }
orders of_layout(vec x, vec dx) { return all_orders<layout>(x, dx); }
orders of_argument(vec x, vec dx) { return all_orders<argument>(x, dx); }
orders of_branches(vec x, vec dx) { return all_orders<branches>(x, dx); }
orders of_until(vec x, vec dx) { return all_orders<until>(x, dx); }

double potential(double x, double y) { return std::sin(x) * y * y + x * x * x / (1.0 + y * y); }

#pragma soac differentiate(vjp, jvp)
double reverse_inside(vec x) {
  const auto g = soac::gradient<log_sum_exp>(x);
  return soac::dot(g, x) + g[0] * g[0];
}
#pragma soac differentiate(vjp, jvp)
double forward_inside(vec x) {
  const auto [v, t] = soac::value_and_jvp<gram>(x, soac::map([](double a) { return a * a; }, x));
  return v * t;
}
#pragma soac differentiate(vjp, jvp)
double descent(vec x, int steps, double rate) {
  reals y(x);
  for (int i = 0; i < steps; ++i) {
    const auto g = soac::gradient<log_sum_exp>(y);
    y = soac::map([=](double a, double b) { return a - rate * b; }, y, g);
  }
  return soac::dot(y, y);
}
#pragma soac differentiate(vjp, jvp)
double mapped_gradients(vec x, vec y) {
  return soac::sum(soac::map(
      [](double a, double b) {
        const auto [ga, gb] = soac::gradient<potential>(a, b);
        const double t = soac::jvp<potential>(a, b, b, a);
        return ga * gb + t * a;
      },
      x, y));
}
double weighted(vec x, vec w) {
  return soac::sum(soac::map([](double a, double b) { return std::exp(a * b) * b; }, x, w));
}
#pragma soac differentiate(vjp, jvp)
double gradient_of_arrays(vec x, vec w) {
  const auto [gw, gx] = soac::gradient<weighted, soac::wrt<1, 0>>(x, w);
  const auto only = soac::gradient<weighted, soac::wrt<0>>(x, w);
  return soac::dot(gw, gx) + soac::dot(only, w);
}
double residual(double x, double a) { return x * x * x - a; }
#pragma soac differentiate(vjp, jvp)
double newton(double a, int steps) {
  double x = 1.0;
  for (int i = 0; i < steps; ++i) {
    const auto [f, df] = soac::value_and_gradient<residual, soac::wrt<0>>(x, a);
    x -= f / df;
  }
  return x;
}
#pragma soac differentiate(vjp, jvp)
double saddle(double x, double y, int steps) {
  for (int i = 0; i < steps; ++i) {
    const auto [gx, gy] = soac::gradient<potential>(x, y);
    x -= 0.1 * gx;
    y += 0.1 * gy * soac::jvp<potential, soac::wrt<0>>(x, y, 1.0);
  }
  return x * y;
}
#pragma soac differentiate(vjp, jvp)
double captured(vec x, double s) {
  return soac::sum(soac::map(
      [&](double v) {
        const double g = soac::gradient<potential, soac::wrt<0>>(v * s, s);
        return g * x[0];
      },
      x));
}
#pragma soac differentiate(vjp, jvp)
double inner_vjp(vec x, vec seed) {
  const auto squares = soac::vjp<weighted, soac::wrt<0>>(x, seed, seed[0]);
  return soac::product(squares);
}
#pragma soac differentiate(vjp, jvp)
double inner_hessian(vec x) {
  const auto hv = soac::jvp<soac::gradient<product>>(x, soac::map([](double v) { return v * v; }, x));
  return soac::dot(hv, x);
}

std::tuple<matrix, matrix> cost_gradients(mat p, mat c) { return soac::gradient<cost>(p, c); }
matrix cost_diagonal(mat p, mat c) {
  const matrix ones = soac::map([](auto row) { return soac::map([](double) { return 1.0; }, row); }, c);
  return soac::jvp<soac::gradient<cost, soac::wrt<1>>>(p, c, ones);
}
std::tuple<double, matrix> cost_value_and_gradient(mat p, mat c) {
  auto [v, g] = soac::value_and_gradient<cost, soac::wrt<1>>(p, c);
  return {v, g};
}
std::tuple<matrix, matrix> swapped(mat p, mat c) { return soac::vjp<cost, soac::wrt<1, 0>>(p, c, 2.0); }

} // namespace nested
