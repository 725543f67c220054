// Operators and functions that cannot be asked for.
#include "requests.hpp"

double square(double x) { return x * x; }
double elsewhere(double x);

double missing(double x) {
  return soac::gradient<elsewhere>(x); // error: missing-definition
}

double lambda(double x) {
  return soac::gradient<[](double y) { return y * y; }>(x); // error: lambda-in-argument
}

struct Twice {
  double operator()(double x) const { return 2.0 * x; }
};

double hiddenObject(double x) {
  return soac::gradient<Twice{}>(x); // error: type-not-visible
}

auto fineDeduced(double x) { return x * x; }

double usesDeduced(double x) {
  return soac::gradient<fineDeduced>(x); // error: dependent-request
}

double fineWrites(double x, double &y) {
  y = x;
  return x;
}

double usesOutput(double x, double y) {
  return soac::vjp<fineWrites, soac::wrt<0>>(x, y, 1.0); // error: output-parameters
}


double ofViewing(const Viewing &v) { return v.k * v.x(0); }

double usesWrongTangent(const Viewing &v) {
  return soac::gradient<ofViewing>(v).x(0); // error: tangent-type
}

#pragma soac differentiate(vjp)
template <int N> double ambiguous(double x) { return N * x; } // error: not-differentiable
double ambiguousInstances(double x) { return ambiguous<2>(x) + ambiguous<3>(x); }
