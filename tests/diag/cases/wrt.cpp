// Parameters that wrt may not name: the library says so, at the user's line.
#include <soac/soac.hpp>

double product(double x, double y) { return x * y; }
double power(double x, int n) { return x * n; }

double none(double x) { return soac::gradient<power, soac::wrt<>>(x, 3); }               // error: clang
double repeated(double x) { return soac::gradient<product, soac::wrt<0, 0>>(x, x); }     // error: clang
double missing(double x) { return soac::jvp<product, soac::wrt<2>>(x, x, 1.0); }         // error: clang
double integer(double x) { return soac::vjp<power, soac::wrt<1>>(x, 3, 1.0); }           // error: clang
double vectorMode(double x) { return soac::jmp<product, soac::wrt<5>>(x, x, soac::array<double>{1.0})[0]; } // error: clang
double nested(double x) { return soac::jvp<soac::gradient<product, soac::wrt<1, 1>>>(x, x, 1.0); } // error: clang
double inALambda(double x) {
  const auto f = [&] { return soac::gradient<product, soac::wrt<0, 1, 0>>(x, x); }; // error: clang
  return f();
}
template <class T> double inATemplate(T x) { return soac::gradient<product, soac::wrt<3>>(x, x); } // error: clang
double instantiates(double x) { return inATemplate(x); }
