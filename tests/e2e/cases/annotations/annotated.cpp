#include "annotated.hpp"

#include "norm.hpp"

#include <cmath>

namespace annotated {
namespace {

void swing(double &angle, double &speed, double length) {
  speed -= 0.1 * std::sin(angle) / length;
  angle += 0.1 * speed;
}

struct State {
  Body body;
  std::vector<double> field;
  double energy;
  int phase;
};

void advance(State &s, double rate) {
  const double pull = soac::sum(soac::array<double>(s.field));
  s.body.velocity += rate * std::sin(s.body.position) - 0.01 * pull;
  s.body.position += 0.1 * s.body.velocity;
  for (std::size_t i = 0; i < s.field.size(); ++i)
    s.field[i] = 0.9 * s.field[i] + 0.1 * std::cos(s.body.position + static_cast<double>(i));
  s.energy += s.body.velocity * s.body.velocity * (s.phase % 3);
  s.phase = (s.phase * 5 + 1) % 7;
}

double finish(const State &s) { return s.body.position * s.energy + s.field.back() * s.field.front(); }

void relax(std::vector<double> &u) {
  for (std::size_t i = 1; i + 1 < u.size(); ++i)
    u[i] += 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]) + 0.05 * u[i] * u[i];
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double pendulum(double angle, double length, int steps) {
  double speed = 0;
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double pendulum_2(double angle, double length, int steps) {
  double speed = 0;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double pendulum_3(double angle, double length, int steps) {
  double speed = 0;
#pragma soac stripmine(3)
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double pendulum_r1(double angle, double length, int steps) {
  double speed = 0;
#pragma soac checkpoint(revolve : 1)
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double pendulum_r2(double angle, double length, int steps) {
  double speed = 0;
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double pendulum_r3(double angle, double length, int steps) {
  double speed = 0;
#pragma soac checkpoint(revolve : 3)
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double pendulum_r5(double angle, double length, int steps) {
  double speed = 0;
#pragma soac checkpoint(revolve : 5)
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double mixed(const std::vector<double> &x, double rate, int steps) {
  State s{{0.3, 0.1}, x, 0.5, 1};
  for (int t = 0; t < steps; ++t)
    advance(s, rate);
  return finish(s);
}

#pragma soac differentiate(vjp, jvp)
double mixed_2(const std::vector<double> &x, double rate, int steps) {
  State s{{0.3, 0.1}, x, 0.5, 1};
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    advance(s, rate);
  return finish(s);
}

#pragma soac differentiate(vjp, jvp)
double mixed_3(const std::vector<double> &x, double rate, int steps) {
  State s{{0.3, 0.1}, x, 0.5, 1};
#pragma soac stripmine(3)
  for (int t = 0; t < steps; ++t)
    advance(s, rate);
  return finish(s);
}

#pragma soac differentiate(vjp, jvp)
double mixed_r2(const std::vector<double> &x, double rate, int steps) {
  State s{{0.3, 0.1}, x, 0.5, 1};
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < steps; ++t)
    advance(s, rate);
  return finish(s);
}

#pragma soac differentiate(vjp, jvp)
double mixed_r4(const std::vector<double> &x, double rate, int steps) {
  State s{{0.3, 0.1}, x, 0.5, 1};
#pragma soac checkpoint(revolve : 4)
  for (int t = 0; t < steps; ++t)
    advance(s, rate);
  return finish(s);
}

#pragma soac differentiate(vjp, jvp)
double sweeps(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
  for (int t = 0; t < steps; ++t)
    relax(u);
  return norm(u);
}

#pragma soac differentiate(vjp, jvp)
double sweeps_2(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    relax(u);
  return norm(u);
}

#pragma soac differentiate(vjp, jvp)
double sweeps_3(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
#pragma soac stripmine(3)
  for (int t = 0; t < steps; ++t)
    relax(u);
  return norm(u);
}

#pragma soac differentiate(vjp, jvp)
double sweeps_r3(const std::vector<double> &x, int steps) {
  std::vector<double> u = x;
#pragma soac checkpoint(revolve : 3)
  for (int t = 0; t < steps; ++t)
    relax(u);
  return norm(u);
}

#pragma soac differentiate(vjp, jvp)
double leaves(double x, int steps) {
  double y = x;
  for (int t = 0; t < steps; ++t) {
    if (t % 3 == 1)
      continue;
    y += 0.3 * std::sin(y * x);
    if (y > 2.5)
      break;
    y *= 1.01;
  }
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double leaves_2(double x, int steps) {
  double y = x;
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t) {
    if (t % 3 == 1)
      continue;
    y += 0.3 * std::sin(y * x);
    if (y > 2.5)
      break;
    y *= 1.01;
  }
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double leaves_r2(double x, int steps) {
  double y = x;
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < steps; ++t) {
    if (t % 3 == 1)
      continue;
    y += 0.3 * std::sin(y * x);
    if (y > 2.5)
      break;
    y *= 1.01;
  }
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double returns(const double *x, int n) {
  double product = 1;
  for (int i = 0; i < n; ++i) {
    product *= x[i] + 0.1 * product;
    if (product < 0)
      return -product * x[0];
  }
  return product;
}

#pragma soac differentiate(vjp, jvp)
double returns_3(const double *x, int n) {
  double product = 1;
#pragma soac stripmine(3)
  for (int i = 0; i < n; ++i) {
    product *= x[i] + 0.1 * product;
    if (product < 0)
      return -product * x[0];
  }
  return product;
}

#pragma soac differentiate(vjp, jvp)
double returns_r2(const double *x, int n) {
  double product = 1;
#pragma soac checkpoint(revolve : 2)
  for (int i = 0; i < n; ++i) {
    product *= x[i] + 0.1 * product;
    if (product < 0)
      return -product * x[0];
  }
  return product;
}

#pragma soac differentiate(vjp, jvp)
double halves(double x) {
  double sum = 0;
  while (x > 0.01) {
    sum += std::sqrt(x) * sum * 0.1 + x;
    x *= 0.7;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double halves_2(double x) {
  double sum = 0;
#pragma soac stripmine(2)
  while (x > 0.01) {
    sum += std::sqrt(x) * sum * 0.1 + x;
    x *= 0.7;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double halves_r2(double x) {
  double sum = 0;
#pragma soac checkpoint(revolve : 2)
  while (x > 0.01) {
    sum += std::sqrt(x) * sum * 0.1 + x;
    x *= 0.7;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double bounded_2(double x, int n) {
  double sum = 0 * n;
#pragma soac stripmine(2)
#pragma soac bound(n + 1)
  while (x > 0.01) {
    sum += std::sqrt(x) * sum * 0.1 + x;
    x *= 0.7;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double bounded_r3(double x, int n) {
  double sum = 0 * n;
#pragma soac bound(n + 1)
#pragma soac checkpoint(revolve : 3)
  while (x > 0.01) {
    sum += std::sqrt(x) * sum * 0.1 + x;
    x *= 0.7;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double do_while_2(double x) {
  double y = 1;
#pragma soac stripmine(2)
  do {
    y = 0.5 * (y + x / y);
  } while (std::fabs(y * y - x) > 1e-12);
  return y;
}

#pragma soac differentiate(vjp, jvp)
double bounded(double x, int most) {
#pragma soac bound(most)
  while (x < 10)
    x *= 1.5 + 0.1 * std::sin(x);
  return x * static_cast<double>(most > 0);
}

// The bound is what the expression is before the loop.
#pragma soac differentiate(vjp, jvp)
double bounded_by_what_changes(double x, int left) {
  double y = x;
#pragma soac bound(2 * left)
  while (left > 0) {
    y *= x;
    --left;
  }
  return y;
}

#pragma soac differentiate(vjp, jvp)
double bounded_in_loops(const std::vector<double> &x, int most) {
  double total = 0.0 * most;
  for (const double start : x)
    total += soac::sum(soac::map(
        [&](double v) {
#pragma soac bound(most)
          while (v < 10)
            v *= 1.5 + start;
          return v;
        },
        soac::array<double>(x)));
  return total;
}

} // namespace annotated
