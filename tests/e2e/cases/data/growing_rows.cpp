#include "growing_rows.hpp"

#include "growing_rows.soac.hpp"

#include <cmath>

namespace growing_rows {

#pragma soac differentiate(vjp, jvp)
double path(int n, const numbers &x) {
  pairs p;
  p.push_back({x[0], x[1]});
  for (int i = 1; i < n; ++i)
    p.push_back({p.back()[0] * x[i % 3], std::sin(p[i - 1][1]) + x[1]});
  double s = 0;
  for (const pair &a : p)
    s += a[0] * a[1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double stack(int n, const numbers &x) {
  pairs p;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    p.push_back({x[i % 3], x[(i + 1) % 3] * i});
    while (p.size() > 2 && p.back()[0] > 0.5) {
      s += p.back()[1] * p.back()[0];
      p.pop_back();
    }
  }
  for (const pair &a : p)
    s += a[0] * a[1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double queue(int n, const numbers &x) {
  pairs p;
  p.push_back({x[0], 1.0});
  double s = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const pair now = p[k];
    s += now[0] * now[1];
    if (static_cast<int>(p.size()) < n) {
      p.push_back({now[0] * x[1], now[1] + x[2]});
      p.push_back({now[1], now[0] * now[0]});
    }
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double two(int n, const numbers &x) {
  pairs p, q;
  for (int i = 0; i < n; ++i) {
    p.push_back({x[i % 3], x[0] * i});
    if (i % 2)
      q.push_back({p.back()[1], p[0][0] * x[1]});
  }
  double s = 0;
  for (const pair &a : p)
    s += a[0] * a[1];
  for (const pair &a : q)
    s += a[0] * a[1] * a[1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double records(int n, const numbers &x) {
  std::vector<Weighted> p;
  for (int i = 0; i < n; ++i)
    p.push_back(Weighted{{x[i % 3], x[0] * i}, x[1] * x[2]});
  double s = 0;
  for (const Weighted &a : p)
    s += a.at[0] * a.at[1] * a.weight;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double some(int n, const numbers &x) {
  pairs p;
  for (int i = 0; i < n; ++i)
    if (x[i % 3] * i > 0.7)
      p.push_back({x[i % 3] * x[0], x[0] * i});
  double s = static_cast<double>(p.size());
  for (std::size_t i = 0; i + 1 < p.size(); ++i)
    s += p[i][0] * p[i + 1][1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double nested(int n, const numbers &x) {
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    pairs p;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        p.push_back({x[(i + t) % 3] * x[j % 3], x[0] * t + s});
    for (const pair &a : p)
      s += 0.01 * a[0] * a[1];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double from_argument(pairs v, const numbers &x) {
  for (int i = 0; i < 3; ++i)
    v.push_back({x[i] * x[0], x[1]});
  double s = 0;
  for (const pair &a : v)
    s += a[0] * a[1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double emptied(int n, const numbers &x) {
  pairs p;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    p.push_back({x[i % 3] * x[0], x[1] * i});
    if (p.size() == 3) {
      for (const pair &a : p)
        s += a[0] * a[1];
      p.clear();
    }
  }
  return s + static_cast<double>(p.size());
}

#pragma soac differentiate(vjp, jvp)
double matrices(int n, const numbers &x) {
  std::vector<std::array<std::array<double, 2>, 2>> p;
  for (int i = 0; i < n; ++i)
    p.push_back({{{x[i % 3], x[0]}, {x[1] * i, x[2]}}});
  double s = 0;
  for (const auto &m : p)
    s += m[0][0] * m[1][1] - m[0][1] * m[1][0];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double resized(int n, const numbers &x) {
  pairs p;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    p.resize(static_cast<std::size_t>(i) + 1);
    p[i] = {x[i % 3], s * x[0]};
    s += p[i / 2][0] * p[i][1] + x[1];
  }
  return s;
}

} // namespace growing_rows
