#include "operator_orders.hpp"
#include "operator_orders.soac.hpp"

#include <cmath>

// Derivatives of derivatives: every operator over every other, in loops, helpers, lambdas and templates.

namespace operator_orders {

double quintic(double x) { return x * x * x * x * x; }
double wave(double x, double y) { return std::sin(x * y * y); }
double powers(vec x) {
  double s = 0;
  for (soac::index i = 0; i < x.size(); ++i)
    s += x[i] * x[i] * x[i];
  return s;
}
reals squares(vec x) {
  reals r(x.size());
  for (soac::index i = 0; i < x.size(); ++i)
    r[i] = x[i] * x[i];
  return r;
}

double jvp_of_gradient(double x, double dx) { return soac::jvp<soac::gradient<quintic>>(x, dx); }
double gradient_of_gradient(double x) { return soac::gradient<soac::gradient<quintic>>(x); }
double gradient_of_jvp(double x) { return soac::gradient<soac::jvp<quintic>, soac::wrt<0>>(x, 1.0); }
double jvp_of_jvp(double x, double dx, double tx, double tdx) {
  return soac::jvp<soac::jvp<quintic>>(x, dx, tx, tdx);
}
double vjp_of_vjp(double x, double s, double t) { return soac::vjp<soac::vjp<quintic>>(x, s, t); }
double third_by_three(double x) { return soac::gradient<soac::gradient<soac::gradient<quintic>>>(x); }
double third_mixed(double x) { return soac::jvp<soac::gradient<soac::gradient<quintic>>>(x, 1.0); }
double fourth(double x) { return soac::gradient<soac::hessian<soac::gradient<quintic>>>(x); }
double fifth(double x) { return soac::hessian<soac::gradient<soac::hessian<quintic>>>(x); }
double gradient_of_hessian(double x) { return soac::gradient<soac::hessian<quintic>>(x); }
double hvp_of_gradient(double x, double dx) { return soac::hvp<soac::gradient<quintic>>(x, dx); }
double vjp_of_jvp_of_vjp(double x) {
  return soac::vjp<soac::jvp<soac::vjp<quintic>, soac::wrt<0>>, soac::wrt<0>>(x, 1.0, 1.0, 1.0);
}
double jvp_jvp_vjp(double x) {
  return soac::jvp<soac::jvp<soac::vjp<quintic>, soac::wrt<0>>, soac::wrt<0>>(x, 1.0, 1.0, 1.0);
}
std::tuple<double, double> value_and_second(double x, double dx) {
  return soac::value_and_jvp<soac::gradient<quintic>>(x, dx);
}
std::tuple<double, double> value_and_second_back(double x) {
  return soac::value_and_gradient<soac::gradient<quintic>>(x);
}
double slope_of_run(double x) { return soac::gradient<soac::run<quintic>>(x); }

double mixed_partial(double x, double y) {
  return soac::jvp<soac::gradient<wave, soac::wrt<0>>, soac::wrt<1>>(x, y, 1.0);
}
double mixed_partial_back(double x, double y) {
  return soac::gradient<soac::gradient<wave, soac::wrt<1>>, soac::wrt<0>>(x, y);
}
std::tuple<double, double> vjp_of_gradient(double x, double y, double a, double b) {
  return soac::vjp<soac::gradient<wave>>(x, y, {a, b});
}
double third_partial(double x, double y) {
  return soac::gradient<soac::gradient<soac::gradient<wave, soac::wrt<0>>, soac::wrt<1>>, soac::wrt<0>>(x, y);
}

reals hessian_by_vjp(vec x, vec v) { return soac::vjp<soac::vjp<powers>>(x, 1.0, v); }
reals seed_by_name(vec x, vec seed) { return soac::gradient<soac::jvp<powers>, soac::wrt<1>>(x, seed); }
reals vjp_of_jvp(vec x, vec dx, vec seed) { return soac::vjp<soac::jvp<squares>, soac::wrt<0>>(x, dx, seed); }
reals jvp_of_vjp(vec x, vec seed, vec dx, vec dseed) {
  return soac::jvp<soac::vjp<squares>, soac::wrt<0, 1>>(x, seed, dx, dseed);
}
matrix jacobian_of_gradient(vec x) { return soac::jacobian_reverse<soac::gradient<powers>>(x); }
matrix hessian_in_directions(vec x, const matrix &dx) { return soac::jmp<soac::gradient<powers>>(x, dx); }
matrix hessian_back(vec x, const matrix &seeds) { return soac::mjp<soac::gradient<powers>>(x, seeds); }
reals hessian_diagonal(vec x) {
  return soac::map(
      [&](soac::index i) {
        reals e(x.size());
        e[i] = 1;
        return soac::hvp<powers>(x, e)[i];
      },
      soac::iota(x.size()));
}
soac::array<double, 3> slope_of_hessian(vec x) { return soac::jacobian_forward<soac::hessian<powers>>(x); }

double descended(double x, int steps) {
  for (int i = 0; i < steps; ++i)
    x -= 0.01 * soac::gradient<quintic>(x);
  return x;
}
std::tuple<double, double> descended_both(double x, int steps) {
  return {soac::gradient<descended>(x, steps), soac::jvp<descended>(x, steps, 1.0)};
}
double cubed_minus(double x, double a) { return x * x * x - a; }
double newton(double a) {
  double x = a;
  while (std::fabs(cubed_minus(x, a)) > 1e-13 * a) {
    const auto [value, slope] = soac::value_and_gradient<cubed_minus, soac::wrt<0>>(x, a);
    x -= value / slope;
  }
  return x;
}
double newton_slope(double a) { return soac::gradient<newton>(a); }

double helper(double x, double y) { return soac::gradient<wave, soac::wrt<0>>(x, y) * y; }
double by_helper(double x) { return helper(x, 2.0) + helper(2.0, x); }
double by_helper_slope(double x) { return soac::gradient<by_helper>(x); }
template <class T> T slope_at(T x) { return soac::gradient<quintic>(x) + soac::jvp<quintic>(x, x); }
double by_template(double x) { return slope_at<double>(x * x); }
double by_template_slope(double x) { return soac::jvp<by_template>(x, 1.0); }
double by_lambda(vec x) {
  const auto slope = [&](double s) { return soac::dot(soac::gradient<powers>(x), x) * s; };
  return slope(x[0]) + slope(2);
}
reals by_lambda_slope(vec x) { return soac::gradient<by_lambda>(x); }
double by_map(vec x) {
  return soac::sum(soac::map([&](double a) { return soac::gradient<quintic>(a) * x[0]; }, x));
}
reals by_map_slope(vec x) { return soac::gradient<by_map>(x); }
double by_while(double x) {
  double s = 0, y = x;
  int i = 0;
  while (i < 3) {
    s += soac::jvp<quintic>(y, x);
    y *= 0.5;
    ++i;
  }
  return s;
}
double by_while_slope(double x) { return soac::gradient<by_while>(x); }
double by_branch(double x) { return x > 1 ? soac::gradient<quintic>(x) : soac::jvp<wave, soac::wrt<1>>(x, x, 2.0); }
double by_branch_slope(double x) { return soac::gradient<by_branch>(x); }
double by_reduction(vec x) {
  return soac::reduce([](double a, double b) { return a + b; }, 0.0, soac::gradient<powers>(soac::vjp<squares>(x, x)));
}
reals by_reduction_slope(vec x) { return soac::gradient<by_reduction>(x); }
double curve(double t, double a) { return a * t * t; }
double arc_length(double a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double slope = soac::jvp<curve, soac::wrt<0>>((i + 0.5) / n, a, 1.0);
    s += std::sqrt(1 + slope * slope) / n;
  }
  return s;
}
double arc_length_slope(double a, int n) { return soac::gradient<arc_length>(a, n); }
double hamiltonian(double q, double p) { return 0.5 * (p * p + q * q); }
double hamiltonian_flow(double q, double p, int n) {
  for (int i = 0; i < n; ++i) {
    p -= 0.1 * soac::gradient<hamiltonian, soac::wrt<0>>(q, p);
    q += 0.1 * soac::gradient<hamiltonian, soac::wrt<1>>(q, p);
  }
  return q;
}
std::tuple<double, double> flow_slope(double q, double p, int n) { return soac::gradient<hamiltonian_flow>(q, p, n); }
/// Gradient steps on a function that takes gradient steps itself.
double inner_steps(double x) { return descended(x, 2); }
double nested_descent(double x) {
  for (int i = 0; i < 2; ++i)
    x -= 0.1 * soac::gradient<inner_steps>(x);
  return x;
}
double nested_descent_slope(double x) { return soac::gradient<nested_descent>(x); }

struct Turn {
  double w, x, y, z;
};
static Turn after(const Turn &a, const Turn &b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
double turned(vec angles) {
  const auto turns = soac::map([](double a) { return Turn{std::cos(a), std::sin(a), a, 0.5}; }, angles);
  double sum = 0;
  for (const Turn &t : soac::scan(after, Turn{1, 0, 0, 0}, turns))
    sum += t.w * t.x + t.y * std::exp(0.1 * t.z);
  const Turn end = soac::reduce(after, Turn{1, 0, 0, 0}, soac::reverse(turns));
  return sum + end.x * end.y - end.z;
}
reals turned_forward(vec angles, vec direction) { return soac::jvp<soac::gradient<turned>>(angles, direction); }
reals turned_back(vec angles, vec direction) { return soac::vjp<soac::gradient<turned>>(angles, direction); }

} // namespace operator_orders

// Derivatives of functions that use derivatives, and results of several parts.

double potential(double x, double y) { return std::sin(x) * std::exp(y) + x * x * y; }

// Itself differentiated: second derivatives of `potential`.
#pragma soac differentiate(vjp, jvp)
double force_squared(double x, double y) {
  const auto [fx, fy] = soac::gradient<potential>(x, y);
  return fx * fx + fy * fy;
}

static double equation(double x, double parameter) { return x * x * x - parameter * x - 1; }

#pragma soac differentiate(vjp, jvp)
double newton_root(double start, double parameter, int steps) {
  double x = start;
  for (int i = 0; i < steps; ++i) {
    const auto [value, slope] = soac::value_and_gradient<equation, soac::wrt<0>>(x, parameter);
    x -= value / slope;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
Fit summarize(soac::view<const Point> points) {
  Fit fit{{0, 0}, {0, 0}, 0};
  for (const Point &p : points) {
    fit.center.x += p.x;
    fit.center.y += p.y;
    ++fit.count;
  }
  fit.center.x /= fit.count;
  fit.center.y /= fit.count;
  for (soac::index i = 0; i < points.size(); ++i) {
    fit.spread[0] += (points[i].x - fit.center.x) * (points[i].x - fit.center.x);
    fit.spread[1] += std::pow(points[i].y - fit.center.y, 2);
  }
  return fit;
}

#pragma soac differentiate(vjp, jvp)
std::pair<double, std::vector<double>> normalised(std::vector<double> x) {
  double norm = 0;
  for (double v : x)
    norm += v * v;
  norm = std::sqrt(norm);
  for (auto &v : x)
    v /= norm;
  return {norm, x};
}

#pragma soac differentiate(vjp, jvp)
std::tuple<soac::array<double>, double> shift_and_norm(soac::view<const double> x, double by) {
  auto shifted = soac::map([=](double v) { return v + by; }, x);
  return {shifted, soac::sum(soac::map([](double v) { return v * v; }, shifted))};
}

namespace model::inner {

#pragma soac differentiate(vjp, jvp)
double use(const double *c, unsigned n, double x) { return poly<double>(c, static_cast<int>(n), x) + poly(c, 2, x * x); }

#pragma soac differentiate(vjp, jvp)
double energy(const std::vector<Point> &points, bool squared) {
  double sum = 0;
  for (const auto &[x, y] : points) {
    const double r = std::hypot(x, y);
    sum += squared ? r * r : r;
  }
  return sum;
}

} // namespace model::inner

namespace {
double shape(double x) { return std::atan(x) / (1 + x * x); }
} // namespace

#pragma soac differentiate(vjp, jvp)
double hidden_energy(double x) { return soac::gradient<shape>(x) * x; }

#pragma soac differentiate(vjp, jvp)
double do_while(double x, int n) {
  double y = 1;
  do {
    y = y * x + std::sin(y);
    if (y > 50)
      break;
  } while (--n > 0);
  return y;
}

#pragma soac differentiate(vjp, jvp)
double bits(double x, unsigned mask) {
  double value = 0;
  for (unsigned bit = 1; bit != 0 && bit <= mask; bit <<= 1)
    if (mask & bit)
      value += std::pow(x, static_cast<int>(bit));
  return value;
}

#pragma soac differentiate(vjp, jvp)
double table(double x, int which) {
  switch (which) {
  case 0: return x;
  case 1: x *= 2; [[fallthrough]];
  case 2: x += 1; break;
  default: return std::cbrt(x);
  }
  return x * x;
}

#pragma soac differentiate(vjp, jvp)
void swap_and_scale(double &a, double &b, double factor) {
  const double old = a;
  a = b * factor;
  b = old * factor * factor;
}

#pragma soac differentiate(vjp, jvp)
void accumulate_rows(soac::view<const double, 2> m, std::span<double> sums) {
  for (soac::index i = 0; i < m.extent(0); ++i)
    for (soac::index j = 0; j < m.extent(1); ++j)
      sums[j] += m(i, j) * m(i, j);
}

#pragma soac differentiate(vjp, jvp)
double gather_sum(soac::view<const double> x, const std::vector<int> &which) {
  double sum = 0;
  for (int i : which)
    sum += x[i] * x[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double histogram_entropy(const int *keys, const double *weights, int n, int bins) {
  std::vector<double> histogram(bins, 0.1);
  double total = 0;
  for (int i = 0; i < n; ++i) {
    histogram[keys[i]] += weights[i];
    total += weights[i];
  }
  double entropy = 0;
  for (int b = 0; b < bins; ++b)
    entropy -= histogram[b] / total * std::log(histogram[b] / total);
  return entropy;
}

#pragma soac differentiate(vjp, jvp)
double early(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (x[j] > 5)
        return sum * x[j];
      if (j > i)
        break;
      sum += x[i] * x[j];
    }
    if (sum < -100)
      return sum;
  }
  return std::tanh(sum);
}

#pragma soac differentiate(vjp, jvp)
double ternary_chain(double x, double y) {
  return x > y && y > 0 ? x / y : x < 0 || y < -1 ? std::fmin(x, y) * x : std::fmax(x * x, y);
}
