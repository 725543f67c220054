#include "composed.hpp"

#include "composed.soac.hpp"

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
