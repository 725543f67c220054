#include "forms.hpp"
#include "forms.soac.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace forms {

double wave::operator()(double t) const { return amplitude * std::sin(frequency * t); }

#pragma soac differentiate(vjp, jvp)
double range_for(vec x, mat m) {
  double s = 0.0;
  for (double v : x)
    s += v * v;
  for (auto row : m)
    for (const double &v : row)
      s *= 1.0 + 0.1 * v;
  for (const auto &row : m)
    s += soac::dot(row, x);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double accumulate_rows(mat m) {
  soac::array<double, 1> total(m.extent(1));
  for (auto row : m)
    total += row * row;
  total *= 2.0;
  total -= m[0];
  return soac::product(total);
}
#pragma soac differentiate(vjp, jvp)
double standard_operators(vec x) {
  return soac::reduce(std::plus<>{}, 0.0, x) * soac::reduce(std::multiplies<double>{}, 1.0, x) +
         soac::reduce(soac::minimum{}, 1e9, x) - soac::reduce(std::plus{}, 0.0, soac::map(std::negate<>{}, x));
}
#pragma soac differentiate(vjp, jvp)
double generic_lambdas(vec x, mat m) {
  const auto square = [](const auto &v) { return v * v; };
  const auto add = [](auto a, auto b) { return a + b; };
  const auto total = soac::reduce(add, 0.0, soac::map(square, x));
  const auto rows =
      soac::reduce(add, soac::replicate(m.extent(1), 0.0), soac::map([&](auto r) { return square(r); }, m));
  return total * soac::product(rows);
}
#pragma soac differentiate(vjp, jvp)
double free_in_reduce(vec x, double s) {
  return soac::reduce([&](double a, double b) { return a + b + s * a * b; }, 0.0, x);
}
#pragma soac differentiate(vjp, jvp)
double free_in_scan(vec x, double s, vec w) {
  const auto y = soac::scan([&](double a, double b) { return a + b + s * w[1] * a * b; }, 0.0, x);
  return soac::dot(y, w);
}
#pragma soac differentiate(vjp, jvp)
double neutral_of_parameters(vec x, double s) {
  return soac::reduce(soac::maximum{}, s, x) * soac::reduce(soac::plus{}, 0.0 * s, x);
}
double cubed(double v) { return v * v * v; }
double plus_square(double a, double b) { return a + b * b; }
#pragma soac differentiate(vjp, jvp)
double named_functions(vec x) {
  const auto y = soac::map(cubed, x);
  return soac::sum(soac::map(plus_square, x, y)) + soac::sum(soac::map([](double v) { return std::sin(v); }, y));
}
#pragma soac differentiate(vjp, jvp)
double function_objects(vec t, wave w) {
  return soac::sum(soac::map(w, t)) + soac::sum(soac::map(w.scaled(2.0), t)) * w.frequency;
}
template <class T> T horner(const soac::array<T, 1> &c, T x) {
  T r{};
  for (soac::index i = c.size(); i-- > 0;)
    r = r * x + c[i];
  return r;
}
template <int N, class T> T power(T x) {
  if constexpr (N == 0)
    return T(1);
  else
    return x * power<N - 1>(x);
}
#pragma soac differentiate(vjp, jvp)
double templates(vec x) {
  const auto duals = soac::map([](double v) { return dual<double>{v, 1.0}; }, x);
  const dual<double> p = horner(duals, dual<double>{x[0], 0.5});
  return p.value * p.slope + power<4>(x[1]);
}
#pragma soac differentiate(vjp, jvp)
double four_arrays(vec a, vec b, vec c, vec d) {
  return soac::sum(soac::map([](double p, double q, double r, double s) { return p * s - q * r; }, a, b, c, d)) +
         soac::sum(soac::map([](double p, double q) { return p * q; }, a, a));
}
#pragma soac differentiate(vjp, jvp)
double with_indices(vec x, vec w) {
  const auto n = x.size();
  return soac::sum(
      soac::map([&](soac::index i, double v) { return v * w[n - 1 - i] * double(i + 1) * (i % 2 == 0 ? 1.0 : x[i]); },
                soac::iota(n), x));
}
#pragma soac differentiate(vjp, jvp)
double pairs_and_nested_tuples(vec x) {
  const auto [p, q] = soac::map([](double v) { return std::tuple{v * v, std::tuple{v, 2.0 * v}}; }, x);
  const auto &[first, second] = q;
  const auto both = soac::map([](double v) { return std::pair{v, std::sin(v)}; }, p);
  return first[first.size() - 1] * second[0] + both[1].second * both[0].first;
}
#pragma soac differentiate(vjp, jvp)
double views_of_views(mat m) {
  const auto t = soac::transpose(m);
  const auto s = soac::slice(t, 1, t.extent(0));
  const auto r = soac::reverse(s);
  const auto c = soac::column(r, 0);
  const auto inner = soac::transpose(soac::slice(soac::transpose(r), 0, 2));
  return soac::sum(c) * soac::sum(soac::flatten(inner)) +
         soac::dot(soac::row(inner, 0), soac::slice(soac::row(t, 0), 1, 3));
}
#pragma soac differentiate(vjp, jvp)
double views_of_pointers(const double *x, int n, int m) {
  const soac::view<const double, 2> a(x, n, m);
  const soac::view<const double, 1> flat(x, n * m);
  return soac::sum(soac::map([](auto row) { return soac::product(row); }, a)) * soac::max(flat);
}
#pragma soac differentiate(vjp, jvp)
double vectors_inside(const std::vector<double> &x, int n) {
  std::vector<double> y(x.size(), 1.0), z;
  z = x;
  for (int i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < x.size(); ++j)
      y[j] = y[j] * x[j] + z[(j + 1) % z.size()];
    z.at(0) = y.back();
  }
  return std::accumulate(y.begin(), y.end(), 0.0) + soac::dot(y, z);
}
#pragma soac differentiate(vjp, jvp)
double vector_of_vectors(vec x, int n) {
  soac::array<double, 2> table(n, x.size());
  for (int i = 0; i < n; ++i)
    for (soac::index j = 0; j < x.size(); ++j)
      table(i, j) = i == 0 ? x[j] : table(i - 1, j) * x[(j + i) % x.size()];
  return soac::sum(table[n - 1]);
}
#pragma soac differentiate(vjp, jvp)
double fixed_arrays_inside(vec x) {
  double a[3] = {x[0], x[1], 1.0};
  std::array<std::array<double, 2>, 2> m{{{x[0], 2.0}, {x[1], x[0] * x[1]}}};
  a[2] += m[1][1] * a[0];
  m[0][1] *= a[2];
  std::swap(a[0], a[1]);
  return a[0] * m[0][1] + a[1] * m[1][0] + soac::sum(soac::view<const double, 1>(a));
}
#pragma soac differentiate(vjp, jvp)
double rows_assigned(mat m, vec x) {
  soac::array<double, 2> a(m);
  for (soac::index i = 0; i < a.extent(0); ++i) {
    auto row = a[i];
    for (soac::index j = 0; j < row.size(); ++j)
      row[j] *= x[j] + double(i);
  }
  soac::array<double, 2> b = a;
  b(0, 0) = a(0, 1) * a(1, 0);
  return soac::sum(soac::flatten(a * b));
}
#pragma soac differentiate(vjp, jvp)
double compound(vec x, vec y, double s) {
  soac::array<double, 1> z = x * s + y / (1.0 + s * s) - 2.0 * x;
  z += x;
  z /= 2.0;
  return soac::dot(-z, z * z);
}
#pragma soac differentiate(vjp, jvp)
double swapped(vec x, vec y) {
  soac::array<double, 1> a(x), b(y);
  for (int i = 0; i < 3; ++i) {
    std::swap(a, b);
    a[0] += b[1] * b[1];
  }
  return soac::sum(a) * b[0];
}
#pragma soac differentiate(vjp, jvp)
double conditional_arrays(vec x, vec y, bool first) {
  const auto chosen = first ? soac::array(x) : soac::array(y);
  soac::array<double, 1> z(x);
  if (!first)
    z = soac::map([](double v) { return v * v; }, y);
  else
    z[0] = 3.0 * y[1];
  return soac::dot(chosen, z);
}
#pragma soac differentiate(vjp, jvp)
double in_branches(vec x, double s) {
  if (s > 1.0) {
    const auto y = soac::map([=](double v) { return v * s; }, x);
    return soac::sum(y);
  } else if (x.size() > 3)
    return soac::product(x) * s;
  double r = 0.0;
  switch (x.size()) {
  case 1: r = x[0]; break;
  case 2: r = s * x[1]; [[fallthrough]];
  default: r += soac::max(x) * s;
  }
  return r;
}
#pragma soac differentiate(vjp, jvp)
double loops_in_maps(mat m, int n) {
  return soac::sum(soac::map(
      [&](auto row) {
        soac::array<double, 1> y(row);
        for (int i = 0; i < n; ++i)
          for (soac::index j = 0; j + 1 < y.size(); ++j)
            y[j + 1] += 0.3 * y[j] * m(0, j);
        return soac::dot(y, row);
      },
      m));
}
#pragma soac differentiate(vjp, jvp)
double maps_in_loops(mat m, int n) {
  soac::array<double, 2> a(m);
  for (int i = 0; i < n; ++i)
    a = soac::map(
        [&](auto row) {
          const double s = soac::sum(row);
          return soac::map([&](double v, double w) { return std::tanh(v + s * w); }, row, m[0]);
        },
        a);
  return soac::sum(soac::flatten(a));
}
#pragma soac differentiate(vjp, jvp)
double reduce_in_while(vec x, double limit) {
  soac::array<double, 1> y(x);
  int steps = 0;
  while (soac::dot(y, y) > limit && steps < 50) {
    y = soac::map([](double v) { return 0.7 * v; }, y);
    ++steps;
  }
  return soac::sum(y) * steps;
}
#pragma soac differentiate(vjp, jvp)
double triangular(vec x) {
  return soac::sum(soac::map(
      [&](soac::index i) {
        double s = 0.0;
        for (soac::index j = 0; j <= i; ++j)
          s += x[j] * x[i - j];
        return s * x[i];
      },
      soac::iota(x.size())));
}
#pragma soac differentiate(vjp, jvp)
double three_dimensional(vec x, int n) {
  const auto t = soac::tabulate([&](int i, int j, int k) { return x[i] * x[j] + x[k] * double(k); }, n, n, n);
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += t(i, n - 1 - i, 0) * t[i][0][i];
  return s + soac::sum(soac::sum(soac::product(t)));
}
#pragma soac differentiate(vjp, jvp)
double writes_in_operators(mat m) {
  return soac::sum(soac::map(
      [](auto row) {
        soac::array<double, 1> sorted(row);
        for (soac::index i = 0; i < sorted.size(); ++i)
          for (soac::index j = 0; j + 1 < sorted.size() - i; ++j)
            if (sorted[j] > sorted[j + 1]) {
              const double t = sorted[j];
              sorted[j] = sorted[j + 1];
              sorted[j + 1] = t;
            }
        return sorted[0] * sorted[sorted.size() / 2] + sorted[sorted.size() - 1];
      },
      m));
}
#pragma soac differentiate(vjp, jvp)
double histogram_in_loop(vec x, soac::view<const int, 1> k, int n) {
  soac::array<double, 1> h = soac::replicate(3, 1.0);
  for (int i = 0; i < n; ++i)
    h = soac::reduce_by_index(soac::plus{}, 0.0, h, k, soac::map([&](double v) { return v * h[1]; }, x));
  return soac::dot(h, h);
}
#pragma soac differentiate(vjp, jvp)
double histogram_onto(vec dest, vec x, soac::view<const int, 1> k) {
  const auto a = soac::reduce_by_index(soac::maximum{}, -1e9, dest, k, x);
  const auto b = soac::reduce_by_index(std::multiplies<>{}, 1.0, soac::map([](double v) { return v * v; }, dest), k, x);
  const auto c = soac::reduce_by_index([](double p, double q) { return p + q - p * q; }, 0.0, dest, k, x);
  return soac::dot(a, b) + soac::dot(c, dest);
}
#pragma soac differentiate(vjp, jvp)
double scatter_in_loop(vec x, int n) {
  soac::array<double, 1> y(x);
  for (int i = 0; i < n; ++i) {
    const auto at = soac::map([=](soac::index j) { return 2 * j + i % 2; }, soac::iota(2));
    y = soac::scatter(y, at, soac::map([&](soac::index j) { return y[j] * y[(j + 1) % y.size()]; }, at));
  }
  return soac::sum(y);
}
#pragma soac differentiate(vjp, jvp)
double several_scatters(vec x, vec y) {
  const soac::array<soac::index, 1> at{1, 3, -1};
  const auto a = soac::scatter(x, at, y);
  const auto b =
      soac::scatter(a, soac::array<soac::index, 1>{3, 0, 9}, soac::map([&](double v) { return v * a[1]; }, y));
  return soac::dot(a, b) + soac::dot(b, x);
}
#pragma soac differentiate(vjp, jvp)
double gather_rows(mat m, soac::view<const int, 1> k) {
  const auto rows = soac::gather(m, k);
  return soac::sum(soac::product(rows)) +
         soac::sum(soac::map([](auto a, auto b) { return soac::dot(a, b); }, rows, soac::reverse(rows)));
}
#pragma soac differentiate(vjp, jvp)
double scan_from_the_right(vec x) {
  const auto suffix =
      soac::reverse(soac::scan([](double a, double b) { return a + b + 0.5 * a * b; }, 0.0, soac::reverse(x)));
  return soac::dot(suffix, x);
}
#pragma soac differentiate(vjp, jvp)
double scan_of_rows(mat m) {
  const auto sums = soac::scan([](auto a, auto b) { return soac::map([](double p, double q) { return p + q; }, a, b); },
                               soac::replicate(m.extent(1), 0.0), m);
  const auto products = soac::scan(soac::multiplies{}, soac::replicate(m.extent(1), 1.0), m);
  return soac::sum(soac::flatten(sums * products));
}
#pragma soac differentiate(vjp, jvp)
double maximum_by_lambda(vec x, vec y) {
  const auto best = soac::reduce([](std::tuple<double, double> a,
                                    std::tuple<double, double> b) { return std::get<0>(a) >= std::get<0>(b) ? a : b; },
                                 std::tuple(-std::numeric_limits<double>::infinity(), 0.0), x, y);
  return std::get<0>(best) * std::get<1>(best);
}
#pragma soac differentiate(vjp, jvp)
double arguments_of_matrix(mat m) {
  const auto columns = soac::map([](auto row) { return soac::argmax(row); }, m);
  double s = 0.0;
  for (soac::index i = 0; i < m.extent(0); ++i)
    s += std::exp(m(i, columns[i])) * m(i, 0);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double integers_mixed(vec x, soac::view<const int, 1> k, int shift) {
  const auto moved = soac::map([=](int i) { return (i + shift) % 4; }, k);
  const auto weights = soac::map([](int i) { return double(i * i) / 3; }, moved);
  const auto count = soac::sum(soac::map([](double v) { return v > 0.5 ? 1 : 0; }, x));
  return soac::dot(weights, soac::gather(x, moved)) * count + x[static_cast<soac::index>(x[0] * x[0]) % 2];
}
#pragma soac differentiate(vjp, jvp)
double deduced_array(vec x) {
  auto y = soac::array(x);
  y[0] = y[1] * y[1];
  const soac::array<double, 1> list{x[0], x[1] * x[0], 2.0};
  return soac::sum(y) + soac::product(list);
}
#pragma soac differentiate(vjp, jvp)
double early_return(vec x, double limit) {
  double s = 0.0;
  for (soac::index i = 0; i < x.size(); ++i) {
    if (x[i] < 0.0)
      continue;
    s += x[i] * x[i];
    if (s > limit)
      return s * x[i];
  }
  return soac::sum(x) * s;
}
#pragma soac differentiate(vjp, jvp)
double recursion_by_loop(vec x, int n) {
  soac::array<double, 1> a = soac::map([](double v) { return v; }, x), b = a;
  for (int i = 0; i < n; ++i) {
    auto c = soac::map([](double p, double q) { return p * q + 0.1 * p; }, a, b);
    a = b;
    b = std::move(c);
  }
  return soac::sum(b);
}
double helper(const soac::array<double, 1> &x) { return soac::dot(x, x); }
double helper_view(soac::view<const double> x) { return soac::max(x); }
void fill_in(soac::view<double> y, double s) {
  for (auto &v : y)
    v *= s;
}
soac::array<double, 1> by_value(soac::array<double, 1> y) {
  y[0] = 0.5;
  return y;
}
#pragma soac differentiate(vjp, jvp)
double passes_arrays(vec x) {
  soac::array<double, 1> y(x);
  const auto z = by_value(y);
  fill_in(y, helper_view(x));
  return helper(y) + helper(z) * helper_view(y);
}
#pragma soac differentiate(vjp, jvp)
double structured(mat m) {
  const auto moments = soac::map(
      [](auto row) {
        const double mean = soac::sum(row) / double(row.size());
        const double spread = soac::sum(soac::map([=](double v) { return (v - mean) * (v - mean); }, row));
        return std::tuple(mean, spread, row[0] > 0.0);
      },
      m);
  const auto &[means, spreads, flags] = moments;
  return soac::sum(soac::map([](double a, double b, bool f) { return f ? a * b : a - b; }, means, spreads, flags));
}
#pragma soac differentiate(vjp, jvp)
double mixed_precision(soac::view<const float, 1> x, vec y) {
  const auto z = soac::map([](float a, double b) { return a * b; }, x, y);
  const float s = soac::sum(x);
  return soac::sum(z) * s;
}
#pragma soac differentiate(vjp, jvp)
double unsigned_loops(const std::vector<double> &x) {
  double s = 0.0;
  for (unsigned i = 0; i < x.size(); i += 2)
    s += x[i] * x[x.size() - 1 - i];
  for (std::size_t i = x.size(); i-- > 0;)
    s = 0.5 * s + x[i] * s;
  return s;
}
#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> result_matrix(vec x, vec y) {
  return soac::map([&](double a) { return soac::map([=](double b) { return a > b ? a * b : a + b; }, y); }, x);
}
#pragma soac differentiate(vjp, jvp)
std::array<double, 3> result_fixed(vec x) { return {soac::sum(x), soac::product(x), soac::max(x)}; }
#pragma soac differentiate(vjp, jvp)
std::vector<double> result_vector(const std::vector<double> &x, double s) {
  std::vector<double> y = x;
  for (auto &v : y)
    v = v * v * s;
  return y;
}
#pragma soac differentiate(vjp, jvp)
std::tuple<soac::array<double, 2>, soac::array<double, 1>> result_tuple(mat m) {
  const soac::array<double, 2> t = soac::array(soac::transpose(m));
  return {t, soac::map([](auto row) { return soac::dot(row, row); }, m)};
}
#pragma soac differentiate(vjp, jvp)
std::pair<double, std::array<double, 2>> result_pair(double x, double y) { return {x * y, {x / y, x - y * y}}; }
#pragma soac differentiate(vjp, jvp)
wave result_record(vec x) { return wave{soac::sum(x), soac::product(x)}.scaled(x[0]); }
#pragma soac differentiate(vjp, jvp)
float result_single(soac::view<const float, 1> x) {
  return soac::reduce([](float a, float b) { return a + b * 1.0f; }, 0.0f, x);
}

} // namespace forms
