#include "checkpoint_memory.hpp"

#include <soac/soac.hpp>

namespace {

// The state as a value: checkpointed whole.
soac::array<double> grown(const soac::array<double> &u) {
  return soac::map([](double v) { return v + 0.01 * v * (1 - v); }, u);
}

// The state changed in place: an undo log.
void relax(std::vector<double> &u) {
  for (std::size_t i = 1; i + 1 < u.size(); ++i)
    u[i] += 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]) + 0.01 * u[i] * (1 - u[i]);
}

double total(const std::vector<double> &u) {
  double sum = 0;
  for (const double v : u)
    sum += v;
  return sum;
}

} // namespace

#pragma soac differentiate(vjp)
double evolve(const std::vector<double> &x, int steps) {
  soac::array<double> u = x;
  for (int t = 0; t < steps; ++t)
    u = grown(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double smooth(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
  for (int t = 0; t < steps; ++t)
    relax(u);
  return total(u);
}

#pragma soac differentiate(vjp)
double evolve_2(const std::vector<double> &x, int steps) {
  soac::array<double> u = x;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    u = grown(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double smooth_2(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    relax(u);
  return total(u);
}

#pragma soac differentiate(vjp)
double evolve_3(const std::vector<double> &x, int steps) {
  soac::array<double> u = x;
#pragma soac stripmine(3)
  for (int t = 0; t < steps; ++t)
    u = grown(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double smooth_3(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
#pragma soac stripmine(3)
  for (int t = 0; t < steps; ++t)
    relax(u);
  return total(u);
}

#pragma soac differentiate(vjp)
double evolve_r100(const std::vector<double> &x, int steps) {
  soac::array<double> u = x;
#pragma soac checkpoint(revolve: 100)
  for (int t = 0; t < steps; ++t)
    u = grown(u);
  return soac::sum(u);
}

#pragma soac differentiate(vjp)
double smooth_r100(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
#pragma soac checkpoint(revolve: 100)
  for (int t = 0; t < steps; ++t)
    relax(u);
  return total(u);
}
