// A game of two players: one chooses a to make the payoff small, the other answers with b to make it large.
#pragma once

#include <soac/soac.hpp>

struct Point {
  double x, y;
  Point operator+(const Point &o) const { return {x + o.x, y + o.y}; }
  Point operator*(double a) const { return {a * x, a * y}; }
  double square() const { return x * x + y * y; }
};

enum class Mode { forward, reverse };

double payoff(const Point &a, const Point &b);

/// The answer to a: an ascent along the gradient, which is taken in the given mode at every step.
template <Mode inner> Point answer(const Point &a);

/// The payoff after the best answer to a, and its gradient: the derivative passes through the ascent.
template <Mode inner> double guaranteed(const Point &a);
Point guaranteed_slope(Mode outer, Mode inner, const Point &a);
