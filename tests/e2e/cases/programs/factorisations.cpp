#include "factorisations.hpp"

#include <cmath>
#include <utility>

namespace factorisations {

#pragma soac differentiate(vjp, jvp)
double solve_with_pivots(int n, const std::vector<double> &m, const std::vector<double> &b) {
  std::vector<double> a = m;
  std::vector<double> x = b;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
        p = i;
    if (p != k) {
      for (int j = 0; j < n; ++j) {
        const double t = a[k * n + j];
        a[k * n + j] = a[p * n + j];
        a[p * n + j] = t;
      }
      const double t = x[k];
      x[k] = x[p];
      x[p] = t;
    }
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i * n + k] / a[k * n + k];
      a[i * n + k] = f;
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
      x[i] -= f * x[k];
    }
  }
  double s = 0;
  for (int i = n - 1; i >= 0; --i) {
    double t = x[i];
    for (int j = i + 1; j < n; ++j)
      t -= a[i * n + j] * x[j];
    x[i] = t / a[i * n + i];
    s += x[i] * x[i];
  }
  return s;
}

// The first column of each row becomes zero: the factors are in no element.
#pragma soac differentiate(vjp, jvp)
double textbook_elimination(int n, const std::vector<double> &m, const std::vector<double> &b) {
  std::vector<double> a = m, x = b;
  for (int k = 0; k < n; ++k) {
    int p = k;
    double most = std::fabs(a[k * n + k]);
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > most) {
        most = std::fabs(a[i * n + k]);
        p = i;
      }
    for (int j = k; j < n; ++j)
      std::swap(a[k * n + j], a[p * n + j]);
    std::swap(x[k], x[p]);
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
      x[i] -= f * x[k];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * (i + 1);
  return s;
}

// Columns are exchanged, too, of all rows: what is above the pivot moves.
#pragma soac differentiate(vjp, jvp)
double full_pivots(int n, const std::vector<double> &m, const std::vector<double> &b) {
  std::vector<double> a = m, x = b;
  std::vector<int> column(n);
  for (int j = 0; j < n; ++j)
    column[j] = j;
  for (int k = 0; k < n; ++k) {
    int p = k, q = k;
    for (int i = k; i < n; ++i)
      for (int j = k; j < n; ++j)
        if (std::fabs(a[i * n + j]) > std::fabs(a[p * n + q])) {
          p = i;
          q = j;
        }
    for (int j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[p * n + j]);
    for (int i = 0; i < n; ++i)
      std::swap(a[i * n + k], a[i * n + q]);
    std::swap(x[k], x[p]);
    std::swap(column[k], column[q]);
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
      x[i] -= a[i * n + k] * x[k];
    }
  }
  double s = 0;
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
    s += x[i] * std::sin(column[i] + 1.0);
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double determinant(const std::vector<double> &m, int n) {
  std::vector<double> a = m;
  double d = 1;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
        p = i;
    if (p != k) {
      d = -d;
      for (int j = 0; j < n; ++j)
        std::swap(a[k * n + j], a[p * n + j]);
    }
    d *= a[k * n + k];
    for (int i = k + 1; i < n; ++i)
      for (int j = n - 1; j >= k; --j)
        a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
  }
  return d;
}

// Elements are needed as they were before the exchange, and after it.
#pragma soac differentiate(vjp, jvp)
double norms_of_rows(int n, const std::vector<double> &m) {
  std::vector<double> a = m;
  double s = 0;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (a[i * n + k] > a[p * n + k])
        p = i;
    for (int j = 0; j < n; ++j)
      s += a[k * n + j] * a[p * n + j];
    for (int j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[p * n + j]);
    for (int j = 0; j < n; ++j)
      s += std::sin(a[p * n + j]);
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j] / (2 + a[k * n + k] * a[k * n + k]);
  }
  return s;
}

// What the elimination has written is moved in the same step.
#pragma soac differentiate(vjp, jvp)
double exchanged_at_the_end(int n, const std::vector<double> &m) {
  std::vector<double> a = m;
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j] / (2 + a[k * n + k] * a[k * n + k]);
    const int p = a[k * n] > 0 ? 0 : n - 1;
    for (int j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[p * n + j]);
  }
  double s = 0;
  for (int i = 0; i < n * n; ++i)
    s += a[i] * a[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double skipped_rows(int n, const std::vector<double> &m) {
  std::vector<double> a = m;
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      if (a[i * n + k] < 0)
        continue;
      const double f = a[i * n + k] / (3 + a[k * n + k]);
      for (int j = k; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
    }
  double s = 0;
  for (int i = 0; i < n * n; ++i)
    s += a[i] * (i % 5);
  return s;
}

// Another loop overwrites the factors.
#pragma soac differentiate(vjp, jvp)
double scaled_afterwards(int n, const std::vector<double> &m) {
  std::vector<double> a = m;
  for (int k = 0; k < n; ++k) {
    const int p = a[k * n + k] > 0.2 ? k : n - 1;
    for (int j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[p * n + j]);
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= 2 + a[k * n + k] * a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] = std::sin(a[i * n + j]) * a[i * n];
  double s = 0;
  for (int i = 0; i < n * n; ++i)
    s += a[i] * a[i];
  return s;
}

// After each step the arrays change their names.
#pragma soac differentiate(vjp, jvp)
double exchanged_arrays(int n, const std::vector<double> &m) {
  std::vector<double> a = m, b = m;
  for (int k = 0; k < n; ++k) {
    const int p = a[k * n] > 0 ? k : 0;
    for (int j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[p * n + j]);
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * b[k * n + j] / (2 + b[k * n + k] * b[k * n + k]);
    std::swap(a, b);
  }
  double s = 0;
  for (int i = 0; i < n * n; ++i)
    s += a[i] * b[i];
  return s;
}

// The factorisation is run again for each step.
#pragma soac differentiate(vjp, jvp)
double newton_steps(int n, const std::vector<double> &m, const std::vector<double> &b, int steps) {
  std::vector<double> x = b;
  for (int t = 0; t < steps; ++t) {
    std::vector<double> a = m, r = x;
    for (int i = 0; i < n; ++i)
      a[i * n + i] += std::cos(x[i]);
    for (int k = 0; k < n; ++k) {
      int p = k;
      for (int i = k + 1; i < n; ++i)
        if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
          p = i;
      for (int j = 0; j < n; ++j)
        std::swap(a[k * n + j], a[p * n + j]);
      std::swap(r[k], r[p]);
      for (int i = k + 1; i < n; ++i) {
        a[i * n + k] /= a[k * n + k];
        for (int j = k + 1; j < n; ++j)
          a[i * n + j] -= a[i * n + k] * a[k * n + j];
        r[i] -= a[i * n + k] * r[k];
      }
    }
    for (int i = n - 1; i >= 0; --i) {
      for (int j = i + 1; j < n; ++j)
        r[i] -= a[i * n + j] * r[j];
      r[i] /= a[i * n + i];
    }
    for (int i = 0; i < n; ++i)
      x[i] = std::sin(x[i]) + 0.3 * r[i];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

// The return sweep of the first loop needs the array in front of the second one.
#pragma soac differentiate(vjp, jvp)
double needed_before(int n, const std::vector<double> &m) {
  std::vector<double> a(n * n);
  double s = 0;
  for (int i = 0; i < n * n; ++i) {
    a[i] = m[i] * m[i];
    s += std::sin(a[i]);
  }
  for (int i = 0; i < n * n; ++i)
    s += a[i] * a[n * n - 1 - i];
  for (int k = 0; k < n; ++k) {
    const int p = a[k * n + k] > 0.2 ? k : n - 1;
    for (int j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[p * n + j]);
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= 2 + a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  for (int i = 0; i < n * n; ++i)
    s += a[i] * (i + 1);
  return s;
}

#pragma soac differentiate(vjp, jvp)
void factors_with_pivots(double *a, int n) {
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
        p = i;
    for (int j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[p * n + j]);
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
}

#pragma soac differentiate(vjp, jvp)
void solve_in_place(std::vector<double> &a, std::vector<double> &b, int n) {
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
        p = i;
    for (int j = k; j < n; ++j)
      std::swap(a[k * n + j], a[p * n + j]);
    std::swap(b[k], b[p]);
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
      b[i] -= f * b[k];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
}

// The column is divided by the pivot when the step has ended, in which it was needed as it was.
#pragma soac differentiate(vjp, jvp)
double ldl_to_the_right(int n, const std::vector<double> &m) {
  std::vector<double> a = m;
  for (int k = 0; k < n; ++k) {
    for (int j = k + 1; j < n; ++j)
      for (int i = j; i < n; ++i)
        a[i * n + j] -= a[i * n + k] * a[j * n + k] / a[k * n + k];
    for (int i = k + 1; i < n; ++i)
      a[i * n + k] /= a[k * n + k];
  }
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += std::log(a[i * n + i]);
    for (int j = 0; j < i; ++j)
      s += a[i * n + j] * (i + 2 * j);
  }
  return s;
}

// Whole rows are exchanged, always or where they are others.
#pragma soac differentiate(vjp, jvp)
double rows_change_places(const std::vector<std::vector<double>> &m, const std::vector<double> &b, bool isAlways) {
  std::vector<std::vector<double>> a = m;
  std::vector<double> x = b;
  const int n = static_cast<int>(b.size());
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[i][k]) > std::fabs(a[p][k]))
        p = i;
    if (isAlways || p != k) {
      std::swap(a[k], a[p]);
      std::swap(x[k], x[p]);
    }
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j)
        a[i][j] -= f * a[k][j];
      x[i] -= f * x[k];
    }
  }
  double s = 0;
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
    s += x[i] * x[i];
  }
  return s;
}

} // namespace factorisations
