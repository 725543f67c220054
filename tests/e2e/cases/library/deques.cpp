#include "deques.hpp"

#include <soac/soac.hpp>

#include <algorithm>
#include <cmath>

namespace deques {

#pragma soac differentiate(jvp, vjp)
double window(const double *x, int n, int width) {
  std::deque<double> recent;
  double total = 0;
  for (int i = 0; i < n; ++i) {
    recent.push_back(x[i] * x[i]);
    if (static_cast<int>(recent.size()) > width)
      recent.pop_front();
    total += recent.front() * recent.back() + 0.1 * recent[recent.size() / 2];
  }
  return total;
}

#pragma soac differentiate(jvp, vjp)
double given(const std::deque<double> &x, double a) {
  double s = 0;
  for (double v : x)
    s += std::sin(a * v);
  for (auto it = x.begin(); it != x.end(); ++it)
    s += *it * a;
  for (auto it = x.rbegin(); it != x.rend(); ++it)
    s = s * *it + a;
  for (std::size_t i = 0; i < x.size(); ++i)
    s *= 1 + 0.01 * x[i];
  return s + x.at(1) * x.front();
}

#pragma soac differentiate(jvp, vjp)
void scaled(std::deque<double> &x, double a) {
  for (double &v : x)
    v *= a;
  x.front() = x.back() * x.front();
}

#pragma soac differentiate(jvp, vjp)
std::deque<double> spread(double a, int n) {
  std::deque<double> d(static_cast<std::size_t>(n), a);
  d.push_front(a * a);
  d.emplace_front(std::sin(a));
  d.pop_back();
  std::reverse(d.begin(), d.end());
  return d;
}

#pragma soac differentiate(jvp, vjp)
double tasks(double a, double b) {
  std::deque<Task> queue{{a, 1}, {b, 2}};
  queue.push_front({a * b, 3});
  queue.emplace_back(Task{b - a, 4});
  double s = 0;
  while (!queue.empty()) {
    const Task task = queue.front();
    queue.pop_front();
    s += task.weight * task.weight * task.level;
    if (task.level == 3)
      queue.push_back({s * 0.5, 5});
  }
  return s;
}

#pragma soac differentiate(jvp, vjp)
double both_ends(const double *x, int n) {
  std::deque<double> d;
  for (int i = 0; i < n; ++i)
    if (i % 2 == 0)
      d.push_back(x[i]);
    else
      d.push_front(std::exp(x[i]));
  double s = 1;
  while (d.size() > 1) {
    s += d.front() * d.back() * s;
    d.pop_back();
    d.front() += 0.5 * s;
  }
  return s * d.front();
}

#pragma soac differentiate(jvp, vjp)
double positions(double a, double b) {
  std::deque<double> d{a, b, a * b, 1.5};
  d.insert(d.begin() + 1, a - b);
  d.erase(d.begin() + 2);
  d.resize(6, a);
  const auto middle = d.begin() + 3;
  double s = 0;
  for (auto it = d.begin(); it != middle; ++it)
    s += *it * static_cast<double>(middle - it);
  return s * d.back() + d[4];
}

#pragma soac differentiate(jvp, vjp)
double small(const double *x, int n, double limit) {
  SmallVector<double, 8> kept;
  for (int i = 0; i < n; ++i) {
    while (!kept.empty() && kept.back() > x[i] * limit)
      kept.pop_back();
    if (kept.size() == 3)
      kept.erase(0);
    kept.push_back(x[i] * x[i]);
  }
  double s = 0;
  for (double v : kept)
    s = s * v + v;
  return s;
}

} // namespace deques
