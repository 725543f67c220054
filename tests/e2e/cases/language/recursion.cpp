#include "recursion.hpp"

#include "recursion.soac.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

namespace recursion {

#pragma soac differentiate(vjp, jvp)
double power(double x, int n) {
  if (n == 0)
    return 1.0;
  const double half = power(x, n / 2);
  return n % 2 == 0 ? half * half : half * half * x;
}

#pragma soac differentiate(vjp, jvp)
double ackermann_like(double x, double y, int n) {
  if (n <= 0)
    return x * y;
  return ackermann_like(ackermann_like(x, 0.5 * y, n - 2), std::sin(x + y), n - 1) + x;
}

// f(-x)
#pragma soac differentiate(vjp, jvp)
double reflected(double x) {
  if (x < 0)
    return -reflected(-x);
  return x > 2 ? 0.5 * reflected(x - 2) : std::exp(x) - 1;
}

static double integrand(double x, double p) { return std::exp(-p * x) * std::sin(x); }

static double adaptive(double a, double fa, double b, double fb, double fm, double whole, double p, double tolerance, int depth) {
  const double m = 0.5 * (a + b), l = 0.5 * (a + m), r = 0.5 * (m + b);
  const double fl = integrand(l, p), fr = integrand(r, p);
  const double left = (m - a) / 6 * (fa + 4 * fl + fm), right = (b - m) / 6 * (fm + 4 * fr + fb);
  if (depth <= 0 || std::abs(left + right - whole) <= 15 * tolerance)
    return left + right + (left + right - whole) / 15;
  return adaptive(a, fa, m, fm, fl, left, p, tolerance / 2, depth - 1) +
         adaptive(m, fm, b, fb, fr, right, p, tolerance / 2, depth - 1);
}

// Swapped limits, then adaptive Simpson.
#pragma soac differentiate(vjp, jvp)
double integral(double a, double b, double p) {
  if (a > b)
    return -integral(b, a, p);
  const double fa = integrand(a, p), fb = integrand(b, p), fm = integrand(0.5 * (a + b), p);
  return adaptive(a, fa, b, fb, fm, (b - a) / 6 * (fa + 4 * fm + fb), p, 1e-6, 20);
}

static double odd(double x, double y, int n);
static double even(double x, double y, int n) { return n <= 0 ? x * y : odd(x * std::cos(y), y, n - 1); }
static double odd(double x, double y, int n) { return n <= 0 ? x - y : even(x + y, 0.9 * y, n - 1) * y; }

#pragma soac differentiate(vjp, jvp)
double even_odd(double x, double y, int n) { return even(x, y, n); }

static double minor(soac::view<const double, 2> m, int row, int used) {
  const int n = static_cast<int>(m.extent(0));
  if (row == n)
    return 1.0;
  double sum = 0.0, sign = 1.0;
  for (int j = 0; j < n; ++j) {
    if (used & (1 << j))
      continue;
    sum += sign * m(row, j) * minor(m, row + 1, used | (1 << j));
    sign = -sign;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double determinant(soac::view<const double, 2> m) { return minor(m, 0, 0); }

// The rows and columns that are left, as linked lists: a column is taken out for a call, and put back.
static double minor_by_lists(soac::view<const double, 2> m, int left, std::vector<int> &rows, std::vector<int> &columns) {
  const int n = static_cast<int>(m.extent(0)), row = rows[n];
  int column = columns[n], before = n;
  if (left == 1)
    return m(row, column);
  double sum = 0.0;
  int sign = 1;
  rows[n] = rows[row];
  for (int j = 0; j < left; ++j) {
    columns[before] = columns[column];
    sum += sign * m(row, column) * minor_by_lists(m, left - 1, rows, columns);
    columns[before] = column;
    before = column;
    column = columns[column];
    sign = -sign;
  }
  rows[n] = row;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double determinant_by_lists(soac::view<const double, 2> m) {
  const int n = static_cast<int>(m.extent(0));
  std::vector<int> rows(n + 1), columns(n + 1);
  for (int i = 0; i < n; ++i)
    rows[i] = columns[i] = i + 1;
  rows[n] = columns[n] = 0;
  return minor_by_lists(m, n, rows, columns);
}

static double product_from(soac::view<const double, 1> xs, int i, double scale) {
  return i == xs.size() ? scale : std::sin(xs[i]) * product_from(xs, i + 1, scale * xs[i]) + xs[i];
}

#pragma soac differentiate(vjp, jvp)
double from_index(soac::view<const double, 1> xs, double scale) { return product_from(xs, 0, scale); }

static double tree(const std::vector<double> &xs, std::size_t first, std::size_t last) {
  if (last - first == 1)
    return xs[first] * xs[first];
  const std::size_t middle = (first + last) / 2;
  return tree(xs, first, middle) * std::cos(tree(xs, middle, last));
}

#pragma soac differentiate(vjp, jvp)
double from_vector(const std::vector<double> &xs) { return xs.empty() ? 0.0 : tree(xs, 0, xs.size()); }

static double horner(const double *xs, int n) { return n == 0 ? 1.0 : xs[0] * (1.0 + 0.5 * horner(xs + 1, n - 1)); }

#pragma soac differentiate(vjp, jvp)
double from_pointer(const double *xs, int n) { return horner(xs, n); }

static double pairwise(const double *xs, int n) {
  return n == 1 ? std::sin(xs[0]) : pairwise(xs, n / 2) * xs[0] + pairwise(xs + n / 2, n - n / 2);
}

#pragma soac differentiate(vjp, jvp)
double split_pointer(const double *xs, int n) { return n < 1 ? 0.0 : pairwise(xs, n); }

static double zip(const std::vector<double> &a, const std::vector<double> &b, std::size_t i) {
  return i == 0 ? 1.0 : a[i - 1] * b[i - 1] + 0.5 * zip(b, a, i - 1) * a[0];
}

#pragma soac differentiate(vjp, jvp)
double two_arrays(const std::vector<double> &a, const std::vector<double> &b) { return zip(a, b, a.size()) + zip(a, a, 2); }

struct Complex {
  double re, im;
};

static Complex iterate(const Complex &z, Complex c, int n) {
  if (n == 0)
    return z;
  return iterate({z.re * z.re - z.im * z.im + c.re, 2 * z.re * z.im + c.im}, c, n - 1);
}

#pragma soac differentiate(vjp, jvp)
double with_records(double re, double im, int n) {
  const Complex z = iterate({0.0, 0.1}, {re, im}, n);
  return z.re * z.re + z.im;
}

static void halves(double &value, double &count, int n) {
  if (n == 0)
    return;
  value = std::sin(value);
  count += value * value;
  halves(value, count, n - 1);
  halves(count, value, n / 2);
}

#pragma soac differentiate(vjp, jvp)
double with_references(double x, int n) {
  double count = 0.1;
  halves(x, count, n);
  return x * count;
}

#pragma soac differentiate(vjp, jvp)
double in_a_loop(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = 0.5 * s * power(std::cos(s), i) + power(x, 2);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double in_a_map(soac::view<const double, 1> xs, double y) {
  return soac::sum(soac::map([&](double x) { return product_from(xs, 1, x * y) + power(x, 3); }, xs));
}

static double bounded(double x, int n) {
  if (n > 8)
    throw std::domain_error("too deep");
  return n == 0 ? x : x * bounded(std::sin(x), n - 1);
}

#pragma soac differentiate(vjp, jvp)
double checked(double x, int n) { return bounded(x, n); }

static double with_buffer(double x, int n) {
  double powers[4] = {1.0, x, x * x, 0.0};
  for (int i = 0; i < n; ++i)
    powers[i % 4] += 0.5 * powers[(i + 1) % 4];
  return n == 0 ? x : with_buffer(std::cos(powers[n % 4]), n - 1) + powers[0];
}

#pragma soac differentiate(vjp, jvp)
double local_array(double x, int n) { return with_buffer(x, n); }

struct Static {
  static double f(double v, int n) { return n == 0 ? v : v * f(0.5 * v, n - 1); }
};

#pragma soac differentiate(vjp, jvp)
double static_member(double x, int n) { return Static::f(x, n); }

struct Scaled {
  double k;
  double f(double v, int n) const { return n == 0 ? v : k * f(v * v, n - 1); }
};

#pragma soac differentiate(vjp, jvp)
double member(double x, int n) {
  const Scaled scaled{x};
  return scaled.f(x, n);
}

void double_first(double *v, int n) {
  if (n == 0)
    return;
  v[0] *= 2;
  v[1] += v[0] * v[1];
  double_first(v, n - 1);
}

#pragma soac differentiate(vjp, jvp)
double written_array(double x, int n) {
  double a[2] = {x, x};
  double_first(a, n);
  return a[0] * a[1];
}

void cross(double &a, double &b, int n) {
  if (n == 0)
    return;
  a *= b;
  cross(b, a, n - 1);
}

#pragma soac differentiate(vjp, jvp)
double crossed_references(double x, double y) {
  cross(x, y, 3);
  return x * y + y;
}

#pragma soac differentiate(vjp, jvp)
double generic_lambda(double x, int n) {
  const auto f = [](auto self, double v, int k) -> double { return k == 0 ? v : self(self, v * v, k - 1); };
  return f(f, x, n);
}

double pong(double &x, double &y, int n);
double ping(double &x, double &y, int n) { return n == 0 ? x : pong(x, y, n - 1); }
double pong(double &x, double &y, int n) { return n == 0 ? x * x : ping(y, x, n - 1); }

#pragma soac differentiate(vjp, jvp)
double one_twice(double x, int n) { return ping(x, x, n); }

// Both halves of an array, each in its place.
void bubble(double *a, int n) {
  if (n < 2)
    return;
  for (int i = 0; i + 1 < n; ++i)
    if (a[i] > a[i + 1]) {
      const double t = a[i];
      a[i] = a[i + 1] * 1.1;
      a[i + 1] = t * a[i];
    }
  bubble(a, n / 2);
  bubble(a + n / 2, n - n / 2);
}

#pragma soac differentiate(vjp, jvp)
double halves_in_place(const std::vector<double> &x, double w) {
  std::vector<double> a(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    a[i] = x[i] * w;
  bubble(a.data(), static_cast<int>(a.size()));
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += a[i] * static_cast<double>(i + 1);
  return s;
}

// What a call leaves in an array is read, and the next call overwrites it.
static double branching(double x, double y, int n, double *memo) {
  if (n <= 1)
    return x * y + std::sin(x);
  const double left = branching(x * 0.9, y + 0.1, n - 1, memo);
  const double right = branching(y, x * 0.5, n - 2, memo);
  memo[n % 4] += left * right * 0.1;
  return left * memo[(n + 1) % 4] + right;
}
#pragma soac differentiate(vjp, jvp)
double with_memory(double x, double y, int n) {
  double memo[4] = {1, 0.5, 0.3, 0.2};
  const double first = branching(x, y, n, memo);
  const double between = first * memo[0] + memo[1] * memo[2] - memo[3];
  return between + branching(y, first * 0.01, 3, memo);
}

// The extent of a parameter inside of what is called decides how much is logged.
static double settled(std::span<const double> x, std::span<double> y, double w) {
  double largest = -1e300;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = std::max(y[i] * w, x[i] * x[i]) + std::fabs(x[i] - w) * 0.2 + std::hypot(x[i], w);
    largest = std::max(largest, y[i]);
  }
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += std::exp(y[i] - largest);
  return largest + std::log(s);
}
#pragma soac differentiate(vjp, jvp)
double of_spans(const std::vector<double> &x, std::vector<double> &y, double w) {
  double r = settled(x, y, w);
  r += settled(std::span(x).subspan(0, x.size() / 2), y, w * 2);
  return r * settled(x, y, 0.1 * r);
}

double power_hessian(double x, int n) { return soac::hessian<power, soac::wrt<0>>(x, n); }
double power_forward_over_reverse(double x, int n) { return soac::jvp<soac::gradient<power, soac::wrt<0>>>(x, n, 1.0); }
double power_reverse_over_reverse(double x, int n) { return soac::gradient<soac::gradient<power, soac::wrt<0>>>(x, n); }
soac::array<double, 2> determinant_gradient(soac::view<const double, 2> m) { return soac::gradient<determinant>(m); }
soac::array<double, 4> determinant_hessian(soac::view<const double, 2> m) { return soac::hessian<determinant>(m); }
soac::array<double, 2> determinant_hvp(soac::view<const double, 2> m, soac::view<const double, 2> direction) {
  return soac::hvp<determinant>(m, direction);
}

} // namespace recursion
