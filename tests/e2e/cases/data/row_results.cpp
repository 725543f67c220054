#include "row_results.hpp"
#include "row_results.soac.hpp"

#include <cmath>
#include <numeric>
#include <optional>

namespace row_results {

#pragma soac differentiate(vjp, jvp)
row network(const std::vector<layer> &net, const row &x) {
  row h = x;
  for (const layer &l : net) {
    row next(l.bias.size());
    for (std::size_t i = 0; i < l.bias.size(); ++i)
      next[i] = std::tanh(l.bias[i] + std::inner_product(h.begin(), h.end(), l.weights[i].begin(), 0.0));
    h = next;
  }
  return h;
}

#pragma soac differentiate(vjp, jvp)
rows activations(const rows &w, const row &x) {
  rows a;
  a.push_back(x);
  for (std::size_t l = 0; l < w.size(); ++l) {
    const row &h = a.back();
    row next(w[l].size() / h.size());
    for (std::size_t i = 0; i < next.size(); ++i) {
      double s = 0;
      for (std::size_t j = 0; j < h.size(); ++j)
        s += w[l][i * h.size() + j] * h[j];
      next[i] = std::tanh(s);
    }
    a.push_back(next);
  }
  return a;
}

#pragma soac differentiate(vjp, jvp)
rows triangle(const row &x) {
  rows t(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      t[i].push_back(x[i] * x[j]);
  return t;
}

#pragma soac differentiate(vjp, jvp)
rows squares(const rows &w) {
  rows t = w;
  for (row &r : t)
    for (double &x : r)
      x *= x;
  return t;
}

#pragma soac differentiate(vjp, jvp)
rows sorted_by_sign(const row &x) {
  rows t(2);
  for (double v : x)
    t[v > 0 ? 1 : 0].push_back(v * v);
  t[0].pop_back();
  return t;
}

#pragma soac differentiate(vjp, jvp)
layer split(const row &x) {
  layer l;
  l.weights.resize(2);
  for (std::size_t i = 0; i < x.size(); ++i)
    l.weights[i % 3 == 0].push_back(x[i] * x[i]);
  l.bias = x;
  return l;
}

#pragma soac differentiate(vjp, jvp)
std::vector<rows> nested(const row &x) {
  std::vector<rows> t(2);
  for (std::size_t i = 0; i < x.size(); ++i) {
    t[i % 2].resize(i / 2 + 1);
    for (std::size_t j = 0; j <= i; ++j)
      t[i % 2][i / 2].push_back(x[i] * x[j]);
  }
  return t;
}

#pragma soac differentiate(vjp, jvp)
rows of_equal_rows(const rows &w, int n, int d) {
  rows t(n, row(d));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < d; ++j)
      t[i][j] = j < static_cast<int>(w[i].size()) ? w[i][j] * w[i][j] : 1.0;
  return t;
}

#pragma soac differentiate(vjp, jvp)
std::tuple<rows, double> exponentials(const rows &w, double f) {
  rows t = w;
  double s = 0;
  for (row &r : t)
    for (double &x : r) {
      x = std::exp(x * f);
      s += x;
    }
  return {t, s};
}

#pragma soac differentiate(vjp, jvp)
std::pair<row, rows> normalised(const rows &w) {
  row norms;
  rows units;
  for (const row &r : w) {
    norms.push_back(std::sqrt(0.1 + std::inner_product(r.begin(), r.end(), r.begin(), 0.0)));
    row unit;
    for (double x : r)
      unit.push_back(x / norms.back());
    units.push_back(unit);
  }
  return {norms, units};
}

// Products of neighbours, of these, and so on.
#pragma soac differentiate(vjp, jvp)
std::vector<rows> levels(const rows &w, int n) {
  std::vector<rows> all{w};
  for (int l = 0; l < n; ++l) {
    rows next;
    for (const row &r : all.back()) {
      row products;
      for (std::size_t i = 0; i + 1 < r.size(); i += 2)
        products.push_back(r[i] * r[i + 1]);
      next.push_back(products);
    }
    all.push_back(next);
  }
  return all;
}

#pragma soac differentiate(vjp, jvp)
double lists_of_rows(const rows &w, const row &x) {
  const auto [exponents, sum] = exponentials(w, 0.5);
  std::vector<rows> all{w, rows{x, w[0], {x[0] * x[1]}}, exponents};
  double s = sum;
  for (const rows &m : all)
    for (std::size_t i = 0; i < m.size(); ++i)
      for (double v : m[i])
        s += v * v * static_cast<double>(i + m[i].size());
  return s;
}

#pragma soac differentiate(vjp, jvp)
double optional_rows(const rows &w, int k) {
  std::optional<rows> chosen;
  if (k > 0)
    chosen = w;
  double s = w[0][0];
  if (chosen)
    for (const row &r : *chosen)
      for (double x : r)
        s += x * x;
  return s;
}

static matrix multiply(const matrix &a, const matrix &b) {
  matrix c{a.height, b.width, row(a.height * b.width)};
  for (int i = 0; i < a.height; ++i)
    for (int j = 0; j < b.width; ++j)
      for (int k = 0; k < a.width; ++k)
        c.numbers[i * b.width + j] += a(i, k) * b(k, j);
  return c;
}

#pragma soac differentiate(vjp, jvp)
std::vector<matrix> powers_of(const matrix &m, int n) {
  std::vector<matrix> all{m};
  for (int i = 1; i < n; ++i)
    all.push_back(multiply(all.back(), m));
  return all;
}

#pragma soac differentiate(vjp, jvp)
double product(const std::vector<matrix> &factors) {
  matrix p = factors[0];
  for (std::size_t i = 1; i < factors.size(); ++i)
    p = multiply(p, factors[i]);
  double s = 0;
  for (double x : p.numbers)
    s += x * x;
  return s;
}

#pragma soac differentiate(vjp, jvp)
std::vector<layer> layers_of(const row &x, int n) {
  std::vector<layer> net;
  for (int k = 0; k < n; ++k) {
    layer l;
    for (std::size_t i = 0; i < x.size(); i += 2) {
      l.weights.push_back(row(x.begin(), x.begin() + static_cast<int>(i) + 1));
      l.bias.push_back(x[i] * x[k]);
    }
    net.push_back(l);
  }
  return net;
}

#pragma soac differentiate(vjp, jvp)
void add_layer(std::vector<layer> &net, const row &x) {
  layer l;
  l.bias = x;
  for (double v : x)
    l.weights.push_back(row(2, v * v * net[0].bias[0]));
  net.push_back(l);
}

double energy(const rows &w, double f) {
  double s = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    for (std::size_t j = 0; j < w[i].size(); ++j)
      s += std::sin(w[i][j] * f) * static_cast<double>(i + 1 + 3 * j) * w[i][0];
  return s;
}

rows doubled(const rows &w) {
  rows t = w;
  for (row &r : t)
    for (double &x : r)
      x = x * x + x;
  return t;
}

#pragma soac differentiate(vjp)
double network_loss(const std::vector<layer> &net, const row &x) {
  double s = 0;
  for (double v : network(net, x))
    s += v * v;
  return s;
}
std::vector<layer> network_gradient(const std::vector<layer> &net, const row &x) {
  return soac::gradient<network_loss, soac::wrt<0>>(net, x);
}

rows energy_gradient(const rows &w, double f) { return soac::gradient<energy, soac::wrt<0>>(w, f); }
std::tuple<double, rows> energy_and_gradient(const rows &w, double f) {
  return soac::value_and_gradient<energy, soac::wrt<0>>(w, f);
}
double energy_jvp(const rows &w, double f, const rows &w_tan) { return soac::jvp<energy, soac::wrt<0>>(w, f, w_tan); }
rows energy_hvp(const rows &w, double f, const rows &w_tan) { return soac::hvp<energy, soac::wrt<0>>(w, f, w_tan); }
rows doubled_run(const rows &w) { return soac::run<doubled>(w); }
rows doubled_jvp(const rows &w, const rows &w_tan) { return soac::jvp<doubled>(w, w_tan); }
rows doubled_vjp(const rows &w, const rows &seed) { return soac::vjp<doubled>(w, seed); }
std::tuple<rows, row> triangle_and_vjp(const row &x, const rows &seed) {
  return soac::value_and_vjp<triangle>(x, seed);
}

} // namespace row_results
