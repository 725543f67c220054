#include "scatters.hpp"
#include "scatters.soac.hpp"

#include <cmath>

// scatter, gather and selections: what is overwritten, ignored, refused at run time.

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

// Histograms into arrays that a loop carries and reads: what they overwrite is logged bin by bin.

namespace carried_bins {

namespace {

// What goes into the bins depends on what is in them.
array weights(reals v, reals bins, int t) {
  return soac::map([&](soac::index i, double a) { return 0.8 + 0.2 * std::sin(a * bins[(i + t) % bins.extent(0)]); },
                   soac::iota(v.extent(0)), v);
}

} // namespace

#pragma soac differentiate(vjp, jvp)
array sums(reals bins, keys at, reals v, int steps) {
  array r(bins);
  for (int t = 0; t < steps; ++t)
    r = soac::reduce_by_index(soac::plus{}, 0.0, r, at, weights(v, r, t));
  return r;
}

#pragma soac differentiate(vjp, jvp)
array products(reals bins, keys at, reals v, int steps) {
  array r(bins);
  for (int t = 0; t < steps; ++t)
    r = soac::reduce_by_index(soac::multiplies{}, 1.0, r, at, weights(v, r, t));
  return r;
}

#pragma soac differentiate(vjp, jvp)
array maxima(reals bins, keys at, reals v, int steps) {
  array r(bins);
  for (int t = 0; t < steps; ++t) {
    const array w = weights(v, r, t);
    r = soac::reduce_by_index(soac::maximum{}, -1e300, r, at, soac::map([&](double a) { return a + 0.1 * t; }, w));
  }
  return r;
}

#pragma soac differentiate(vjp, jvp)
array curved(reals bins, keys at, reals v, int steps) {
  array r(bins);
  for (int t = 0; t < steps; ++t)
    r = soac::reduce_by_index([](double a, double b) { return a + b + 0.1 * a * b; }, 0.0, r, at, weights(v, r, t));
  return r;
}

// Affine maps, composed.
#pragma soac differentiate(vjp, jvp)
array pairs(reals bins, keys at, reals v, int steps) {
  array slopes(bins), offsets(bins);
  for (int t = 0; t < steps; ++t) {
    const array w = weights(v, offsets, t);
    const auto both = soac::reduce_by_index(
        [](const std::tuple<double, double> &a, const std::tuple<double, double> &b) {
          return std::tuple(std::get<0>(a) * std::get<0>(b), std::get<1>(a) * std::get<0>(b) + std::get<1>(b));
        },
        std::tuple(1.0, 0.0), soac::zip(slopes, offsets), at, soac::zip(w, v));
    const auto [p, q] = soac::unzip(both);
    slopes = p;
    offsets = q;
  }
  return soac::map([](double a, double b) { return a * b; }, slopes, offsets);
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> row_sums(soac::view<const double, 2> bins, keys at, soac::view<const double, 2> v, int steps) {
  soac::array<double, 2> r(bins);
  for (int t = 0; t < steps; ++t) {
    const auto w = soac::map(
        [&](auto row) { return row * soac::sum(soac::map([](double a) { return 0.1 * a * a; }, r[t % 2])); }, v);
    r = soac::reduce_by_index(soac::plus{}, soac::array<double>(bins.extent(1)), r, at, w);
  }
  return r;
}

#pragma soac differentiate(vjp, jvp)
array in_branches(reals bins, keys at, reals v, int steps) {
  array r(bins);
  for (int t = 0; t < steps; ++t) {
    if (r[0] < 4)
      r = soac::reduce_by_index(soac::plus{}, 0.0, r, at, weights(v, r, t));
    else if (t % 2 == 0)
      r = soac::reduce_by_index(soac::multiplies{}, 1.0, r, at, weights(v, r, t));
  }
  return r;
}

// Element writes, scatters and histograms in one log.
#pragma soac differentiate(vjp, jvp)
array mixed(reals bins, keys at, reals v, int steps) {
  array r(bins);
  for (int t = 0; t < steps; ++t) {
    r[t % 3] *= 1 + 0.1 * r[1];
    r = soac::reduce_by_index(soac::plus{}, 0.0, r, at, weights(v, r, t));
    r = soac::scatter(r, soac::iota(2), soac::map([&](double a) { return std::cos(a * r[2]); }, soac::slice(v, 0, 2)));
    for (int k = 0; k < t; ++k)
      r[k % 3] += 0.1 * r[2] * v[0];
  }
  return r;
}

#pragma soac differentiate(vjp, jvp)
array multiplied(reals bins, keys at, reals v, int steps) {
  array r(bins);
  for (int t = 0; t < steps; ++t)
    r = soac::reduce_by_index(soac::multiplies{}, 1.0, r, at, v);
  return r;
}

#pragma soac differentiate(vjp, jvp)
array sums_while(reals bins, keys at, reals v, double limit) {
  array r(bins);
  for (int t = 0; soac::sum(r) < limit; ++t)
    r = soac::reduce_by_index(soac::plus{}, 0.0, r, at, weights(v, r, t));
  return r;
}

double total_of_products(reals bins, keys at, reals v, int steps) {
  const array r = products(bins, at, v, steps);
  return soac::sum(r * r);
}

#pragma soac differentiate(vjp, jvp)
array gradient_of_products(reals bins, keys at, reals v, int steps) {
  const auto [of_bins, of_v] = soac::gradient<total_of_products>(bins, at, v, steps);
  return soac::concat(of_bins, of_v);
}

} // namespace carried_bins
