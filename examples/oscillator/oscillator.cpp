#include "oscillator.hpp"

#include "oscillator.soac.hpp"

namespace {

struct State {
  double y, v;
  State operator+(const State &o) const { return {y + o.y, v + o.v}; }
  State operator*(double a) const { return {a * y, a * v}; }
};

State slope(const State &s, const Parameters &p) { return {s.v, -p.stiffness * s.y - p.damping * s.v}; }

/// The classical Runge-Kutta method.
State step(const State &s, const Parameters &p, double dt) {
  const State a = slope(s, p), b = slope(s + a * (dt / 2), p), c = slope(s + b * (dt / 2), p), d = slope(s + c * dt, p);
  return s + (a + (b + c) * 2 + d) * (dt / 6);
}

} // namespace

soac::array<double, 1> positions(const Parameters &p, double dt, int times) {
  soac::array<double, 1> result(times);
  State s{p.start, 0};
  for (int i = 0; i < times; ++i) {
    result[i] = s.y;
    s = step(s, p, dt);
  }
  return result;
}

std::tuple<soac::array<double, 1>, soac::array<double, 1>> positions_along(const Parameters &p, const Parameters &direction,
                                                                         double dt, int times) {
  return soac::value_and_jvp<positions, soac::wrt<0>>(p, dt, times, direction);
}
