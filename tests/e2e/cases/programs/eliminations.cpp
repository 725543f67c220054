#include "eliminations.hpp"

#include "eliminations.soac.hpp"

#include <cmath>
#include <utility>

namespace eliminations {

namespace {

double squares(const numbers &a) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    s += a[i] * a[i] * (1 + 0.1 * static_cast<double>(i));
  return s;
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double inverse(int n, numbers a) {
  for (int k = 0; k < n; ++k) {
    const double p = 1 / a[k * n + k];
    a[k * n + k] = 1;
    for (int j = 0; j < n; ++j)
      a[k * n + j] *= p;
    for (int i = 0; i < n; ++i)
      if (i != k) {
        const double f = a[i * n + k];
        a[i * n + k] = 0;
        for (int j = 0; j < n; ++j)
          a[i * n + j] -= f * a[k * n + j];
      }
  }
  return squares(a);
}

#pragma soac differentiate(vjp, jvp)
double solution(int n, numbers a, numbers b) {
  for (int k = 0; k < n; ++k) {
    const double p = a[k * n + k];
    for (int j = 0; j < n; ++j)
      a[k * n + j] /= p;
    b[k] /= p;
    for (int i = 0; i < n; ++i) {
      if (i == k)
        continue;
      const double f = a[i * n + k];
      for (int j = 0; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
      b[i] -= f * b[k];
    }
  }
  return squares(b);
}

#pragma soac differentiate(vjp, jvp)
double solution_behind_the_pivot(int n, numbers a, numbers b) {
  for (int k = 0; k < n; ++k) {
    const double p = a[k * n + k];
    for (int j = k; j < n; ++j)
      a[k * n + j] /= p;
    b[k] /= p;
    for (int i = 0; i < n; ++i)
      if (i != k) {
        const double f = a[i * n + k];
        for (int j = k; j < n; ++j)
          a[i * n + j] -= f * a[k * n + j];
        b[i] -= f * b[k];
      }
  }
  return squares(b);
}

#pragma soac differentiate(vjp, jvp)
double without_scaling(matrix a) {
  const int n = static_cast<int>(a.size());
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) {
      if (i == k)
        continue;
      const double f = a[i][k] / a[k][k];
      for (int j = 0; j < n; ++j)
        a[i][j] -= f * a[k][j];
    }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::log(std::abs(a[i][i])) * (i + 1);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double on_a_pointer(int n, double *a) {
  for (int k = 0; k < n; ++k) {
    const double p = a[k * n + k];
    for (int j = 0; j < n; ++j)
      a[k * n + j] /= p;
    for (int i = 0; i < n; ++i) {
      if (i == k)
        continue;
      const double f = a[i * n + k];
      for (int j = 0; j < n; ++j)
        a[i * n + j] -= 0.9 * f * a[k * n + j];
    }
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i * n + i] * a[i * n + (n - 1)];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double pivots_product(int n, numbers a) {
  double d = 1;
  for (int k = 0; k < n; ++k) {
    d *= a[k * n + k];
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
  }
  return d;
}

#pragma soac differentiate(vjp, jvp)
double by_columns(int n, const double *m, double *l) {
  for (int i = 0; i < n * n; ++i)
    l[i] = m[i];
  for (int i = 0; i < n; ++i)
    l[i * n + i] += n;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i)
        l[i * n + j] -= l[i * n + k] * l[j * n + k];
    const double d = std::sqrt(l[j * n + j]);
    l[j * n + j] = d;
    for (int i = j + 1; i < n; ++i)
      l[i * n + j] /= d;
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::log(l[i * n + i]);
  return s;
}

// [Bareiss 1968]
#pragma soac differentiate(vjp, jvp)
double fraction_free(int n, numbers a) {
  double before = 1;
  for (int k = 0; k + 1 < n; ++k) {
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] = (a[i * n + j] * a[k * n + k] - a[i * n + k] * a[k * n + j]) / before;
    before = a[k * n + k];
  }
  return a[n * n - 1];
}

// The sweep operator of regression [Goodnight 1979].
#pragma soac differentiate(vjp, jvp)
double swept(int n, matrix a, int variables) {
  for (int k = 0; k < variables; ++k) {
    const double d = a[k][k];
    for (int j = 0; j < n; ++j)
      a[k][j] /= d;
    for (int i = 0; i < n; ++i)
      if (i != k) {
        const double b = a[i][k];
        for (int j = 0; j < n; ++j)
          a[i][j] -= b * a[k][j];
        a[i][k] = -b / d;
      }
    a[k][k] = 1 / d;
  }
  return a[n - 1][n - 1] + 0.3 * a[0][n - 1];
}

// The inverse of a sum of outer products [Sherman, Morrison 1950].
#pragma soac differentiate(vjp, jvp)
double rank_one_updates(int n, numbers inverse, const numbers &points, int count) {
  numbers u(n);
  for (int t = 0; t < count; ++t) {
    double s = 1;
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j)
        sum += inverse[i * n + j] * points[t * n + j];
      u[i] = sum;
      s += sum * points[t * n + i];
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        inverse[i * n + j] -= u[i] * u[j] / s;
  }
  return squares(inverse);
}

#pragma soac differentiate(vjp, jvp)
double of_many(const std::vector<numbers> &matrices, int n) {
  double total = 0;
  for (const numbers &m : matrices) {
    numbers a = m;
    for (int k = 0; k < n; ++k) {
      const double p = a[k * n + k];
      for (int j = 0; j < n; ++j)
        a[k * n + j] /= p;
      for (int i = 0; i < n; ++i) {
        if (i == k)
          continue;
        const double f = a[i * n + k];
        for (int j = 0; j < n; ++j)
          a[i * n + j] -= std::sin(f) * a[k * n + j];
      }
    }
    total += squares(a);
  }
  return total;
}

// Each row in turn from the last one on, the others by its square.
#pragma soac differentiate(vjp, jvp)
double rows_from_below(int n, matrix a) {
  for (int k = n - 1; k >= 0; --k) {
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < n; ++j)
        a[i][j] += 0.1 * a[k][j] * a[k][j] - 0.2 * a[k][n - 1 - j];
    for (int i = k + 1; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i][j] = 0.5 * a[i][j] + a[k][j] * a[k][0];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i][i] * a[0][i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double with_pivots(int n, numbers a, numbers b) {
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[best * n + k]))
        best = i;
    for (int j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[best * n + j]);
    std::swap(b[k], b[best]);
    const double p = a[k * n + k];
    for (int j = 0; j < n; ++j)
      a[k * n + j] /= p;
    b[k] /= p;
    for (int i = 0; i < n; ++i) {
      if (i == k)
        continue;
      const double f = a[i * n + k];
      for (int j = 0; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
      b[i] -= f * b[k];
    }
  }
  return squares(b);
}

#pragma soac differentiate(vjp, jvp)
double scratch_row(int n, numbers a) {
  numbers row(n);
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < n; ++j)
      row[j] = a[k * n + j];
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i * n + k] / row[k];
      for (int j = k; j < n; ++j)
        a[i * n + j] -= f * row[j];
    }
  }
  return squares(a);
}

#pragma soac differentiate(vjp, jvp)
double row_by_value(matrix a) {
  const int n = static_cast<int>(a.size());
  for (int k = 0; k < n; ++k) {
    numbers row = a[k];
    for (double &x : row)
      x /= a[k][k];
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i][k];
      for (int j = k; j < n; ++j)
        a[i][j] -= f * row[j];
    }
    a[k] = row;
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[0][i] * a[i][n - 1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double row_by_iterators(int n, numbers a) {
  for (int k = 0; k < n; ++k) {
    const numbers row(a.begin() + k * n, a.begin() + (k + 1) * n);
    for (int i = 0; i < n; ++i)
      if (i != k) {
        const double f = a[i * n + k] / row[k];
        for (int j = k; j < n; ++j)
          a[i * n + j] -= f * row[j];
      }
  }
  return squares(a);
}

#pragma soac differentiate(vjp, jvp)
double factors_or_nothing(double *a, int n) {
  for (int k = 0; k < n; ++k) {
    if (std::abs(a[k * n + k]) < 0.5)
      return 0;
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  double d = 0;
  for (int k = 0; k < n; ++k)
    d += std::log(std::abs(a[k * n + k]));
  return d;
}

#pragma soac differentiate(vjp, jvp)
bool lower_factor(double *a, int n) {
  for (int j = 0; j < n; ++j) {
    double d = a[j * n + j];
    for (int k = 0; k < j; ++k)
      d -= a[j * n + k] * a[j * n + k];
    if (d <= 0)
      return false;
    d = std::sqrt(d);
    a[j * n + j] = d;
    for (int i = j + 1; i < n; ++i) {
      double s = a[i * n + j];
      for (int k = 0; k < j; ++k)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / d;
    }
  }
  return true;
}

} // namespace eliminations
