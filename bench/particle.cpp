#include "particle.hpp"

#include "particle.soac.hpp"

#include <cmath>

namespace {

constexpr double dt = 0.1;

double inverse_distance(double x, double y) { return 1 / std::sqrt(x * x + y * y); }

/// Of the charges at (10, 10 - w) and (10, 0).
double potential(const place &at, double w) { return inverse_distance(at.x - 10, at.y - (10 - w)) + inverse_distance(at.x - 10, at.y); }

template <mode inner> place slope_of_potential(const place &at, double w) {
  if constexpr (inner == mode::reverse)
    return soac::gradient<potential, soac::wrt<0>>(at, w);
  else
    return {soac::jvp<potential, soac::wrt<0>>(at, w, place{1, 0}), soac::jvp<potential, soac::wrt<0>>(at, w, place{0, 1})};
}

/// The square of where the particle lands.
template <mode inner> double landing(double w) {
  place at{0, 8}, velocity{0.75, 0};
  while (at.y + dt * velocity.y > 0) {
    const place slope = slope_of_potential<inner>(at, w);
    at.x += dt * velocity.x;
    at.y += dt * velocity.y;
    velocity.x -= dt * slope.x;
    velocity.y -= dt * slope.y;
  }
  const double x = at.x - at.y / velocity.y * velocity.x; // the last step ends on the ground
  return x * x;
}
template double landing<mode::forward>(double w);
template double landing<mode::reverse>(double w);

/// Value and slope by hand: a tangent beside each number.
struct with_slope {
  double value, slope;
};
with_slope landing_by_hand(double w) {
  double x = 0, y = 8, u = 0.75, v = 0, dx = 0, dy = 0, du = 0, dv = 0;
  while (y + dt * v > 0) {
    double fx = 0, fy = 0, dfx = 0, dfy = 0;
    for (const bool is_first : {true, false}) {
      const double a = x - 10, b = is_first ? y - (10 - w) : y, db = is_first ? dy + 1 : dy;
      const double square = 1 / (a * a + b * b), cube = square * std::sqrt(square);
      const double along = -3 * (a * dx + b * db) * square;
      fx += a * cube;
      fy += b * cube;
      dfx += (dx + a * along) * cube;
      dfy += (db + b * along) * cube;
    }
    x += dt * u;
    y += dt * v;
    dx += dt * du;
    dy += dt * dv;
    u += dt * fx;
    v += dt * fy;
    du += dt * dfx;
    dv += dt * dfy;
  }
  const double time = y / v, end = x - time * u;
  return {end * end, 2 * end * (dx - time * du - u * (dy - time * dv) / v)};
}

/// From w = 0: the step doubles after ten that succeed and is halved where one does not.
template <class Value, class Slope> double descend(Value value_at, Slope slope_at) {
  double w = 0, value = value_at(w), slope = slope_at(w), step = 1e-5;
  int successes = 0;
  while (std::fabs(slope) > 1e-5) {
    if (successes == 10) {
      step *= 2;
      successes = 0;
      continue;
    }
    const double next = w - step * slope;
    if (std::fabs(w - next) <= 1e-5)
      return w;
    const double next_value = value_at(next);
    if (next_value < value) {
      w = next;
      value = next_value;
      slope = slope_at(w);
      ++successes;
    } else {
      step /= 2;
      successes = 0;
    }
  }
  return w;
}

template <mode inner> double best_place_over(mode outer) {
  const auto value = [](double w) { return soac::run<landing<inner>>(w); };
  if (outer == mode::reverse)
    return descend(value, [](double w) { return soac::gradient<landing<inner>>(w); });
  return descend(value, [](double w) { return soac::jvp<landing<inner>>(w, 1.0); });
}

} // namespace

double best_place(mode outer, mode inner) {
  return inner == mode::reverse ? best_place_over<mode::reverse>(outer) : best_place_over<mode::forward>(outer);
}
double best_place_by_hand() {
  return descend([](double w) { return landing_by_hand(w).value; }, [](double w) { return landing_by_hand(w).slope; });
}
