#include "carried_bins.hpp"
#include "carried_bins.soac.hpp"

#include <cmath>

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
