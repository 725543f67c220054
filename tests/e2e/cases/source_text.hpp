// What a source file holds besides functions: files included inside of declarations, inline namespaces, tables that are
// strings, generators of random numbers.
#pragma once
#include <soac/soac.hpp>

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
