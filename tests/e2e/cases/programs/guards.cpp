#include "guards.hpp"

#include "guards.soac.hpp"

#include <cmath>
#include <stdexcept>

namespace guards {

#pragma soac differentiate(vjp, jvp)
double relaxed(numbers x, int n, int sweeps) {
  if (n < 3)
    return 0;
  for (int s = 0; s < sweeps; ++s)
    for (int i = 1; i + 1 < n; ++i)
      x[i] = 0.25 * (x[i - 1] + x[i + 1]) + 0.5 * std::sin(x[i]);
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += x[i] * x[i];
  return e;
}

#pragma soac differentiate(vjp, jvp)
double by_method(numbers x, int method, int steps) {
  const int n = static_cast<int>(x.size());
  if (method == 0) {
    for (int s = 0; s < steps; ++s)
      for (int i = 1; i < n; ++i)
        x[i] = x[i - 1] * x[i] + 0.1;
  } else if (method == 1) {
    for (int s = 0; s < steps; ++s)
      for (int i = n - 2; i >= 0; --i)
        x[i] = std::exp(-x[i + 1]) + 0.5 * x[i];
  } else {
    for (int i = 0; i < n; ++i)
      x[i] = std::sqrt(x[i]);
  }
  double e = 0;
  for (const double v : x)
    e += v * v * v;
  return e;
}

#pragma soac differentiate(vjp, jvp)
double by_scheme(numbers u, double c, Scheme scheme, int steps) {
  const int n = static_cast<int>(u.size());
  if (n < 3)
    return u.empty() ? 0 : u[0];
  numbers next(u);
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i + 1 < n; ++i)
      switch (scheme) {
      case Scheme::upwind: next[i] = u[i] - c * u[i] * (u[i] - u[i - 1]); break;
      case Scheme::central: next[i] = u[i] - 0.5 * c * u[i] * (u[i + 1] - u[i - 1]); break;
      case Scheme::lax: next[i] = 0.5 * (u[i - 1] + u[i + 1]) - 0.25 * c * (u[i + 1] * u[i + 1] - u[i - 1] * u[i - 1]); break;
      }
    u.swap(next);
  }
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += u[i] * u[i];
  return e;
}

// The condition is a number of the derivative itself.
#pragma soac differentiate(vjp, jvp)
double by_sign(const numbers &x, double a) {
  double s = 0;
  if (a * a - 1 < 0)
    for (const double v : x)
      s = std::sin(s + a * v);
  else
    for (const double v : x)
      s += std::log(a * a + v) * s + v;
  return s * a;
}

#pragma soac differentiate(vjp, jvp)
double many_guards(numbers x, int n, int m, double tolerance, int steps) {
  if (n < 2)
    return 0;
  if (m < 0)
    return x[0];
  if (m > n)
    return x[1] * x[0];
  if (steps == 0)
    return x[0] + x[1];
  if (tolerance <= 0)
    return tolerance * x[0];
  if (steps > 50)
    return x[0] - x[1];
  double change = 0;
  for (int s = 0; s < steps; ++s) {
    change = 0;
    for (int i = 0; i + 1 < n; ++i) {
      const double next = 0.5 * (x[i] + x[i + 1]) * tolerance + 0.1 * x[m % n];
      change += (next - x[i]) * (next - x[i]);
      x[i] = next;
    }
  }
  return change + x[0];
}

#pragma soac differentiate(vjp, jvp)
double checked(numbers x, int n) {
  if (n < 0 || n > static_cast<int>(x.size()))
    throw std::invalid_argument("checked: n");
  for (int s = 0; s < 3; ++s)
    for (int i = 1; i < n; ++i)
      x[i] = x[i] * x[i - 1] + std::cos(x[i]);
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += x[i];
  return e;
}

#pragma soac differentiate(vjp, jvp)
double of_rows(std::vector<numbers> rows, double scale, bool squared) {
  if (rows.empty())
    return scale * scale;
  const int n = static_cast<int>(rows.size());
  const int m = static_cast<int>(rows[0].size());
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m; ++j)
      rows[i][j] += scale * rows[i - 1][j] * rows[i][j];
  double e = 0;
  if (squared) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        e += rows[i][j] * rows[i][j];
  } else {
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < n; ++i)
        e = std::sin(e) + rows[i][j];
  }
  return e;
}

// The condition is of data.
#pragma soac differentiate(vjp, jvp)
double of_first(numbers x, int steps) {
  if (x[0] < 0.5) {
    for (int s = 0; s < steps; ++s)
      for (std::size_t i = 1; i < x.size(); ++i)
        x[i] = x[i] * x[i - 1];
  } else {
    for (int s = 0; s < steps; ++s)
      for (std::size_t i = 1; i < x.size(); ++i)
        x[i] = 0.5 * x[i] + x[i - 1] * x[i - 1];
  }
  return x.back();
}

// n / m is not computed where m is 0.
#pragma soac differentiate(vjp, jvp)
double of_ratio(numbers x, int n, int m) {
  double s = 0;
  if (m != 0 && n / m > 2) {
    for (int i = 1; i < n; ++i)
      x[i] += x[i - 1] * x[i] / m;
    s = x[n - 1] * x[0];
  } else {
    for (int i = 0; i < n; ++i)
      s += x[i] * x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double behind_branch(numbers x, bool scaled, int steps) {
  double norm = 1;
  if (scaled) {
    norm = 0;
    for (const double v : x)
      norm += v * v;
    norm = std::sqrt(norm);
    for (double &v : x)
      v /= norm;
  }
  double e = 0;
  for (int s = 0; s < steps; ++s)
    for (std::size_t i = 1; i < x.size(); ++i) {
      x[i] = 0.5 * (x[i] + x[i - 1] * norm);
      e += x[i] * x[i];
    }
  return e;
}

#pragma soac differentiate(vjp, jvp)
double both_sides(numbers x, numbers y, bool first, bool second) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  if (first)
    for (int i = 0; i < n; ++i) {
      y[i] = x[i] * y[i];
      s += y[i];
    }
  if (second) {
    for (int i = 1; i < n; ++i)
      x[i] = x[i - 1] + y[i] * x[i];
  } else {
    for (int i = 1; i < n; ++i)
      x[i] = x[i] * y[i - 1];
  }
  if (first == second)
    for (int i = 0; i < n; ++i)
      s += x[i] * x[i];
  return s * x[n - 1];
}

// A function with a guard that is called for each number.
namespace {
double series(double x, int terms) {
  if (terms < 1)
    return x;
  double term = 1, sum = 0;
  for (int k = 1; k <= terms; ++k) {
    term *= x / k;
    sum += term;
  }
  return sum;
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double mean_of_guarded(const numbers &x, int n) {
  if (x.empty())
    return 0;
  double s = 0;
  for (const double v : x)
    s += series(v, n) * v;
  return s / static_cast<double>(x.size());
}

#pragma soac differentiate(vjp, jvp)
Fit fitted(const numbers &x, const numbers &y, bool weighted) {
  const std::size_t n = x.size();
  if (n < 2 || y.size() != n)
    return {0, -1};
  double sw = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  if (weighted) {
    for (std::size_t i = 0; i < n; ++i) {
      const double w = 1 / (1 + y[i] * y[i]);
      sw += w, sx += w * x[i], sy += w * y[i], sxx += w * x[i] * x[i], sxy += w * x[i] * y[i];
    }
  } else {
    for (std::size_t i = 0; i < n; ++i)
      sw += 1, sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
  }
  const double slope = (sw * sxy - sx * sy) / (sw * sxx - sx * sx);
  const double offset = (sy - slope * sx) / sw;
  double error = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double r = y[i] - offset - slope * x[i];
    error += r * r;
  }
  return {slope, error};
}

#pragma soac differentiate(vjp, jvp)
numbers filtered(numbers x, int width, bool twice) {
  const int n = static_cast<int>(x.size());
  if (width < 1 || n <= 2 * width)
    return x;
  const int passes = twice ? 2 : 1;
  for (int p = 0; p < passes; ++p) {
    numbers y(x);
    for (int i = width; i + width < n; ++i) {
      double s = 0;
      for (int k = -width; k <= width; ++k)
        s += x[i + k] * x[i];
      y[i] = s / (2 * width + 1);
    }
    x = y;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
void in_place(double *x, int n, int mode) {
  if (n <= 0 || mode < 0)
    return;
  if (mode == 0)
    for (int i = 1; i < n; ++i)
      x[i] *= x[i - 1];
  else
    for (int s = 0; s < mode; ++s)
      for (int i = n - 1; i > 0; --i)
        x[i] = std::tanh(x[i - 1] + x[i]);
}

// Where the product is not taken it is infinite.
#pragma soac differentiate(vjp, jvp)
double grown(numbers u, const numbers &f) {
  double e = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double g = f[i];
    u[i] = u[i] * u[i];
    if (u[i] < 1)
      u[i] = u[i] * g * g;
    e += u[i];
  }
  return e;
}

} // namespace guards
