// What a file declares that is included inside of a namespace is as invisible to others as the text around it. So is a
// type of a header whose layout follows from a macro of the source.
#include <soac/soac.hpp>

#define FRAGMENTS_COUNT 8
#include "fragments.hpp"

namespace fragments {
#include "fragments.inc"
} // namespace fragments

#pragma soac differentiate(vjp)
double product(const fragments::Weights &w) { return w.a * w.b; } // error: type-not-visible

#pragma soac differentiate(vjp)
double fine(double x) { return fragments::Weights{x, 2.0}.a; }

#pragma soac differentiate(vjp)
double first(const Row &r) { return r.x[7]; } // error: type-not-visible

#pragma soac differentiate(vjp)
double inside(const std::vector<Nested> &n) { return n[0].row.x[7]; } // error: type-not-visible

#pragma soac differentiate(vjp)
double aliased(const Aliased &a) { return a.values[7]; } // error: type-not-visible

#pragma soac differentiate(vjp)
double fineMember(const Independent &i) { return i.value; }
