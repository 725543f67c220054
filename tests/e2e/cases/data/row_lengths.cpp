#include "row_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <numeric>
#include <soac/soac.hpp>
#include <utility>

namespace row_lengths {

using rows = std::vector<row>;

static double cubes(const rows &a) {
  double sum = 0;
  for (const row &r : a)
    for (const double v : r)
      sum += v * v * v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double resized(const row &x, int m) {
  rows a(x.size());
  for (row &r : a)
    r.resize(m);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] = x[i] * j;
  return cubes(a);
}

#pragma soac differentiate(vjp, jvp)
double resized_later(const row &x, int m) {
  rows a;
  a.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    a[i].resize(m, 0.25);
    for (int j = 0; j < m; ++j)
      a[i][j] += std::sin(x[i] * j);
  }
  return cubes(a);
}

#pragma soac differentiate(vjp, jvp)
double appended(const row &x, int m) {
  rows a(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int j = 0; j < m; ++j)
      a[i].push_back(x[i] * j);
  return cubes(a);
}

#pragma soac differentiate(vjp, jvp)
double assigned(const row &x, int m) {
  rows a(x.size(), row());
  for (std::size_t i = 0; i < x.size(); ++i) {
    row r(m);
    for (int j = 0; j < m; ++j)
      r[j] = x[i] * j;
    a[i] = r;
  }
  return cubes(a);
}

#pragma soac differentiate(vjp, jvp)
double filled(const row &x, int m) {
  rows a(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    a[i].assign(m, x[i]);
  return cubes(a);
}

/// Row i has i + 1 elements.
static rows products(const row &x) {
  rows a(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      a[i].push_back(x[i] * x[j]);
  return a;
}

#pragma soac differentiate(vjp, jvp)
double triangle(const row &x) {
  const rows a = products(x);
  return cubes(a);
}

#pragma soac differentiate(vjp, jvp)
double copies(const row &x) {
  const rows a = products(x);
  rows b = a;
  b[0].clear();
  b[1].push_back(x[0]);
  b[2] = a[3];
  return cubes(a) + 2 * cubes(b);
}

#pragma soac differentiate(vjp, jvp)
double moved(const row &x) {
  rows a = products(x);
  rows b;
  b = std::move(a);
  for (row &r : b)
    if (r.size() > 2)
      r.pop_back();
  a = b;
  return cubes(a) + static_cast<double>(b.back().size()) * x[0];
}

#pragma soac differentiate(vjp, jvp)
double swapped(const row &x) {
  rows a = products(x), b(2);
  std::swap(a[1], a[3]);
  a[0].swap(a[2]);
  std::swap(a, b);
  a[0] = std::exchange(b[4], row());
  return cubes(a) + 2 * cubes(b) + a[0][1] * b[0][2];
}

#pragma soac differentiate(vjp, jvp)
double swapped_in_a_loop(const row &x) {
  rows a(3), b(3);
  for (int i = 0; i < 3; ++i) {
    a[i].assign(i + 1, x[i]);
    b[i].assign(4 - i, x[i + 1]);
  }
  for (int step = 0; step < 3; ++step) {
    std::swap(a, b);
    for (row &r : a)
      for (double &v : r)
        v = v * v + 0.1;
  }
  return cubes(a) - 2 * cubes(b);
}

#pragma soac differentiate(vjp, jvp)
double buckets(const row &x) {
  rows bin(4);
  for (std::size_t i = 0; i < x.size(); ++i)
    bin[i * 7 % 4].push_back(x[i]);
  double sum = 0;
  for (const row &b : bin) {
    const double mean = std::accumulate(b.begin(), b.end(), 0.0) / static_cast<double>(b.size());
    for (const double v : b)
      sum += (v - mean) * (v - mean);
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double some_empty(const row &x) {
  rows bin(5);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > 0)
      bin[i % 3].push_back(x[i]);
  double sum = 0;
  for (const row &b : bin)
    if (!b.empty())
      sum += b.front() * b.back() + static_cast<double>(b.size()) * b[0];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double appended_rows(const row &x) {
  rows runs;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i % 3 == 0)
      runs.emplace_back();
    runs.back().push_back(x[i]);
  }
  runs.push_back({});
  runs.push_back(x);
  double sum = 0;
  for (const row &r : runs) {
    double product = 1;
    for (const double v : r)
      product *= 1 + v;
    sum += product;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double shorter_and_longer(const row &x) {
  rows a(2);
  a[0] = x;
  a[1] = x;
  a[0].resize(3);
  a[0].resize(6); // three zeros
  a[1].resize(2, 9.0);
  a[1].resize(4, x[1]);
  return cubes(a) + x[0] * static_cast<double>(a[0].size() + a[1].size());
}

#pragma soac differentiate(vjp, jvp)
double outer_resized(const row &x) {
  rows a;
  a.resize(3);
  a[0].resize(2);
  a[0][1] = x[2];
  a.resize(5, row(2, x[3]));
  a[4] = x;
  a[3].push_back(x[1]);
  a.pop_back();
  a.push_back(row(3, x[0]));
  const double before = cubes(a);
  a.clear();
  a.resize(2);
  a[1].push_back(x[4]);
  return before + cubes(a) * static_cast<double>(a.size());
}

#pragma soac differentiate(vjp, jvp)
double rows_in_the_middle(const row &x) {
  rows a = products(x);
  a.erase(a.begin() + 1);
  a.insert(a.begin() + 2, row(9, x[0]));
  a.insert(a.end(), 2, row(1, x[1]));
  const double before = cubes(a) + a[2][8] * a.back()[0];
  a.erase(a.begin(), a.begin() + 3);
  std::deque<row> d;
  for (const row &r : a) {
    d.push_front(r);
    d.push_back(x);
  }
  d.pop_front();
  double sum = before;
  for (const row &r : d)
    sum += r[0] * r.back() * static_cast<double>(r.size());
  return sum;
}

/// Whether a row has been computed before is seen from its length.
static double total(rows &known, std::size_t i, const row &x) {
  if (known[i].empty()) {
    known[i].resize(i % 3 + 1);
    for (std::size_t k = 0; k < known[i].size(); ++k)
      known[i][k] = std::exp(0.1 * x[i] * static_cast<double>(k));
  }
  return std::accumulate(known[i].begin(), known[i].end(), 0.0);
}

#pragma soac differentiate(vjp, jvp)
double memorised(const row &x) {
  rows known(x.size());
  double sum = 0;
  for (int again = 1; again < 4; ++again)
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += again * total(known, i, x);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double pascal(const row &x) {
  rows a(1);
  a[0].push_back(x[0]);
  while (a.size() < x.size()) {
    const row &last = a.back();
    row next(last.size() + 1);
    for (std::size_t k = 0; k < next.size(); ++k)
      next[k] = (k > 0 ? last[k - 1] : 0.0) + (k < last.size() ? last[k] : 0.0) * x[a.size()];
    a.push_back(next);
  }
  return a.back()[a.size() / 2] + cubes(a);
}

#pragma soac differentiate(vjp, jvp)
double sorted_rows(const row &x) {
  rows a = products(x);
  double sum = 0;
  for (row &r : a) {
    std::sort(r.begin(), r.end());
    sum += 3 * r.front() + r[r.size() / 2];
  }
  return sum;
}

static void add(row &r, double v) {
  if (r.empty())
    r.push_back(v);
  else
    r[0] += v;
}

#pragma soac differentiate(vjp, jvp)
double by_reference(const row &x) {
  rows a(3);
  for (std::size_t i = 0; i < x.size(); ++i)
    add(a[i % 3], x[i] * x[i]);
  return cubes(a);
}

#pragma soac differentiate(vjp, jvp)
double conditional(const row &x) {
  rows a(2);
  rows b = x[0] > 0 ? products(x) : a;
  a[x[1] > 0 ? 0 : 1] = x;
  if (x[2] > 0)
    a = b;
  return cubes(a) + cubes(b);
}

#pragma soac differentiate(vjp, jvp)
double as_a_whole(const row &x, int last) {
  rows a(3);
  a[0] = x;
  a[1] = x;
  a[2].resize(last);
  const auto sums = soac::map([](const row &r) { return std::accumulate(r.begin(), r.end(), 0.0); }, a);
  return sums[0] * sums[1] + sums[2];
}

} // namespace row_lengths
