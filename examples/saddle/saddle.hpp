// A game of two players: one chooses a to make the payoff small, the other answers with b to make it large.
// The problem and the method are those of Siskind and Pearlmutter, "Using programming language theory to make automatic
// differentiation sound and efficient" (2008).
#pragma once

#include <soac/soac.hpp>

#include <cmath>

struct Point {
  double x, y;
  Point operator+(const Point &o) const { return {x + o.x, y + o.y}; }
  Point operator*(double a) const { return {a * x, a * y}; }
  double magnitude() const { return std::sqrt(x * x + y * y); }
};

enum class Mode { forward, reverse };

/// Descends along the gradient: the step doubles after ten that succeed and is halved where one does not.
template <class F, class Gradient> Point argmin(const F &f, const Gradient &gradient, Point at) {
  double value = f(at), step = 1e-5;
  Point slope = gradient(at);
  int successes = 0;
  while (slope.magnitude() > 1e-5) {
    if (successes == 10) {
      step *= 2;
      successes = 0;
      continue;
    }
    const Point next = at + slope * -step;
    if ((at + next * -1).magnitude() <= 1e-5)
      return at;
    const double next_value = f(next);
    if (next_value < value) {
      at = next;
      value = next_value;
      slope = gradient(at);
      ++successes;
    } else {
      step /= 2;
      successes = 0;
    }
  }
  return at;
}

double payoff(const Point &a, const Point &b);

/// The best answer to a: a descent, with a gradient in the given mode at every step.
template <Mode inner> Point answer(const Point &a);

/// The payoff after the best answer to a, and its gradient: the derivative passes through the descent.
template <Mode inner> double guaranteed(const Point &a);
Point guaranteed_slope(Mode outer, Mode inner, const Point &a);
