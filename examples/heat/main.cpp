// One long time loop, three ways to store what its adjoint needs. The numbers were chosen with
//
//   soac heat.cpp --explain-memory --sizes u=200,steps=10000 --memory-budget=1MB
//
// which predicts the memory and the runs; here both are measured.
#include "heat.hpp"

#include "heat.soac.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace {

constexpr int points = 200, steps = 10000;

struct Measured {
  double value, seconds;
  long bytes;
  soac::array<double> u_adj;
};

template <class Adjoint> Measured measure(const soac::array<double> &u, Adjoint adjoint) {
  Measured result{0, 1e9, 0, soac::array<double>(points)};
  soac::workspace workspace;
  for (int repetition = 0; repetition < 3; ++repetition) {
    result.u_adj = soac::array<double>(points);
    const auto start = std::chrono::steady_clock::now();
    result.value = adjoint(u, steps, 1.0, result.u_adj, workspace);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    result.seconds = std::min(result.seconds, seconds.count());
  }
  result.bytes = static_cast<long>(workspace.high_water());
  return result;
}

} // namespace

int main() {
  soac::array<double> u(points);
  for (soac::index i = 0; i < points; ++i)
    u[i] = 1 + std::sin(0.05 * static_cast<double>(i * i % 97));
  const Measured plain = measure(u, [](auto &&...x) { return heat_vjp(x...); });
  const Measured strips = measure(u, [](auto &&...x) { return heat_in_strips_vjp(x...); });
  const Measured snapshots = measure(u, [](auto &&...x) { return heat_by_snapshots_vjp(x...); });

  std::printf("%-26s %9s %9s %10s %10s\n", "", "predicted", "measured", "predicted", "measured");
  std::printf("%-26s %9s %9s %10s %10s\n", "", "bytes", "bytes", "runs", "seconds");
  bool isRight = true;
  const auto report = [&](const char *name, const Measured &m, long bytes, double runs) {
    double difference = std::fabs(m.value - plain.value);
    for (soac::index i = 0; i < points; ++i)
      difference = std::fmax(difference, std::fabs(m.u_adj[i] - plain.u_adj[i]));
    std::printf("%-26s %9ld %9ld %10.1f %10.3f\n", name, bytes, m.bytes, runs, m.seconds);
    isRight = isRight && difference == 0 && std::labs(m.bytes - bytes) < bytes / 100;
  };
  report("no pragma", plain, 16007360, 2);
  report("stripmine(2)", strips, 329472, 3);
  report("checkpoint(revolve: 16)", snapshots, 38848, 5.4);

  // Central differences of the value in a few points.
  for (soac::index i = 20; i < points; i += 50) {
    constexpr double h = 1e-4;
    soac::array<double> above(u), below(u);
    above[i] += h;
    below[i] -= h;
    const double quotient = (heat(above, steps) - heat(below, steps)) / (2 * h);
    isRight = isRight && std::fabs(plain.u_adj[i] - quotient) < 1e-9;
  }
  return isRight ? 0 : 1;
}
