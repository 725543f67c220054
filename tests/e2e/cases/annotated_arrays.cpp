#include "annotated_arrays.hpp"

#include "annotated_arrays.soac.hpp"

#include <cmath>

namespace forms_of_arrays {

#pragma soac differentiate(vjp, jvp)
double ping_pong_plain(double x, const std::vector<double> &a, int n) {
  std::vector<double> u = a, v(a.size());
  for (int t = 0; t < n; ++t) {
    for (std::size_t i = 0; i < u.size(); ++i)
      v[i] = std::sin(u[i]) + x * (u[(i + 1) % 5] - u[i]) * u[i] * 0.3;
    std::swap(u, v);
  }
  return u[0] * u[1] + u[2] * v[3];
}

#pragma soac differentiate(vjp, jvp)
double ping_pong_strips(double x, const std::vector<double> &a, int n) {
  std::vector<double> u = a, v(a.size());
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t) {
    for (std::size_t i = 0; i < u.size(); ++i)
      v[i] = std::sin(u[i]) + x * (u[(i + 1) % 5] - u[i]) * u[i] * 0.3;
    std::swap(u, v);
  }
  return u[0] * u[1] + u[2] * v[3];
}

#pragma soac differentiate(vjp, jvp)
double ping_pong_snapshots(double x, const std::vector<double> &a, int n) {
  std::vector<double> u = a, v(a.size());
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t) {
    for (std::size_t i = 0; i < u.size(); ++i)
      v[i] = std::sin(u[i]) + x * (u[(i + 1) % 5] - u[i]) * u[i] * 0.3;
    std::swap(u, v);
  }
  return u[0] * u[1] + u[2] * v[3];
}

#pragma soac differentiate(vjp, jvp)
double mapped_plain(double x, const std::vector<double> &a, int n) {
  soac::array<double> u = soac::map([](double v) { return v; }, a);
  for (int t = 0; t < n; ++t) {
    const double total = soac::sum(u);
    u = soac::map([&](double v) { return std::sin(v) * x + 0.1 * total; }, u);
  }
  return soac::dot(u, u);
}

#pragma soac differentiate(vjp, jvp)
double mapped_strips(double x, const std::vector<double> &a, int n) {
  soac::array<double> u = soac::map([](double v) { return v; }, a);
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t) {
    const double total = soac::sum(u);
    u = soac::map([&](double v) { return std::sin(v) * x + 0.1 * total; }, u);
  }
  return soac::dot(u, u);
}

#pragma soac differentiate(vjp, jvp)
double mapped_snapshots(double x, const std::vector<double> &a, int n) {
  soac::array<double> u = soac::map([](double v) { return v; }, a);
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t) {
    const double total = soac::sum(u);
    u = soac::map([&](double v) { return std::sin(v) * x + 0.1 * total; }, u);
  }
  return soac::dot(u, u);
}

#pragma soac differentiate(vjp, jvp)
double nest_in_place_plain(double x, const std::vector<double> &a, int n) {
  std::vector<double> u = a;
  for (int i = 0; i < n; ++i) {
    for (int j = 4; j > 0; --j)
      if (u[j] > u[j - 1] * x)
        u[j] = u[j] * u[j - 1] + 0.1 * x;
      else
        u[j - 1] *= 0.9;
  }
  return u[0] + u[1] * u[2] - u[3] * u[4];
}

#pragma soac differentiate(vjp, jvp)
double nest_in_place_strips(double x, const std::vector<double> &a, int n) {
  std::vector<double> u = a;
#pragma soac stripmine(3)
  for (int i = 0; i < n; ++i) {
#pragma soac stripmine(3)
    for (int j = 4; j > 0; --j)
      if (u[j] > u[j - 1] * x)
        u[j] = u[j] * u[j - 1] + 0.1 * x;
      else
        u[j - 1] *= 0.9;
  }
  return u[0] + u[1] * u[2] - u[3] * u[4];
}

#pragma soac differentiate(vjp, jvp)
double nest_in_place_snapshots(double x, const std::vector<double> &a, int n) {
  std::vector<double> u = a;
#pragma soac checkpoint(revolve : 2)
  for (int i = 0; i < n; ++i) {
#pragma soac checkpoint(revolve : 2)
    for (int j = 4; j > 0; --j)
      if (u[j] > u[j - 1] * x)
        u[j] = u[j] * u[j - 1] + 0.1 * x;
      else
        u[j - 1] *= 0.9;
  }
  return u[0] + u[1] * u[2] - u[3] * u[4];
}

#pragma soac differentiate(vjp, jvp)
double two_dimensions_plain(double x, const std::vector<double> &a, int n) {
  soac::array<double, 2> m(3, 5);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j)
      m(i, j) = a[j] * (i + 1);
  for (int t = 0; t < n; ++t) {
    m(t % 3, t % 5) += std::sin(m((t + 1) % 3, t % 5)) * x;
    m((t + 2) % 3, 1) *= m(t % 3, t % 5);
  }
  return m(0, 0) * m(1, 1) + m(2, 2) * m(0, 1) + m(2, 1);
}

#pragma soac differentiate(vjp, jvp)
double two_dimensions_strips(double x, const std::vector<double> &a, int n) {
  soac::array<double, 2> m(3, 5);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j)
      m(i, j) = a[j] * (i + 1);
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t) {
    m(t % 3, t % 5) += std::sin(m((t + 1) % 3, t % 5)) * x;
    m((t + 2) % 3, 1) *= m(t % 3, t % 5);
  }
  return m(0, 0) * m(1, 1) + m(2, 2) * m(0, 1) + m(2, 1);
}

#pragma soac differentiate(vjp, jvp)
double two_dimensions_snapshots(double x, const std::vector<double> &a, int n) {
  soac::array<double, 2> m(3, 5);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j)
      m(i, j) = a[j] * (i + 1);
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t) {
    m(t % 3, t % 5) += std::sin(m((t + 1) % 3, t % 5)) * x;
    m((t + 2) % 3, 1) *= m(t % 3, t % 5);
  }
  return m(0, 0) * m(1, 1) + m(2, 2) * m(0, 1) + m(2, 1);
}

#pragma soac differentiate(vjp, jvp)
double histogram_plain(double x, const std::vector<double> &a, int n) {
  soac::array<double> h(3);
  h[0] = x;
  for (int t = 0; t < n; ++t) {
    auto keys = soac::map([&](soac::index i) { return (i * 2 + t) % 3; }, soac::iota(5));
    auto w = soac::map([&](double v) { return v * h[t % 3] * 0.3; }, a);
    h = soac::reduce_by_index(soac::plus{}, 0.0, h, keys, w);
  }
  return h[0] * h[1] + h[2];
}

#pragma soac differentiate(vjp, jvp)
double histogram_strips(double x, const std::vector<double> &a, int n) {
  soac::array<double> h(3);
  h[0] = x;
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t) {
    auto keys = soac::map([&](soac::index i) { return (i * 2 + t) % 3; }, soac::iota(5));
    auto w = soac::map([&](double v) { return v * h[t % 3] * 0.3; }, a);
    h = soac::reduce_by_index(soac::plus{}, 0.0, h, keys, w);
  }
  return h[0] * h[1] + h[2];
}

#pragma soac differentiate(vjp, jvp)
double histogram_snapshots(double x, const std::vector<double> &a, int n) {
  soac::array<double> h(3);
  h[0] = x;
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t) {
    auto keys = soac::map([&](soac::index i) { return (i * 2 + t) % 3; }, soac::iota(5));
    auto w = soac::map([&](double v) { return v * h[t % 3] * 0.3; }, a);
    h = soac::reduce_by_index(soac::plus{}, 0.0, h, keys, w);
  }
  return h[0] * h[1] + h[2];
}

#pragma soac differentiate(vjp, jvp)
double scattered_plain(double x, const std::vector<double> &a, int n) {
  soac::array<double> h(6);
  h[5] = x;
  h[2] = 0.7;
  for (int t = 0; t < n; ++t) {
    soac::array<soac::index> at{t % 6, (t + 3) % 6, 9};
    soac::array<double> w{h[5] * a[t % 5], h[t % 6] + x * h[2], 1.0};
    h = soac::scatter(h, at, w);
  }
  return soac::dot(h, h);
}

#pragma soac differentiate(vjp, jvp)
double scattered_strips(double x, const std::vector<double> &a, int n) {
  soac::array<double> h(6);
  h[5] = x;
  h[2] = 0.7;
#pragma soac stripmine(3)
  for (int t = 0; t < n; ++t) {
    soac::array<soac::index> at{t % 6, (t + 3) % 6, 9};
    soac::array<double> w{h[5] * a[t % 5], h[t % 6] + x * h[2], 1.0};
    h = soac::scatter(h, at, w);
  }
  return soac::dot(h, h);
}

#pragma soac differentiate(vjp, jvp)
double scattered_snapshots(double x, const std::vector<double> &a, int n) {
  soac::array<double> h(6);
  h[5] = x;
  h[2] = 0.7;
#pragma soac checkpoint(revolve : 2)
  for (int t = 0; t < n; ++t) {
    soac::array<soac::index> at{t % 6, (t + 3) % 6, 9};
    soac::array<double> w{h[5] * a[t % 5], h[t % 6] + x * h[2], 1.0};
    h = soac::scatter(h, at, w);
  }
  return soac::dot(h, h);
}

#pragma soac differentiate(vjp, jvp)
double triangle_plain(double x, const std::vector<double> &a, int n) {
  std::vector<double> w(n + 1, x);
  for (int i = 1; i <= n; ++i)
    for (int j = i; j <= n; ++j)
      w[j] += 0.1 * w[j - i] * a[i % 5] * w[i - 1];
  return w[n] * w[0];
}

#pragma soac differentiate(vjp, jvp)
double triangle_strips(double x, const std::vector<double> &a, int n) {
  std::vector<double> w(n + 1, x);
#pragma soac stripmine(3)
  for (int i = 1; i <= n; ++i)
    for (int j = i; j <= n; ++j)
      w[j] += 0.1 * w[j - i] * a[i % 5] * w[i - 1];
  return w[n] * w[0];
}

#pragma soac differentiate(vjp, jvp)
double triangle_snapshots(double x, const std::vector<double> &a, int n) {
  std::vector<double> w(n + 1, x);
#pragma soac checkpoint(revolve : 2)
  for (int i = 1; i <= n; ++i)
    for (int j = i; j <= n; ++j)
      w[j] += 0.1 * w[j - i] * a[i % 5] * w[i - 1];
  return w[n] * w[0];
}

#pragma soac differentiate(vjp, jvp)
double local_vectors_plain(double x, const std::vector<double> &a, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    std::vector<double> w(i % 3 + 1, s);
    for (std::size_t j = 0; j < w.size(); ++j)
      w[j] *= a[j] + 0.1 * static_cast<double>(j);
    double p = 1;
    for (double v : w)
      p *= 0.5 + v;
    s = std::tanh(p) + 0.1 * x;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double local_vectors_strips(double x, const std::vector<double> &a, int n) {
  double s = x;
#pragma soac stripmine(3)
  for (int i = 0; i < n; ++i) {
    std::vector<double> w(i % 3 + 1, s);
    for (std::size_t j = 0; j < w.size(); ++j)
      w[j] *= a[j] + 0.1 * static_cast<double>(j);
    double p = 1;
    for (double v : w)
      p *= 0.5 + v;
    s = std::tanh(p) + 0.1 * x;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double local_vectors_snapshots(double x, const std::vector<double> &a, int n) {
  double s = x;
#pragma soac checkpoint(revolve : 2)
  for (int i = 0; i < n; ++i) {
    std::vector<double> w(i % 3 + 1, s);
    for (std::size_t j = 0; j < w.size(); ++j)
      w[j] *= a[j] + 0.1 * static_cast<double>(j);
    double p = 1;
    for (double v : w)
      p *= 0.5 + v;
    s = std::tanh(p) + 0.1 * x;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double mapped_twice(double x, const std::vector<double> &a, int n) {
  const auto [x_adj, a_adj] = soac::gradient<mapped_snapshots>(x, a, n);
  double sum = x_adj * x_adj;
  for (const double d : a_adj)
    sum += 0.5 * d * x_adj;
  return sum;
}

} // namespace forms_of_arrays
