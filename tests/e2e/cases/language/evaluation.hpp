// Expressions with effects as arguments of what the tool knows, and the user's classes that look like the standard
// library's: everything is evaluated once.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

struct Bag {
  double values[3];
  double scale;
  std::size_t size() const { return 3; }
  bool empty() const { return scale < 0; }
  const double *data() const { return values; }
  const double *begin() const { return values; }
  const double *end() const { return values + 3; }
};

/// Copies and assignments are seen in its number.
struct Marked {
  double number;
  explicit Marked(double x) : number(x) {}
  Marked(const Marked &other) : number(2 * other.number) {}
  Marked &operator=(const Marked &other) {
    number = 3 * other.number;
    return *this;
  }
};

/// Swapped in a way of its own.
struct Mirrored {
  double left, right;
};

template <> inline void std::swap<Mirrored>(Mirrored &a, Mirrored &b) noexcept {
  const Mirrored before = a;
  a = {b.right, b.left};
  b = {before.right, before.left};
}

struct Ring : std::array<double, 3> {
  double &operator[](int i) { return at(static_cast<std::size_t>(i) % size()); }
};

double sizes_of_bags(double x);
double iterators_of_bags(double x);
double own_moves(double x, double y);
double own_swaps(double x, double y);
double own_subscripts(double x);
double numbers(double x, double y);
double complex_numbers(double x, double y);
double containers(double x, double y);
double vectors_that_grow(double x, double y);
double iterators(std::vector<double> v);
double spans(std::vector<double> v);
double copied_bytes(std::vector<double> v);
double tuples(double x, double y);
double optionals(double x, double y);
double callables(double x, double y);
double combinators(const std::vector<double> &v);
double defaults(double x);
double new_elements(double x);
double hints(double x);
double paths(double x, int n);
