#include "row_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace row_parameters {

#pragma soac differentiate(vjp, jvp)
double sums(const rows &w) {
  double s = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    for (std::size_t j = 0; j < w[i].size(); ++j)
      s += w[i][j] * w[i][j] * static_cast<double>(i + 1 + 3 * j);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double by_iterators(const rows &w) {
  double s = 0;
  for (const row &r : w) {
    double product = 1;
    for (auto x = r.begin(); x != r.end(); ++x)
      product *= 1 + *x * *x;
    s += std::log(product) * static_cast<double>(r.size());
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double by_value(rows w) {
  double s = 1;
  for (row &r : w)
    for (double &x : r)
      x = std::sin(x) + s;
  for (const row &r : w) {
    double p = 1;
    for (double x : r)
      p *= x;
    s += p;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double extents_given(const rows &w, int n, int d) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i % d; ++j)
      s += std::exp(w[i][j]) * (j + 1);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double longest_row(const rows &w, const std::vector<std::vector<int>> &columns) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < w.size(); ++i)
    if (w[i].size() > w[best].size())
      best = i;
  double s = 0;
  for (int k : columns[best])
    s += w[best][k] * w[best][k] + w[best].back() * w[best].front();
  return s;
}

#pragma soac differentiate(vjp, jvp)
double of_nodes(const std::vector<node> &nodes) {
  double s = 0;
  for (const node &n : nodes)
    for (std::size_t k = 0; k < n.next.size(); ++k)
      s += n.length[k] * (nodes[n.next[k]].x - n.x) * n.x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double of_pairs(const std::vector<std::vector<std::array<double, 2>>> &pairs) {
  double s = 0;
  for (const auto &list : pairs)
    for (const auto &[a, b] : list)
      s += a * b * b;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double three_deep(const std::vector<rows> &w) {
  double s = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    for (std::size_t j = 0; j < w[i].size(); ++j)
      for (std::size_t k = 0; k < w[i][j].size(); ++k)
        s += std::cos(w[i][j][k] * static_cast<double>(1 + i + 2 * j + 3 * k));
  return s;
}

#pragma soac differentiate(vjp, jvp)
double two_ends(const std::deque<row> &w) {
  double s = 0;
  for (const row &r : w)
    s += std::accumulate(r.begin(), r.end(), 0.0) * static_cast<double>(r.size());
  return s * s;
}

#pragma soac differentiate(vjp, jvp)
double lists(const std::array<row, 3> &w) {
  double s = 0;
  for (const row &r : w)
    for (std::size_t i = 0; i + 1 < r.size(); ++i)
      s += r[i] * r[i + 1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double parts(const layer &l, const row &x) {
  double s = 0;
  for (std::size_t i = 0; i < l.weights.size(); ++i)
    s += std::tanh(l.bias[i] + std::inner_product(l.weights[i].begin(), l.weights[i].end(), x.begin(), 0.0));
  return s;
}

static double norm(const row &r) {
  double s = 0;
  for (double x : r)
    s += x * x;
  return std::sqrt(s);
}
static double dot(const row &a, const row &b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    s += a[i] * b[i] / (1 + norm(a));
  return s;
}

#pragma soac differentiate(vjp, jvp)
double called(const rows &w, const row &x) {
  double s = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    if (!w[i].empty())
      s += dot(w[i], x) + norm(w[i]) * dot(w[0], w[i]);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double copied(const rows &w, double f) {
  rows v = w, u(w.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    for (double &x : v[i])
      x *= f;
  for (std::size_t i = 0; i < w.size(); ++i)
    u[i] = v[w.size() - 1 - i];
  u[0].push_back(f * f);
  double s = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    for (std::size_t j = 0; j < u[i].size(); ++j)
      s += u[i][j] * u[i][j] * static_cast<double>(i + j + 1);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double sparse(const rows &values, const std::vector<std::vector<int>> &columns, const row &x) {
  double s = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double y = 0;
    for (std::size_t k = 0; k < columns[i].size(); ++k)
      y += values[i][k] * x[columns[i][k]];
    s += y * y;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double in_loops(const rows &w, int steps) {
  double s = 0.5;
  for (int t = 0; t < steps; ++t) {
    const row &r = w[t % w.size()];
    for (std::size_t j = 0; j < r.size(); ++j)
      s = std::sin(s * r[j]) + r[r.size() - 1 - j];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
void scale(rows &w, double f) {
  for (row &r : w)
    for (double &x : r)
      x = x * x * f;
}

#pragma soac differentiate(vjp, jvp)
void powers(rows &w, const row &x) {
  for (std::size_t i = 0; i < w.size(); ++i)
    for (std::size_t j = 1; j < w[i].size(); ++j)
      w[i][j] = w[i][j - 1] * x[i] + w[i][j];
}

#pragma soac differentiate(vjp, jvp)
void grow(rows &w, double x) {
  for (row &r : w)
    r.push_back(x * x * static_cast<double>(r.size()));
}

#pragma soac differentiate(vjp, jvp)
void pascal(rows &w, const row &x) {
  w.clear();
  for (std::size_t i = 0; i < x.size(); ++i) {
    row r(i + 1, x[i]);
    for (std::size_t j = 1; j < i; ++j)
      r[j] = w[i - 1][j - 1] * w[i - 1][j];
    w.push_back(r);
  }
}

#pragma soac differentiate(vjp, jvp)
void replaced(rows &w, const row &x) {
  for (std::size_t i = 0; i < w.size(); ++i)
    if (w[i].size() % 2 == 0)
      w[i] = x;
}

#pragma soac differentiate(vjp, jvp)
void outer_product(const row &x, rows &w) {
  w.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    w[i].resize(i + 1);
    for (std::size_t j = 0; j <= i; ++j)
      w[i][j] = x[i] * x[j];
  }
}

#pragma soac differentiate(vjp, jvp)
void assigned(const row &x, rows &w) {
  rows t(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i; j < x.size(); ++j)
      t[i].push_back(x[i] * x[j]);
  w = t;
}

} // namespace row_parameters
