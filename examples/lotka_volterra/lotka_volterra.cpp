#include "lotka_volterra.hpp"

#include "lotka_volterra.soac.hpp"

#include <cmath>

namespace {

struct Animals {
  double u, v;
  Animals operator+(const Animals &o) const { return {u + o.u, v + o.v}; }
  Animals operator*(double a) const { return {a * u, a * v}; }
};

Animals slope(const Animals &a, const Rates &r) {
  return {(r.birth - r.hunt * a.v) * a.u, (r.feed * a.u - r.death) * a.v};
}

Animals step(const Animals &s, const Rates &r, double dt) {
  const Animals a = slope(s, r), b = slope(s + a * (dt / 2), r), c = slope(s + b * (dt / 2), r),
                d = slope(s + c * dt, r);
  return s + (a + (b + c) * 2 + d) * (dt / 6);
}

double square(double x) { return x * x; }

} // namespace

double misfit(const Rates &rates, soac::view<const double> hares, soac::view<const double> lynxes, int steps) {
  const soac::index n = (hares.extent(0) - 1) * steps;
  const double dt = 1.0 / steps;
  Animals now{rates.hares, rates.lynxes};
  double sum = square(std::log(now.u / hares[0])) + square(std::log(now.v / lynxes[0]));
#pragma soac stripmine(2)
  for (soac::index i = 1; i <= n; ++i) {
    now = step(now, rates, dt);
    if (i % steps == 0)
      sum += square(std::log(now.u / hares[i / steps])) + square(std::log(now.v / lynxes[i / steps]));
  }
  return sum;
}

std::tuple<double, Rates> misfit_and_gradient(const Rates &rates, soac::view<const double> hares,
                                              soac::view<const double> lynxes, int steps) {
  return soac::value_and_gradient<misfit, soac::wrt<0>>(rates, hares, lynxes, steps);
}
