#include "heat.hpp"

namespace {

soac::array<double> step(soac::view<const double> u) {
  const soac::index n = u.extent(0);
  const auto flow =
      soac::tabulate([&](soac::index i) { return (0.2 + 0.05 * (u[i] + u[i + 1])) * (u[i + 1] - u[i]); }, n - 1);
  return soac::tabulate([&](soac::index i) { return i == 0 || i == n - 1 ? u[i] : u[i] + flow[i] - flow[i - 1]; }, n);
}

double mean_square(soac::view<const double> u) {
  return soac::sum(soac::map([](double x) { return x * x; }, u)) / static_cast<double>(u.extent(0));
}

} // namespace

#pragma soac differentiate(vjp)
double heat(soac::view<const double> u, int steps) {
  soac::array<double> now(u);
  for (int i = 0; i < steps; ++i)
    now = step(now);
  return mean_square(now);
}

#pragma soac differentiate(vjp)
double heat_in_strips(soac::view<const double> u, int steps) {
  soac::array<double> now(u);
#pragma soac stripmine(2)
  for (int i = 0; i < steps; ++i)
    now = step(now);
  return mean_square(now);
}

#pragma soac differentiate(vjp)
double heat_by_snapshots(soac::view<const double> u, int steps) {
  soac::array<double> now(u);
#pragma soac checkpoint(revolve : 16)
  for (int i = 0; i < steps; ++i)
    now = step(now);
  return mean_square(now);
}
