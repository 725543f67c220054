#include "interfaces.hpp"
#include "interfaces.soac.hpp"
#include <soac/soac.hpp>

#pragma soac differentiate(vjp, jvp)
Doubled doubled(double x) { return Doubled(x * x, x * x * x); }

#pragma soac differentiate(vjp, jvp)
Outer nested(double x) { return {Doubled(x, x * x), 3 * x}; }

double operator*(const Vector2 &a, const Vector2 &b) { return a.x * b.x + a.y * b.y; }
Vector2 operator+(const Vector2 &a, const Vector2 &b) { return {a.x + b.x, a.y + b.y}; }

double gradient_of_product(double x) {
  const auto [a, b] = soac::gradient<static_cast<double (*)(const Vector2 &, const Vector2 &)>(&operator*)>(
      Vector2{x, 2}, Vector2{3, 4});
  return a.x + b.x;
}

#pragma soac differentiate(vjp, jvp)
double sum_of_squares(const_iterator first, const_iterator last) {
  double sum = 0;
  for (; first != last; ++first)
    sum += *first * *first;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double first_elements(const_iterator first, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += first[i] * first[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void scale(iterator first, iterator last, double factor) {
  for (; first != last; ++first)
    *first *= factor;
}

#pragma soac differentiate(vjp, jvp)
double square_of_temporary(double &&x) { return x * x; }

#pragma soac differentiate(vjp, jvp)
double product_of_temporary(std::vector<double> &&x) {
  x[0] *= 2;
  return x[0] * x[1];
}

#pragma soac differentiate(vjp, jvp)
double c_energy(const double *x, double k, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += k * x[i] * x[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void c_scale(double k, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= k;
}

#pragma soac differentiate(vjp, jvp)
double cloud_energy(const Cloud &cloud, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += cloud.scale * cloud.x[i] * cloud.x[i];
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void cloud_scale(Cloud cloud, int n, double factor) {
  for (int i = 0; i < n; ++i)
    cloud.x[i] *= factor * cloud.scale;
}

#pragma soac differentiate(vjp, jvp)
void apply(Grid grid, double factor) {
  for (int i = 0; i < grid.n; ++i)
    grid.out[i] += factor * grid.in[i] * grid.in[i];
}

#pragma soac differentiate(vjp, jvp)
double looked_up(const Table &table, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double value = table.values[table.index[i]];
    sum += value * value;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double reads_through_cast(const double *x, int n) {
  double *y = const_cast<double *>(x);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  return sum;
}

// Instantiated before it is asked for.
double uses_cube(double x) { return cube(x) + static_cast<double>(cube(1.0F)); }

#pragma soac differentiate(vjp, jvp)
template double cube<double>(double);
#pragma soac differentiate(vjp)
template float cube(float);

#pragma soac differentiate(vjp, jvp, wrt: 0 2)
double by_first_and_last(double a, double b, double c) { return a * b * c * c; }
#pragma soac differentiate(vjp, jvp, wrt: c 0)
double by_last_and_first(double a, double b, double c) { return a * b * c * c; }
#pragma soac differentiate(vjp, jvp, wrt: 1)
void by_vector(const double *matrix, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int j = 0; j < n; ++j)
      y[i] += matrix[i * n + j] * x[j];
  }
}
#pragma soac differentiate(vjp, jvp, wrt: factor)
void by_factor(Cloud cloud, int n, double factor) { cloud_scale(cloud, n, factor); }
#pragma soac differentiate(vjp, jvp, wrt: 1)
template double by_second<double>(double, double);
#pragma soac differentiate(vjp, jvp, wrt: 1)
double c_by_second(double a, double b) { return a * b * b; }
