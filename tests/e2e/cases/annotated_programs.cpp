#include "annotated_programs.hpp"

#include "annotated_programs.soac.hpp"

#include <cmath>

namespace loop_programs {

#pragma soac differentiate(vjp, jvp)
double newton_inside_plain(double x, const std::vector<double> &a, int n) {
  double y = 1.5, s = 0;
  for (int t = 0; t < n; ++t) {
    double z = y;
    int it = 0;
    while (std::fabs(z * z * z - x - a[t % 5] * a[t % 5] - 2) > 1e-14 && it < 40) {
      z -= (z * z * z - x - a[t % 5] * a[t % 5] - 2) / (3 * z * z);
      ++it;
    }
    y = z;
    s += y * y * x;
  }
  return s + y;
}

#pragma soac differentiate(vjp, jvp)
double newton_inside_strips(double x, const std::vector<double> &a, int n) {
  double y = 1.5, s = 0;
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t) {
    double z = y;
    int it = 0;
    while (std::fabs(z * z * z - x - a[t % 5] * a[t % 5] - 2) > 1e-14 && it < 40) {
      z -= (z * z * z - x - a[t % 5] * a[t % 5] - 2) / (3 * z * z);
      ++it;
    }
    y = z;
    s += y * y * x;
  }
  return s + y;
}

#pragma soac differentiate(vjp, jvp)
double newton_inside_snapshots(double x, const std::vector<double> &a, int n) {
  double y = 1.5, s = 0;
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t) {
    double z = y;
    int it = 0;
    while (std::fabs(z * z * z - x - a[t % 5] * a[t % 5] - 2) > 1e-14 && it < 40) {
      z -= (z * z * z - x - a[t % 5] * a[t % 5] - 2) / (3 * z * z);
      ++it;
    }
    y = z;
    s += y * y * x;
  }
  return s + y;
}

#pragma soac differentiate(vjp, jvp)
double backwards_plain(double x, const std::vector<double> &a, int n) {
  std::vector<double> u = a;
  double c = x;
  for (int i = n - 1; i >= 0; --i) {
    c = c * u[i % 5] + 0.5;
    u[(i + 1) % 5] += 0.3 * c * u[i % 5];
  }
  return c + u[0] * u[3];
}

#pragma soac differentiate(vjp, jvp)
double backwards_strips(double x, const std::vector<double> &a, int n) {
  std::vector<double> u = a;
  double c = x;
#pragma soac stripmine(3)
  for (int i = n - 1; i >= 0; --i) {
    c = c * u[i % 5] + 0.5;
    u[(i + 1) % 5] += 0.3 * c * u[i % 5];
  }
  return c + u[0] * u[3];
}

#pragma soac differentiate(vjp, jvp)
double backwards_snapshots(double x, const std::vector<double> &a, int n) {
  std::vector<double> u = a;
  double c = x;
#pragma soac checkpoint(revolve : 2)
  for (int i = n - 1; i >= 0; --i) {
    c = c * u[i % 5] + 0.5;
    u[(i + 1) % 5] += 0.3 * c * u[i % 5];
  }
  return c + u[0] * u[3];
}

#pragma soac differentiate(vjp, jvp)
double left_and_continued_plain(double x, const std::vector<double> &a, int n) {
  double s = x, p = 1;
  for (int i = 0; i < 2 * n; ++i) {
    if (i % 3 == 1)
      continue;
    p *= 1 + 0.1 * a[i % 5];
    s += p * p * x;
    if (s > 9.0)
      break;
    s = s * 0.9;
  }
  return s * p;
}

#pragma soac differentiate(vjp, jvp)
double left_and_continued_strips(double x, const std::vector<double> &a, int n) {
  double s = x, p = 1;
#pragma soac stripmine(3)
  for (int i = 0; i < 2 * n; ++i) {
    if (i % 3 == 1)
      continue;
    p *= 1 + 0.1 * a[i % 5];
    s += p * p * x;
    if (s > 9.0)
      break;
    s = s * 0.9;
  }
  return s * p;
}

#pragma soac differentiate(vjp, jvp)
double left_and_continued_snapshots(double x, const std::vector<double> &a, int n) {
  double s = x, p = 1;
#pragma soac checkpoint(revolve : 2)
  for (int i = 0; i < 2 * n; ++i) {
    if (i % 3 == 1)
      continue;
    p *= 1 + 0.1 * a[i % 5];
    s += p * p * x;
    if (s > 9.0)
      break;
    s = s * 0.9;
  }
  return s * p;
}

#pragma soac differentiate(vjp, jvp)
double records_and_arrays_plain(double x, const std::vector<double> &a, int n) {
  State s{{a[0], a[1], a[2]}, x, 0};
  std::vector<double> hist(4);
  for (int t = 0; t < n; ++t) {
    s.q[s.k] += 0.2 * s.e * s.q[(s.k + 1) % 3];
    s.k = (s.k + 2) % 3;
    s.e = s.e * 0.7 + s.q[s.k] * s.q[0];
    hist[t % 4] += s.e * s.e;
  }
  return s.e + hist[0] * hist[1] + hist[2] + s.q[0] * s.q[1] * s.q[2];
}

#pragma soac differentiate(vjp, jvp)
double records_and_arrays_strips(double x, const std::vector<double> &a, int n) {
  State s{{a[0], a[1], a[2]}, x, 0};
  std::vector<double> hist(4);
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t) {
    s.q[s.k] += 0.2 * s.e * s.q[(s.k + 1) % 3];
    s.k = (s.k + 2) % 3;
    s.e = s.e * 0.7 + s.q[s.k] * s.q[0];
    hist[t % 4] += s.e * s.e;
  }
  return s.e + hist[0] * hist[1] + hist[2] + s.q[0] * s.q[1] * s.q[2];
}

#pragma soac differentiate(vjp, jvp)
double records_and_arrays_snapshots(double x, const std::vector<double> &a, int n) {
  State s{{a[0], a[1], a[2]}, x, 0};
  std::vector<double> hist(4);
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t) {
    s.q[s.k] += 0.2 * s.e * s.q[(s.k + 1) % 3];
    s.k = (s.k + 2) % 3;
    s.e = s.e * 0.7 + s.q[s.k] * s.q[0];
    hist[t % 4] += s.e * s.e;
  }
  return s.e + hist[0] * hist[1] + hist[2] + s.q[0] * s.q[1] * s.q[2];
}

#pragma soac differentiate(vjp, jvp)
double adaptive_steps_plain(double x, const std::vector<double> &a, int n) {
  double y = x, t = 0, h = 0.3;
  int i = 0;
  while (t < 0.2 * n) {
    double k = -y * a[i % 5];
    double e = std::fabs(k * h);
    if (e > 0.1) {
      h *= 0.5;
      continue;
    }
    y += h * k + 0.1 * h * y * y;
    t += h;
    h *= 1.05;
    ++i;
  }
  return y * y;
}

#pragma soac differentiate(vjp, jvp)
double adaptive_steps_strips(double x, const std::vector<double> &a, int n) {
  double y = x, t = 0, h = 0.3;
  int i = 0;
#pragma soac stripmine(3)
  while (t < 0.2 * n) {
    double k = -y * a[i % 5];
    double e = std::fabs(k * h);
    if (e > 0.1) {
      h *= 0.5;
      continue;
    }
    y += h * k + 0.1 * h * y * y;
    t += h;
    h *= 1.05;
    ++i;
  }
  return y * y;
}

#pragma soac differentiate(vjp, jvp)
double adaptive_steps_snapshots(double x, const std::vector<double> &a, int n) {
  double y = x, t = 0, h = 0.3;
  int i = 0;
#pragma soac checkpoint(revolve : 2)
  while (t < 0.2 * n) {
    double k = -y * a[i % 5];
    double e = std::fabs(k * h);
    if (e > 0.1) {
      h *= 0.5;
      continue;
    }
    y += h * k + 0.1 * h * y * y;
    t += h;
    h *= 1.05;
    ++i;
  }
  return y * y;
}

#pragma soac differentiate(vjp, jvp)
double gauss_seidel_plain(double x, const std::vector<double> &a, int n) {
  std::vector<double> u(5, 0.0);
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < 5; ++i) {
      double l = i > 0 ? u[i - 1] : x, r = i < 4 ? u[i + 1] : 0.0;
      u[i] = (a[i] + l + r) / 2.5 + 0.01 * u[i] * u[i];
    }
  return u[0] * u[4] + u[2];
}

#pragma soac differentiate(vjp, jvp)
double gauss_seidel_strips(double x, const std::vector<double> &a, int n) {
  std::vector<double> u(5, 0.0);
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < 5; ++i) {
      double l = i > 0 ? u[i - 1] : x, r = i < 4 ? u[i + 1] : 0.0;
      u[i] = (a[i] + l + r) / 2.5 + 0.01 * u[i] * u[i];
    }
  return u[0] * u[4] + u[2];
}

#pragma soac differentiate(vjp, jvp)
double gauss_seidel_snapshots(double x, const std::vector<double> &a, int n) {
  std::vector<double> u(5, 0.0);
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < 5; ++i) {
      double l = i > 0 ? u[i - 1] : x, r = i < 4 ? u[i + 1] : 0.0;
      u[i] = (a[i] + l + r) / 2.5 + 0.01 * u[i] * u[i];
    }
  return u[0] * u[4] + u[2];
}

#pragma soac differentiate(vjp, jvp)
double endless_in_endless_plain(double x, const std::vector<double> &a, int n) {
  double s = 0;
  int i = 0;
  while (true) {
    if (i >= n)
      break;
    int j = 0;
    double p = x;
    while (true) {
      p = p * a[j % 5] + 0.4;
      if (p < 0.3 || j > i)
        break;
      ++j;
    }
    s += p * p;
    ++i;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double endless_in_endless_strips(double x, const std::vector<double> &a, int n) {
  double s = 0;
  int i = 0;
#pragma soac stripmine(3)
  while (true) {
    if (i >= n)
      break;
    int j = 0;
    double p = x;
    while (true) {
      p = p * a[j % 5] + 0.4;
      if (p < 0.3 || j > i)
        break;
      ++j;
    }
    s += p * p;
    ++i;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double endless_in_endless_snapshots(double x, const std::vector<double> &a, int n) {
  double s = 0;
  int i = 0;
#pragma soac checkpoint(revolve : 2)
  while (true) {
    if (i >= n)
      break;
    int j = 0;
    double p = x;
    while (true) {
      p = p * a[j % 5] + 0.4;
      if (p < 0.3 || j > i)
        break;
      ++j;
    }
    s += p * p;
    ++i;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double products_by_bins_plain(double x, const std::vector<double> &a, int n) {
  soac::array<double> h{1.0, x, 0.5, 1.2, 0.8, 0.3, 1.1, 0.9};
  soac::array<int> keys{0, 2, 1, 9, 2};
  for (int t = 0; t < n; ++t)
    h = soac::reduce_by_index(soac::multiplies{}, 1.0, h, keys,
                              soac::map([&](double v) { return 1 + 0.1 * v * h[t % 3]; }, a));
  return h[0] * h[1] + h[2];
}

#pragma soac differentiate(vjp, jvp)
double products_by_bins_strips(double x, const std::vector<double> &a, int n) {
  soac::array<double> h{1.0, x, 0.5, 1.2, 0.8, 0.3, 1.1, 0.9};
  soac::array<int> keys{0, 2, 1, 9, 2};
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t)
    h = soac::reduce_by_index(soac::multiplies{}, 1.0, h, keys,
                              soac::map([&](double v) { return 1 + 0.1 * v * h[t % 3]; }, a));
  return h[0] * h[1] + h[2];
}

#pragma soac differentiate(vjp, jvp)
double products_by_bins_snapshots(double x, const std::vector<double> &a, int n) {
  soac::array<double> h{1.0, x, 0.5, 1.2, 0.8, 0.3, 1.1, 0.9};
  soac::array<int> keys{0, 2, 1, 9, 2};
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t)
    h = soac::reduce_by_index(soac::multiplies{}, 1.0, h, keys,
                              soac::map([&](double v) { return 1 + 0.1 * v * h[t % 3]; }, a));
  return h[0] * h[1] + h[2];
}

} // namespace loop_programs
