// A function has the name of the library.
#include <soac/array.hpp>

double sum(const soac::array<double> &x);
double soac(double x); // error: clang

#pragma soac differentiate(vjp)
double sum(const soac::array<double> &x) { return x[0]; }
