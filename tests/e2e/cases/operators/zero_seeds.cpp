#include "zero_seeds.hpp"
#include "zero_seeds.soac.hpp"

#include <cmath>

// A zero seed contributes nothing, also where the partial derivative that it meets is infinite or not a number.

namespace zero_seeds {

#pragma soac differentiate(vjp, jvp)
void square_and_root(double x, double &square, double &root) {
  square = x * x;
  root = std::sqrt(x);
}

#pragma soac differentiate(vjp, jvp)
void square_and_others(double x, double y, double &square, double &others) {
  square = x * x + y;
  others = x * std::log(x) + std::cbrt(x) + std::atan2(x, y) + std::hypot(x, y) + std::fmod(x, y) + std::acos(1 + x) +
           std::exp(1e4 * (1 - x)) + std::tgamma(x) + std::lgamma(y) + y / x + std::pow(x, -0.5) + std::asin(1 - y);
}

#pragma soac differentiate(vjp, jvp)
double reciprocal(double v) {
  const double x = 1 / v;
  return v != 0 ? x : 0.0;
}

#pragma soac differentiate(vjp, jvp)
double wave(double v) {
  const double x = 1 / v, s = std::sin(x) * v;
  return v != 0 ? s * v : 0.0;
}

#pragma soac differentiate(vjp, jvp)
double power(double x, double y) { return std::pow(x, y); }

#pragma soac differentiate(vjp, jvp)
double entropy(double x) {
  const double l = std::log(x), y = x * l;
  return x > 0 ? -y : 0.0;
}

#pragma soac differentiate(vjp, jvp)
double softplus(double x) {
  const double e = std::exp(x), l = std::log(1 + e);
  return x > 50 ? x : l;
}

#pragma soac differentiate(vjp, jvp)
void ratios(const double *a, const double *b, double *r, int n) {
  for (int i = 0; i < n; ++i)
    r[i] = a[i] / b[i];
}

#pragma soac differentiate(vjp, jvp)
double safe_ratios(soac::view<const double> a, soac::view<const double> b) {
  return soac::sum(soac::map(
      [](double x, double y) {
        const double q = x / y, z = q * q;
        return y > 0 ? z : 0.0;
      },
      a, b));
}

// A chain of numbers from one iteration to the next.
#pragma soac differentiate(vjp, jvp)
double decay(const double *rates, double *state, int n, int steps) {
  double total = 1;
  for (int i = 0; i < n; ++i) {
    const double scale = 1 / rates[i];
    total = rates[i] > 0 ? total * scale : total;
    for (int k = 0; k < steps; ++k)
      state[i] = rates[i] > 0 ? state[i] * scale : state[i];
  }
  return total;
}

// Its gradient is 0 at 1, its second derivative is not.
#pragma soac differentiate(vjp, jvp)
double excess(double x) {
  const double e = std::sqrt(x) - 1;
  return e * e;
}

double reciprocal_second(double v) { return soac::jvp<soac::gradient<reciprocal>>(v, 1.0); }
double entropy_second(double x) { return soac::jvp<soac::gradient<entropy>>(x, 1.0); }
double excess_second(double x) { return soac::jvp<soac::gradient<excess>>(x, 1.0); }
double excess_second_reverse(double x) { return soac::vjp<soac::gradient<excess>>(x, 1.0); }
double power_second(double x, double y, double dx) {
  return std::get<0>(soac::jvp<soac::gradient<power>>(x, y, dx, 0.0));
}

double roots(double x, double y, double z) { return std::sqrt(x) + std::sqrt(x * y) * z + z * z * std::sqrt(y) + std::sqrt(std::sqrt(x)); }
double slope_of_roots(double x, double y, double z, double dx, double dy, double dz) {
  return soac::jvp<roots>(x, y, z, dx, dy, dz);
}

// Its loop ends by numbers that seeds have gone into.
double fall(double x, double y, double dx) {
  while (y > 0.1)
    y -= 0.1 * soac::jvp<roots>(x, y * y, y, dx, 0.0, 1.0) / y;
  return y;
}
double fall_by_run(double x, double y, double dx) { return soac::run<fall>(x, y, dx); }
double slope_of_fall(double x, double y, double dx) { return soac::jvp<fall>(x, y, dx, 0.0, 1.0, 0.0); }
double slope_of_fall_in_reverse(double x, double y, double dx) { return soac::gradient<fall, soac::wrt<1>>(x, y, dx); }

} // namespace zero_seeds
