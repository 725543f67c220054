// Records that random programs have as parameters; what they hold inside they define themselves. A function without a body
// here, with its rules.
#pragma once

#include <soac/soac.hpp>

#include <cmath>

namespace fuzz {

template <class real> struct body {
  real mass;
  real at[3];
};

double opaque(double x, double y); ///< sin(x) y + x

inline double opaque_vjp(double x, double y, double r_adj, double &x_adj, double &y_adj) {
  x_adj += r_adj * (std::cos(x) * y + 1);
  y_adj += r_adj * std::sin(x);
  return opaque(x, y);
}
inline double opaque_jvp(double x, double y, double x_tan, double y_tan, double &r_tan) {
  r_tan = x_tan * (std::cos(x) * y + 1) + y_tan * std::sin(x);
  return opaque(x, y);
}
inline double opaque_call(double x, double y) { return soac::with_rules(opaque, opaque_vjp, opaque_jvp, x, y); }

} // namespace fuzz
