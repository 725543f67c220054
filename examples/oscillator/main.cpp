// Finds the parameters of an ordinary differential equation from measurements, by Gauss and Newton's method: the columns
// of the Jacobian are three tangents of the whole time integration.
#include "oscillator.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

namespace {

constexpr int times = 200, unknowns = 3;
constexpr double dt = 0.05;

/// Solves a x = b by elimination with row exchanges.
std::array<double, unknowns> solve(std::array<std::array<double, unknowns>, unknowns> a, std::array<double, unknowns> b) {
  for (int c = 0; c < unknowns; ++c) {
    int pivot = c;
    for (int r = c + 1; r < unknowns; ++r)
      if (std::fabs(a[r][c]) > std::fabs(a[pivot][c]))
        pivot = r;
    std::swap(a[c], a[pivot]);
    std::swap(b[c], b[pivot]);
    for (int r = 0; r < unknowns; ++r) {
      if (r == c)
        continue;
      const double factor = a[r][c] / a[c][c];
      for (int k = c; k < unknowns; ++k)
        a[r][k] -= factor * a[c][k];
      b[r] -= factor * b[c];
    }
  }
  for (int c = 0; c < unknowns; ++c)
    b[c] /= a[c][c];
  return b;
}

} // namespace

int main() {
  const Parameters truth{4.0, 0.3, 1.5};
  const soac::array<double, 1> measured = positions(truth, dt, times);
  Parameters p{3.5, 0.1, 1.0};
  const std::array<Parameters, unknowns> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int i = 0; i < 20; ++i) {
    std::array<soac::array<double, 1>, unknowns> columns;
    soac::array<double, 1> modelled;
    for (int c = 0; c < unknowns; ++c)
      std::tie(modelled, columns[c]) = positions_along(p, axes[c], dt, times);
    std::array<std::array<double, unknowns>, unknowns> normal{};
    std::array<double, unknowns> right{};
    double misfit = 0;
    for (int t = 0; t < times; ++t) {
      const double residual = measured[t] - modelled[t];
      misfit += residual * residual;
      for (int r = 0; r < unknowns; ++r) {
        right[r] += columns[r][t] * residual;
        for (int c = 0; c < unknowns; ++c)
          normal[r][c] += columns[r][t] * columns[c][t];
      }
    }
    std::printf("%2d  misfit %.3e  stiffness %.9f  damping %.9f  start %.9f\n", i, misfit, p.stiffness, p.damping, p.start);
    if (misfit < 1e-24)
      return std::fabs(p.stiffness - truth.stiffness) < 1e-8 ? 0 : 1;
    const std::array<double, unknowns> change = solve(normal, right);
    p = {p.stiffness + change[0], p.damping + change[1], p.start + change[2]};
  }
  std::puts("not converged");
  return 1;
}
