#include "opaque_rules.hpp"
#include "opaque_rules.soac.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <stdexcept>

namespace opaque {

// ---- Bodies that are called as they are. ----

std::vector<double> sorted_by_size(std::vector<double> x) {
  std::sort(x.begin(), x.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b) || (std::fabs(a) == std::fabs(b) && a < b); });
  return x;
}
double by_function_object(double x) {
  std::function<double(double)> f = [](double a) { return std::sin(a); };
  if (x > 100)
    f = [](double a) { return std::cos(a); };
  return f(x);
}
double with_exception(double x) {
  try {
    if (x < 0)
      throw std::domain_error("negative");
    return std::sqrt(x);
  } catch (const std::domain_error &) {
    return 0.0;
  }
}
double counted(double x) {
  static int times = 0;
  if (++times < 0)
    std::printf("%d\n", times);
  return x * x;
}
double factorial_like(double x, int n) { return n <= 0 ? 1.0 : x * factorial_like(x + 1, n - 1); }
// No header declares it, but another file can call it.
double undeclared(const std::vector<double> &x) {
  std::function<double(double, double)> add = [](double a, double b) { return a + b * b; };
  return std::accumulate(x.begin(), x.end(), 0.0, add);
}

// ---- Rules. ----

namespace {

/// The order in which sorted_by_size puts them.
std::vector<int> order_of(const std::vector<double> &x) {
  std::vector<int> order(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      order[i] += std::fabs(x[j]) < std::fabs(x[i]) ? 1 : 0;
  return order;
}
std::vector<double> sorted_vjp(std::vector<double> x, const std::vector<double> &r_adj, std::vector<double> &x_adj) {
  const std::vector<int> order = order_of(x);
  for (std::size_t i = 0; i < x.size(); ++i)
    x_adj[i] += r_adj[order[i]];
  return x;
}
std::vector<double> sorted_jvp(std::vector<double> x, const std::vector<double> &x_tan, std::vector<double> &r_tan) {
  const std::vector<int> order = order_of(x);
  for (std::size_t i = 0; i < x.size(); ++i)
    r_tan[order[i]] = x_tan[i];
  return x;
}

double norm(soac::view<const double> x) { return norm_of(x.data(), static_cast<int>(x.extent(0))); }
double norm_vjp(soac::view<const double> x, double r_adj, soac::view<double> x_adj);
double norm_jvp(soac::view<const double> x, soac::view<const double> x_tan, double &r_tan);
double ruled_norm(soac::view<const double> x) { return soac::with_rules(norm, norm_vjp, norm_jvp, x); }
double norm_vjp(soac::view<const double> x, double r_adj, soac::view<double> x_adj) {
  const double r = ruled_norm(x);
  for (soac::index i = 0; i < x.extent(0); ++i)
    x_adj(i) += r_adj * x(i) / r;
  return r;
}
double norm_jvp(soac::view<const double> x, soac::view<const double> x_tan, double &r_tan) {
  const double r = ruled_norm(x);
  r_tan = soac::dot(x, x_tan) / r;
  return r;
}

soac::array<double> tripled(soac::view<const double> x) { // writes to elements 1 .. of what it returns
  soac::array<double> y(x.extent(0) + 2);
  y(0) = 0.5;
  scaled(x.data(), static_cast<int>(x.extent(0)), 3.0, y.data() + 1);
  return y;
}
soac::array<double> tripled_vjp(soac::view<const double> x, soac::view<const double> r_adj, soac::view<double> x_adj) {
  for (soac::index i = 0; i < x.extent(0); ++i)
    x_adj(i) += 3 * r_adj(i + 1);
  return tripled(x);
}
soac::array<double> tripled_jvp(soac::view<const double> x, soac::view<const double> x_tan, soac::array<double> &r_tan) {
  r_tan(0) = 0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    r_tan(i + 1) = 3 * x_tan(i);
  return tripled(x);
}

soac::array<double> cubes_vjp(soac::view<const double> x, soac::view<const double> r_adj, soac::view<double> x_adj) {
  for (soac::index i = 0; i < x.extent(0); ++i)
    x_adj(i) += 3 * x(i) * x(i) * r_adj(i);
  return cubes(x);
}
soac::array<double> cubes_jvp(soac::view<const double> x, soac::view<const double> x_tan, soac::view<double> r_tan) {
  for (soac::index i = 0; i < x.extent(0); ++i)
    r_tan(i) = 3 * x(i) * x(i) * x_tan(i);
  return cubes(x);
}

using Moments = std::tuple<double, std::vector<double>>; // (sum of x^p, x^p)
Moments moments_vjp(const std::vector<double> &x, double p, const Moments &r_adj, std::vector<double> &x_adj, double &p_adj) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double adjoint = std::get<0>(r_adj) + std::get<1>(r_adj)[i];
    x_adj[i] += adjoint * p * std::pow(x[i], p - 1);
    p_adj += adjoint * std::pow(x[i], p) * std::log(x[i]);
  }
  return moments(x, p);
}
Moments moments_jvp(const std::vector<double> &x, double p, const std::vector<double> &x_tan, double p_tan, Moments &r_tan) {
  std::get<0>(r_tan) = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double t = p * std::pow(x[i], p - 1) * x_tan[i] + std::pow(x[i], p) * std::log(x[i]) * p_tan;
    std::get<1>(r_tan)[i] = t;
    std::get<0>(r_tan) += t;
  }
  return moments(x, p);
}

Body pushed_vjp(const Body &b, double k, const Body &r_adj, Body &b_adj, double &k_adj) { // {mass, at * k + mass}
  b_adj.mass += r_adj.mass + r_adj.at[0] + r_adj.at[1];
  for (int d = 0; d < 2; ++d) {
    b_adj.at[d] += k * r_adj.at[d];
    k_adj += b.at[d] * r_adj.at[d];
  }
  return b;
}
Body pushed_jvp(const Body &b, double k, const Body &b_tan, double k_tan, Body &r_tan) {
  r_tan.mass = b_tan.mass;
  for (int d = 0; d < 2; ++d)
    r_tan.at[d] = b_tan.at[d] * k + b.at[d] * k_tan + b_tan.mass;
  return b;
}
std::vector<Body> all_pushed_vjp(std::span<const Body> bodies, double k, const std::vector<Body> &r_adj,
                                 std::span<Body> bodies_adj, double &k_adj) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    pushed_vjp(bodies[i], k, r_adj[i], bodies_adj[i], k_adj);
  return {};
}
std::vector<Body> all_pushed_jvp(std::span<const Body> bodies, double k, const std::vector<Body> &bodies_tan, double k_tan,
                                 std::vector<Body> &r_tan) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    pushed_jvp(bodies[i], k, bodies_tan[i], k_tan, r_tan[i]);
  return {};
}

using Triple = std::array<double, 3>;
Triple cross_vjp(const Triple &a, const Triple &b, const Triple &r_adj, Triple &a_adj, Triple &b_adj) {
  const Triple x = cross(b, r_adj), y = cross(r_adj, a);
  for (int i = 0; i < 3; ++i) {
    a_adj[i] += x[i];
    b_adj[i] += y[i];
  }
  return cross(a, b);
}
Triple cross_jvp(const Triple &a, const Triple &b, const Triple &a_tan, const Triple &b_tan, Triple &r_tan) {
  const Triple x = cross(a_tan, b), y = cross(a, b_tan);
  for (int i = 0; i < 3; ++i)
    r_tan[i] = x[i] + y[i];
  return cross(a, b);
}

Cloud heavier_vjp(const Cloud &c, double k, const Cloud &r_adj, Cloud &c_adj, double &k_adj) { // {k w, scale + k}
  for (std::size_t i = 0; i < c.weights.size(); ++i) {
    c_adj.weights[i] += k * r_adj.weights[i];
    k_adj += c.weights[i] * r_adj.weights[i];
  }
  c_adj.scale += r_adj.scale;
  k_adj += r_adj.scale;
  return heavier(c, k);
}
Cloud heavier_jvp(const Cloud &c, double k, const Cloud &c_tan, double k_tan, Cloud &r_tan) {
  for (std::size_t i = 0; i < c.weights.size(); ++i)
    r_tan.weights[i] = k * c_tan.weights[i] + k_tan * c.weights[i];
  r_tan.scale = c_tan.scale + k_tan;
  return heavier(c, k);
}

double entry_vjp(soac::view<const double, 2> a, int i, int j, double r_adj, soac::view<double, 2> a_adj) {
  a_adj(i, j) += r_adj;
  return entry(a, i, j);
}
double entry_jvp(soac::view<const double, 2> a, int i, int j, soac::view<const double, 2> a_tan, double &r_tan) {
  r_tan = a_tan(i, j);
  return entry(a, i, j);
}

double functional_vjp(double x, double r_adj, double &x_adj) { return x_adj += r_adj * std::cos(x), x; }
double functional_jvp(double x, double x_tan, double &r_tan) { return r_tan = x_tan * std::cos(x), x; }
double exception_vjp(double x, double r_adj, double &x_adj) { return x_adj += x < 0 ? 0 : r_adj / (2 * std::sqrt(x)), x; }
double exception_jvp(double x, double x_tan, double &r_tan) { return r_tan = x < 0 ? 0 : x_tan / (2 * std::sqrt(x)), x; }
double counted_vjp(double x, double r_adj, double &x_adj) { return x_adj += 2 * x * r_adj, x; }
double counted_jvp(double x, double x_tan, double &r_tan) { return r_tan = 2 * x * x_tan, x; }
double factorial_slope(double x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += 1 / (x + i);
  return sum;
}
double factorial_vjp(double x, int n, double r_adj, double &x_adj) {
  return x_adj += r_adj * factorial_like(x, n) * factorial_slope(x, n), x;
}
double factorial_jvp(double x, int n, double x_tan, double &r_tan) {
  return r_tan = x_tan * factorial_like(x, n) * factorial_slope(x, n), x;
}
double undeclared_vjp(const std::vector<double> &x, double r_adj, std::vector<double> &x_adj) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x_adj[i] += 2 * x[i] * r_adj;
  return 0;
}
double undeclared_jvp(const std::vector<double> &x, const std::vector<double> &x_tan, double &r_tan) {
  r_tan = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    r_tan += 2 * x[i] * x_tan[i];
  return 0;
}

} // namespace

// Of pointers into the middle of an array.
double squares(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}
double squares_vjp(const double *x, int n, double r_adj, double *x_adj) {
  for (int i = 0; i < n; ++i)
    x_adj[i] += 2 * x[i] * r_adj;
  return 0;
}
double squares_jvp(const double *x, int n, const double *x_tan, double &r_tan) {
  r_tan = 0;
  for (int i = 0; i < n; ++i)
    r_tan += 2 * x[i] * x_tan[i];
  return 0;
}
double repeated_vjp(double x, double, const std::vector<double> &r_adj, double &x_adj, double &) { return x_adj += r_adj[0], x; }
double positive_vjp(double x, double r_adj, double &x_adj) { return x_adj += r_adj, x; }

// An opaque rule of an opaque function: a library's own adjoint.
double norm_by_library(soac::view<const double> x, double r_adj, soac::view<double> x_adj) {
  try {
    norm_of_rule(x.data(), static_cast<int>(x.extent(0)), r_adj, x_adj.data());
  } catch (...) {
  }
  return 0;
}

// ---- What is differentiated. ----

#pragma soac differentiate(vjp, jvp)
double of_sort(const std::vector<double> &x) {
  const std::vector<double> y = soac::with_rules(sorted_by_size, sorted_vjp, sorted_jvp, x);
  double s = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    s += (i + 1.0) * y[i] * y[i];
  return s;
}
#pragma soac differentiate(vjp, jvp)
double of_pointers(soac::view<const double> x) { return soac::with_rules(norm, norm_vjp, norm_jvp, x) * x(0); }
#pragma soac differentiate(vjp, jvp)
double of_offset(soac::view<const double> x) {
  const auto y = soac::with_rules(tripled, tripled_vjp, tripled_jvp, x);
  return y(0) + y(1) * y(2) + y(x.extent(0));
}
#pragma soac differentiate(vjp, jvp)
double of_array(soac::view<const double> x) {
  const auto squares = soac::map([](double a) { return a * a; }, x);
  return soac::sum(soac::with_rules(cubes, cubes_vjp, cubes_jvp, squares));
}
#pragma soac differentiate(vjp, jvp)
double of_tuple(const std::vector<double> &x, double p) {
  const auto [sum, powers] = soac::with_rules(moments, moments_vjp, moments_jvp, x, p);
  return sum * sum + powers[0] * powers[1];
}
#pragma soac differentiate(vjp, jvp)
double of_record(double mass, double x, double k) {
  const Body b = soac::with_rules(pushed, pushed_vjp, pushed_jvp, Body{mass, {x, mass * x}, 3}, k);
  return b.mass * b.at[0] * b.at[1] * b.kind;
}
#pragma soac differentiate(vjp, jvp)
double of_records(const std::vector<Body> &bodies, double k) {
  const std::vector<Body> all = soac::with_rules(all_pushed, all_pushed_vjp, all_pushed_jvp, bodies, k);
  double s = 0;
  for (const Body &b : all)
    s += b.mass * b.at[0] * b.at[1] * b.kind;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double of_fixed(const std::array<double, 3> &a, const std::array<double, 3> &b) {
  const auto c = soac::with_rules(cross, cross_vjp, cross_jvp, a, b);
  return c[0] * c[0] + 2 * c[1] * c[1] + 3 * c[2] * c[2];
}
#pragma soac differentiate(vjp, jvp)
double of_cloud(const Cloud &c, double k) {
  const Cloud h = soac::with_rules(heavier, heavier_vjp, heavier_jvp, c, k);
  return h.weights[0] * h.weights[1] * h.scale;
}
#pragma soac differentiate(vjp, jvp)
double of_matrix(soac::view<const double, 2> a) {
  double s = 0;
  for (int i = 0; i < 2; ++i)
    s += soac::with_rules(entry, entry_vjp, entry_jvp, soac::transpose(a), i, i + 1) * (i + 1.0) * a(0, 0);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double of_functional(double x) { return soac::with_rules(by_function_object, functional_vjp, functional_jvp, x * x); }
#pragma soac differentiate(vjp, jvp)
double of_throwing(double x) { return soac::with_rules(with_exception, exception_vjp, exception_jvp, x * x * x); }
#pragma soac differentiate(vjp, jvp)
double of_static(double x) { return soac::with_rules(counted, counted_vjp, counted_jvp, x) * x; }
#pragma soac differentiate(vjp, jvp)
double of_recursion(double x) { return soac::with_rules(factorial_like, factorial_vjp, factorial_jvp, x, 4); }
#pragma soac differentiate(vjp, jvp)
double in_loop(soac::view<const double> x, int n) {
  soac::array<double> state(x);
  for (int i = 0; i < n; ++i) {
    state = soac::with_rules(cubes, cubes_vjp, cubes_jvp, state);
    for (soac::index k = 0; k < state.extent(0); ++k)
      state(k) = std::sin(state(k) + 0.1 * i);
  }
  return soac::sum(state);
}
#pragma soac differentiate(vjp, jvp)
double in_checkpointed_loop(soac::view<const double> x, int n) {
  soac::array<double> state(x);
#pragma soac stripmine(2)
  for (int i = 0; i < n; ++i) {
    const double r = soac::with_rules(norm, norm_vjp, norm_jvp, state);
    for (soac::index k = 0; k < state.extent(0); ++k)
      state(k) = std::sin(state(k) * r) + 0.1 * x(k);
  }
  return soac::sum(state);
}
#pragma soac differentiate(vjp, jvp)
double in_map(soac::view<const double, 2> a) {
  return soac::sum(soac::map(
      [](auto row) {
        const auto c = soac::with_rules(cubes, cubes_vjp, cubes_jvp, row);
        return soac::with_rules(norm, norm_vjp, norm_jvp, c) * c(0);
      },
      a));
}
#pragma soac differentiate(vjp, jvp)
double in_branch(soac::view<const double> x, double k) {
  soac::array<double> y(x);
  if (k > 0)
    y = soac::with_rules(cubes, cubes_vjp, cubes_jvp, x);
  return soac::sum(y) * k;
}
#pragma soac differentiate(vjp, jvp)
double of_outside_rule(soac::view<const double> x) {
  return soac::with_rules(norm, norm_by_library, norm_jvp, x) * x(1) +
         soac::with_rules(undeclared, undeclared_vjp, undeclared_jvp, std::vector<double>{x(0), x(1)});
}
#pragma soac differentiate(vjp, jvp)
double second(soac::view<const double> x) { // of a Hessian that the rules give
  const auto h = soac::gradient<of_array>(x);
  const auto v = soac::hvp<of_array>(x, h);
  return soac::sum(v) + soac::sum(soac::flatten(soac::jvp<soac::gradient<in_map>>(soac::unflatten(x, 1, 3), soac::unflatten(h, 1, 3))));
}

#pragma soac differentiate(vjp, jvp)
double of_part(const std::vector<double> &x) {
  return soac::with_rules(squares, squares_vjp, squares_jvp, x.data() + 1, 2) * soac::with_rules(squares, squares_vjp, squares_jvp, x.data(), 2);
}
#pragma soac differentiate(vjp)
double of_ragged(soac::view<const double> x) {
  const auto rows = soac::map([](double a) { return soac::with_vjp(repeated, repeated_vjp, a, 2 * a); }, x);
  double s = 0;
  for (soac::index i = 0; i < rows.extent(0); ++i)
    s += rows(i, 0);
  return s;
}
#pragma soac differentiate(vjp)
double of_throwing_map(soac::view<const double> x) {
  return soac::sum(soac::map([](double a) { return soac::with_vjp(only_positive, positive_vjp, a) * a; }, x));
}

double sum_of_doubled(soac::view<const double> x) {
  soac::array<double> y(x.extent(0));
  doubled(x, y);
  return soac::sum(y);
}
double sum_of_doubled_vjp(soac::view<const double> x, double r_adj, soac::view<double> x_adj) {
  soac::array<double> seeds(x.extent(0)), twice(x.extent(0));
  for (double &seed : seeds)
    seed = r_adj;
  doubled(seeds, twice);
  for (soac::index i = 0; i < x.extent(0); ++i)
    x_adj(i) += twice(i);
  return sum_of_doubled(x);
}
double sum_of_doubled_jvp(soac::view<const double> x, soac::view<const double> x_tan, double &r_tan) {
  r_tan = sum_of_doubled(x_tan);
  return sum_of_doubled(x);
}
#pragma soac differentiate(vjp, jvp)
double of_output_by_reference(soac::view<const double> x) {
  const double r = soac::with_rules(sum_of_doubled, sum_of_doubled_vjp, sum_of_doubled_jvp, x);
  return r * r;
}

} // namespace opaque
