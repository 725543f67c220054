#include "checkpoints.hpp"

namespace {

soac::array<double> step(const soac::array<double> &u) {
  return soac::map([](double v) { return v + 0.01 * v * (1 - v); }, u);
}

void sweep(soac::array<double> &u) {
  for (soac::index i = 1; i + 1 < u.size(); ++i)
    u[i] += 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]) + 0.01 * u[i] * (1 - u[i]);
}

} // namespace

#pragma soac differentiate(vjp)
double march(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
  for (int t = 0; t < steps; ++t)
    u = step(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double relax(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
  for (int t = 0; t < steps; ++t)
    sweep(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double march_2(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    u = step(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double relax_2(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    sweep(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double march_3(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
#pragma soac stripmine(3)
  for (int t = 0; t < steps; ++t)
    u = step(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double relax_3(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
#pragma soac stripmine(3)
  for (int t = 0; t < steps; ++t)
    sweep(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double march_r50(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
#pragma soac checkpoint(revolve: 50)
  for (int t = 0; t < steps; ++t)
    u = step(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double relax_r50(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
#pragma soac checkpoint(revolve: 50)
  for (int t = 0; t < steps; ++t)
    sweep(u);
  return soac::sum(u);
}
