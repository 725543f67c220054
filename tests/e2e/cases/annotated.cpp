#include "annotated.hpp"

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

double norm(const std::vector<double> &u) {
  double sum = 0;
  for (const double v : u)
    sum += v * v;
  return sum;
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
#pragma soac checkpoint(revolve: 1)
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double pendulum_r2(double angle, double length, int steps) {
  double speed = 0;
#pragma soac checkpoint(revolve: 2)
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double pendulum_r3(double angle, double length, int steps) {
  double speed = 0;
#pragma soac checkpoint(revolve: 3)
  for (int t = 0; t < steps; ++t)
    swing(angle, speed, length);
  return angle * speed;
}

#pragma soac differentiate(vjp, jvp)
double pendulum_r5(double angle, double length, int steps) {
  double speed = 0;
#pragma soac checkpoint(revolve: 5)
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
#pragma soac checkpoint(revolve: 2)
  for (int t = 0; t < steps; ++t)
    advance(s, rate);
  return finish(s);
}

#pragma soac differentiate(vjp, jvp)
double mixed_r4(const std::vector<double> &x, double rate, int steps) {
  State s{{0.3, 0.1}, x, 0.5, 1};
#pragma soac checkpoint(revolve: 4)
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
#pragma soac checkpoint(revolve: 3)
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
#pragma soac checkpoint(revolve: 2)
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
#pragma soac checkpoint(revolve: 2)
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
#pragma soac checkpoint(revolve: 2)
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
#pragma soac checkpoint(revolve: 3)
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

#pragma soac differentiate(vjp, jvp)
double nested(const std::vector<double> &x, int n, int m) {
  std::vector<double> u = x;
  double total = 0.2;
  for (int i = 0; i < n; ++i) {
    double inner = total;
    for (int j = 0; j < m; ++j) {
      inner = std::sin(inner + u[j % u.size()]);
      u[(i + j) % u.size()] *= 1 + 0.1 * inner;
    }
    total += inner * inner;
  }
  return total * norm(u);
}

#pragma soac differentiate(vjp, jvp)
double nested_annotated(const std::vector<double> &x, int n, int m) {
  std::vector<double> u = x;
  double total = 0.2;
#pragma soac stripmine(2)
  for (int i = 0; i < n; ++i) {
    double inner = total;
#pragma soac stripmine(2)
    for (int j = 0; j < m; ++j) {
      inner = std::sin(inner + u[j % u.size()]);
      u[(i + j) % u.size()] *= 1 + 0.1 * inner;
    }
    total += inner * inner;
  }
  return total * norm(u);
}

#pragma soac differentiate(vjp, jvp)
double nested_mixed(const std::vector<double> &x, int n, int m) {
  std::vector<double> u = x;
  double total = 0.2;
#pragma soac checkpoint(revolve: 2)
  for (int i = 0; i < n; ++i) {
    double inner = total;
#pragma soac stripmine(3)
    for (int j = 0; j < m; ++j) {
      inner = std::sin(inner + u[j % u.size()]);
      u[(i + j) % u.size()] *= 1 + 0.1 * inner;
    }
    total += inner * inner;
  }
  return total * norm(u);
}

#pragma soac differentiate(vjp, jvp)
double per_element(soac::view<const double> x, int steps) {
  return soac::sum(soac::map(
      [&](double v) {
        for (int t = 0; t < steps; ++t)
          v += 0.1 * std::sin(v) * x[0];
        return v;
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double per_element_2(soac::view<const double> x, int steps) {
  return soac::sum(soac::map(
      [&](double v) {
#pragma soac stripmine(2)
        for (int t = 0; t < steps; ++t)
          v += 0.1 * std::sin(v) * x[0];
        return v;
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double per_element_r2(soac::view<const double> x, int steps) {
  return soac::sum(soac::map(
      [&](double v) {
#pragma soac checkpoint(revolve: 2)
        for (int t = 0; t < steps; ++t)
          v += 0.1 * std::sin(v) * x[0];
        return v;
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double in_branch_2(double x, int steps) {
  double y = 1;
  if (x > 0) {
#pragma soac stripmine(2)
    for (int t = 0; t < steps; ++t)
      y = y * std::cos(x) + 0.1 * t;
  }
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double in_branch_r2(double x, int steps) {
  double y = 1;
  if (x > 0) {
#pragma soac checkpoint(revolve: 2)
    for (int t = 0; t < steps; ++t)
      y = y * std::cos(x) + 0.1 * t;
  }
  return y * x;
}

#pragma soac differentiate(vjp, jvp)
double over_range_2(const std::vector<double> &x) {
  double y = 0.1;
#pragma soac stripmine(2)
  for (const double v : x)
    y = std::sin(y + v) * v;
  return y;
}

#pragma soac differentiate(vjp, jvp)
double over_range_r2(const std::vector<double> &x) {
  double y = 0.1;
#pragma soac checkpoint(revolve: 2)
  for (const double v : x)
    y = std::sin(y + v) * v;
  return y;
}

#pragma soac differentiate(vjp, jvp)
double downwards_2(const double *x, int n) {
  double y = 0.1;
#pragma soac stripmine(2)
  for (int i = n - 1; i >= 0; i -= 2)
    y = y * x[i] + std::cos(y);
  return y;
}

#pragma soac differentiate(vjp, jvp)
float single_r2(float x, int steps) {
  float y = x;
#pragma soac checkpoint(revolve: 2)
  for (int t = 0; t < steps; ++t)
    y += 0.25f * std::sin(y * x);
  return y;
}

#pragma soac differentiate(vjp, jvp)
void output_2(const double *x, double *y, int n, int steps) {
#pragma soac stripmine(2)
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i)
      y[i] = 0.5 * y[i] * x[i] + std::sin(y[(i + 1) % n]);
}

#pragma soac differentiate(vjp, jvp)
void output_r2(const double *x, double *y, int n, int steps) {
#pragma soac checkpoint(revolve: 2)
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i)
      y[i] = 0.5 * y[i] * x[i] + std::sin(y[(i + 1) % n]);
}

#pragma soac differentiate(vjp, jvp)
std::vector<double> recurrence(double a, int n) {
  std::vector<double> y(n + 1);
  y[0] = a;
  for (int i = 0; i < n; ++i)
    y[i + 1] = std::sin(a * y[i]) + i;
  return y;
}

// Row i is made of row i - 1 and of its own elements to the left.
#pragma soac differentiate(vjp, jvp)
double wavefront(const std::vector<double> &x, int n) {
  soac::array<double, 2> table(n + 1, n + 1);
  for (int i = 0; i <= n; ++i)
    table(i, 0) = table(0, i) = x[i % x.size()];
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j)
      table(i, j) = 0.5 * std::sin(table(i - 1, j) + table(i, j - 1)) * table(i - 1, j - 1);
  return table(n, n);
}

// Every step overwrites the same elements of `next` before it reads them.
#pragma soac differentiate(vjp, jvp)
double ping_pong(const std::vector<double> &x, int steps) {
  std::vector<double> u = x, next = x;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < u.size(); ++i)
      next[i] = u[i] + 0.2 * std::sin(u[i - 1] * u[i + 1]);
    u = next;
  }
  return norm(u);
}

#pragma soac differentiate(vjp, jvp)
double permuted(const std::vector<double> &x, const std::vector<int> &where) {
  std::vector<double> y(x.size());
  double s = 0.5;
#pragma soac no_false_dependencies(y)
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[where[i]] = x[i] * s;
    s += std::sin(y[where[i]]);
  }
  return s * y[0];
}

#pragma soac differentiate(vjp, jvp)
double permuted_2(const std::vector<double> &x, const std::vector<int> &where) {
  std::vector<double> y(x.size());
  double s = 0.5;
#pragma soac no_false_dependencies(y)
#pragma soac stripmine(2)
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[where[i]] = x[i] * s;
    s += std::sin(y[where[i]]);
  }
  return s * y[0];
}

#pragma soac differentiate(vjp, jvp)
double permuted_r2(const std::vector<double> &x, const std::vector<int> &where) {
  std::vector<double> y(x.size());
  double s = 0.5;
#pragma soac checkpoint(revolve: 2)
#pragma soac no_false_dependencies(y)
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[where[i]] = x[i] * s;
    s += std::sin(y[where[i]]);
  }
  return s * y[0];
}

#pragma soac differentiate(vjp, jvp)
void permuted_view(soac::view<const double> x, soac::view<const int> where, soac::view<double> y) {
#pragma soac no_false_dependencies(y)
  for (soac::index i = 0; i < x.size(); ++i)
    y[where[i]] = x[i] * x[0];
}

#pragma soac differentiate(vjp, jvp)
void permuted_pointer(const double *x, const int *where, double *y, int n) {
#pragma soac no_false_dependencies(y)
  for (int i = 0; i < n; ++i)
    y[where[i]] = x[i] * x[0];
}

#pragma soac differentiate(vjp, jvp)
double read_before(const std::vector<double> &x, const std::vector<int> &where, const std::vector<int> &from) {
  std::vector<double> y = x;
#pragma soac no_false_dependencies(y)
  for (std::size_t i = 0; i < where.size(); ++i)
    y[where[i]] = std::sin(y[from[i]]) * y[from[i]];
  return norm(y);
}

// Inner loops of any length write the pieces; a branch decides about some elements.
#pragma soac differentiate(vjp, jvp)
double in_pieces(const std::vector<double> &x, const std::vector<int> &starts) {
  std::vector<double> y(x.size(), 1.0);
#pragma soac no_false_dependencies(y)
  for (std::size_t p = 0; p + 1 < starts.size(); ++p) {
    double sum = 1;
    for (int i = starts[p]; i < starts[p + 1]; ++i) {
      if (x[i] > 0) {
        y[i] = sum;
        y[i] *= x[i];
      }
      sum += std::sin(y[i]) * (p > 0 ? y[starts[p - 1]] : 0.3);
    }
  }
  return norm(y);
}

} // namespace annotated
