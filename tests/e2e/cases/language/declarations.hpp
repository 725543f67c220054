// Declarations, and what else a source file holds.
#pragma once

#include <soac/soac.hpp>
#include <vector>

// What a source file holds besides functions: files included inside of declarations, inline namespaces, tables that are
// strings, generators of random numbers.

namespace source_text {
double fragment(double x, int i);
double foreign(double x);
inline namespace v2 {
double versioned(double x);
namespace deep {
double inner(double x);
} // namespace deep
} // namespace v2
double table(double x, int i);
double strings(double x, int i);
double drawn(double x);
double drawn_slope(double x);
double drawn_curvature(double x);
} // namespace source_text

inline namespace outermost {
double versioned_too(double x);
namespace within {
double inner_too(double x);
} // namespace within
} // namespace outermost

// Functions by how they are declared: members, templates, namespaces, linkage, overloads, deduced results.

// Asked for by operators.
struct Circle {
  static double area(double r);
  static inline double twice(double r) { return 2 * r * r; }
  struct Ball {
    static double volume(double r);
  };
};
template <int N> struct Power {
  static double of(double x) {
    double r = 1;
    for (int i = 0; i < N; ++i)
      r *= x;
    return r;
  }
};
namespace outer::inner {
double nested(double x);
} // namespace outer::inner
double over(double x);
float over(float x);
double over(double x, double y);
double over(const std::vector<double> &x);
extern "C" double c_linkage(double x);
template <class T> T cubed(T x) { return x * x * x; }
struct Scaled {
  double k;
  constexpr double operator()(double x) const { return k * x * x; }
};
inline constexpr Scaled three_times{3.0};
inline constexpr auto lambda = [](double x) { return x * x * x; };
inline double in_header(double x) { return x * x; }
soac::array<double> gradients(double x);

// Marked by the pragma.
auto trailing(double x) -> double;
double with_defaults(double x, double y = 2.0, int n = 3);
template <class T> T instantiated(T x) { return x * x * x; }
template <class T> T marked(T x);
double uses_marked(double x);
[[nodiscard]] double promises(double x) noexcept;
