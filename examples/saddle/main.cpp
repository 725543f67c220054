// Finds the saddle point of the payoff by a descent whose every value is the end of another descent, in all four
// combinations of modes.
#include "saddle.hpp"

#include <cstdio>

int main() {
  constexpr double published = 8.246324826140356e-06; // all four coordinates: where the descents stop on the way to 0
  bool isRight = true;
  for (const Mode outer : {Mode::forward, Mode::reverse})
    for (const Mode inner : {Mode::forward, Mode::reverse}) {
      const auto name = [](Mode mode) { return mode == Mode::forward ? "forward" : "reverse"; };
      const Point a = argmin([](const Point &p) { return guaranteed<Mode::reverse>(p); },
                             [&](const Point &p) { return guaranteed_slope(outer, inner, p); }, Point{1, 1});
      const Point b = inner == Mode::forward ? answer<Mode::forward>(a) : answer<Mode::reverse>(a);
      std::printf("%s over %s: a = (%.15e, %.15e)  b = (%.15e, %.15e)\n", name(outer), name(inner), a.x, a.y, b.x, b.y);
      for (const double coordinate : {a.x, a.y, b.x, b.y})
        isRight = isRight && std::fabs(coordinate - published) < 1e-14 * published;
    }
  return isRight ? 0 : 1;
}
