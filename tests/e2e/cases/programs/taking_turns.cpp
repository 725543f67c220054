#include "taking_turns.hpp"

#include "taking_turns.soac.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace taking_turns {

#pragma soac differentiate(vjp, jvp)
void swapped(double *u, double *v, int n, int steps) {
  double *from = u, *to = v;
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i + 1 < n; ++i)
      to[i] = from[i] * from[i + 1] + 0.5 * from[i - 1];
    std::swap(from, to);
  }
}

#pragma soac differentiate(vjp, jvp)
void by_parity(double *u, double *v, int n, int steps) {
  for (int s = 0; s < steps; ++s) {
    const double *from = s % 2 ? v : u;
    double *to = s % 2 ? u : v;
    for (int i = 1; i + 1 < n; ++i)
      to[i] = from[i] * from[i + 1] + 0.5 * from[i - 1];
  }
}

#pragma soac differentiate(vjp, jvp)
double by_bit(double *u, double *v, int n, int steps) {
  for (int s = 0; s < steps; ++s) {
    const double *from = s & 1 ? v : u;
    double *to = s & 1 ? u : v;
    for (int i = 0; i < n; ++i) {
      const double x = from[(i + 1) % n] - 0.5 * from[i];
      to[i] = x > 0 ? x * x : 0.1 * x;
    }
  }
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += u[i] * u[i] - v[i];
  return e;
}

#pragma soac differentiate(vjp, jvp)
void rotated(double *u, double *v, double *w, int n, int steps) {
  double *before = u, *now = v, *next = w;
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i + 1 < n; ++i)
      next[i] = now[i] * (1 + 0.3 * (now[i + 1] - now[i - 1])) - 0.5 * before[i];
    double *t = before;
    before = now;
    now = next;
    next = t;
  }
}

#pragma soac differentiate(vjp, jvp)
void fourfold(double *a, double *b, double *c, double *d, int n, int steps) {
  int turn = 0;
  for (int s = 0; s < steps; ++s) {
    double *x = turn == 0 ? a : turn == 1 ? b : turn == 2 ? c : d;
    const double *y = turn == 0 ? d : turn == 1 ? a : turn == 2 ? b : c;
    for (int i = 0; i < n; ++i)
      x[i] = 0.9 * x[i] * y[i] + 0.1;
    turn = turn == 3 ? 0 : turn + 1;
  }
}

// A condition of the whole nest in its innermost loop.
#pragma soac differentiate(vjp, jvp)
double edges(double *u, double *v, int n, int steps, bool isPeriodic) {
  double *from = u, *to = v;
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i) {
      double left = 0, right = 0;
      if (isPeriodic) {
        left = from[(i + n - 1) % n];
        right = from[(i + 1) % n];
      } else {
        left = i > 0 ? from[i - 1] : 0.3;
        right = i + 1 < n ? from[i + 1] : 0.7;
      }
      to[i] = from[i] + 0.2 * (left - 2 * from[i] + right) * from[i];
    }
    std::swap(from, to);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += from[i] * from[i];
  return sum;
}

// A binomial tree [Cox, Ross and Rubinstein 1979].
#pragma soac differentiate(vjp, jvp)
double option_price(double s, double k, double rate, double volatility, int steps, bool isAmerican) {
  const double dt = 1.0 / steps, up = std::exp(volatility * std::sqrt(dt)), down = 1 / up;
  const double p = (std::exp(rate * dt) - down) / (up - down), discount = std::exp(-rate * dt);
  numbers v(steps + 1);
  for (int i = 0; i <= steps; ++i)
    v[i] = std::max(k - s * std::pow(up, 2 * i - steps), 0.0);
  for (int t = steps - 1; t >= 0; --t)
    for (int i = 0; i <= t; ++i) {
      v[i] = discount * (p * v[i + 1] + (1 - p) * v[i]);
      if (isAmerican)
        v[i] = std::max(v[i], k - s * std::pow(up, 2 * i - t));
    }
  return v[0];
}

#pragma soac differentiate(vjp, jvp)
double flags(numbers x, const numbers &y, bool first, bool second, bool third) {
  double s = 0;
  for (std::size_t t = 0; t < y.size(); ++t)
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (first)
        x[i] *= y[t];
      if (second) {
        x[i] += std::sin(x[(i + 1) % x.size()]);
        if (third && i > 1)
          s += x[i - 1] * y[t];
      } else {
        s += x[i];
      }
    }
  return s + x[0];
}

// A state of three numbers in turns, by which terms have their signs.
#pragma soac differentiate(vjp, jvp)
double signs(const numbers &x, int steps) {
  int state = 5;
  double a = 1;
  for (int s = 0; s < steps; ++s) {
    if (state == 5)
      a = a * x[s] + 1;
    else if (state == -1)
      a = std::sin(a) - x[s];
    else
      a = a * a * x[s];
    state = state == 5 ? -1 : state == -1 ? 2 : 5;
  }
  return a + state;
}

namespace {

constexpr int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constexpr double weight[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

} // namespace

// Lattice Boltzmann in two dimensions with nine directions [Qian, d'Humieres and Lallemand 1992].
#pragma soac differentiate(vjp, jvp)
void lattice(double *f, double *g, const unsigned char *solid, int nx, int ny, double omega, int steps) {
  double *from = f, *to = g;
  for (int s = 0; s < steps; ++s) {
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const int cell = y * nx + x;
        double c[9];
        for (int q = 0; q < 9; ++q) {
          const int xx = (x - cx[q] + nx) % nx, yy = (y - cy[q] + ny) % ny;
          c[q] = from[(yy * nx + xx) * 9 + q];
        }
        if (solid[cell]) {
          for (int q = 0; q < 9; ++q)
            to[cell * 9 + q] = c[opposite[q]];
          continue;
        }
        double rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < 9; ++q) {
          rho += c[q];
          ux += c[q] * cx[q];
          uy += c[q] * cy[q];
        }
        ux /= rho;
        uy /= rho;
        for (int q = 0; q < 9; ++q) {
          const double cu = 3 * (cx[q] * ux + cy[q] * uy);
          const double rest = weight[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
          to[cell * 9 + q] = c[q] + omega * (rest - c[q]);
        }
      }
    std::swap(from, to);
  }
}

#pragma soac differentiate(vjp, jvp)
double lattice_of_vectors(numbers f, const std::vector<unsigned char> &solid, int nx, int ny, double omega, int steps) {
  numbers g(f.size());
  for (int s = 0; s < steps; ++s) {
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const int cell = y * nx + x;
        double c[9], rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < 9; ++q) {
          const int xx = (x - cx[q] + nx) % nx, yy = (y - cy[q] + ny) % ny;
          c[q] = f[(yy * nx + xx) * 9 + q];
          rho += c[q];
          ux += c[q] * cx[q];
          uy += c[q] * cy[q];
        }
        for (int q = 0; q < 9; ++q) {
          const double cu = 3 * (cx[q] * ux + cy[q] * uy) / rho;
          g[cell * 9 + q] =
              solid[cell] ? c[opposite[q]] : c[q] + omega * (weight[q] * rho * (1 + cu + 0.5 * cu * cu) - c[q]);
        }
      }
    f.swap(g);
  }
  double sum = 0;
  for (const double v : f)
    sum += v * v * v;
  return sum;
}

// Numbers of a cell that a table chooses, and that loops without a table read, too.
#pragma soac differentiate(vjp, jvp)
double directions(const numbers &x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double c[9], d[9] = {};
    for (int q = 0; q < 9; ++q)
      c[q] = std::sin(x[i * 9 + q]);
    for (int q = 0; q < 9; ++q)
      d[opposite[q]] += c[q] * weight[8 - q];
    for (int q = 0; q < 9; ++q)
      s += c[q] * d[q] * (q + 1);
    if (c[0] > c[opposite[1]])
      s += d[opposite[8]] * c[2];
  }
  return s;
}

} // namespace taking_turns
