#include "saddle.hpp"

#include "saddle.soac.hpp"

double payoff(const Point &a, const Point &b) {
  return (a.x - 1) * (a.x - 1) + 2 * (a.y + 0.5) * (a.y + 0.5) + a.x * b.x - a.y * b.y - b.x * b.x - 0.5 * b.y * b.y;
}

template <Mode inner> Point answer(const Point &a) {
  Point b{0, 0};
  double step = 0.01, value = payoff(a, b);
  while (true) {
    Point slope;
    if constexpr (inner == Mode::reverse)
      slope = soac::gradient<payoff, soac::wrt<1>>(a, b);
    else
      slope = {soac::jvp<payoff, soac::wrt<1>>(a, b, Point{1, 0}), soac::jvp<payoff, soac::wrt<1>>(a, b, Point{0, 1})};
    if (slope.square() < 1e-20)
      return b;
    const Point next = b + slope * step;
    const double next_value = payoff(a, next);
    if (next_value > value) {
      b = next;
      value = next_value;
      step *= 1.5;
    } else {
      if (step < 1e-9) // rounding hides what is left to gain
        return b;
      step *= 0.25;
    }
  }
}

template <Mode inner> double guaranteed(const Point &a) { return payoff(a, answer<inner>(a)); }

template Point answer<Mode::forward>(const Point &a);
template Point answer<Mode::reverse>(const Point &a);
template double guaranteed<Mode::forward>(const Point &a);
template double guaranteed<Mode::reverse>(const Point &a);

namespace {

template <Mode inner> Point slope(Mode outer, const Point &a) {
  if (outer == Mode::reverse)
    return soac::gradient<guaranteed<inner>>(a);
  return {soac::jvp<guaranteed<inner>>(a, Point{1, 0}), soac::jvp<guaranteed<inner>>(a, Point{0, 1})};
}

} // namespace

Point guaranteed_slope(Mode outer, Mode inner, const Point &a) {
  return inner == Mode::forward ? slope<Mode::forward>(outer, a) : slope<Mode::reverse>(outer, a);
}
