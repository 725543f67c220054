#include "copied_tables.hpp"

#include "copied_tables.soac.hpp"

#include <algorithm>
#include <cmath>

namespace copied_tables {

// The local alignment of two sequences where a gap costs `gap` and each further place `more` [Gotoh 1982].
#pragma soac differentiate(vjp, jvp)
double aligned(const numbers &x, const numbers &y, double gap, double more) {
  const int n = static_cast<int>(x.size()), m = static_cast<int>(y.size());
  table best(n + 1, numbers(m + 1)), across = best, down = best;
  double highest = 0;
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      across[i][j] = std::max(across[i][j - 1] - more, best[i][j - 1] - gap);
      down[i][j] = std::max(down[i - 1][j] - more, best[i - 1][j] - gap);
      const double pair = best[i - 1][j - 1] + x[i - 1] * y[j - 1];
      best[i][j] = std::max(std::max(0.0, pair), std::max(across[i][j], down[i][j]));
      highest = std::max(highest, best[i][j]);
    }
  return highest;
}

#pragma soac differentiate(vjp, jvp)
double products(const numbers &x, int n, int m) {
  table a(n + 1, numbers(m + 1, 1.0)), b = a;
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      b[i][j] = b[i][j - 1] * a[i][j - 1] * 0.9;
      a[i][j] = b[i][j] * a[i - 1][j - 1] + x[j - 1];
    }
  return a[n][m] + b[n][1];
}

#pragma soac differentiate(vjp, jvp)
double from_given(const table &start, int n, int m) {
  table a = start, b = a;
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < m; ++j) {
      b[i][j] *= a[i][j - 1] + b[i - 1][j];
      a[i][j] = std::sin(b[i][j]) * a[i - 1][j - 1];
    }
  double s = 0;
  for (int j = 0; j < m; ++j)
    s += a[n - 1][j] * b[j % n][m - 1];
  return s;
}

// Each step overwrites what the one before has written: both need a log.
#pragma soac differentiate(vjp, jvp)
double exchanged(const numbers &start, int n, int steps) {
  numbers u = start, v = start;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n; ++i)
      u[i] += 0.1 * v[i] * u[i - 1];
    for (int i = 1; i < n; ++i)
      v[i] -= 0.1 * u[i] * u[i] * v[i - 1];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += u[i] * v[i] * (i + 1);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double three_of_one(const numbers &start, int n, int steps) {
  numbers u = start, v = start, w = start;
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i) {
      const double old = u[i];
      u[i] = v[i] * w[i];
      v[i] = old * w[i] + u[(i + 1) % n];
      w[i] = std::sin(old * v[i]);
    }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += u[i] + 2 * v[i] * w[i];
  return s;
}

// The array at the beginning is read in the loop and behind it.
#pragma soac differentiate(vjp, jvp)
double one_kept(const numbers &start, int n, int steps) {
  numbers first = start;
  for (int i = 0; i < n; ++i)
    first[i] *= first[i];
  numbers u = first, v = first;
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i) {
      u[i] = u[i] * first[i] + v[n - 1 - i];
      v[i] = v[i] * u[i] * first[t % n];
    }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += u[i] * first[i] + v[i];
  return s;
}

// Nobody reads `last` in the loop.
#pragma soac differentiate(vjp, jvp)
double only_written(const numbers &start, int n, int steps) {
  numbers u = start, last = start;
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i + t < n; ++i) {
      last[i] = u[i] * u[(i + 1) % n];
      u[i] = std::cos(u[i]) * last[i] + 0.3;
    }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += u[i] * last[i];
  return s;
}

// Elements that data choose, of one array or the other.
#pragma soac differentiate(vjp, jvp)
double limited(const numbers &start, int n, double limit) {
  numbers low = start, high = start;
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < n; ++i) {
      if (low[i] > limit)
        low[i] = limit + 0.3 * (low[i] - limit) * high[i - 1];
      if (high[i] < limit)
        high[i] *= 1.1 * low[i - 1];
    }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += low[i] * high[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double until_small(const numbers &start, double limit) {
  numbers u = start, v = start;
  double size = 1;
  while (size > limit) {
    size = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      u[i] = 0.5 * u[i] * v[i];
      v[i] = 0.9 * v[i] - 0.1 * u[i] * v[(i + 1) % v.size()];
      size += u[i] * u[i];
    }
  }
  double s = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    s += 100 * u[i] + v[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double levels(const numbers &start, int n, int rounds, int sweeps) {
  double s = 0;
  numbers u = start;
  for (int r = 0; r < rounds; ++r) {
    numbers a = u, b = u;
    for (int k = 0; k < sweeps; ++k)
      for (int i = 1; i < n; ++i) {
        a[i] = a[i] * b[i - 1] + 0.1;
        b[i] = b[i] - 0.2 * a[i] * b[i];
      }
    for (int i = 0; i < n; ++i) {
      u[i] = 0.5 * (a[i] + b[i]);
      s += a[i] * b[i];
    }
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double rows_and_sum(const table &start, int steps) {
  table u = start, v = start;
  for (int t = 0; t < steps; ++t)
    for (std::size_t i = 1; i < u.size(); ++i) {
      for (std::size_t j = 0; j < u[i].size(); ++j)
        u[i][j] *= v[i - 1][j];
      v[i] = u[i - 1];
      v[i][0] += u[i][0];
    }
  double s = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    for (std::size_t j = 0; j < u[i].size(); ++j)
      s += u[i][j] * v[i][j];
  return s;
}

// Elimination without and with the greatest pivot, side by side.
#pragma soac differentiate(vjp, jvp)
double pivots(const table &a, const numbers &b) {
  const std::size_t n = a.size();
  table l = a, r = a;
  numbers x = b, y = b;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t p = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(r[i][k]) > std::abs(r[p][k]))
        p = i;
    std::swap(r[k], r[p]);
    std::swap(y[k], y[p]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double f = l[i][k] / l[k][k], g = r[i][k] / r[k][k];
      for (std::size_t j = k; j < n; ++j) {
        l[i][j] -= f * l[k][j];
        r[i][j] -= g * r[k][j];
      }
      x[i] -= f * x[k];
      y[i] -= g * y[k];
    }
  }
  double s = 0;
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) {
      x[i] -= l[i][j] * x[j];
      y[i] -= r[i][j] * y[j];
    }
    x[i] /= l[i][i];
    y[i] /= r[i][i];
    s += x[i] * y[i];
  }
  return s;
}

static double squares(const table &t) {
  double s = 0;
  for (const numbers &row : t)
    for (const double v : row)
      s += v * v;
  return s;
}

// A knapsack, a row of the table for each thing.
#pragma soac differentiate(vjp, jvp)
double packed(const numbers &value, const std::vector<int> &size, int room) {
  const int n = static_cast<int>(value.size());
  table best(n + 1, numbers(room + 1));
  for (int i = 1; i <= n; ++i) {
    best[i] = best[i - 1];
    for (int r = size[i - 1]; r <= room; ++r)
      best[i][r] = std::max(best[i][r], best[i - 1][r - size[i - 1]] + value[i - 1] * value[i - 1]);
  }
  return best[n][room];
}

#pragma soac differentiate(vjp, jvp)
double smoothed_rows(table u, int steps) {
  for (int s = 0; s < steps; ++s)
    for (std::size_t i = 1; i + 1 < u.size(); ++i) {
      numbers row(u[i].size());
      for (std::size_t j = 1; j + 1 < row.size(); ++j)
        row[j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) * u[i][j];
      u[i] = row;
      u[i][0] = u[i][1] * u[i - 1][0];
    }
  return squares(u);
}

#pragma soac differentiate(vjp, jvp)
double chains(const numbers &x, int n, int m) {
  table t(n, numbers(m));
  for (int i = 0; i < n; ++i) {
    t[i] = x;
    t[i][0] *= x[i % m];
    for (int j = 1; j < m; ++j)
      t[i][j] *= std::sin(t[i][j - 1]);
  }
  return squares(t);
}

// A window of rows that moves.
#pragma soac differentiate(vjp, jvp)
double moved_up(table u, const numbers &last, int steps) {
  double s = 0;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 0; i + 1 < u.size(); ++i) {
      u[i] = u[i + 1];
      u[i][t % 2] *= 0.9 * u[i][1];
    }
    u[u.size() - 1] = last;
    u[u.size() - 1][0] = u[0][0] * last[t];
    s += u[0][0] * u[1][1];
  }
  return s;
}

// Which row is read is not known: it may be the same one.
#pragma soac differentiate(vjp, jvp)
double chosen_rows(table u, const std::vector<int> &from) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    u[i] = u[from[i]];
    for (double &v : u[i])
      v = std::sin(v) + u[0][0] * v;
  }
  return squares(u);
}

#pragma soac differentiate(vjp, jvp)
double in_branches(table u, const numbers &x, double limit) {
  for (std::size_t i = 1; i < u.size(); ++i) {
    if (u[i][0] > limit)
      u[i] = u[i - 1];
    else if (u[i][1] > limit)
      u[i][1] *= u[i - 1][0];
    else
      u[i] = x;
    u[i - 1][0] *= u[i][1];
  }
  return squares(u);
}

// Planes, rows and elements of an array of three dimensions.
#pragma soac differentiate(vjp, jvp)
double planes(const numbers &x, int n) {
  std::vector<table> a(n, table(2, numbers(3)));
  for (int j = 0; j < 3; ++j)
    a[0][0][j] = a[0][1][2 - j] = x[j];
  for (int i = 1; i < n; ++i) {
    a[i] = a[i - 1];
    a[i][1] = a[i][0];
    a[i][0][i % 3] *= a[i][1][2] + x[i % 3];
    a[i][1][0] += a[i - 1][1][1] * a[i][0][0];
  }
  double s = 0;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      s += a[n - 1][k][j] * (k + j + 1);
  return s;
}

} // namespace copied_tables
