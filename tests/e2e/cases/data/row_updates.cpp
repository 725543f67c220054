#include "row_updates.hpp"

#include "row_updates.soac.hpp"

#include <cmath>
#include <utility>

namespace row_updates {
namespace {

double spread(const pairs &c) {
  double mean = 0, result = 0;
  for (const pair &p : c)
    mean += p[0];
  for (const pair &p : c)
    result += (p[0] - mean) * p[1];
  return result;
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double rotated(const pairs &source, double angle, int times) {
  pairs now = source;
  for (int t = 0; t < times; ++t) {
    const double c = std::cos(angle), s = std::sin(angle);
    for (pair &p : now) {
      const double a = p[0], b = p[1];
      p = {c * a - s * b, s * a + c * b * b};
    }
  }
  return spread(now);
}

#pragma soac differentiate(vjp, jvp)
double filled(const pairs &source, double angle) {
  pairs now(source.size());
  for (std::size_t i = 0; i < source.size(); ++i)
    now[i] = {std::cos(angle) * source[i][0] - source[i][1], std::sin(angle) * source[i][0] * source[i][1]};
  return spread(now);
}

#pragma soac differentiate(vjp, jvp)
double appended(const pairs &source, double g) {
  pairs now;
  for (const pair &p : source)
    now.push_back({g * p[0] * p[1], p[1] * p[1]});
  return spread(now);
}

#pragma soac differentiate(vjp, jvp)
double reversed(const pairs &source, double g) {
  pairs now(source.size());
  for (std::size_t i = 0; i < source.size(); ++i)
    now[i] = source[source.size() - 1 - i];
  for (pair &p : now)
    p[0] *= g * p[1];
  return spread(now);
}

#pragma soac differentiate(vjp, jvp)
double of_records(const std::vector<Point> &source, double g) {
  std::vector<Point> now(source.size());
  for (std::size_t i = 0; i < source.size(); ++i)
    now[i] = Point{{g * source[i].at[0] * source[i].at[1], source[i].weight}, source[i].at[1] * g};
  double result = 0;
  for (const Point &p : now)
    result += p.at[0] * p.at[1] * p.weight;
  return result;
}

#pragma soac differentiate(vjp, jvp)
double of_vectors(const rows &source, double g) {
  rows now(source.size(), std::vector<double>(2));
  std::vector<double> row(2);
  for (std::size_t i = 0; i < source.size(); ++i) {
    row[0] = g * source[i][0] * source[i][1];
    row[1] = source[i][1] * source[i][1];
    now[i] = row;
  }
  double result = 0;
  for (const std::vector<double> &p : now)
    result += p[0] * p[1];
  return result;
}

#pragma soac differentiate(vjp, jvp)
double exchanged(pairs x, double g) {
  for (std::size_t i = 1; i < x.size(); ++i) {
    const pair before = x[i - 1];
    x[i - 1] = x[i];
    x[i] = {before[1] * g, before[0] * x[i][0]};
  }
  return spread(x);
}

#pragma soac differentiate(vjp, jvp)
double read_behind(pairs x, double g) {
  double result = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const pair before = x[i];
    x[i] = {g * before[0], before[1] * before[1]};
    x[(i + 1) % x.size()][0] += before[1];
    result += before[0] * x[i][1];
  }
  return result + spread(x);
}

#pragma soac differentiate(vjp, jvp)
void written(const pair *source, pair *target, int n, double g) {
  for (int i = 0; i < n; ++i)
    target[i] = {g * source[i][0] * source[i][1], source[i][1] * source[i][1]};
}

} // namespace row_updates
