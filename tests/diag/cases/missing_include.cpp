// The library is not included: said once.
#include <cmath>

double square(double x) { return x * x; }
double slope(double x) { return soac::gradient<square>(x); } // error: missing-include
double other(double x) { return soac::gradient<square>(std::sin(x)); }
soac::array<double> list(double x);
