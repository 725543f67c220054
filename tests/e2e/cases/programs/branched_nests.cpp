#include "branched_nests.hpp"

#include "branched_nests.soac.hpp"

#include <algorithm>
#include <cmath>

namespace branched_nests {

namespace {

double squares(const numbers &u) {
  double e = 0;
  for (const double x : u)
    e += x * x * x;
  return e;
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double masked_rows(numbers u, const std::vector<int> &mask, int n, int m, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int i = 1; i < n; ++i) {
      if (!mask[i])
        continue;
      for (int j = 1; j < m; ++j)
        u[i * m + j] = 0.25 * (u[(i - 1) * m + j] + u[i * m + j - 1]) + 0.2 * u[i * m + j] * u[i * m + j];
    }
  return squares(u);
}

#pragma soac differentiate(vjp, jvp)
double ordered(numbers u, const std::vector<int> &order, int n, int m, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int i = 0; i < n; ++i) {
      const int row = order[i];
      if (row >= n / 2)
        for (int j = 1; j < m; ++j)
          u[row * m + j] = u[row * m + j - 1] * u[row * m + j] + 0.1;
      else
        for (int j = m - 2; j >= 0; --j)
          u[row * m + j] = std::sin(u[row * m + j + 1]) + 0.5 * u[row * m + j];
    }
  return squares(u);
}

#pragma soac differentiate(vjp, jvp)
double skipped_rotations(numbers a, int n, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        if (std::abs(a[p * n + q]) < 0.45)
          continue;
        const double angle = 0.5 * std::atan2(2 * a[p * n + q], a[q * n + q] - a[p * n + p]);
        const double c = std::cos(angle), t = std::sin(angle);
        for (int k = 0; k < n; ++k) {
          const double x = a[k * n + p], y = a[k * n + q];
          a[k * n + p] = c * x - t * y;
          a[k * n + q] = t * x + c * y;
        }
        for (int k = 0; k < n; ++k) {
          const double x = a[p * n + k], y = a[q * n + k];
          a[p * n + k] = c * x - t * y;
          a[q * n + k] = t * x + c * y;
        }
      }
  return squares(a);
}

#pragma soac differentiate(vjp, jvp)
double givens(numbers a, int n) {
  for (int j = 0; j < n; ++j)
    for (int i = n - 1; i > j; --i) {
      const double r = std::hypot(a[(i - 1) * n + j], a[i * n + j]);
      if (r < 0.5)
        continue;
      const double c = a[(i - 1) * n + j] / r, s = a[i * n + j] / r;
      for (int k = j; k < n; ++k) {
        const double x = a[(i - 1) * n + k], y = a[i * n + k];
        a[(i - 1) * n + k] = c * x + s * y;
        a[i * n + k] = c * y - s * x;
      }
    }
  return squares(a);
}

#pragma soac differentiate(vjp, jvp)
double both_arms(numbers u, int n, int m, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int i = 1; i < n; ++i) {
      if (u[i * m] > 0.5) {
        for (int j = 0; j < m; ++j)
          u[i * m + j] = 0.5 * u[i * m + j] + 0.3 * u[(i - 1) * m + j] * u[i * m + j];
      } else {
        for (int j = m - 1; j > 0; --j)
          u[i * m + j] += u[i * m + j - 1] * u[i * m + j];
        for (int j = 0; j < m; ++j)
          u[(i - 1) * m + j] = std::cos(u[i * m + j]);
      }
    }
  return squares(u);
}

#pragma soac differentiate(vjp, jvp)
double one_in_another(numbers u, int n, int m, double low, double high) {
  for (int i = 1; i < n; ++i) {
    if (u[(i - 1) * m] > low) {
      for (int j = 0; j < m; ++j)
        u[i * m + j] += 0.5 * u[(i - 1) * m + j] * u[i * m + j];
      if (u[i * m + 1] > high)
        for (int j = 1; j < m; ++j)
          u[i * m + j] = u[i * m + j - 1] * u[i * m + j];
      for (int j = 0; j < m; ++j)
        u[i * m + j] = std::sin(u[i * m + j]);
    } else if (u[(i - 1) * m + 1] < high) {
      for (int j = 0; j < m; ++j)
        u[i * m + j] = u[i * m + j] * u[i * m + j];
    }
  }
  return squares(u);
}

#pragma soac differentiate(vjp, jvp)
double two_arrays(numbers u, numbers v, int n, int sweeps) {
  for (int s = 0; s < sweeps; ++s) {
    for (int i = 0; i < n; ++i)
      v[i] = 0.9 * v[i] + 0.2 * u[i] * u[i];
    if (v[s] > u[s])
      for (int i = 1; i < n; ++i) {
        u[i] = v[i] * u[i - 1];
        v[i] = v[i - 1] * u[i];
      }
    for (int i = 0; i < n; ++i)
      u[i] = u[i] + 0.1 * v[i] * u[i];
  }
  return squares(u) + squares(v);
}

// The condition is of an array that the nest changes, too.
#pragma soac differentiate(vjp, jvp)
double by_other_data(numbers u, numbers w, int n, int m, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int i = 1; i < n; ++i) {
      w[i] = 0.7 * w[i] + 0.2 * w[i - 1] * w[i];
      if (w[i] > 0.25)
        for (int j = 1; j < m; ++j)
          u[i * m + j] = u[(i - 1) * m + j] * u[i * m + j - 1] + 0.2 * u[i * m + j];
    }
  return squares(u) + squares(w);
}

// .. or is computed with rounding.
#pragma soac differentiate(vjp, jvp)
double by_rounded(numbers u, const numbers &w, int n, int m, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int i = 1; i < n; ++i) {
      const double x = w[i] * w[i] + 0.1 * w[i - 1] - 0.05 * s;
      if (x > 0.3)
        for (int j = 1; j < m; ++j)
          u[i * m + j] = u[(i - 1) * m + j] * u[i * m + j - 1] + 0.2 * u[i * m + j];
    }
  return squares(u);
}

#pragma soac differentiate(vjp, jvp)
double pivoted(numbers a, int n) {
  double product = 1;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[p * n + k]))
        p = i;
    if (p != k)
      for (int j = 0; j < n; ++j)
        std::swap(a[k * n + j], a[p * n + j]);
    product *= a[k * n + k];
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i * n + k] / a[k * n + k];
      if (std::abs(f) < 1e-3)
        continue;
      for (int j = k; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
    }
  }
  return product + squares(a);
}

#pragma soac differentiate(vjp, jvp)
double until_small(numbers u, int n, int most) {
  for (int s = 0; s < most; ++s) {
    double change = 0;
    for (int i = 1; i + 1 < n; ++i) {
      const double next = 0.25 * (u[i - 1] + u[i + 1]) + 0.3 * u[i];
      change = std::max(change, std::abs(next - u[i]));
      u[i] = next;
    }
    if (change > 0.1)
      for (int i = 0; i < n; ++i)
        u[i] *= 0.9 + 0.1 * u[i];
    if (change < 0.01)
      break;
  }
  return squares(u);
}

// A wavelet: fewer numbers in each level, and a threshold.
#pragma soac differentiate(vjp, jvp)
double levels(numbers u, int n) {
  for (int length = n; length > 1; length /= 2) {
    const int half = length / 2;
    for (int i = 0; i < half; ++i) {
      const double a = u[2 * i], b = u[2 * i + 1];
      u[i] = 0.5 * (a + b) + 0.1 * a * b;
    }
    if (u[0] > 0.6)
      for (int i = 0; i < half; ++i)
        u[i] = u[i] * u[half + i];
  }
  return squares(u);
}

#pragma soac differentiate(vjp, jvp)
void rotated_in_place(double *a, int n, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int p = 0; p + 1 < n; ++p) {
      const double x = a[p * n + p], y = a[(p + 1) * n + p];
      if (x < y)
        continue;
      const double r = std::sqrt(x * x + y * y), c = x / r, t = y / r;
      for (int k = 0; k < n; ++k) {
        const double v = a[p * n + k], w = a[(p + 1) * n + k];
        a[p * n + k] = c * v + t * w;
        a[(p + 1) * n + k] = c * w - t * v;
      }
    }
}

#pragma soac differentiate(vjp, jvp)
void relaxed_where(double *u, const double *limit, int n, int m, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int i = 1; i < n; ++i)
      if (limit[i] > 0.5)
        for (int j = 1; j < m; ++j)
          u[i * m + j] = u[i * m + j] * u[(i - 1) * m + j] + 0.5 * u[i * m + j - 1];
}

// The array is of no use behind the nest.
#pragma soac differentiate(vjp, jvp)
double counted_only(numbers u, const std::vector<int> &mask, int n, int m, double x) {
  double e = x * x;
  for (int s = 0; s < 2; ++s) {
    for (int i = 1; i < n; ++i)
      if (mask[i])
        for (int j = 0; j < m; ++j)
          u[i * m + j] = u[i * m + j] * u[(i - 1) * m + j];
    if (u[m] > 0.1)
      e += u[m + 1] * x;
  }
  return e;
}

#pragma soac differentiate(vjp, jvp)
double empty_arms(numbers u, const std::vector<int> &lengths, int n) {
  for (int s = 0; s < 3; ++s)
    for (int i = 0; i < n; ++i)
      if (u[i] > 0.4) {
        for (int j = 0; j < lengths[i]; ++j)
          u[j] = u[j] * u[i] + 0.1;
      }
  return squares(u);
}

} // namespace branched_nests
