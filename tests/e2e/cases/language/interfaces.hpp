// Parameters and results of kinds that need care at the edge of generated code.
#pragma once
#include <array>
#include <vector>

/// Doubles b in its constructor: what generated code has computed must not go through it.
struct Doubled {
  double a = 0, b = 0;
  Doubled() {}
  Doubled(double first, double second) : a(first), b(2 * second) {}
};
struct Outer {
  Doubled inner;
  double c;
};

struct Vector2 {
  double x, y;
};
double operator*(const Vector2 &a, const Vector2 &b);
Vector2 operator+(const Vector2 &a, const Vector2 &b);

struct Cloud {
  double *x;
  double scale;
};
struct Grid {
  const double *in;
  double *out;
  int n;
};
struct Table {
  const double *values;
  const int *index;
};

Doubled doubled(double x);
Outer nested(double x);

using iterator = std::vector<double>::iterator;
using const_iterator = std::vector<double>::const_iterator;
double sum_of_squares(const_iterator first, const_iterator last);
double first_elements(const_iterator first, int n);
void scale(iterator first, iterator last, double factor);

double square_of_temporary(double &&x);
double product_of_temporary(std::vector<double> &&x);

extern "C" double c_energy(const double *x, double k, int n);
extern "C" void c_scale(double k, double *y, int n);

double cloud_energy(const Cloud &cloud, int n);
void cloud_scale(Cloud cloud, int n, double factor);
void apply(Grid grid, double factor);
double looked_up(const Table &table, int n);

double reads_through_cast(const double *x, int n);
double gradient_of_product(double x);

template <class T> T cube(T x) { return x * x * x; }
double uses_cube(double x);

// Derivatives by some of the parameters.
double by_first_and_last(double a, double b, double c);
double by_last_and_first(double a, double b, double c);
void by_vector(const double *matrix, const double *x, double *y, int n);
void by_factor(Cloud cloud, int n, double factor);
template <class T> T by_second(T a, T b) { return a * b * b; }
extern "C" double c_by_second(double a, double b);
