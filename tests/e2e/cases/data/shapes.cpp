#include "shapes.hpp"
#include "shapes.soac.hpp"

#include <cmath>

// Arrays that have another shape in every trip of a loop: they grow, shrink, are filtered, resized or made anew.

namespace shapes {

#pragma soac differentiate(vjp, jvp)
double doubled(double x, const std::vector<double> &a, int n) {
  soac::array<double> v = soac::map([&](double e) { return e * x; }, a);
  for (int i = 0; i < n % 5; ++i)
    v = soac::concat(v, soac::map([&](double e) { return std::sin(e) + x; }, v));
  return soac::dot(v, v);
}

#pragma soac differentiate(vjp, jvp)
double halved(double x, const std::vector<double> &a, int n) {
  soac::array<double> v = soac::concat(a, a);
  double s = n;
  while (v.size() > 1) {
    s += soac::sum(v) * x;
    auto w = soac::map([&](soac::index i) { return v[2 * i] * v[2 * i + 1] + x; }, soac::iota(v.size() / 2));
    v = w;
  }
  return s * v[0];
}

#pragma soac differentiate(vjp, jvp)
double halved_strips(double x, const std::vector<double> &a, int n) {
  soac::array<double> v = soac::concat(a, a);
  double s = n;
#pragma soac stripmine(2)
  while (v.size() > 1) {
    s += soac::sum(v) * x;
    auto w = soac::map([&](soac::index i) { return v[2 * i] * v[2 * i + 1] + x; }, soac::iota(v.size() / 2));
    v = w;
  }
  return s * v[0];
}

#pragma soac differentiate(vjp, jvp)
double restricted(double x, const std::vector<double> &a, int n) {
  soac::array<double> v = soac::concat(a, a);
  double s = 0;
  for (int i = 0; i < n % 3; ++i) {
    v = soac::slice(v, 0, v.size() / 2);
    s += v[0] * v[v.size() - 1] * x;
  }
  return s + soac::sum(v);
}

#pragma soac differentiate(vjp, jvp)
double filtered(double x, const std::vector<double> &a, int n) {
  soac::array<double> v = soac::concat(a, a);
  for (int i = 0; i < n % 6; ++i) {
    v = soac::filter([&](double e) { return e > -0.3 + 0.1 * i; }, v);
    v = soac::map([&](double e) { return e * x + 0.05 * std::sin(e); }, v);
  }
  return soac::dot(v, v);
}

#pragma soac differentiate(vjp, jvp)
double filtered_while(double x, const std::vector<double> &a, int n) {
  soac::array<double> v = soac::concat(a, a);
  double s = n;
  while (v.size() > 2) {
    const double mean = soac::sum(v) / static_cast<double>(v.size());
    v = soac::filter([&](double e) { return e > mean; }, v);
    s += mean * x + soac::sum(v);
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double appended(double x, const std::vector<double> &a, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; ++i) {
    v.push_back(x * a[i % 5]);
    if (v.size() > 3)
      v.resize(2);
    v[0] *= 1.1;
  }
  double s = 0;
  for (double e : v)
    s += e * e;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double pushed_while(double x, const std::vector<double> &a, int n) {
  std::vector<double> v{x};
  int k = 0;
  while (v.back() < 20 && k < n) {
    v.push_back(v.back() * 1.5 + a[k % 5] * v[v.size() / 2]);
    ++k;
  }
  double s = 0;
  for (double e : v)
    s += e * e;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double resized(double x, const std::vector<double> &a, int n) {
  std::vector<double> v = a;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    v.resize(i % 4 + 1, x);
    v[0] *= 0.9;
    v[v.size() - 1] += 0.3 * v[0] * x;
    s += v[v.size() / 2];
  }
  return s * v[0];
}

#pragma soac differentiate(vjp, jvp)
double assigned(double x, const std::vector<double> &a, int n) {
  std::vector<double> v = a;
  for (int i = 0; i < n; ++i) {
    double t = 0;
    for (double e : v)
      t += std::sin(e);
    v = std::vector<double>(i % 3 + 1, t * x);
    v[0] += a[i % 5];
  }
  double s = 0;
  for (double e : v)
    s += e * e;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double pyramid(double x, const std::vector<double> &a, int n) {
  std::vector<double> v(16);
  for (int i = 0; i < 16; ++i)
    v[i] = a[i % 5] * (1 + 0.1 * i);
  for (int l = 0; l < n % 5; ++l) {
    std::vector<double> w(v.size() / 2);
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] = x * v[2 * i] * v[2 * i + 1] + v[2 * i];
    v = w;
  }
  double s = 0;
  for (double e : v)
    s += e * e;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double in_map(double x, const std::vector<double> &a, int n) {
  auto r = soac::map(
      [&](double e, soac::index k) {
        soac::array<double> v = soac::replicate(k + 1, e * x);
        for (int i = 0; i < n % 4; ++i)
          v = soac::concat(v, soac::map([](double b) { return b * b + 0.1; }, v));
        return soac::sum(v);
      },
      a, soac::iota(5));
  return soac::dot(r, r);
}

#pragma soac differentiate(vjp, jvp)
double rows(double x, const std::vector<double> &a, int n) {
  soac::array<double, 2> m(2, 5);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 5; ++j)
      m(i, j) = a[j] * (i + x);
  for (int i = 0; i < n % 4; ++i)
    m = soac::concat(m,
                     soac::map([&](auto row) { return soac::map([&](double e) { return std::sin(e) * x; }, row); }, m));
  double s = 0;
  for (soac::index i = 0; i < m.extent(0); ++i)
    for (soac::index j = 0; j < m.extent(1); ++j)
      s += m(i, j) * m(i, (j + 1) % 5) * (i + 1);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double nested(double x, const std::vector<double> &a, int n) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    soac::array<double> v = soac::concat(a, a);
    for (int i = 0; i < n % 3 + k; ++i) {
      v = soac::slice(v, 1, v.size() - 1);
      v = soac::map([&](double e) { return e * x + 0.1 * s; }, v);
    }
    s += soac::dot(v, v) * 0.1;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double dequeued(double x, const std::vector<double> &a, int n) {
  std::vector<double> v = a;
  double s = 1;
  while (!v.empty() && n > 0) {
    const double e = v.back();
    v.pop_back();
    s = s * 0.8 + e * x * s;
    if (e > 1 && s < 5)
      v.push_back(e * 0.5);
    --n;
  }
  return s + static_cast<double>(v.size()) * x;
}

#pragma soac differentiate(vjp, jvp)
double late(double x, const std::vector<double> &a, int n) {
  std::vector<double> v;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (i > 0)
      s += v[i - 1] * v[0];
    v = std::vector<double>(i + 1, x);
    for (int j = 0; j <= i; ++j)
      v[j] *= a[j % 5] + s * 0.1;
  }
  return n > 0 ? s + v[0] : x;
}

#pragma soac differentiate(vjp, jvp)
double pascal(double x, const std::vector<double> &a, int n) {
  std::vector<double> row{1.0};
  for (int i = 0; i < n % 7; ++i) {
    std::vector<double> next(row.size() + 1, 0.0);
    for (std::size_t j = 0; j < row.size(); ++j) {
      next[j] += row[j] * x;
      next[j + 1] += row[j] * a[j % 5];
    }
    row = next;
  }
  double s = 0;
  for (std::size_t j = 0; j < row.size(); ++j)
    s += row[j] * static_cast<double>(j + 1);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double poly(double x, const std::vector<double> &a, int n) {
  std::vector<double> p{a[0], x}, q{1.0};
  int k = n % 5;
  while (k > 0) {
    std::vector<double> r(p.size() + q.size() - 1);
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < q.size(); ++j)
        r[i + j] += p[i] * q[j];
    std::swap(q, r);
    --k;
  }
  double s = 0, xs = 1;
  for (double c : q) {
    s += c * xs;
    xs *= 0.7;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double tree(double x, const std::vector<double> &a, int n) {
  std::vector<double> v = a;
  while (v.size() > 1) {
    std::vector<double> w;
    for (std::size_t i = 0; i + 1 < v.size(); i += 2)
      w.push_back(v[i] * v[i + 1] + x);
    if (v.size() % 2 == 1)
      w.push_back(v.back());
    v = w;
  }
  return v[0] * n;
}

#pragma soac differentiate(vjp, jvp)
double branchy(double x, const std::vector<double> &a, int n) {
  soac::array<double> v = soac::map([](double e) { return e; }, a);
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 0)
      v = soac::concat(v, soac::slice(v, 0, 2));
    else if (i % 3 == 1)
      v = soac::slice(v, 1, v.size());
    else
      v = soac::map([&](double e) { return std::sin(e) * x; }, v);
  }
  return soac::dot(v, v);
}

/// What depends on all adjoints of F.
template <auto F> double of_adjoints(double x, const std::vector<double> &a, int n) {
  const auto [x_adj, a_adj] = soac::gradient<F>(x, a, n);
  double sum = x_adj * x_adj;
  for (const double d : a_adj)
    sum += 0.5 * d * x_adj;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double halved_twice(double x, const std::vector<double> &a, int n) { return of_adjoints<halved>(x, a, n); }

#pragma soac differentiate(vjp, jvp)
double filtered_twice(double x, const std::vector<double> &a, int n) { return of_adjoints<filtered>(x, a, n); }

#pragma soac differentiate(vjp, jvp)
double pushed_while_twice(double x, const std::vector<double> &a, int n) { return of_adjoints<pushed_while>(x, a, n); }

#pragma soac differentiate(vjp, jvp)
double late_twice(double x, const std::vector<double> &a, int n) { return of_adjoints<late>(x, a, n); }

// A matrix in compressed rows: both vectors grow in the inner loop, one more in the outer one.
#pragma soac differentiate(vjp, jvp)
double neighbours(double x, const std::vector<double> &a, int n) {
  std::vector<int> begins(1, 0), columns;
  std::vector<double> values;
  for (int i = 0; i < n; ++i) {
    for (int j = i - 4; j <= i; ++j) {
      if (j < 0 || a[j % 5] < 0)
        continue;
      columns.push_back(j % 5);
      values.push_back(x * a[i % 5] + j);
    }
    begins.push_back(static_cast<int>(columns.size()));
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int k = begins[i]; k < begins[i + 1]; ++k)
      s += values[k] * values[k] * a[columns[k]];
  return s;
}

// The steps of an integration, some of which are given up; how many there are depends on the numbers.
#pragma soac differentiate(vjp, jvp)
double steps(double x, const std::vector<double> &a, int n) {
  std::vector<double> times{0.0}, values{x};
  double t = 0, h = 0.4, y = x;
  while (t < 0.3 * n) {
    const double next = y + h * (a[0] * y - a[1] * t);
    if (next - y > 0.2) {
      h *= 0.5;
      continue;
    }
    t += h;
    y = next;
    if (t > 5)
      break;
    times.push_back(t);
    values.push_back(y);
    h *= 1.3;
  }
  double s = 0;
  for (std::size_t i = 0; i + 1 < times.size(); ++i)
    s += 0.5 * (times[i + 1] - times[i]) * (values[i] + values[i + 1]);
  return s;
}

// Those that nobody behind them exceeds.
#pragma soac differentiate(vjp, jvp)
double visible(double x, const std::vector<double> &a, int n) {
  std::vector<double> stack;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double height = a[i * 3 % 5] * (x + i % 2);
    while (!stack.empty() && stack.back() < height) {
      s += stack.back() * height;
      stack.pop_back();
    }
    stack.push_back(height);
  }
  while (!stack.empty()) {
    s = s * 0.9 + stack.back();
    stack.pop_back();
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double edited(double x, const std::vector<double> &a, int n) {
  std::vector<double> v = a;
  for (int i = 0; i < n; ++i) {
    if (v.size() > 2)
      v.erase(v.begin() + i % 2);
    v.insert(v.begin(), x * v[0]);
    v.push_back(v[1] * 0.5);
    if (i % 4 == 3) {
      v.clear();
      v.assign(3, x);
    }
  }
  double s = 0;
  for (double e : v)
    s += e * e;
  return s;
}

} // namespace shapes
