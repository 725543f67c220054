// Finds the saddle point of the payoff by a descent whose every value is an ascent, in all four combinations of modes.
#include "saddle.hpp"

#include <cmath>
#include <cstdio>

namespace {

/// Steepest descent; the step grows while it succeeds and shrinks where it does not.
Point best_choice(Mode outer, Mode inner) {
  Point a{0, 0}, slope = guaranteed_slope(outer, inner, a);
  double step = 0.01;
  while (slope.square() > 1e-20 && step > 1e-9) {
    const Point next = a + slope * -step;
    const bool isBetter = guaranteed<Mode::reverse>(next) < guaranteed<Mode::reverse>(a);
    if (isBetter) {
      a = next;
      slope = guaranteed_slope(outer, inner, a);
    }
    step *= isBetter ? 1.5 : 0.25;
  }
  return a;
}

} // namespace

int main() {
  // The best answer is b = (a.x / 2, -a.y); with it the payoff is (a.x - 1)^2 + 2 (a.y + 1/2)^2 + a.x^2 / 4 + a.y^2
  // / 2.
  constexpr Point saddle{0.8, -0.4}, reply{0.4, 0.4}, there{-0.3, 0.7};
  constexpr double value = 0.3;
  constexpr Point slope{2.5 * there.x - 2, 5 * there.y + 2};
  bool isRight = true;
  for (const Mode outer : {Mode::forward, Mode::reverse})
    for (const Mode inner : {Mode::forward, Mode::reverse}) {
      const auto name = [](Mode mode) { return mode == Mode::forward ? "forward" : "reverse"; };
      const Point a = best_choice(outer, inner), b = answer<Mode::reverse>(a),
                  g = guaranteed_slope(outer, inner, there);
      const double error =
          std::sqrt((a + saddle * -1).square() + (b + reply * -1).square()) + std::fabs(payoff(a, b) - value);
      std::printf("%s over %s: a = (%.6f, %.6f)  b = (%.6f, %.6f)  payoff %.9f  error %.0e  slope's error %.0e\n",
                  name(outer), name(inner), a.x, a.y, b.x, b.y, payoff(a, b), error,
                  std::sqrt((g + slope * -1).square()));
      isRight = isRight && error < 1e-7 && (g + slope * -1).square() < 1e-14;
    }
  return isRight ? 0 : 1;
}
