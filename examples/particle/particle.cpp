#include "particle.hpp"

#include "particle.soac.hpp"

#include <cmath>

double potential(const Point &at, double w) {
  return 1 / std::hypot(at.x - 10, at.y - (10 - w)) + 1 / std::hypot(at.x - 10, at.y);
}

template <Mode mode> Point slope(const Point &at, double w) {
  if constexpr (mode == Mode::reverse)
    return soac::gradient<potential, soac::wrt<0>>(at, w);
  else
    return {soac::jvp<potential, soac::wrt<0>>(at, w, Point{1, 0}),
            soac::jvp<potential, soac::wrt<0>>(at, w, Point{0, 1})};
}

template <Mode inner> double landing(double w) {
  constexpr double dt = 0.1;
  Point at{0, 8}, velocity{0.75, 0};
  while (at.y + dt * velocity.y > 0) { // Euler's method
    const Point force = slope<inner>(at, w) * -1;
    at = at + velocity * dt;
    velocity = velocity + force * dt;
  }
  const double x = at.x - at.y / velocity.y * velocity.x; // the last step ends on the ground
  return x * x;
}

template double landing<Mode::forward>(double w);
template double landing<Mode::reverse>(double w);

double landing_slope(Mode outer, Mode inner, double w) {
  if (outer == Mode::forward)
    return inner == Mode::forward ? soac::jvp<landing<Mode::forward>>(w, 1.0)
                                  : soac::jvp<landing<Mode::reverse>>(w, 1.0);
  return inner == Mode::forward ? soac::gradient<landing<Mode::forward>>(w) : soac::gradient<landing<Mode::reverse>>(w);
}
