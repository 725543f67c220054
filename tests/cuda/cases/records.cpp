#include "records.hpp"

#include "records.soac.hpp"

#include <cmath>

namespace problems {

#pragma soac differentiate(vjp, jvp)
double misfit(const data &d, double k) {
  double sum = 0;
  for (int i = 0; i < d.used; ++i) {
    const double error = std::exp(-d.rate * d.times[i]) - k * d.values[i] * d.table[i][1];
    sum += error * error * d.last.weights[i] * d.last.scale[0] + d.places[i].x * d.places[i].y * d.prior.first * d.prior.second[i];
  }
  return sum;
}

fit scaled(const data &d, double k) {
  fit result;
  result.values.resize(d.values.size());
  for (std::size_t i = 0; i < d.values.size(); ++i)
    result.values[i] = k * d.values[i] * d.rate;
  result.rate = k * d.rate * d.rate;
  result.last = d.last;
  result.last.scale[1] = k * d.last.scale[0];
  return result;
}

#pragma soac differentiate(vjp, jvp)
void relax(data &d, double k) {
  for (std::size_t i = 0; i < d.values.size(); ++i) {
    d.values[i] += k * d.times[i] * d.rate;
    d.places[i].x *= d.last.scale[1];
    d.table[i][0] = d.values[i] * d.table[i][1];
  }
  d.rate *= k;
  d.last.scale[0] += d.rate * d.prior.first;
}

#pragma soac differentiate(vjp)
void squares(samples s) {
  for (soac::index i = 0; i < s.x.extent(0); ++i)
    s.squares[i] = s.factor * s.x[i] * s.x[i];
}

#pragma soac differentiate(vjp, jvp)
state advanced(const state &s, double step) {
  const auto &[position, speed] = s;
  std::vector<double> moved(position.size());
  for (std::size_t i = 0; i < position.size(); ++i)
    moved[i] = position[i] + step * speed * position[i];
  return {moved, speed * step};
}

#pragma soac differentiate(vjp)
void resized(std::vector<double> &x, const std::vector<double> &factors) {
  const double first = x[0];
  x.clear();
  for (const double factor : factors)
    x.push_back(first * factor * factor);
}

double brightness(const sky &s) {
  double sum = 0;
  for (const star &each : s.stars) {
    double light = 0;
    for (const double l : each.light)
      light += s.zoom * l * l;
    sum += each.isNear ? each.weight * light : std::sin(each.scale[1] * light) + each.scale[0];
  }
  for (std::size_t i = 0; i < s.links.size(); ++i)
    for (const auto &[to, strength] : s.links[i])
      sum += strength * strength * s.stars[i].weight * s.stars[static_cast<std::size_t>(to)].weight;
  return sum;
}
std::vector<star> lit(const std::vector<double> &light, int n) {
  std::vector<star> stars;
  for (int i = 0; i < n; ++i) {
    star next{light, light[0] * i, {light[1], light[1] * light[1]}, i % 2 == 0};
    for (double &l : next.light)
      l *= i * l;
    stars.push_back(next);
  }
  return stars;
}
#pragma soac differentiate(vjp, jvp)
void dim(std::vector<star> &stars, double k) {
  for (star &each : stars) {
    for (double &l : each.light)
      l *= k * each.weight;
    each.weight += k * k;
    each.scale[1] *= each.scale[0];
  }
}
double weighed(soac::view<const measure, 2> m) {
  return soac::sum(soac::map(
      [](auto row) {
        return soac::sum(soac::map(
            [](const measure &each) {
              const auto &[factor, inner] = each;
              const auto &[numbers, power] = inner;
              return factor * numbers[0] * numbers[1] * power;
            },
            row));
      },
      m));
}
#pragma soac differentiate(vjp, jvp)
void turned(soac::view<std::tuple<double, double>> points, double k) {
  for (soac::index i = 0; i < points.extent(0); ++i) {
    auto &[x, y] = points(i);
    const double before = x;
    x = k * y;
    y = before * before * k;
  }
}
soac::array<std::pair<double, soac::index>> numbered(soac::view<const double> x) {
  return soac::tabulate([&](soac::index i) { return std::pair(x(i) * x(i), i); }, x.extent(0));
}

long long above_zero(const std::vector<double> &x) {
  long long n = 0;
  for (const double v : x)
    n += v > 0;
  return n;
}
trend trend_of(const std::vector<double> &x) { return x.back() > x.front() ? trend::rising : trend::falling; }
summary summarized(const std::vector<double> &x, trend least) {
  summary s{least == trend::rising ? least : trend_of(x), above_zero(x), x.size(), x.size() > 3, x};
  for (double &v : s.doubled)
    v *= 2;
  return s;
}

/// Its variables have the names of what a function on a device has of its own.
#pragma soac differentiate(vjp)
double named(const std::vector<double> &x, double k) {
  std::vector<double> place(x.size()), workspace(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    place[i] = k * x[i] * x[i];
    workspace[i] = place[i] * k;
  }
  double frame = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    frame += place[i] * workspace[i];
  return frame;
}

std::tuple<cuda::arrays<data>, cuda::scalar<double>> misfit_on(const cuda::on &place, const cuda::views<data> &d, double k) {
  return soac::gradient<misfit>(place, d, k);
}

/// The members of what stands for the record are read in a file that soac reads.
cuda::array<double> rates_of_change_on(const cuda::on &place, const cuda::views<data> &d, double k) {
  cuda::views<data> first = d;
  first.used = d.used > 1 ? 1 : d.used;
  auto gradient = soac::gradient<misfit, soac::wrt<0>>(place, first, k);
  return std::move(gradient.values);
}

cuda::arrays<fit> scaled_on(const cuda::on &place, const cuda::views<data> &d, double k) {
  return soac::run<scaled>(place, d, k);
}

cuda::scalar<long long> above_zero_on(const cuda::on &place, cuda::view<const double> x) { return soac::run<above_zero>(place, x); }
cuda::scalar<trend> trend_on(const cuda::on &place, cuda::view<const double> x) { return soac::run<trend_of>(place, x); }
cuda::arrays<summary> summarized_on(const cuda::on &place, cuda::view<const double> x, trend least) {
  return soac::run<summarized>(place, x, least);
}

cuda::array<double, 2> light_on(const cuda::on &place, const cuda::views<star, 1> &stars, const cuda::views<sky> &s) {
  auto gradient = soac::gradient<brightness>(place, cuda::views<sky>{stars, s.links, 2.0});
  return std::move(gradient.stars.light);
}

sky slopes(const sky &s) { return soac::gradient<brightness>(s); }
std::vector<star> lit_again(const std::vector<double> &light) { return soac::run<lit>(light, 2); }
std::vector<double> lit_back(const std::vector<double> &light, const std::vector<star> &seed) {
  return soac::vjp<lit>(light, 2, seed);
}
soac::array<measure, 2> weights(soac::view<const measure, 2> m) { return soac::gradient<weighed>(m); }
soac::array<std::pair<double, soac::index>> numbered_again(soac::view<const double> x) {
  return soac::run<numbered>(x);
}

/// Plain derivatives are called in the file that asks for them: what they read, and what they write.
cuda::scalar<double> misfit_and_relax_on(const cuda::on &place, cuda::arrays<data> &d, double k,
                                         cuda::arrays<data> &d_adj) {
  cuda::scalar<double> k_adj(place, 0.0);
  const cuda::scalar<double> value = misfit_vjp(place, d, k, 1.0, d_adj, k_adj);
  relax_vjp(place, d, value, d_adj, k_adj);
  return k_adj;
}
void squares_on(const cuda::on &place, cuda::view<const double> x, cuda::array<double> &squared,
                std::tuple<cuda::array<double>, cuda::array<double>, cuda::scalar<double>> &adjoint) {
  squares_vjp(place, {x, squared, 2.0}, adjoint);
}

} // namespace problems
