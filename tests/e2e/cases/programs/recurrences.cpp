#include "recurrences.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace recurrences {

#pragma soac differentiate(vjp, jvp)
double de_casteljau(const std::vector<double> &points, double t) {
  std::vector<double> b(points);
  const int n = static_cast<int>(points.size());
  for (int r = 1; r < n; ++r)
    for (int i = 0; i < n - r; ++i)
      b[i] = (1 - t) * b[i] + t * b[i + 1];
  return b[0];
}

#pragma soac differentiate(vjp, jvp)
double de_casteljau_in_turn(const std::vector<double> &points, double t) {
  std::vector<double> b(points), next(points);
  const int n = static_cast<int>(points.size());
  for (int r = 1; r < n; ++r) {
    for (int i = 0; i < n - r; ++i)
      next[i] = (1 - t) * b[i] + t * b[i + 1];
    for (int i = 0; i < n - r; ++i)
      b[i] = next[i];
  }
  return b[0];
}

#pragma soac differentiate(vjp, jvp)
double divided_differences(const double *x, const double *y, int n, double at) {
  std::vector<double> d(y, y + n);
  for (int r = 1; r < n; ++r)
    for (int i = n - 1; i >= r; --i)
      d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - r]);
  double value = d[n - 1];
  for (int i = n - 2; i >= 0; --i)
    value = value * (at - x[i]) + d[i];
  return value;
}

#pragma soac differentiate(vjp, jvp)
double european(double spot, double up, double p, double discount, double strike, int steps) {
  std::vector<double> v(steps + 1);
  for (int i = 0; i <= steps; ++i)
    v[i] = std::max(spot * std::pow(up, 2 * i - steps) - strike, 0.0);
  for (int t = steps - 1; t >= 0; --t)
    for (int i = 0; i <= t; ++i)
      v[i] = discount * (p * v[i + 1] + (1 - p) * v[i]);
  return v[0];
}

#pragma soac differentiate(vjp, jvp)
double american(double spot, double up, double p, double discount, double strike, int steps) {
  std::vector<double> v(steps + 1), price(steps + 1);
  for (int i = 0; i <= steps; ++i) {
    price[i] = spot * std::pow(up, 2 * i - steps);
    v[i] = std::max(strike - price[i], 0.0);
  }
  for (int t = steps - 1; t >= 0; --t)
    for (int i = 0; i <= t; ++i) {
      price[i] *= up;
      v[i] = std::max(discount * (p * v[i + 1] + (1 - p) * v[i]), strike - price[i]);
    }
  return v[0];
}

#pragma soac differentiate(vjp, jvp)
double knapsack(const std::vector<double> &values, const std::vector<int> &weights, int room) {
  std::vector<double> best(room + 1, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k)
    for (int w = room; w >= weights[k]; --w)
      best[w] = std::max(best[w], best[w - weights[k]] + values[k]);
  return best[room] * best[room];
}

#pragma soac differentiate(vjp, jvp)
double romberg(double a, double b, int levels) {
  const auto f = [](double x) { return std::exp(-x * x) * x; };
  std::vector<double> row(levels);
  for (int k = 0; k < levels; ++k) {
    const int n = 1 << k;
    const double h = (b - a) / n;
    double sum = 0.5 * (f(a) + f(b));
    for (int i = 1; i < n; ++i)
      sum += f(a + i * h);
    row[k] = sum * h;
  }
  double four = 1;
  for (int r = 1; r < levels; ++r) {
    four *= 4;
    for (int i = 0; i < levels - r; ++i)
      row[i] = row[i + 1] + (row[i + 1] - row[i]) / (four - 1);
  }
  return row[0];
}

#pragma soac differentiate(vjp, jvp)
double advected(std::vector<double> &u, double courant, int steps) {
  const int n = static_cast<int>(u.size());
  for (int t = 0; t < steps; ++t)
    for (int i = n - 1; i > 0; --i)
      u[i] -= courant * u[i] * (u[i] - u[i - 1]);
  double sum = 0;
  for (const double v : u)
    sum += v * v * v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double coupled(const std::vector<double> &a, const std::vector<double> &b, double c) {
  std::vector<double> u(a), v(b);
  const int n = static_cast<int>(u.size());
  for (int r = 0; r + 2 < n; ++r)
    for (int i = 0; i + 2 < n - r; ++i) {
      const double left = 0.5 * u[i] * v[i + 1] + 0.5 * c * v[i];
      v[i] = v[i] * c - 0.25 * u[i + 2] * std::sin(v[i + 2]);
      u[i] = left + 0.25 * u[i + 1];
    }
  return u[0] * v[0] + u[1];
}

// Rounds over the rows of a table, which change in place, too.
#pragma soac differentiate(vjp, jvp)
double rows_of_tables(const std::vector<double> &x, int n, double c) {
  std::vector<double> a(x);
  for (int r = 0; r < n; ++r)
    for (int i = 0; i + 1 < n; ++i)
      for (int j = 0; j < n - i; ++j)
        a[i * n + j] = a[i * n + j] * c + std::cos(a[(i + 1) * n + j]) * 0.25;
  double sum = 0;
  for (int k = 0; k < n * n; ++k)
    sum += a[k] * (k + 1);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void smoothed(float *row, int n, int rounds, float c) {
  for (int r = 0; r < rounds; ++r)
    for (int i = 0; i < n - 2; ++i)
      row[i] = row[i] + c * (row[i + 1] - row[i] * row[i + 2]);
}

} // namespace recurrences
