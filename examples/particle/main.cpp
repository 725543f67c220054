// Descends along the derivative of a program that takes derivatives itself, in all four combinations of modes.
// The problem and the method are those of Siskind and Pearlmutter, "Using programming language theory to make automatic
// differentiation sound and efficient" (2008).
#include "particle.hpp"

#include <cmath>
#include <cstdio>

namespace {

double distance(double w) { return landing<Mode::reverse>(w); }

/// Descends along the slope from w = 0: the step doubles after ten that succeed and is halved where one does not.
double best_place(Mode outer, Mode inner) {
  double w = 0, value = distance(w), slope = landing_slope(outer, inner, w), step = 1e-5;
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
    const double next_value = distance(next);
    if (next_value < value) {
      w = next;
      value = next_value;
      slope = landing_slope(outer, inner, w);
      ++successes;
    } else {
      step /= 2;
      successes = 0;
    }
  }
  return w;
}

/// Where the particle lands, with the force 1/r^2 away from each charge written by hand.
double place_of_landing(double w) {
  constexpr double dt = 0.1;
  const Point charges[] = {{10, 10 - w}, {10, 0}};
  Point at{0, 8}, velocity{0.75, 0};
  while (at.y + dt * velocity.y > 0) {
    Point force{0, 0};
    for (const Point &charge : charges) {
      const Point away = at + charge * -1;
      force = force + away * std::pow(away.x * away.x + away.y * away.y, -1.5);
    }
    at = at + velocity * dt;
    velocity = velocity + force * dt;
  }
  return at.x - at.y / velocity.y * velocity.x;
}

/// The best place without any derivative: the particle lands on the right of x = 0 with a smaller w and on the left
/// with a larger one, or the other way round.
double place_by_bisection() {
  double low = 0, high = 0.5;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    ((place_of_landing(middle) < 0) == (place_of_landing(low) < 0) ? low : high) = middle;
  }
  return low;
}

} // namespace

int main() {
  constexpr double published = 0.20719187464861194; // where the descent stops
  constexpr double h = 1e-5, start = 0.1;
  const double known = place_by_bisection(), difference = (distance(start + h) - distance(start - h)) / (2 * h);
  std::printf("by bisection       w = %.9f\n", known);
  bool isRight = true;
  for (const Mode outer : {Mode::forward, Mode::reverse})
    for (const Mode inner : {Mode::forward, Mode::reverse}) {
      const auto name = [](Mode mode) { return mode == Mode::forward ? "forward" : "reverse"; };
      const double w = best_place(outer, inner), slope = landing_slope(outer, inner, start);
      std::printf("%s over %s w = %.15f  slope at %.1f: %.9f (difference to a quotient %.0e)\n", name(outer),
                  name(inner), w, start, slope, slope - difference);
      isRight = isRight && std::fabs(w - published) < 1e-12 && std::fabs(w - known) < 1e-5 && std::fabs(slope - difference) < 1e-6;
    }
  return isRight ? 0 : 1;
}
