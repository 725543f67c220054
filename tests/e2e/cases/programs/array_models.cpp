#include "array_models.hpp"
#include "array_models.soac.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace array_models {

namespace {
constexpr double inf = std::numeric_limits<double>::infinity();

array1 softmax(reals x) {
  const double m = soac::max(x);
  auto e = soac::map([m](double a) { return std::exp(a - m); }, x);
  const double s = soac::sum(e);
  return soac::map([s](double a) { return a / s; }, e);
}
struct Vec3 {
  double x, y, z;
};
Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

} // namespace

#pragma soac differentiate(vjp, jvp)
double spread_by_moments(reals x) {
  auto m = soac::reduce(
      [](const Moments &a, const Moments &b) {
        const double n = a.n + b.n;
        if (n == 0)
          return Moments{0, 0, 0};
        const double d = b.mean - a.mean;
        return Moments{n, a.mean + d * b.n / n, a.m2 + b.m2 + d * d * a.n * b.n / n};
      },
      Moments{0, 0, 0}, soac::map([](double v) { return Moments{1, v, 0}; }, x));
  return std::sqrt(m.m2 / m.n) + m.mean;
}

#pragma soac differentiate(vjp, jvp)
double rotations_in_a_row(reals w, reals x, reals y, reals z) {
  auto q =
      soac::reduce([](const Quaternion &a, const Quaternion &b) { return a * b; }, Quaternion{1, 0, 0, 0}, w, x, y, z);
  return q.w + 2 * q.x * q.y + q.z;
}

#pragma soac differentiate(vjp, jvp)
double log_sum_by_pairs(reals x) {
  auto [m, s] = soac::reduce(
      [](std::tuple<double, double> a, std::tuple<double, double> b) {
        auto [ma, sa] = a;
        auto [mb, sb] = b;
        if (ma > mb)
          return std::tuple<double, double>(ma, sa + sb * std::exp(mb - ma));
        return std::tuple<double, double>(mb, sb + sa * std::exp(ma - mb));
      },
      std::tuple<double, double>(-1e300, 0.0), x, soac::replicate(x.size(), 1.0));
  return m + std::log(s);
}

#pragma soac differentiate(vjp, jvp)
array2 k_means_step(matrix points, matrix centers) {
  auto assign = soac::map(
      [&](auto p) {
        return (int)soac::argmin(soac::map(
            [&](auto c) {
              auto d = p - c;
              return soac::dot(d, d);
            },
            centers));
      },
      points);
  auto sums =
      soac::reduce_by_index(soac::plus{}, soac::replicate(points.extent(1), 0.0), centers.extent(0), assign, points);
  auto counts = soac::reduce_by_index(soac::plus{}, 0, centers.extent(0), assign, soac::replicate(assign.size(), 1));
  return soac::map([](auto s, int n) { return s / (double)std::max(n, 1); }, sums, counts);
}

#pragma soac differentiate(vjp, jvp)
array1 sparse_times_vector(ints row, ints col, reals val, reals x) {
  return soac::tabulate(
      [&](auto i) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; ++k)
          s += val[k] * x[col[k]];
        return s;
      },
      row.size() - 1);
}

#pragma soac differentiate(vjp, jvp)
array1 equalised_histogram(reals img, int bins) {
  auto key = soac::map([&](double v) { return (int)std::floor(v * bins); }, img);
  auto frac = soac::map([&](double v) { return v * bins - std::floor(v * bins); }, img);
  auto h = soac::reduce_by_index(soac::plus{}, 0.0, bins, key, frac);
  auto cdf = soac::scan(soac::plus{}, 0.0, h);
  auto total = cdf[bins - 1];
  return soac::map([&](int k, double f) { return k >= 0 && k < bins ? (cdf[k] + f) / total : 0.0; }, key, frac);
}

#pragma soac differentiate(vjp, jvp)
double causal_attention(matrix q, matrix k) {
  auto s =
      soac::tabulate([&](auto i, auto j) { return j <= i ? soac::dot(q[i], k[j]) : -inf; }, q.extent(0), k.extent(0));
  return soac::sum(soac::map(
      [](auto r) {
        auto p = softmax(r);
        return soac::dot(p, p);
      },
      s));
}

#pragma soac differentiate(vjp, jvp)
array1 strided_convolution(reals x, reals k, int stride) {
  const auto n = x.size();
  return soac::tabulate(
      [&](auto i) {
        return soac::sum(soac::tabulate(
            [&](auto j) {
              const auto at = i * stride + j - 1;
              return at < 0 || at >= n ? 0.0 : x[at] * k[j];
            },
            k.size()));
      },
      (n + stride - 1) / stride);
}

#pragma soac differentiate(vjp, jvp)
array1 kalman_by_scan(reals y, double q, double r, double f) {
  using E = std::tuple<double, double, double, double, double>;
  auto elems = soac::map(
      [=](double v) {
        const double s = q + r, k = q / s;
        return E{(1 - k) * f, k * v, (1 - k) * q, f * v / s, f * f / s};
      },
      y);
  auto [A, b, C, eta, J] = elems;
  auto res = soac::scan(
      [](const E &l, const E &m) {
        auto [A1, b1, C1, e1, J1] = l;
        auto [A2, b2, C2, e2, J2] = m;
        const double d = 1 + C1 * J2;
        return E{A2 * A1 / d, A2 * (b1 + C1 * e2) / d + b2, A2 * C1 * A2 / d + C2, A1 * (e2 - J2 * b1) / d + e1,
                 A1 * J2 * A1 / d + J1};
      },
      E{1, 0, 0, 0, 0}, A, b, C, eta, J);
  return std::get<1>(res);
}

#pragma soac differentiate(vjp, jvp)
array1 ray_marched_depths(reals angles, double cx, double radius) {
  return soac::map(
      [&](double th) {
        double t = 0;
        for (int i = 0; i < 20; ++i) {
          const double x = t * std::cos(th), y = t * std::sin(th);
          const double d = std::hypot(x - cx, y) - radius;
          if (d < 1e-9)
            break;
          t += 0.9 * d;
        }
        return t;
      },
      angles);
}

#pragma soac differentiate(vjp, jvp)
double bodies_of_arrays(std::vector<std::array<double, 3>> pos, std::vector<std::array<double, 3>> vel, reals mass,
                        int steps) {
  for (int t = 0; t < steps; ++t) {
    auto acc = soac::map(
        [&](const std::array<double, 3> &p) {
          auto f = soac::map(
              [&](const std::array<double, 3> &q, double m) {
                const double dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2];
                const double r2 = dx * dx + dy * dy + dz * dz + 0.01, inv = m / (r2 * std::sqrt(r2));
                return std::array<double, 3>{dx * inv, dy * inv, dz * inv};
              },
              pos, mass);
          return soac::reduce(
              [](const std::array<double, 3> &a, const std::array<double, 3> &b) {
                return std::array<double, 3>{a[0] + b[0], a[1] + b[1], a[2] + b[2]};
              },
              std::array<double, 3>{0, 0, 0}, f);
        },
        pos);
    for (std::size_t i = 0; i < pos.size(); ++i)
      for (int d = 0; d < 3; ++d) {
        vel[i][d] += 0.01 * acc[i][d];
        pos[i][d] += 0.01 * vel[i][d];
      }
  }
  double e = 0;
  for (std::size_t i = 0; i < pos.size(); ++i)
    e += mass[i] * (vel[i][0] * vel[i][0] + pos[i][1] * vel[i][2]);
  return e;
}

#pragma soac differentiate(vjp, jvp)
array2 reprojection(matrix cams, matrix X, reals w, soac::view<const int, 2> obs, matrix feats) {
  return soac::map(
      [&](auto o, auto feat, double wi) {
        auto cam = cams[o[0]];
        auto p = X[o[1]];
        const double theta2 = cam[0] * cam[0] + cam[1] * cam[1] + cam[2] * cam[2];
        Vec3 d{p[0] - cam[3], p[1] - cam[4], p[2] - cam[5]}, r{cam[0], cam[1], cam[2]}, q = d;
        if (theta2 > 0) {
          const double th = std::sqrt(theta2), c = std::cos(th), s = std::sin(th);
          Vec3 k{r.x / th, r.y / th, r.z / th}, kx = cross(k, d);
          const double kd = k.x * d.x + k.y * d.y + k.z * d.z;
          q = {d.x * c + kx.x * s + k.x * kd * (1 - c), d.y * c + kx.y * s + k.y * kd * (1 - c),
               d.z * c + kx.z * s + k.z * kd * (1 - c)};
        }
        const double u = q.x / q.z, v = q.y / q.z, r2 = u * u + v * v, L = 1 + cam[7] * r2 + cam[8] * r2 * r2;
        return array1{wi * (cam[6] * L * u - feat[0]), wi * (cam[6] * L * v - feat[1])};
      },
      obs, feats, w);
}

#pragma soac differentiate(vjp, jvp)
double edit_distance_by_scans(reals a, reals b, double gap) {
  array1 row = soac::tabulate([&](auto j) { return gap * j; }, b.size() + 1);
  for (soac::index i = 0; i < a.size(); ++i) {
    auto cand = soac::tabulate(
        [&](auto j) { return j == 0 ? row[0] + gap : std::min(row[j] + gap, row[j - 1] + std::abs(a[i] - b[j - 1])); },
        row.size());
    auto shifted = soac::map([&](double c, soac::index j) { return c - gap * j; }, cand, soac::iota(cand.size()));
    auto m = soac::scan(soac::minimum{}, inf, shifted);
    row = soac::map([&](double c, soac::index j) { return c + gap * j; }, m, soac::iota(m.size()));
  }
  return row[row.size() - 1];
}

#pragma soac differentiate(vjp, jvp)
array1 radix_sorted(soac::view<const unsigned> keys0, reals vals0) {
  soac::array<unsigned> keys(keys0);
  array1 vals(vals0);
  for (unsigned bit = 0; bit < 4; ++bit) {
    auto one = soac::map([&](unsigned k) { return (soac::index)((k >> bit) & 1u); }, keys);
    auto zero = soac::map([](soac::index b) { return 1 - b; }, one);
    auto pos0 = soac::exclusive_scan(soac::plus{}, soac::index(0), zero);
    const auto zeros = soac::sum(zero);
    auto pos1 = soac::exclusive_scan(soac::plus{}, soac::index(0), one);
    auto where =
        soac::map([&](soac::index b, soac::index p, soac::index q) { return b ? zeros + q : p; }, one, pos0, pos1);
    keys = soac::scatter(keys, where, keys);
    vals = soac::scatter(vals, where, vals);
  }
  return soac::map([](double a, soac::index i) { return a * a * i; }, vals, soac::iota(vals.size()));
}

#pragma soac differentiate(vjp, jvp)
array1 page_rank(ints from, ints to, reals weight, int n, double damping, int iterations) {
  array1 rank = soac::replicate(n, 1.0 / n);
  auto out = soac::reduce_by_index(soac::plus{}, 0.0, n, from, weight);
  for (int it = 0; it < iterations; ++it) {
    auto flow = soac::map([&](int f, double w) { return rank[f] * w / out[f]; }, from, weight);
    auto in = soac::reduce_by_index(soac::plus{}, 0.0, n, to, flow);
    rank = soac::map([&](double r) { return (1 - damping) / n + damping * r; }, in);
  }
  return rank;
}

#pragma soac differentiate(vjp, jvp)
double determinant_by_maps(array2 a) {
  double det = 1;
  for (soac::index k = 0; k < a.extent(0); ++k) {
    det *= a(k, k);
    array1 pivot = a[k];
    a = soac::map(
        [&](auto row, soac::index i) {
          const double f = i > k ? row[k] / pivot[k] : 0.0;
          return soac::map([f](double r, double p) { return r - f * p; }, row, pivot);
        },
        a, soac::iota(a.extent(0)));
  }
  return det;
}

#pragma soac differentiate(vjp, jvp)
array2 all_shortest_paths(array2 d) {
  const auto n = d.extent(0);
  for (soac::index k = 0; k < n; ++k)
    d = soac::tabulate([&](auto i, auto j) { return std::min(d(i, j), d(i, k) + d(k, j)); }, n, n);
  return d;
}

#pragma soac differentiate(vjp, jvp)
array2 min_plus_power(matrix a, int n) {
  auto mp = [](auto x, auto y) {
    return soac::map(
        [&](auto r) {
          return soac::map([&](auto c) { return soac::min(soac::map([](double p, double q) { return p + q; }, r, c)); },
                           soac::transpose(y));
        },
        x);
  };
  array2 r(a);
  for (int i = 1; i < n; ++i)
    r = mp(r, a);
  return r;
}

#pragma soac differentiate(vjp, jvp)
array1 tridiagonal_by_scans(reals a, reals b, reals c, reals d) {
  const auto n = b.size();
  auto mats = soac::map([](double ai, double bi, double ci) { return Matrix22{bi, -ai * ci, 1, 0}; }, b,
                        soac::map([&](soac::index i) { return i > 0 ? a[i] : 0.0; }, soac::iota(n)),
                        soac::map([&](soac::index i) { return i > 0 ? c[i - 1] : 0.0; }, soac::iota(n)));
  auto fixed = soac::map(
      [](const Matrix22 &m, double bi, double ai) {
        (void)bi;
        (void)ai;
        return m;
      },
      mats, b, a);
  auto cont = soac::scan(
      [](const Matrix22 &l, const Matrix22 &m) { return m * l; }, Matrix22{1, 0, 0, 1},
      soac::map([&](soac::index i) { return Matrix22{b[i], i > 0 ? -a[i] * c[i - 1] : 0.0, 1, 0}; }, soac::iota(n)));
  auto u = soac::map([](const Matrix22 &m) { return m.a / m.c; }, cont);
  auto [ys, yo] = soac::scan(
      [](auto f, auto g) {
        return std::make_tuple(std::get<0>(f) * std::get<0>(g), std::get<0>(g) * std::get<1>(f) + std::get<1>(g));
      },
      std::make_tuple(1.0, 0.0),
      soac::map([&](soac::index i) { return i > 0 ? -a[i] / u[i - 1] : 0.0; }, soac::iota(n)), d);
  auto [xs, xo] = soac::scan(
      [](auto f, auto g) {
        return std::make_tuple(std::get<0>(f) * std::get<0>(g), std::get<0>(g) * std::get<1>(f) + std::get<1>(g));
      },
      std::make_tuple(1.0, 0.0),
      soac::reverse(soac::map([&](soac::index i) { return i + 1 < n ? -c[i] / u[i] : 0.0; }, soac::iota(n))),
      soac::reverse(soac::map([](double y, double v) { return y / v; }, yo, u)));
  (void)fixed;
  (void)ys;
  (void)xs;
  return soac::reverse(xo);
}

#pragma soac differentiate(vjp, jvp)
double transfer_matrices(reals h, double J) {
  auto t =
      soac::map([&](double f) { return Matrix22{std::exp(J + f), std::exp(-J), std::exp(-J), std::exp(J - f)}; }, h);
  auto m = soac::reduce([](const Matrix22 &a, const Matrix22 &b) { return a * b; }, Matrix22{1, 0, 0, 1}, t);
  return std::log(m.a + m.d);
}

#pragma soac differentiate(vjp, jvp)
array1 jacobi_bounded(matrix A, reals b) {
  array1 x(b.size());
  double change = 1;
#pragma soac bound(500)
  while (change > 1e-13) {
    array1 next = soac::tabulate(
        [&](auto i) {
          double s = b[i];
          for (soac::index j = 0; j < b.size(); ++j)
            if (j != i)
              s -= A(i, j) * x[j];
          return s / A(i, i);
        },
        b.size());
    change = soac::max(soac::map([](double p, double q) { return std::abs(p - q); }, next, x));
    x = next;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
array2 blurred_strips(array2 img, int n) {
#pragma soac stripmine(2)
  for (int t = 0; t < n; ++t) {
    auto v = (soac::rotate(img, 1) + soac::rotate(img, -1)) * 0.25 + 0.5 * img;
    img = soac::map(
        [](auto r) {
          return soac::map([](double a, double b, double c) { return a * a * 0.1 + 0.5 * (b + c); }, r,
                           soac::rotate(r, 1), soac::rotate(r, -1));
        },
        v);
  }
  return img;
}

#pragma soac differentiate(vjp, jvp)
std::tuple<array1, array1, double> edit_distance_gradient(reals a, reals b, double g) {
  return soac::gradient<edit_distance_by_scans>(a, b, g);
}

#pragma soac differentiate(vjp, jvp)
array1 page_rank_tangent(ints from, ints to, reals weight, int n, double damping, int it, reals dw) {
  return soac::jvp<page_rank, soac::wrt<2>>(from, to, weight, n, damping, it, dw);
}

#pragma soac differentiate(vjp, jvp)
array2 determinant_gradient(array2 a) { return soac::gradient<determinant_by_maps>(a); }

#pragma soac differentiate(vjp, jvp)
std::tuple<array1, double> transfer_gradient(reals h, double J) { return soac::gradient<transfer_matrices>(h, J); }

} // namespace array_models
