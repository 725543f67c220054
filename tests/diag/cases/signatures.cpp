// Functions that operators are not for: the library says so, at the user's line.
#include <soac/soac.hpp>

int truncated(double x) { return static_cast<int>(x); }
bool isPositive(double x) { return x > 0; }
double ofIntegers(int n) { return n; }
void nothing(double) {}
void writes(double x, double *y) { *y = x; }
soac::array<double> squares(soac::view<const double> x) { return soac::map([](double v) { return v * v; }, x); }
template <class T> double half(T x) { return 0.5 * x; }

double integerResult(double x) { return soac::vjp<truncated>(x, 1.0); } // error: clang
double boolResult(double x) { return soac::jvp<isPositive>(x, 1.0); }   // error: clang
double noParameter() { return soac::gradient<ofIntegers>(3); }          // error: clang
void noResult(double x) { soac::jvp<nothing>(x, 1.0); }                 // error: clang
void writesInstead(double x, double *y) { soac::vjp<writes>(x, y); }    // error: clang
double manyResults(double x) { return soac::gradient<squares>(soac::array<double>{x})[0]; } // error: clang
double unnamed(double x) { return soac::gradient<half>(x); } // error: clang
