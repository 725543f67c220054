#include "annotated_twice.hpp"

#include "annotated_twice.soac.hpp"

#include <cmath>

double scalar_plain(double x, double rate, int steps) {
  double speed = 0.1;
  for (int t = 0; t < steps; ++t) {
    speed -= rate * std::sin(x) * (t % 3);
    x += 0.2 * speed * x;
  }
  return x * speed;
}

#pragma soac differentiate(vjp, jvp)
double by_tangent_plain(double x, double rate, int steps) {
  return soac::jvp<scalar_plain>(x, rate, steps, rate, x);
}

#pragma soac differentiate(vjp, jvp)
double by_adjoint_plain(double x, double rate, int steps) {
  const auto [x_adj, rate_adj] = soac::gradient<scalar_plain>(x, rate, steps);
  return x_adj * rate_adj + std::sin(x_adj);
}

double state_plain(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
  for (int t = 0; t < steps; ++t)
    for (soac::index i = 1; i < u.size(); ++i)
      u[i] += 0.3 * std::sin(u[i - 1]) * u[i];
  return soac::sum(u);
}

#pragma soac differentiate(vjp, jvp)
double of_gradient_plain(soac::view<const double> x, int steps) {
  const auto g = soac::gradient<state_plain>(x, steps);
  return soac::dot(g, g);
}

double scalar_strip2(double x, double rate, int steps) {
  double speed = 0.1;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t) {
    speed -= rate * std::sin(x) * (t % 3);
    x += 0.2 * speed * x;
  }
  return x * speed;
}

#pragma soac differentiate(vjp, jvp)
double by_tangent_strip2(double x, double rate, int steps) {
  return soac::jvp<scalar_strip2>(x, rate, steps, rate, x);
}

#pragma soac differentiate(vjp, jvp)
double by_adjoint_strip2(double x, double rate, int steps) {
  const auto [x_adj, rate_adj] = soac::gradient<scalar_strip2>(x, rate, steps);
  return x_adj * rate_adj + std::sin(x_adj);
}

double state_strip2(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    for (soac::index i = 1; i < u.size(); ++i)
      u[i] += 0.3 * std::sin(u[i - 1]) * u[i];
  return soac::sum(u);
}

#pragma soac differentiate(vjp, jvp)
double of_gradient_strip2(soac::view<const double> x, int steps) {
  const auto g = soac::gradient<state_strip2>(x, steps);
  return soac::dot(g, g);
}

double scalar_revolve2(double x, double rate, int steps) {
  double speed = 0.1;
#pragma soac checkpoint(revolve: 2)
  for (int t = 0; t < steps; ++t) {
    speed -= rate * std::sin(x) * (t % 3);
    x += 0.2 * speed * x;
  }
  return x * speed;
}

#pragma soac differentiate(vjp, jvp)
double by_tangent_revolve2(double x, double rate, int steps) {
  return soac::jvp<scalar_revolve2>(x, rate, steps, rate, x);
}

#pragma soac differentiate(vjp, jvp)
double by_adjoint_revolve2(double x, double rate, int steps) {
  const auto [x_adj, rate_adj] = soac::gradient<scalar_revolve2>(x, rate, steps);
  return x_adj * rate_adj + std::sin(x_adj);
}

double state_revolve2(soac::view<const double> x, int steps) {
  soac::array<double> u = x;
#pragma soac checkpoint(revolve: 2)
  for (int t = 0; t < steps; ++t)
    for (soac::index i = 1; i < u.size(); ++i)
      u[i] += 0.3 * std::sin(u[i - 1]) * u[i];
  return soac::sum(u);
}

#pragma soac differentiate(vjp, jvp)
double of_gradient_revolve2(soac::view<const double> x, int steps) {
  const auto g = soac::gradient<state_revolve2>(x, steps);
  return soac::dot(g, g);
}
