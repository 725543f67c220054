#include "mixtures.hpp"

#include "mixtures.soac.hpp"

#include <algorithm>
#include <cmath>

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
