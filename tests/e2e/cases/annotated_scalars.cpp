#include "annotated_scalars.hpp"

#include "annotated_scalars.soac.hpp"

#include <cmath>

namespace forms_of_scalars {

#pragma soac differentiate(vjp, jvp)
double step_down_plain(double x, const std::vector<double> &a, int n) {
  double s = x, p = 1;
  for (int i = 2 * n; i > 1; i -= 3) {
    p *= 1 + 0.1 * s;
    s = s * a[i % 5] + 0.3 * p;
  }
  return s * p;
}

#pragma soac differentiate(vjp, jvp)
double step_down_strips(double x, const std::vector<double> &a, int n) {
  double s = x, p = 1;
#pragma soac stripmine(3)
  for (int i = 2 * n; i > 1; i -= 3) {
    p *= 1 + 0.1 * s;
    s = s * a[i % 5] + 0.3 * p;
  }
  return s * p;
}

#pragma soac differentiate(vjp, jvp)
double step_down_snapshots(double x, const std::vector<double> &a, int n) {
  double s = x, p = 1;
#pragma soac checkpoint(revolve : 2)
  for (int i = 2 * n; i > 1; i -= 3) {
    p *= 1 + 0.1 * s;
    s = s * a[i % 5] + 0.3 * p;
  }
  return s * p;
}

#pragma soac differentiate(vjp, jvp)
double bounded_plain(double x, const std::vector<double> &a, int n) {
  double s = x;
  int k = 0;
#pragma soac bound(n + 1)
  while (k < n) {
    s = s * s * a[k % 5] + 0.2;
    ++k;
  }
  return s * k;
}

#pragma soac differentiate(vjp, jvp)
double bounded_strips(double x, const std::vector<double> &a, int n) {
  double s = x;
  int k = 0;
#pragma soac stripmine(3)
#pragma soac bound(n + 1)
  while (k < n) {
    s = s * s * a[k % 5] + 0.2;
    ++k;
  }
  return s * k;
}

#pragma soac differentiate(vjp, jvp)
double bounded_snapshots(double x, const std::vector<double> &a, int n) {
  double s = x;
  int k = 0;
#pragma soac checkpoint(revolve : 2)
#pragma soac bound(n + 1)
  while (k < n) {
    s = s * s * a[k % 5] + 0.2;
    ++k;
  }
  return s * k;
}

#pragma soac differentiate(vjp, jvp)
double breaks_plain(double x, const std::vector<double> &a, int n) {
  double s = 1, t = x;
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 2)
      continue;
    t *= 1.3;
    if (t > 9)
      break;
    s += t * a[i % 5];
  }
  return s * t;
}

#pragma soac differentiate(vjp, jvp)
double breaks_strips(double x, const std::vector<double> &a, int n) {
  double s = 1, t = x;
#pragma soac stripmine(3)
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 2)
      continue;
    t *= 1.3;
    if (t > 9)
      break;
    s += t * a[i % 5];
  }
  return s * t;
}

#pragma soac differentiate(vjp, jvp)
double breaks_snapshots(double x, const std::vector<double> &a, int n) {
  double s = 1, t = x;
#pragma soac checkpoint(revolve : 2)
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 2)
      continue;
    t *= 1.3;
    if (t > 9)
      break;
    s += t * a[i % 5];
  }
  return s * t;
}

#pragma soac differentiate(vjp, jvp)
double record_plain(double x, const std::vector<double> &a, int n) {
  Rocket b{x, {a[0], a[1], a[2]}, 3};
  for (int i = 0; i < n; ++i) {
    b.v[i % 3] += 0.1 * std::sin(b.x);
    b.x += b.v[0] * b.v[1] - b.v[2] * a[4];
    b.count = (b.count * 7 + 1) % 5;
    b.x *= 1 + 0.01 * b.count;
  }
  return b.x * b.count + b.v[1];
}

#pragma soac differentiate(vjp, jvp)
double record_strips(double x, const std::vector<double> &a, int n) {
  Rocket b{x, {a[0], a[1], a[2]}, 3};
#pragma soac stripmine(3)
  for (int i = 0; i < n; ++i) {
    b.v[i % 3] += 0.1 * std::sin(b.x);
    b.x += b.v[0] * b.v[1] - b.v[2] * a[4];
    b.count = (b.count * 7 + 1) % 5;
    b.x *= 1 + 0.01 * b.count;
  }
  return b.x * b.count + b.v[1];
}

#pragma soac differentiate(vjp, jvp)
double record_snapshots(double x, const std::vector<double> &a, int n) {
  Rocket b{x, {a[0], a[1], a[2]}, 3};
#pragma soac checkpoint(revolve : 2)
  for (int i = 0; i < n; ++i) {
    b.v[i % 3] += 0.1 * std::sin(b.x);
    b.x += b.v[0] * b.v[1] - b.v[2] * a[4];
    b.count = (b.count * 7 + 1) % 5;
    b.x *= 1 + 0.01 * b.count;
  }
  return b.x * b.count + b.v[1];
}

#pragma soac differentiate(vjp, jvp)
double by_rounding_plain(double x, const std::vector<double> &a, int n) {
  double s = x + n;
  int k = 0;
  while (s > 0.7) {
    s = s * (0.6 + 0.05 * std::sin(a[k % 5]));
    ++k;
  }
  return s * s * k + x;
}

#pragma soac differentiate(vjp, jvp)
double by_rounding_strips(double x, const std::vector<double> &a, int n) {
  double s = x + n;
  int k = 0;
#pragma soac stripmine(3)
  while (s > 0.7) {
    s = s * (0.6 + 0.05 * std::sin(a[k % 5]));
    ++k;
  }
  return s * s * k + x;
}

#pragma soac differentiate(vjp, jvp)
double by_rounding_snapshots(double x, const std::vector<double> &a, int n) {
  double s = x + n;
  int k = 0;
#pragma soac checkpoint(revolve : 2)
  while (s > 0.7) {
    s = s * (0.6 + 0.05 * std::sin(a[k % 5]));
    ++k;
  }
  return s * s * k + x;
}

#pragma soac differentiate(vjp, jvp)
double integers_plain(double x, const std::vector<double> &a, int n) {
  unsigned seed = 17;
  bool isUp = true;
  double s = x;
  for (int i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    isUp = isUp != (seed % 3 == 0);
    s = isUp ? s * a[seed % 5] + 1 : std::cos(s) - x;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double integers_strips(double x, const std::vector<double> &a, int n) {
  unsigned seed = 17;
  bool isUp = true;
  double s = x;
#pragma soac stripmine(3)
  for (int i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    isUp = isUp != (seed % 3 == 0);
    s = isUp ? s * a[seed % 5] + 1 : std::cos(s) - x;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double integers_snapshots(double x, const std::vector<double> &a, int n) {
  unsigned seed = 17;
  bool isUp = true;
  double s = x;
#pragma soac checkpoint(revolve : 2)
  for (int i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    isUp = isUp != (seed % 3 == 0);
    s = isUp ? s * a[seed % 5] + 1 : std::cos(s) - x;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double inner_newton_plain(double x, const std::vector<double> &a, int n) {
  double s = x;
  for (int t = 0; t < n; ++t) {
    double y = 1 + a[t % 5] * a[t % 5] + s * s, r = y;
    do {
      r = 0.5 * (r + y / r);
    } while (std::fabs(r * r - y) > 1e-13 * y);
    s = 0.5 * s + 0.3 * r;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double inner_newton_strips(double x, const std::vector<double> &a, int n) {
  double s = x;
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t) {
    double y = 1 + a[t % 5] * a[t % 5] + s * s, r = y;
    do {
      r = 0.5 * (r + y / r);
    } while (std::fabs(r * r - y) > 1e-13 * y);
    s = 0.5 * s + 0.3 * r;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double inner_newton_snapshots(double x, const std::vector<double> &a, int n) {
  double s = x;
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t) {
    double y = 1 + a[t % 5] * a[t % 5] + s * s, r = y;
    do {
      r = 0.5 * (r + y / r);
    } while (std::fabs(r * r - y) > 1e-13 * y);
    s = 0.5 * s + 0.3 * r;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double whiles_plain(double x, const std::vector<double> &a, int n) {
  double s = x;
  int i = 0;
  while (i < n) {
    int j = i;
    double p = s;
    while (j > 0 && p < 3) {
      p = p * 1.1 + 0.1 * a[j % 5];
      j -= 2;
    }
    s = 0.7 * s + 0.2 * p;
    ++i;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double whiles_strips(double x, const std::vector<double> &a, int n) {
  double s = x;
  int i = 0;
#pragma soac stripmine(3)
  while (i < n) {
    int j = i;
    double p = s;
#pragma soac stripmine(3)
    while (j > 0 && p < 3) {
      p = p * 1.1 + 0.1 * a[j % 5];
      j -= 2;
    }
    s = 0.7 * s + 0.2 * p;
    ++i;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double whiles_snapshots(double x, const std::vector<double> &a, int n) {
  double s = x;
  int i = 0;
#pragma soac checkpoint(revolve : 2)
  while (i < n) {
    int j = i;
    double p = s;
#pragma soac checkpoint(revolve : 2)
    while (j > 0 && p < 3) {
      p = p * 1.1 + 0.1 * a[j % 5];
      j -= 2;
    }
    s = 0.7 * s + 0.2 * p;
    ++i;
  }
  return s;
}

} // namespace forms_of_scalars
