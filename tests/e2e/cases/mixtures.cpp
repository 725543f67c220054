#include "mixtures.hpp"
#include "mixtures.soac.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

// Combinators inside loops inside maps, in-place writes, ways out of loops, computed indices, ties. `twice_..` are
// functions of first derivatives.

namespace mixtures {

#pragma soac differentiate(vjp, jvp)
double smoothed_rows(mat x, int sweeps) {
  const auto rows = soac::map(
      [&](auto row) {
        soac::array<double> u = row;
        for (int t = 0; t < sweeps; ++t) {
          const double mean = soac::sum(u) / double(u.size());
          for (soac::index i = 1; i + 1 < u.size(); ++i)
            u[i] = 0.5 * u[i] + 0.2 * std::sin(u[i - 1]) * u[i + 1] + 0.1 * mean;
        }
        return soac::reduce(soac::maximum{}, -10.0, u) * soac::sum(u);
      },
      x);
  return soac::sum(rows);
}

#pragma soac differentiate(vjp, jvp)
double row_histograms(mat x, keys bins, int rounds) {
  double total = 0;
  soac::array<double> weights = soac::replicate(3, 1.0);
  for (int t = 0; t < rounds; ++t) {
    const auto h = soac::map(
        [&](auto row) {
          const auto counts = soac::reduce_by_index(soac::multiplies{}, 1.0, 3, bins, row);
          return soac::dot(counts, weights);
        },
        x);
    weights[t % 3] += 0.1 * soac::sum(h);
    if (weights[0] > 50)
      break;
    total += h[t % h.size()] * weights[(t + 1) % 3];
  }
  return total;
}

#pragma soac differentiate(vjp, jvp)
double scans_in_loops(vec x, int rounds) {
  soac::array<double> u = x;
  for (int t = 0; t < rounds; ++t) {
    const auto sums = soac::scan(soac::plus{}, 0.0, u);
    const auto products = soac::scan([](double a, double b) { return a + b + 0.1 * a * b; }, 0.0, u);
    u = soac::map([&](double s, double p) { return std::tanh(s) + 0.2 * p * sums[t % 2]; }, sums, products);
  }
  return soac::sum(u);
}

#pragma soac differentiate(vjp, jvp)
double loop_in_operator(vec x) {
  const double c = x[0];
  const auto longest = soac::reduce(
      [&](double a, double b) {
        double r = a + b;
        for (int i = 0; i < 3; ++i)
          r = i == 1 ? r : r + 0.0 * c;
        return r;
      },
      0.0, x);
  return longest * c;
}

#pragma soac differentiate(vjp, jvp)
double reduced_while(vec x, double limit) {
  double scale = 1;
  int rounds = 0;
  while (soac::sum(soac::map([&](double a) { return std::fabs(a) * scale; }, x)) > limit) {
    scale *= 0.5 + 0.1 * x[rounds % x.size()];
    if (++rounds > 20)
      return scale;
  }
  return scale * soac::product(soac::map([&](double a) { return a * scale + 1; }, x));
}

#pragma soac differentiate(vjp, jvp)
soac::array<double> triangular(mat x) {
  return soac::tabulate(
      [&](soac::index i) {
        double s = 0;
        for (soac::index j = 0; j <= i && j < x.extent(1); ++j) {
          if (j == 2)
            continue;
          s += x(i, j) * std::sin(x(j % x.extent(0), i % x.extent(1)));
        }
        return s;
      },
      x.extent(0));
}

#pragma soac differentiate(vjp, jvp)
double nested_breaks(mat x, double limit) {
  double sum = 0;
  for (soac::index i = 0; i < x.extent(0); ++i) {
    const auto prefix = soac::scan(soac::multiplies{}, 1.0, x[i]);
    for (soac::index j = 0; j < x.extent(1); ++j) {
      if (prefix[j] > limit)
        break;
      if (x(i, j) < 0)
        continue;
      sum += prefix[j] * x(i, x.extent(1) - 1 - j);
    }
    if (sum > 4 * limit)
      return sum * sum;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double early_return_in_map(mat x, double limit) {
  return soac::sum(soac::map(
      [&](auto row) {
        double s = 0;
        for (soac::index j = 0; j < row.size(); ++j) {
          s += row[j] * row[j];
          if (s > limit)
            return s * limit;
        }
        return std::sqrt(s + 1);
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double maps_of_writes(mat x, keys at) {
  const auto changed = soac::map(
      [&](auto row) {
        soac::array<double> u = row;
        for (soac::index k = 0; k < at.size(); ++k) {
          const int i = at[k];
          if (i >= 0 && i < int(u.size()))
            u[i] = u[i] * u[(i + 1) % u.size()] + x(0, i);
        }
        return u;
      },
      x);
  return soac::sum(soac::map([](auto a, auto b) { return soac::dot(a, b); }, changed, soac::reverse(changed)));
}

#pragma soac differentiate(vjp, jvp)
double gathered_twice(vec x, keys at) {
  const auto once = soac::gather(x, at);
  const auto squares = soac::map([](double a) { return a * a; }, once);
  return soac::sum(
      soac::map([&](int i, double s) { return s * x[(i + 1) % x.size()] * squares[i % squares.size()]; }, at,
                soac::gather(squares, soac::map([&](int i) { return int((i * 2 + 1) % squares.size()); }, at))));
}

#pragma soac differentiate(vjp, jvp)
double sorted_in_loop(vec x, int rounds) {
  soac::array<double> u = x;
  double sum = 0;
  for (int t = 0; t < rounds; ++t) {
    const auto [k, v] = soac::sort_by_key(soac::map([](double a) { return std::sin(3 * a); }, u), u);
    u = soac::map([](double a, double b) { return a * 0.9 + b * b; }, v, k);
    sum += k[0] * v[v.size() - 1];
  }
  return sum + soac::dot(u, soac::reverse(u));
}

#pragma soac differentiate(vjp, jvp)
double ties(vec x, vec y) {
  const auto smaller = soac::map([](double a, double b) { return std::min(a, b) * 2 + std::max(b, a); }, x, y);
  return soac::reduce(soac::minimum{}, 100.0, smaller) + soac::max(x) * soac::min(y);
}

#pragma soac differentiate(vjp, jvp)
double quantised(vec x) {
  return soac::sum(soac::map(
      [&](double a) {
        const int level = int(std::floor(a * 4));
        double r = a;
        switch (((level % 3) + 3) % 3) {
        case 0: r *= a; break;
        case 1: r = std::exp(-a); [[fallthrough]];
        default: r += x[(level % 2 + 2) % 2];
        }
        return r;
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double argmin_walk(mat x, int steps) {
  double sum = 0;
  soac::index row = 0;
  for (int t = 0; t < steps; ++t) {
    const auto cost = soac::map([&](double a) { return (a - sum) * (a - sum); }, x[row]);
    const soac::index at = soac::argmin(cost);
    sum += cost[at] * x(row, at);
    row = (row + at + 1) % x.extent(0);
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double counting(vec x, double limit) {
  int above = 0;
  double last = 0;
  for (double a : x)
    if (a * limit > 1) {
      ++above;
      last = a * limit;
    } else if (above > 2) {
      break;
    }
  return above * last + x[above % x.size()];
}

#pragma soac differentiate(vjp, jvp)
double binned_by_value(vec x, int bins) {
  const auto which = soac::map([&](double a) { return int(std::floor((std::sin(a) + 1) * 0.5 * bins)); }, x);
  const auto largest = soac::reduce_by_index(soac::maximum{}, 0.25, bins, which, x);
  const auto sums = soac::reduce_by_index([](double a, double b) { return a + b + a * b; }, 0.0, bins, which, x);
  return soac::dot(largest, sums);
}

#pragma soac differentiate(vjp, jvp)
double filtered_means(mat x) {
  double total = 1;
  for (soac::index i = 0; i < x.extent(0); ++i) {
    const auto positive = soac::filter([&](double a) { return a * total > 0.1; }, x[i]);
    if (positive.size() == 0)
      continue;
    total *= soac::sum(soac::map([](double a) { return a * a; }, positive)) / double(positive.size());
  }
  return total;
}

namespace {
double square_sum(soac::view<const double> g) { return soac::dot(g, g); }
double square_sum(soac::view<const double, 2> g) {
  return soac::sum(soac::map([](auto row) { return soac::dot(row, row); }, g));
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double twice_smoothed(mat x, int sweeps) { return square_sum(soac::gradient<smoothed_rows>(x, sweeps)); }

#pragma soac differentiate(vjp, jvp)
double twice_histograms(mat x, keys bins, int rounds) {
  return square_sum(soac::gradient<row_histograms>(x, bins, rounds));
}

#pragma soac differentiate(vjp, jvp)
double twice_scans(vec x, int rounds) { return square_sum(soac::gradient<scans_in_loops>(x, rounds)); }

#pragma soac differentiate(vjp, jvp)
double twice_operator(vec x) { return square_sum(soac::gradient<loop_in_operator>(x)); }

#pragma soac differentiate(vjp, jvp)
double twice_while(vec x, double limit) { return square_sum(soac::gradient<reduced_while, soac::wrt<0>>(x, limit)); }

#pragma soac differentiate(vjp, jvp)
double twice_gathered(vec x, keys at) { return square_sum(soac::gradient<gathered_twice>(x, at)); }

#pragma soac differentiate(vjp, jvp)
double twice_sorted(vec x, int rounds) { return square_sum(soac::gradient<sorted_in_loop>(x, rounds)); }

#pragma soac differentiate(vjp, jvp)
double twice_filtered(mat x) { return square_sum(soac::gradient<filtered_means>(x)); }

} // namespace mixtures

// Views, slices, transposes and records as arguments of combinators and loops, outputs in place. `twice_..` and
// `curved_..` are functions of first derivatives.

namespace mixtures_of_views {

#pragma soac differentiate(vjp, jvp)
double views_of_views(mat x, int from, int to) {
  const auto t = soac::transpose(soac::slice(x, from, to));
  const auto r = soac::rotate(soac::reverse(t), 1);
  double s = 0;
  for (soac::index i = 0; i < r.extent(0); ++i)
    s += soac::dot(r[i], t[i]) * soac::sum(soac::slice(t[i], 0, 1));
  return s;
}

#pragma soac differentiate(vjp, jvp)
double diagonal_blocks(mat x) {
  const auto flat = soac::flatten(x);
  const soac::index n = x.extent(0), m = x.extent(1);
  const auto squares = soac::unflatten(soac::map([](double a) { return a * a * a; }, flat), m, n);
  double s = 0;
  for (soac::index i = 0; i < n && i < m; ++i)
    s += squares(i, i) * x(i, i) + squares(m - 1 - i, 0);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double in_place_transposed(mat x, int rounds) {
  soac::array<double, 2> a = x;
  for (int t = 0; t < rounds; ++t) {
    const auto b = soac::transpose(a);
    for (soac::index i = 0; i < a.extent(0); ++i)
      for (soac::index j = 0; j < a.extent(1); ++j)
        if (i != j)
          a(i, j) += 0.1 * b(j, i) * a(i, j) - 0.05 * a((i + 1) % a.extent(0), j);
    a = soac::map([](auto row) { return soac::map([](double v) { return std::sin(v); }, row); }, a);
  }
  return soac::sum(soac::map([](auto row) { return soac::product(row); }, a));
}

#pragma soac differentiate(vjp, jvp)
double windows(vec x, int width) {
  const soac::index n = x.size() - width + 1;
  const auto sums = soac::tabulate(
      [&](soac::index i) {
        const auto part = soac::slice(x, i, i + width);
        return soac::reduce([](double a, double b) { return a * b + a + b; }, 0.0, part);
      },
      n);
  return soac::reduce(soac::maximum{}, -100.0, sums) * soac::sum(sums);
}

#pragma soac differentiate(vjp, jvp)
double flattened_writes(mat x) {
  soac::array<double> u = soac::flatten(x);
  for (soac::index i = 1; i < u.size(); i += 2)
    u[i] *= u[i / 2] + u[u.size() - i];
  const auto again = soac::unflatten(u, x.extent(0), x.extent(1));
  return soac::sum(soac::map([](auto a, auto b) { return soac::sum(a) * soac::dot(a, b); }, again, x));
}

#pragma soac differentiate(vjp, jvp)
double rotated_products(vec x, int by) {
  const auto u = soac::rotate(x, by);
  const auto v = soac::concat(u, soac::rotate(x, -by));
  return soac::sum(soac::scan(soac::multiplies{}, 1.0, v)) + soac::dot(u, soac::reverse(x));
}

#pragma soac differentiate(vjp, jvp)
double reversed_scan(vec x) {
  const auto from_right = soac::reverse(soac::scan(soac::minimum{}, 10.0, soac::reverse(x)));
  const auto from_left = soac::exclusive_scan(soac::plus{}, 0.5, x);
  return soac::dot(from_right, from_left);
}

#pragma soac differentiate(vjp, jvp)
double particles(std::vector<Particle> ps, double dt, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (Particle &p : ps) {
      double force = 0;
      for (const Particle &q : ps) {
        const double d = q.position - p.position;
        if (q.kind != p.kind && std::fabs(d) > 1e-3)
          force += d / (1 + d * d);
      }
      p.speed += dt * force;
    }
    for (Particle &p : ps) {
      p.position += dt * p.speed;
      if (p.position > 2) {
        p.speed = -p.speed;
        p.position = 4 - p.position;
      }
    }
  }
  double energy = 0;
  for (const auto &p : ps)
    energy += 0.5 * p.speed * p.speed + p.position;
  return energy;
}

namespace {
struct Best {
  double cost, at;
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double best_record(vec x, vec y) {
  Best best{std::numeric_limits<double>::infinity(), 0};
  for (soac::index i = 0; i < x.size(); ++i) {
    const Best here{x[i] * x[i] + y[i], y[i] * x[i]};
    if (here.cost < best.cost)
      best = here;
  }
  return best.cost * best.at;
}

#pragma soac differentiate(vjp, jvp)
double moments(vec x) {
  using triple = std::tuple<double, double, double>;
  const auto [sum, squares, cubes] = soac::reduce(
      [](triple a, triple b) {
        return triple(std::get<0>(a) + std::get<0>(b), std::get<1>(a) + std::get<1>(b),
                      std::get<2>(a) + std::get<2>(b));
      },
      triple(0.0, 0.0, 0.0), x, soac::map([](double a) { return a * a; }, x),
      soac::map([](double a) { return a * a * a; }, x));
  const double n = double(x.size()), mean = sum / n, variance = squares / n - mean * mean;
  return (cubes / n - 3 * mean * variance - mean * mean * mean) / std::pow(variance + 0.1, 1.5);
}

#pragma soac differentiate(vjp, jvp)
double affine_chain(vec a, vec b, double start) {
  const auto [slopes, offsets] = soac::scan(
      [](std::tuple<double, double> f, std::tuple<double, double> g) {
        const auto [fa, fb] = f;
        const auto [ga, gb] = g;
        return std::tuple(fa * ga, fb * ga + gb);
      },
      std::tuple(1.0, 0.0), a, b);
  return soac::sum(soac::map([&](double s, double o) { return std::sin(s * start + o); }, slopes, offsets));
}

#pragma soac differentiate(vjp, jvp)
double stacked_lambdas(vec x, double s) {
  const auto scaled = [&](double a) { return a * s; };
  const auto twice = [&](auto f, double a) { return f(f(a)); };
  const auto pass = [&](const auto &u) { return soac::map([&](double a) { return twice(scaled, a) + u[0]; }, u); };
  return soac::sum(pass(pass(x)));
}

#pragma soac differentiate(vjp, jvp)
void relax_in_place(soac::view<double, 2> u, double rate, int sweeps) {
  for (int t = 0; t < sweeps; ++t)
    for (soac::index i = 1; i + 1 < u.extent(0); ++i) {
      auto row = u[i];
      for (soac::index j = 0; j < row.size(); ++j) {
        if (row[j] < -1)
          continue;
        row[j] += rate * (u(i - 1, j) - 2 * row[j] + u(i + 1, j)) * row[(j + 1) % row.size()];
      }
    }
}

#pragma soac differentiate(vjp, jvp)
void scatter_rounds(const double *x, const int *where, double *bins, int n, int rounds) {
  for (int t = 0; t < rounds; ++t)
    for (int i = 0; i < n; ++i) {
      if (where[i] < 0)
        break;
      bins[where[i]] = bins[where[i]] * 0.5 + x[i] * bins[(where[i] + t) % 3];
    }
}

#pragma soac differentiate(vjp, jvp)
void prefix_in_place(double *x, int n, int rounds) {
  for (int t = 0; t < rounds; ++t) {
    double before = 0.5;
    for (double *p = x; p != x + n; ++p) {
      const double now = *p;
      *p = now * before;
      before = std::max(before, now);
    }
  }
}

namespace {
double square_sum(vec g) { return soac::dot(g, g); }
double square_sum(mat g) {
  return soac::sum(soac::map([](auto row) { return soac::dot(row, row); }, g));
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double twice_views(mat x, int from, int to) { return square_sum(soac::gradient<views_of_views>(x, from, to)); }

#pragma soac differentiate(vjp, jvp)
double twice_transposed(mat x, int rounds) { return square_sum(soac::gradient<in_place_transposed>(x, rounds)); }

#pragma soac differentiate(vjp, jvp)
double twice_rotated(vec x, int by) { return square_sum(soac::gradient<rotated_products>(x, by)); }

#pragma soac differentiate(vjp, jvp)
double twice_reversed(vec x) { return square_sum(soac::gradient<reversed_scan>(x)); }

#pragma soac differentiate(vjp, jvp)
double twice_moments(vec x) { return square_sum(soac::gradient<moments>(x)); }

#pragma soac differentiate(vjp, jvp)
double twice_chain(vec a, vec b, double start) {
  const auto [a_adj, b_adj, start_adj] = soac::gradient<affine_chain>(a, b, start);
  return soac::dot(a_adj, b_adj) * start_adj;
}

#pragma soac differentiate(vjp, jvp)
double curved_windows(vec x, int width) { return soac::jvp<windows>(x, width, x); }

} // namespace mixtures_of_views
