#include "scatters.hpp"
#include "scatters.soac.hpp"

#include <cmath>

namespace scatters {

#pragma soac differentiate(vjp, jvp)
array put(reals dest, indices at, reals v) { return soac::scatter(dest, at, v); }

#pragma soac differentiate(vjp, jvp)
matrix put_rows(rows dest, indices at, rows v) { return soac::scatter(dest, at, v); }

#pragma soac differentiate(vjp, jvp)
double put_points(const std::vector<Point> &dest, indices at, const std::vector<Point> &v) {
  const auto r = soac::scatter(dest, at, v);
  return soac::sum(soac::map([](const Point &p) { return p.x * p.y; }, r));
}

#pragma soac differentiate(vjp, jvp)
array spread(reals dest, reals v) {
  return soac::scatter(dest, soac::map([](soac::index i) { return 2 * i + 1; }, soac::iota(v.extent(0))), v);
}

#pragma soac differentiate(vjp, jvp)
array reversed(reals dest, reals v) { return soac::scatter(dest, soac::reverse(soac::iota(v.extent(0))), v); }

#pragma soac differentiate(vjp, jvp)
array inverse_permutation(reals keys, reals v) {
  const auto [sorted, order] = soac::sort_by_key(keys, soac::iota(keys.extent(0)));
  const auto back = soac::scatter(soac::replicate(keys.extent(0), 0.0), order, v);
  return soac::map([](double a, double b) { return a * b; }, sorted, back);
}

#pragma soac differentiate(vjp, jvp)
array in_loop(reals dest, indices at, reals v, int steps) {
  array r(dest);
  for (int i = 0; i < steps; ++i)
    r = soac::scatter(r, at, soac::map([&](double a, double b) { return std::sin(a * b) + 0.1 * i; }, v, soac::gather(r, at)));
  return r;
}

#pragma soac differentiate(vjp, jvp)
array in_branch(reals dest, indices at, reals v, bool write) {
  array r(dest);
  if (write)
    r = soac::scatter(r, at, soac::map([](double a) { return a * a; }, v));
  return soac::map([](double a) { return std::exp(a); }, r);
}

// What is overwritten was used before and is used after.
#pragma soac differentiate(vjp, jvp)
array read_after(reals dest, indices at, reals v) {
  const auto squares = soac::map([](double a) { return a * a; }, dest);
  const auto r = soac::scatter(squares, at, v);
  return soac::map([](double a, double b, double c) { return a * b + std::sin(c); }, r, squares, dest);
}

#pragma soac differentiate(vjp, jvp)
matrix in_map(rows dest, indices at, reals v) {
  return soac::map([&](auto row) {
    const auto r = soac::scatter(row, at, v * soac::sum(row));
    return r * r;
  }, dest);
}

#pragma soac differentiate(vjp, jvp)
array gathered_and_put(reals dest, indices from, indices to) {
  return soac::scatter(dest, to, soac::map([](double a) { return a * a; }, soac::gather(dest, from)));
}

#pragma soac differentiate(vjp, jvp)
array selected_and_put(reals dest, reals v) {
  const auto positive = soac::filter([](double a) { return a > 0.5; }, v);
  const auto r = soac::scatter(dest, soac::iota(positive.size()), positive);
  const auto [low, high] = soac::partition([](double a) { return a < 0.7; }, r);
  return soac::concat(high, low * low);
}

double put_total(reals dest, indices at, reals v) {
  const auto r = soac::scatter(dest, at, soac::map([](double a) { return a * a; }, v));
  return soac::sum(soac::map([](double a) { return a * a * a; }, r));
}
#pragma soac differentiate(vjp, jvp)
array put_gradient(reals dest, indices at, reals v) {
  const auto [d, w] = soac::gradient<put_total>(dest, at, v);
  return soac::concat(d, w);
}

} // namespace scatters
