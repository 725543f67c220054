#include "functors.hpp"
#include "functors.soac.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>
#include <utility>

namespace functors {

#pragma soac differentiate(vjp, jvp)
double composed(double x, int mode) {
  std::function<double(double)> f = [mode](double t) { return mode ? std::sin(t) : t * t; };
  const auto g = f;
  return f(g(x)) + (f ? x : 0.0);
}
#pragma soac differentiate(vjp, jvp)
double reassigned(double x, double y) {
  std::function<double(double)> f;
  f = [&](double t) { return t * y; };
  const double once = f(x);
  f = [once](double t) { return t + once * t; };
  return f(y) * once;
}
static double derivative(const std::function<double(double)> &f, double x) {
  const double h = 0.5;
  return (f(x + h) - f(x - h)) / (2 * h);
}
#pragma soac differentiate(vjp, jvp)
double through_parameter(double x, double k) {
  return derivative([k](double t) { return k * t * t * t; }, x) +
         derivative(static_cast<double (*)(double)>(std::exp), x);
}
#pragma soac differentiate(vjp, jvp)
double counting(double x, int n) {
  double total = 0;
  std::function<void(double)> add = [&total](double t) { total += t * total + t; };
  for (int i = 1; i <= n; ++i)
    add(x / i);
  return total;
}
#pragma soac differentiate(vjp, jvp)
double newton(double x, double a) {
  const std::function<double(double)> f = [a](double t) { return t * t * t - a; };
  const std::function<double(double)> slope = [](double t) { return 3 * t * t; };
  for (int i = 0; i < 5; ++i)
    x -= f(x) / slope(x);
  return x;
}

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }

#pragma soac differentiate(vjp, jvp)
double table(double x, int k) {
  static constexpr double (*functions[])(double) = {square, cube, std::sin, [](double t) { return 1 / t; }};
  return functions[k](x) * functions[1](x);
}
#pragma soac differentiate(vjp, jvp)
double table_of_std(double x, int n) {
  constexpr std::array<double (*)(double, double), 3> functions{[](double a, double b) { return a * b; },
                                                                [](double a, double b) { return a + b; }, std::pow};
  double s = x;
  for (int i = 0; i < n; ++i)
    s = functions[i % 3](s, x);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double members(Item a, double by) {
  double Item::*const weight = &Item::weight;
  double (Item::*const scaled)(double) const = &Item::scaled;
  a.*weight *= 2;
  const Item *p = &a;
  return (a.*scaled)(by) + p->*weight * std::invoke(&Item::key, a) + std::mem_fn(&Item::key)(a);
}
template <double Item::*Member> double sum_of(const std::vector<Item> &items) {
  double s = 0;
  for (const Item &i : items)
    s += i.*Member * i.*Member;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double sum_of_members(const std::vector<Item> &items, bool weights) {
  return weights ? sum_of<&Item::weight>(items) : sum_of<&Item::key>(items);
}
#pragma soac differentiate(vjp, jvp)
double made_in_place(double a, double b) {
  std::vector<Length> lengths;
  lengths.emplace_back(a);
  lengths.emplace_back(b, a * b);
  lengths.push_back(Length{b});
  std::vector<std::pair<double, int>> pairs;
  for (int i = 0; i < 3; ++i)
    pairs.emplace_back(a * i, i);
  std::vector<Item> items;
  items.emplace_back(Item{a, b, 1});
  std::vector<std::complex<double>> numbers;
  numbers.emplace_back(a, b);
  numbers.emplace_back(b);
  double s = items.back().scaled(a) + std::norm(numbers[0] * numbers[1]);
  for (const auto &[x, n] : pairs)
    s += x * n;
  for (const Length &length : lengths)
    s += length.meters * length.meters;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double copied_backwards(const std::vector<double> &v) {
  std::vector<double> w(v.rbegin(), v.rend());
  std::transform(w.begin(), w.end(), std::back_inserter(w), [](double x) { return x * x; });
  return std::inner_product(v.begin(), v.end(), w.begin(), w.back());
}
#pragma soac differentiate(vjp, jvp)
double applied_sine(std::vector<double> v) {
  std::transform(v.begin(), v.end(), v.begin(), static_cast<double (*)(double)>(std::sin));
  return std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>());
}

} // namespace functors
