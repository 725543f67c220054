// What a file declares that is included inside of a namespace is as invisible to others as the text around it.
#include <soac/soac.hpp>

namespace fragments {
#include "fragments.inc"
} // namespace fragments

#pragma soac differentiate(vjp)
double product(const fragments::Weights &w) { return w.a * w.b; } // error: type-not-visible

#pragma soac differentiate(vjp)
double fine(double x) { return fragments::Weights{x, 2.0}.a; }
