// The programs of weather.cpp with their sizes.
#include "weather.hpp"

#include "programs.hpp"

#include <memory>

namespace {

/// A derivative along a direction, beside central differences.
void check_direction(const std::string &name, const air &a, const vector &start, int steps, const vector &gradient) {
  const vector direction = random_vector(start.size(), -1, 1, 52);
  const double h = 1e-6;
  vector above = start, below = start;
  double along = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    above[i] += h * direction[i];
    below[i] -= h * direction[i];
    along += gradient[i] * direction[i];
  }
  const double difference = (weather(a, above, steps) - weather(a, below, steps)) / (2 * h);
  check_equal(name + ": along a direction", {along, start[0]}, {difference, start[0]}, 1e-6);
}

program airs(int nx, int nz, int steps) {
  const air a{nx, nz, 0.3, 0.3, 0.01};
  const auto start = std::make_shared<const vector>(random_vector(static_cast<std::size_t>(4 * (nx + 4) * (nz + 4)), -0.1, 0.1, 51));
  const std::string name = "weather, " + std::to_string(nx) + " x " + std::to_string(nz) + " cells, " + std::to_string(steps) + " steps";
  const double value = weather(a, *start, steps);
  check(name + ": with pointers", weather_in_c(a, *start, steps), value);
  check(name + ": run", run_weather(a, *start, steps), value);
  check(name + ": run with pointers", run_weather_in_c(a, *start, steps), value);
  const vector gradient = gradient_weather(a, *start, steps);
  check_direction(name, a, *start, steps, gradient);
  check_equal(name + ": gradient with pointers", gradient_weather_in_c(a, *start, steps), gradient, 1e-9);
  return {name,
          {{"the function", [=] { return weather(a, *start, steps); }},
           {"with pointers", [=] { return weather_in_c(a, *start, steps); }},
           {"`run`", [=] { return run_weather(a, *start, steps); }, true},
           {"`run` with pointers", [=] { return run_weather_in_c(a, *start, steps); }, true},
           {"`gradient`", [=] { return gradient_weather(a, *start, steps)[0]; }, true},
           {"`gradient` with pointers", [=] { return gradient_weather_in_c(a, *start, steps)[0]; }, true}}};
}

} // namespace

std::vector<program> weather_programs() { return {airs(60, 30, 20), airs(400, 200, 2)}; }
