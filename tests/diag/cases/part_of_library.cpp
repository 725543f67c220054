// A header of the library is included, but not the one that declares the operators.
#include <soac/array.hpp>

double square(double x) { return x * x; }
double slope(double x) { return soac::gradient<square>(x); } // error: missing-include
