#include "early_exits.hpp"

#include "early_exits.soac.hpp"

#include <cmath>

namespace early_exits {

#pragma soac differentiate(vjp, jvp)
double determinant(numbers a, int n) {
  double det = 1;
  for (int k = 0; k < n; ++k) {
    if (std::abs(a[k * n + k]) < 0.05)
      return 0;
    det *= a[k * n + k];
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  return det;
}

#pragma soac differentiate(vjp, jvp)
double cholesky(numbers a, int n) {
  double r = 0;
  for (int j = 0; j < n; ++j) {
    double s = a[j * n + j];
    for (int k = 0; k < j; ++k)
      s -= a[j * n + k] * a[j * n + k];
    if (s <= 0.1)
      return -1;
    s = std::sqrt(s);
    a[j * n + j] = s;
    r += std::log(s);
    for (int i = j + 1; i < n; ++i) {
      double t = a[i * n + j];
      for (int k = 0; k < j; ++k)
        t -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = t / s;
    }
  }
  return r;
}

#pragma soac differentiate(vjp, jvp)
double cholesky_so_far(numbers a, int n) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      a[j * n + j] -= a[j * n + k] * a[j * n + k];
    if (a[j * n + j] <= 0.1)
      break;
    a[j * n + j] = std::sqrt(a[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
  }
  double e = 0;
  for (const double x : a)
    e += x * x * x;
  return e;
}

#pragma soac differentiate(vjp, jvp)
double triangular(const numbers &a, numbers b, int n) {
  double r = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i * n + i] < 0.3)
      return b[i] * r;
    for (int k = 0; k < i; ++k)
      b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
    r += b[i] * b[i];
  }
  return r;
}

#pragma soac differentiate(vjp, jvp)
double normalised(numbers x, int steps, double least) {
  double r = 0;
  for (int s = 0; s < steps; ++s) {
    double c = 0;
    for (double &v : x) {
      v = v * v + 0.1;
      c += v;
    }
    if (c < least)
      return r * x[0];
    for (double &v : x)
      v /= c;
    r += c;
  }
  return r;
}

#pragma soac differentiate(vjp, jvp)
double from_inner_loops(numbers a, int n) {
  double r = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (a[i * n + j] < 0.3)
        return r;
      a[i * n + j] = std::sqrt(a[i * n + j]) * a[i * n];
      r += a[i * n + j];
    }
    r *= a[i];
  }
  return r + 1;
}

#pragma soac differentiate(vjp, jvp)
double from_three_loops(numbers a, int n, double most) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double t = 0;
      for (int k = 0; k < n; ++k) {
        t += a[i * n + k] * a[k * n + j];
        if (t > most)
          return t * s + a[0];
      }
      a[i * n + j] = std::sin(t);
    }
    s += a[i * n + i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double by_both(numbers x, int n, double low, double high) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < low)
      return s;
    x[i] *= x[i];
    if (s > high)
      break;
    s += x[i] * (i + 1);
  }
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double converged(numbers x, int most, double tolerance) {
  for (int it = 0; it < most; ++it) {
    double change = 0;
    for (std::size_t i = 1; i + 1 < x.size(); ++i) {
      const double next = 0.3 * (x[i - 1] + x[i + 1]) + 0.2 * x[i] * x[i];
      change += (next - x[i]) * (next - x[i]);
      x[i] = next;
    }
    if (change < tolerance)
      break;
  }
  double e = 0;
  for (const double v : x)
    e += v * v;
  return e;
}

#pragma soac differentiate(vjp, jvp)
double where_it_stopped(const numbers &x, double limit) {
  double s = 1;
  int i = 0;
  for (; i < static_cast<int>(x.size()); ++i) {
    if (s * x[i] < limit)
      break;
    s *= x[i];
  }
  return s * i + (i < static_cast<int>(x.size()) ? x[i] : 0);
}

#pragma soac differentiate(vjp, jvp)
double downwards(numbers x, std::size_t from, double limit) {
  double s = 0;
  for (std::size_t i = from; i-- > 0;) {
    if (x[i] > limit)
      return s * x[i];
    x[i] = x[i] * x[i] + s;
    s += x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double by_steps(numbers x, int n, int step, double limit) {
  double s = 0;
  for (int i = 1; i < n; i += step) {
    x[i] += x[i - 1] * s;
    if (x[i] > limit)
      return x[i] * s;
    s += std::cos(x[i]);
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double with_value(numbers x, int n, double limit) {
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < n; ++i) {
      x[i] = x[i] * x[(i + 1) % n] + 0.5;
      if (x[i] > limit) {
        double e = 0;
        for (int j = 0; j < n; ++j)
          e += x[j] * x[j];
        return e;
      }
    }
  return x[0];
}

#pragma soac differentiate(vjp, jvp)
double inner_break(numbers x, int n, double limit) {
  double s = 0;
  for (int i = 1; i < n; ++i) {
    for (int j = i; j > 0; --j) {
      if (x[j - 1] * x[j] < limit)
        break;
      x[j] = x[j - 1] * x[j];
    }
    s += x[i] * x[0];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double of_guarded_loop(numbers x, int n, double limit) {
  if (n < 2)
    return x[0];
  double s = 0;
  for (int i = 1; i < n; ++i) {
    x[i] = x[i] * x[i - 1] + 0.2;
    if (x[i] < limit)
      return x[i] - s;
    s += x[i] * x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double two_loops(numbers x, int n, double limit) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < limit)
      return s;
    x[i] = std::sqrt(x[i]);
    s += x[i];
  }
  for (int i = 0; i < n; ++i) {
    if (x[i] * s > 2)
      break;
    s += x[i] * s;
    x[i] *= s;
  }
  return s * x[n - 1];
}

#pragma soac differentiate(vjp, jvp)
double chosen(numbers x, const std::vector<int> &kinds, double limit) {
  double s = 0.5;
  for (std::size_t i = 0; i < x.size(); ++i) {
    switch (kinds[i]) {
    case 0: s += x[i] * x[i]; break;
    case 1: x[i] *= s; break;
    default: return s * x[i];
    }
    if (s > limit)
      return x[i];
    s += 0.1 * x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double do_while(numbers x, double limit) {
  double s = 0;
  int round = 0;
  do {
    for (double &v : x) {
      v *= 0.8;
      s += v * v;
      if (s > limit)
        return s * v;
    }
    ++round;
  } while (round < 4);
  return s;
}

#pragma soac differentiate(vjp, jvp)
void in_place(double *x, int n, double limit) {
  for (int i = 1; i < n; ++i) {
    if (x[i] < limit)
      return;
    for (int j = 0; j < i; ++j)
      x[j] = x[j] * x[i] + 0.1;
  }
}

#pragma soac differentiate(vjp, jvp)
double appended(const numbers &x, double limit) {
  numbers kept;
  for (const double v : x) {
    if (v > limit)
      break;
    kept.push_back(v * v);
  }
  double s = 0;
  for (const double v : kept)
    s += v * v;
  return s;
}

namespace {
double first_over(const numbers &x, int from, double limit) {
  for (std::size_t i = static_cast<std::size_t>(from); i < x.size(); ++i)
    if (x[i] > limit)
      return x[i] * x[i];
  return limit;
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double helper(const numbers &x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += first_over(x, i, 0.5) * x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double rows(std::vector<numbers> a, double limit) {
  double s = 0;
  for (std::size_t i = 1; i < a.size(); ++i) {
    if (a[i][0] < limit)
      return s;
    for (std::size_t j = 0; j < a[i].size(); ++j)
      a[i][j] += a[i - 1][j] * a[i][j];
    s += a[i][a[i].size() - 1];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double never(numbers x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (std::isnan(x[i]))
      return 0;
    x[i] = std::exp(-x[i]) * (1 + s);
    s += x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double without_end(const numbers &x) {
  double s = 0.5;
  for (std::size_t i = 0; i < static_cast<std::size_t>(-1); ++i) {
    if (i == x.size())
      return s;
    s += x[i] * x[i] * s;
  }
  return -1;
}

#pragma soac differentiate(vjp, jvp)
double from_below(const numbers &x, long first, long end) {
  double s = 0.5;
  for (long i = first; i < end; ++i) {
    if (i >= 0 && x[static_cast<std::size_t>(i)] > 0.6)
      return s * x[static_cast<std::size_t>(i)];
    s += std::sin(s) * x[0];
  }
  return s;
}

} // namespace early_exits
