#include "pointers.hpp"
#include "pointers.soac.hpp"

#include <array>
#include <cmath>
#include <vector>

// Pointers and references, without any combinator.

#pragma soac differentiate(vjp, jvp)
double walks_pointer(const double *p, int n) {
  double sum = 0;
  const double *end = p + n;
  while (p != end)
    sum += std::sin(*p++);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double pointer_pair(const double *first, const double *last_given, int n) {
  double sum = 0;
  for (const double *p = first, *e = first + n; p < e; ++p)
    sum += *p * std::sin(*p);
  return sum * last_given[0];
}

#pragma soac differentiate(vjp, jvp)
double rows_by_sums(const double (*rows)[4], int n) {
  double sum = 0;
  for (int i = 0; i < n - 1; ++i) {
    int j = i + 1;
    const double *p = rows[j];
    while (p != rows[j] + 3) {
      sum += *p * *p * j;
      ++p;
    }
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double offset_pointer(const double *p, int n) {
  const double *q = p + 1;
  double sum = 0;
  for (int i = 0; i < n - 2; ++i)
    sum += q[-1] * q[i] * *(q + i + 1) + p[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double reversed_pointer(const double *p, int n) {
  double value = 0;
  const double *q = p + n;
  for (int i = 0; i < n; ++i)
    value = value * 0.7 + *--q;
  return value;
}

#pragma soac differentiate(vjp, jvp)
double pointer_to_local(double x) {
  double y = x * x;
  double *p = &y;
  *p += 1;
  *p *= x;
  const double *c = p;
  return *c + y;
}

#pragma soac differentiate(vjp, jvp)
double pointer_to_element(double x, double y) {
  double a[3] = {x, y, x * y};
  double *middle = &a[1];
  middle[-1] *= 2;
  *middle = std::exp(*middle);
  *(middle + 1) += a[0];
  ++middle;
  *middle *= x;
  return a[0] + a[1] * a[2];
}

#pragma soac differentiate(vjp, jvp)
double conditional_pointer(const double *a, const double *b, int n, bool second) {
  const double *p = second ? b : a;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += p[i] * a[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void in_out_pointer(double *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] *= x[i - 1] + 1;
}

#pragma soac differentiate(vjp, jvp)
void output_reference(double x, double &square, double &cube) {
  square = x * x;
  cube = square * x;
}

#pragma soac differentiate(vjp, jvp)
void in_out_reference(double &x, double factor) {
  for (int i = 0; i < 3; ++i)
    x = std::sin(x) * factor;
}

#pragma soac differentiate(vjp, jvp)
void output_pointer_scalar(double x, double *result) { *result = std::tanh(x); }

#pragma soac differentiate(vjp, jvp)
double result_and_outputs(const double *x, int n, double &mean, double *deviation) {
  mean = 0;
  for (int i = 0; i < n; ++i)
    mean += x[i];
  mean /= n;
  *deviation = 0;
  for (int i = 0; i < n; ++i)
    *deviation += (x[i] - mean) * (x[i] - mean);
  *deviation = std::sqrt(*deviation / n);
  return mean / *deviation;
}

#pragma soac differentiate(vjp, jvp)
void output_view(soac::view<const double> x, soac::view<double> y) {
  for (soac::index i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[x.size() - 1 - i];
}

#pragma soac differentiate(vjp, jvp)
void in_out_view_2d(soac::view<double, 2> a, double pivot) {
  for (soac::index i = 1; i < a.extent(0); ++i)
    for (soac::index j = 0; j < a.extent(1); ++j)
      a(i, j) -= a[i - 1][j] * a(i, 0) / pivot;
}

#pragma soac differentiate(vjp, jvp)
double reference_to_element(const double *x, int n) {
  double a[4] = {1, 1, 1, 1};
  for (int i = 0; i < n; ++i) {
    double &cell = a[i % 4];
    cell *= x[i];
    cell += 0.5;
  }
  const double &first = a[0];
  a[0] += 1;
  return first * a[1] + a[2] * a[3];
}

#pragma soac differentiate(vjp, jvp)
double references_in_loop(double x) {
  double even = x, odd = 2 * x;
  for (int i = 0; i < 6; ++i) {
    double &target = i % 2 == 0 ? even : odd;
    target += even * odd * 0.1;
  }
  return even - odd;
}

#pragma soac differentiate(vjp, jvp)
double aliasing_locals(double x) {
  double a[2] = {x, x * x};
  double *p = a, *q = a + 1;
  *p = *q * 2;
  *q = *p * 3;
  p = q;
  *p += 1;
  return a[0] * a[1] + *q;
}

namespace {
void add_squares(double *a, const double *b, int n) {
  for (int i = 0; i + 1 < n; ++i)
    a[i + 1] += b[i] * b[i];
}
void exchange_scaled(double &a, double &b) {
  a += 2 * b;
  b *= a;
}
void alternately(double *a, double *b, int n) {
  if (n == 0)
    return;
  a[n] *= b[n - 1];
  alternately(b, a, n - 1);
  a[n - 1] += b[n];
}
/// Long enough to stay a function: it is called with equal and with different arrays.
void step(const double *from, const double *forcing, double *to, double dt, int n, double *flux) {
  for (int i = 0; i < n - 1; ++i) {
    const double left = forcing[i], right = forcing[i + 1];
    const double mean = (left + right) / 2, slope = right - left;
    flux[i] = mean * mean * mean / (1 + mean * mean) - slope * std::sin(mean) + slope * slope * std::cos(left * right);
  }
  for (int i = 1; i < n - 1; ++i) {
    const double curvature = from[i - 1] - 2 * from[i] + from[i + 1];
    to[i] = from[i] - dt * (flux[i] - flux[i - 1]) + dt * curvature * (1 + 0.1 * from[i] * from[i]) * std::exp(-from[i]);
  }
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double one_array_for_two_pointers(double x) {
  double a[4] = {x, 2 * x, x * x, 1}, b[3] = {1, x, 2};
  add_squares(a, a, 4);
  add_squares(a, b, 3);
  exchange_scaled(a[1], a[1]);
  exchange_scaled(a[2], b[1]);
  return a[0] * a[1] + a[2] * a[3] + b[1];
}

#pragma soac differentiate(vjp, jvp)
double one_array_in_recursion(double x) {
  double a[4] = {x, 2 * x, x * x, 1}, b[4] = {1, x, 2, 1};
  alternately(a, a, 3);
  alternately(a, b, 3);
  return a[0] * a[1] + a[2] * a[3] + b[0] * b[2];
}

#pragma soac differentiate(vjp, jvp)
double one_array_in_substeps(const double *start, int n, int steps) {
  std::vector<double> state(start, start + n), between(start, start + n), flux(n);
  for (int t = 0; t < steps; ++t) {
    step(state.data(), state.data(), between.data(), 0.01, n, flux.data());
    step(state.data(), between.data(), between.data(), 0.02, n, flux.data());
    step(state.data(), between.data(), state.data(), 0.03, n, flux.data());
    step(state.data(), state.data(), state.data(), 0.01, n, flux.data());
  }
  double sum = 0;
  for (const double s : state)
    sum += s * s;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double copies_are_copies(double x) {
  std::array<double, 2> a{x, 2 * x};
  auto b = a;
  b[0] = 7;
  auto &c = a;
  c[1] *= x;
  return a[0] * b[0] + a[1] * b[1];
}

#pragma soac differentiate(vjp, jvp)
double row_pointers(const double *a, int rows, int columns) {
  double sum = 1;
  for (int i = 0; i < rows; ++i) {
    const double *row = a + i * columns;
    double norm = 0;
    for (int j = 0; j < columns; ++j)
      norm += row[j] * row[j];
    sum *= norm;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double array_parameter(const double (&a)[2][3]) {
  double sum = 0;
  for (int j = 0; j < 3; ++j)
    sum += a[0][j] * a[1][2 - j];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double c_array_decays(const double x[], int n) {
  double largest = x[0];
  for (int i = 1; i < n; ++i)
    largest = x[i] > largest ? x[i] : largest;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i] - largest);
  return largest + std::log(sum);
}

namespace {
double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return std::sqrt(sum);
}
void axpy(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double passes_pieces(const double *x, int n) {
  const int half = n / 2;
  return norm(x, half) * norm(x + half, n - half) + norm(&x[1], 2);
}

#pragma soac differentiate(vjp, jvp)
void writes_pieces(const double *x, double *y, int n) {
  axpy(2.0, x, y + 1, n - 1);
  axpy(y[1], x + 1, y, n - 1);
  axpy(0.5, y, y + n / 2, n / 2);
}

#pragma soac differentiate(vjp, jvp)
double pointer_comparison(const double *x, int n) {
  const double *best = x;
  for (const double *p = x + 1; p < x + n; ++p)
    if (*p > *best)
      best = p;
  return *best * *best + (best == x ? 1.0 : 2.0) * x[0];
}

#pragma soac differentiate(vjp, jvp)
double index_array(const double *x, const int *where, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[where[i]] * (i + 1);
  return sum * sum;
}

#pragma soac differentiate(vjp, jvp)
void scatter_add(const double *x, const int *where, double *bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[where[i]] += x[i] * x[i];
}

#pragma soac differentiate(vjp, jvp)
void permute(const double *x, const int *where, double *out, int n) {
  for (int i = 0; i < n; ++i)
    out[where[i]] = std::sqrt(x[i]);
}

#pragma soac differentiate(vjp, jvp)
double strided(const double *x, int n, int stride) {
  double product = 1;
  for (const double *p = x; p < x + n; p += stride)
    product *= *p;
  return product;
}

#pragma soac differentiate(vjp, jvp)
double pointer_difference(const double *x, int n) {
  const double *p = x;
  while (p - x < n && *p > 0)
    ++p;
  const std::ptrdiff_t count = p - x;
  return count > 0 ? x[count - 1] * static_cast<double>(count) : x[0];
}

#pragma soac differentiate(vjp, jvp)
void two_outputs_swap(double &a, double &b) {
  const double t = a * 2;
  a = b;
  b = t;
}

namespace {
void inner(double x, double &s, double *c) {
  s = std::sin(x);
  *c = std::cos(x);
}
void outer(double x, double &s, double &c) {
  inner(x, s, &c);
  s *= c;
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double nested_out_parameters(double x) {
  double s, c;
  outer(x * x, s, c);
  double pair[2];
  outer(s, pair[1], pair[0]);
  return s * pair[0] + c * pair[1];
}

namespace {
void bump(double &v, double by) { v += by * v; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double array_element_by_reference(const double *x) {
  double a[3] = {x[0], x[1], x[2]};
  for (int i = 0; i < 3; ++i)
    bump(a[i], a[(i + 1) % 3]);
  bump(a[1], a[1]);
  return a[0] * a[1] * a[2];
}

#pragma soac differentiate(vjp, jvp)
double last_written_wins(double x, int n) {
  double a[3] = {0, 0, 0};
  for (int i = 0; i < n; ++i)
    a[i % 3] = x * i;
  return a[0] + a[1] * a[2];
}
