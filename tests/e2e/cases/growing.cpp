#include "growing.hpp"
#include "growing.soac.hpp"

#include <cstddef>

#pragma soac differentiate(vjp, jvp)
double sieve(int n, double x) {
  std::vector<bool> composite(n + 1, false), other(3);
  double sum = 0, power = 1;
  for (int i = 2; i <= n; ++i) {
    power *= x;
    if (composite[i])
      continue;
    sum += power;
    for (int j = 2 * i; j <= n; j += i)
      composite[j] = true;
  }
  other[1] = composite[4];
  if (other[1] && !other[0])
    sum *= 2;
  for (bool b : composite)
    if (b)
      sum += x;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double kept_squares(const std::vector<double> &x) {
  std::vector<bool> isKept;
  for (double a : x)
    isKept.push_back(a > 0);
  std::vector<double> kept;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (isKept[i])
      kept.push_back(x[i] * x[i]);
  double sum = 0;
  for (double k : kept)
    sum += k;
  return sum * static_cast<double>(kept.size());
}

#pragma soac differentiate(vjp, jvp)
double recurrence(double x, int n) {
  std::vector<double> v;
  v.push_back(1.0);
  for (int i = 1; i < n; ++i)
    v.push_back(v.back() * x + v[i - 1]);
  return v[n - 1];
}

#pragma soac differentiate(vjp, jvp)
double stack(const std::vector<double> &x) {
  std::vector<double> s;
  for (double v : x) {
    if (v > 0 || s.size() < 2) {
      s.push_back(v * v);
      continue;
    }
    const double top = s.back();
    s.pop_back();
    s.back() += top * v;
  }
  double sum = 0;
  for (std::size_t i = 0; i < s.size(); ++i)
    sum += s[i] * (i + 1.0);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double two_or_three(const std::vector<double> &x, int n) {
  std::vector<double> s{1.0, 2.0};
  int i = 0;
  while (i < n) {
    s.push_back(x[i] * s[i]);
    if (x[i] > 1) {
      s.push_back(x[i]);
      s[0] += 1;
    }
    s.emplace_back(s.size() * x[i]);
    ++i;
  }
  double sum = 0;
  for (double v : s)
    sum += v * v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double all_again(const std::vector<double> &x, int n) {
  std::vector<double> s;
  for (int i = 0; i < n; ++i) {
    s.push_back(x[i]);
    for (std::size_t j = 0; j < s.size(); ++j)
      s[j] *= x[i];
  }
  double sum = 0;
  for (double v : s)
    sum += v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double straight_line(double x) {
  std::vector<double> v;
  v.reserve(4);
  v.push_back(x);
  v.emplace_back(x * x);
  v.push_back(2);
  v.back() *= x;
  v.pop_back();
  const std::vector<double> w(v.begin(), v.end());
  v.clear();
  v.assign(w.begin() + 1, w.end());
  return v.front() * w[0] + static_cast<double>(v.size() + w.size());
}

#pragma soac differentiate(vjp, jvp)
double resized(std::vector<double> x, int n) {
  std::vector<double> y;
  y.resize(3);
  y[1] = x[0];
  x.resize(n);
  x.resize(x.size() + 2, y[1]);
  double sum = y[0];
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i] * static_cast<double>(i + 1);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double records(const std::vector<double> &x) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    if (x[i] < x[i + 1])
      samples.push_back({0.5 * (x[i] + x[i + 1]), x[i] * x[i + 1]});
  double sum = 0;
  for (const auto &[at, value] : samples)
    sum += at * value;
  return sum;
}

/// (x + .. + x^n) (1 + .. + width)
#pragma soac differentiate(vjp, jvp)
double rows_appended(double x, int n, int width) {
  std::vector<std::vector<double>> rows;
  double power = 1;
  for (int i = 0; i < n; ++i) {
    power *= x;
    std::vector<double> row(width);
    for (int j = 0; j < width; ++j)
      row[j] = power * (j + 1);
    rows.push_back(row);
  }
  double sum = 0;
  for (const auto &row : rows)
    for (const double e : row)
      sum += e;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double rows_of_any_length(double x, int n, int longer) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < n; ++i)
    rows.push_back(std::vector<double>(1 + i * longer, x));
  return rows[n - 1][0];
}

/// n rows {x, i} in front of the last, then two of {x^2, 1}: (n + 2) x + ..
#pragma soac differentiate(vjp, jvp)
double rows_inserted(double x, int n) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < n; ++i)
    rows.insert(rows.begin() + i / 2, std::vector<double>{x, double(i)});
  rows.resize(n + 2, {x * x, 1.0});
  double sum = 0;
  for (int i = 0; i < n + 2; ++i)
    sum += (i + 1) * rows[i][0] * rows[i][1];
  return sum;
}
