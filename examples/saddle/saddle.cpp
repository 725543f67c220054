#include "saddle.hpp"

#include "saddle.soac.hpp"

double payoff(const Point &a, const Point &b) { return (a.x * a.x + a.y * a.y) - (b.x * b.x + b.y * b.y); }

template <Mode inner> Point answer(const Point &a) {
  const auto loss = [&](const Point &b) { return -payoff(a, b); };
  const auto slope = [&](const Point &b) -> Point {
    if constexpr (inner == Mode::reverse)
      return soac::gradient<payoff, soac::wrt<1>>(a, b) * -1;
    else
      return {-soac::jvp<payoff, soac::wrt<1>>(a, b, Point{1, 0}), -soac::jvp<payoff, soac::wrt<1>>(a, b, Point{0, 1})};
  };
  return argmin(loss, slope, Point{1, 1});
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
