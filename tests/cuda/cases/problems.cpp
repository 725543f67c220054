// Problems of which tests count what a device does, and how it fails.
#include "problems.hpp"

#include "problems.soac.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace problems {

double clusters(soac::view<const double, 2> points, soac::view<const double, 2> centers) {
  auto nearest = soac::map(
      [&](auto p) {
        auto distances = soac::map(
            [&](auto c) { return soac::sum(soac::map([](double a, double b) { return (a - b) * (a - b); }, p, c)); }, centers);
        return soac::reduce(soac::minimum{}, std::numeric_limits<double>::infinity(), distances);
      },
      points);
  return soac::sum(nearest);
}

double roughness(soac::view<const double> h) {
  double sum = 0;
  for (soac::index i = 1; i + 1 < h.extent(0); ++i) {
    const double bend = h[i - 1] - 2 * h[i] + h[i + 1];
    sum += bend * bend;
  }
  return sum;
}

soac::array<double> smoothed(soac::view<const double> h) {
  const soac::index n = h.extent(0);
  soac::array<double> result(n);
  for (soac::index i = 0; i < n; ++i)
    result(i) = i == 0 || i == n - 1 ? h[i] : (h[i - 1] + std::sin(h[i]) + h[i + 1]) / 3;
  return result;
}

double table_sum(soac::view<const double> table, soac::view<const soac::index> at) {
  double sum = 0;
  for (soac::index i = 0; i < at.extent(0); ++i)
    sum += std::exp(table[at[i]]);
  return sum;
}

/// Reads behind the counters alone.
double behind(soac::view<const double, 2> field) {
  double sum = 0;
  for (soac::index i = 0; i < field.extent(0) - 2; ++i)
    for (soac::index j = 0; j < field.extent(1) - 2; ++j)
      sum += field(i + 1, j + 2) * field(i + 2, j + 1);
  return sum;
}

/// With names that kernels' methods have, too.
double two_tables(soac::view<const double> value, soac::view<const float> sums, soac::view<const soac::index> key) {
  double sum = 0;
  for (soac::index i = 0; i < key.extent(0); ++i)
    sum += std::exp(value[key[i]]) * static_cast<double>(sums[key[i] % sums.extent(0)]);
  return sum;
}

/// The sum of squares of the rows' numbers but the least and the greatest of each.
double trimmed(soac::view<const double, 2> rows) {
  return soac::sum(soac::map(
      [](auto row) {
        const auto [sorted] = soac::sort_by_key(row);
        double sum = 0;
        for (soac::index j = 1; j + 1 < sorted.extent(0); ++j)
          sum += sorted[j] * sorted[j];
        return sum;
      },
      rows));
}

/// The square root of x[0] by Newton's method, in no more than eight steps.
double root(soac::view<const double> x) {
  double r = x[0];
#pragma soac bound(8)
  while (std::abs(r * r - x[0]) > 1e-12 * x[0])
    r = (r + x[0] / r) / 2;
  return r;
}

/// The sum of logarithms of positive numbers.
double positive(soac::view<const double> x) {
  double sum = 0;
  for (soac::index i = 0; i < x.extent(0); ++i) {
    if (x[i] <= 0)
      throw std::domain_error("a number is not positive");
    sum += std::log(x[i]);
  }
  return sum;
}

/// Sums of rows, whose numbers must be positive.
soac::array<double> entropies(soac::view<const double, 2> rows) {
  soac::array<double> result(rows.extent(0));
  for (soac::index i = 0; i < rows.extent(0); ++i) {
    double sum = 0;
    for (soac::index j = 0; j < rows.extent(1); ++j) {
      if (rows(i, j) <= 0)
        throw std::domain_error("a number is not positive");
      sum -= rows(i, j) * std::log(rows(i, j));
    }
    result(i) = sum;
  }
  return result;
}

soac::array<double> diffused(soac::view<const double> start, int steps) {
  const soac::index n = start.extent(0);
  soac::array<double> now(start);
  for (int t = 0; t < steps; ++t) {
    soac::array<double> next(n);
    for (soac::index i = 0; i < n; ++i)
      next(i) = now(i) + 0.1 * std::sin(now(i > 0 ? i - 1 : 0) - 2 * now(i) + now(i + 1 < n ? i + 1 : n - 1));
    now = next;
  }
  return now;
}

/// Each row is a chain in memory of its own.
double chains(soac::view<const double, 2> rows) {
  double sum = 0;
  for (soac::index i = 0; i < rows.extent(0); ++i) {
    soac::array<double> link(rows.extent(1));
    link(0) = rows(i, 0);
    for (soac::index j = 1; j < rows.extent(1); ++j)
      link(j) = std::sin(link(j - 1)) + link(j / 2) * rows(i, j);
    sum += link(rows.extent(1) - 1);
  }
  return sum;
}

/// Halves the numbers until their squares sum to less than one: the host decides after each step.
soac::array<double> settled(soac::view<const double> start) {
  soac::array<double> now(start);
#pragma soac bound(20)
  while (soac::sum(soac::map([](double x) { return x * x; }, now)) > 1)
    now = soac::map([](double x) { return x / 2 + 0.01 * x * x; }, now);
  return now;
}

/// Heat flows between the cells of a table.
double warmth(soac::view<const double, 2> start, int steps) {
  const soac::index n = start.extent(0), m = start.extent(1);
  soac::array<double, 2> now(start);
  for (int t = 0; t < steps; ++t) {
    soac::array<double, 2> next(n, m);
    for (soac::index i = 0; i < n; ++i)
      for (soac::index j = 0; j < m; ++j) {
        const double here = now(i, j);
        const double up = i > 0 ? now(i - 1, j) : here, down = i + 1 < n ? now(i + 1, j) : here;
        const double left = j > 0 ? now(i, j - 1) : here, right = j + 1 < m ? now(i, j + 1) : here;
        next(i, j) = here + 0.1 * std::atan(up + down + left + right - 4 * here);
      }
    now = next;
  }
  return soac::sum(soac::map([](auto row) { return soac::dot(row, row); }, now));
}

soac::array<double> products(soac::view<const double> x) { return soac::scan(soac::multiplies{}, 1.0, x); }

/// Each row has places of its own, which meet.
double picked(soac::view<const double, 2> table, soac::view<const soac::index, 2> at) {
  double sum = 0;
  for (soac::index i = 0; i < at.extent(0); ++i)
    for (soac::index j = 0; j < at.extent(1); ++j)
      sum += std::exp(table(i, at(i, j)));
  return sum;
}

/// Rows over their first numbers, in steps: the rows of one step may take the memory of those before.
soac::array<double, 2> lifted(soac::view<const double, 2> start) {
  soac::array<double, 2> now(start);
  for (int t = 0; t < 3; ++t)
    now = soac::map(
        [](auto row) {
          const double first = row[0];
          return soac::map([=](double x) { return x / first + 1; }, row);
        },
        now);
  return now;
}

double peak(soac::view<const double> x) { return soac::reduce(soac::maximum{}, -1e300, soac::map([](double t) { return std::sin(t); }, x)); }

double softmax_loss(soac::view<const double, 2> logits, soac::view<const double> weights) {
  return soac::sum(soac::map(
      [&](auto row) {
        const double most = soac::reduce(soac::maximum{}, -1e300, row);
        const double sum = soac::sum(soac::map([&](double t) { return std::exp(t - most); }, row));
        return soac::sum(soac::map([&](double t, double w) { return w * std::exp(t - most) / sum; }, row, weights));
      },
      logits));
}

soac::array<double> product(soac::view<const double, 2> a, soac::view<const double> x) {
  return soac::map([&](auto row) { return std::tanh(soac::dot(row, x)); }, a);
}

static double guarded_product(double a, double b) {
  if (a * b < 0)
    throw std::domain_error("a product is negative");
  return a * b;
}

/// A product, of which no part may be negative.
double guarded(soac::view<const double> x) { return soac::reduce(guarded_product, 1.0, x); }
soac::array<double> guarded_rows(soac::view<const double, 2> rows) {
  return soac::map([](auto row) { return soac::reduce(guarded_product, 1.0, row); }, rows);
}

double area(soac::view<const point> corners, point origin, const std::array<double, 2> &scale) {
  double sum = 0;
  const soac::index n = corners.extent(0);
  for (soac::index i = 0; i < n; ++i) {
    const point a = corners[i], b = corners[i + 1 < n ? i + 1 : 0];
    sum += (a.x - origin.x) * scale[0] * (b.y - origin.y) * scale[1] - (b.x - origin.x) * (a.y - origin.y);
  }
  return sum;
}

/// The adjoint of the table has the sums of the weights of each place.
template <class T> static T weighted_sum(soac::view<const T> table, soac::view<const soac::index> at, soac::view<const T> weights) {
  return soac::sum(soac::map([&](soac::index k, T w) { return w * table[k]; }, at, weights));
}
double weighted(soac::view<const double> table, soac::view<const soac::index> at, soac::view<const double> weights) {
  return weighted_sum<double>(table, at, weights);
}
float weighted_floats(soac::view<const float> table, soac::view<const soac::index> at, soac::view<const float> weights) {
  return weighted_sum<float>(table, at, weights);
}

/// The greatest number of each row, with the weight of its place.
soac::array<double> tops(soac::view<const double, 2> element, soac::view<const double> combine) {
  using place = std::tuple<double, soac::index>;
  return soac::map(
      [&](auto row) {
        const auto [value, at] = soac::reduce([](place a, place b) { return std::get<0>(b) > std::get<0>(a) ? b : a; },
                                              place(-1e300, 0), row, soac::iota(row.extent(0)));
        return value * combine[at];
      },
      element);
}

/// Particles, three coordinates each, one after the other: where each is on the unit sphere.
soac::array<double> directions(soac::view<const double> positions) {
  const soac::index n = positions.extent(0) / 3;
  soac::array<double> result(3 * n);
  for (soac::index i = 0; i < n; ++i) {
    double square = 0;
    for (int c = 0; c < 3; ++c)
      square += positions[3 * i + c] * positions[3 * i + c];
    result[3 * i] = positions[3 * i] / std::sqrt(square);
    result[3 * i + 1] = positions[3 * i + 1] / std::sqrt(square);
    result[3 * i + 2] = positions[3 * i + 2] / std::sqrt(square);
  }
  return result;
}

/// The cells inside of a box take over something of what is before them in each direction, in steps.
soac::array<double> stirred(soac::view<const double> box, int nx, int ny, int nz, int steps) {
  constexpr int x[4] = {1, 0, 0, -1}, y[4] = {0, 1, 0, -1}, z[4] = {0, 0, 1, -1};
  soac::array<double> now(box), next(box);
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < nz - 1; ++k)
      for (int j = 1; j < ny - 1; ++j)
        for (int i = 1; i < nx - 1; ++i) {
          const int cell = i + nx * (j + ny * k);
          double sum = now[cell];
          for (int q = 0; q < 4; ++q)
            sum += std::sin(now[cell + x[q] + nx * (y[q] + ny * z[q])]) / (q + 1);
          next[cell] = sum;
        }
    std::swap(now, next);
  }
  return now;
}

// On a device.

cost_and_centers clusters_on(const cuda::on &place, cuda::view<const double, 2> points, cuda::view<const double, 2> centers) {
  return soac::value_and_gradient<clusters, soac::wrt<1>>(place, points, centers);
}
cuda::array<double> roughness_on(const cuda::on &place, cuda::view<const double> heights) {
  return soac::gradient<roughness>(place, heights);
}
cuda::array<double> smoothed_on(const cuda::on &place, cuda::view<const double> heights, cuda::view<const double> seed) {
  return soac::vjp<smoothed>(place, heights, seed);
}
cuda::array<double> table_sum_on(const cuda::on &place, cuda::view<const double> table, cuda::view<const soac::index> at) {
  return soac::gradient<table_sum>(place, table, at);
}
std::tuple<cuda::scalar<double>, cuda::array<double, 2>> trimmed_on(const cuda::on &place, cuda::view<const double, 2> rows) {
  return soac::value_and_gradient<trimmed>(place, rows);
}
std::tuple<cuda::array<double>, cuda::array<float>> two_tables_on(const cuda::on &place, cuda::view<const double> first,
                                                                  cuda::view<const float> second, cuda::view<const soac::index> at) {
  return soac::gradient<two_tables>(place, first, second, at);
}
cuda::array<double, 2> behind_on(const cuda::on &place, cuda::view<const double, 2> field) {
  return soac::gradient<behind>(place, field);
}
cuda::array<double> root_on(const cuda::on &place, cuda::view<const double> x) { return soac::gradient<root>(place, x); }
cuda::scalar<double> positive_on(const cuda::on &place, cuda::view<const double> x) { return soac::run<positive>(place, x); }
cuda::array<double> entropies_on(const cuda::on &place, cuda::view<const double, 2> rows) {
  return soac::run<entropies>(place, rows);
}
cuda::array<double> diffused_on(const cuda::on &place, cuda::view<const double> start, int steps, cuda::view<const double> seed) {
  return soac::vjp<diffused>(place, start, steps, seed);
}
cuda::array<double, 2> chains_on(const cuda::on &place, cuda::view<const double, 2> rows) {
  return soac::gradient<chains>(place, rows);
}
cuda::array<double> settled_on(const cuda::on &place, cuda::view<const double> start, cuda::view<const double> seed) {
  return soac::vjp<settled>(place, start, seed);
}
cuda::array<double, 2> warmth_on(const cuda::on &place, cuda::view<const double, 2> start, int steps) {
  return soac::gradient<warmth, soac::wrt<0>>(place, start, steps);
}
cuda::array<double> products_on(const cuda::on &place, cuda::view<const double> x, cuda::view<const double> seed) {
  return soac::vjp<products>(place, x, seed);
}
cuda::array<double, 2> picked_on(const cuda::on &place, cuda::view<const double, 2> table, cuda::view<const soac::index, 2> at) {
  return soac::gradient<picked>(place, table, at);
}
cuda::array<double, 2> lifted_on(const cuda::on &place, cuda::view<const double, 2> start) { return soac::run<lifted>(place, start); }
cuda::array<double> peak_on(const cuda::on &place, cuda::view<const double> x) { return soac::gradient<peak>(place, x); }
std::tuple<cuda::array<double, 2>, cuda::array<double>> softmax_on(const cuda::on &place, cuda::view<const double, 2> logits,
                                                                   cuda::view<const double> weights) {
  return soac::gradient<softmax_loss>(place, logits, weights);
}
std::tuple<cuda::array<double, 2>, cuda::array<double>> product_on(const cuda::on &place, cuda::view<const double, 2> a,
                                                                   cuda::view<const double> x, cuda::view<const double> seed) {
  return soac::vjp<product>(place, a, x, seed);
}
cuda::array<double> weighted_on(const cuda::on &place, cuda::view<const double> table, cuda::view<const soac::index> at,
                                cuda::view<const double> weights) {
  return soac::gradient<weighted, soac::wrt<0>>(place, table, at, weights);
}
cuda::array<float> weighted_on(const cuda::on &place, cuda::view<const float> table, cuda::view<const soac::index> at,
                               cuda::view<const float> weights) {
  return soac::gradient<weighted_floats, soac::wrt<0>>(place, table, at, weights);
}
cuda::array<double> tops_on(const cuda::on &place, cuda::view<const double, 2> rows, cuda::view<const double> weights) {
  return soac::run<tops>(place, rows, weights);
}
cuda::array<double> directions_on(const cuda::on &place, cuda::view<const double> positions, cuda::view<const double> seed) {
  return soac::vjp<directions>(place, positions, seed);
}
cuda::array<double> stirred_on(const cuda::on &place, cuda::view<const double> box, int nx, int ny, int nz, int steps,
                               cuda::view<const double> seed) {
  return soac::vjp<stirred, soac::wrt<0>>(place, box, nx, ny, nz, steps, seed);
}
cuda::array<double> guarded_on(const cuda::on &place, cuda::view<const double> x) {
  return soac::gradient<guarded>(place, x);
}
cuda::array<double> guarded_rows_on(const cuda::on &place, cuda::view<const double, 2> rows) {
  return soac::run<guarded_rows>(place, rows);
}
area_gradient area_on(const cuda::on &place, cuda::view<const point> corners, point origin, const std::array<double, 2> &scale) {
  return soac::gradient<area>(place, corners, origin, scale);
}

} // namespace problems
