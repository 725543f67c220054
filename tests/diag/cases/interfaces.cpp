// Parameters and results that generated code could not be given or make.
#include "interfaces.hpp"
#include "unguarded.hpp" // error: unguarded-header
#include <soac/soac.hpp>
#include <vector>

#pragma soac differentiate(vjp, jvp)
Celsius warmed(double x) { return Celsius(x * x); } // error: unsupported-type

#pragma soac differentiate(vjp, jvp)
double fineOfCelsius(const Celsius &c) { return c.degrees * c.degrees; }

#pragma soac differentiate(vjp)
Vector2 operator+(const Vector2 &a, const Vector2 &b) { return {a.x + b.x, a.y + b.y}; } // error: not-differentiable

#pragma soac differentiate(vjp)
double operator-(const Vector2 &a) { return -a.x; } // error: not-differentiable

#pragma soac differentiate(vjp, jvp)
double writesReference(const double &x) { // error: const-write
  const_cast<double &>(x) = 3 * x;
  return x * x;
}

#pragma soac differentiate(vjp, jvp)
double writesMutable(const Cache &c) { // error: const-write
  c.square = c.x * c.x;
  return c.square * c.x;
}
#pragma soac differentiate(vjp, jvp)
double fineOfMutable(Cache c) {
  c.square = c.x * c.x;
  return c.square * c.x;
}

#pragma soac differentiate(vjp)
double writesPointer(const double *x, int n) { // error: const-write
  double *y = const_cast<double *>(x);
  for (int i = 0; i < n; ++i)
    y[i] *= 2;
  return y[0] * y[1];
}

#pragma soac differentiate(vjp)
double writesVector(const std::vector<double> &x) { // error: const-write
  const_cast<std::vector<double> &>(x)[0] *= 2;
  return x[0] * x[1];
}

#pragma soac differentiate(vjp)
double writesData(const std::vector<double> &x) { // error: const-write
  double *y = (double *)x.data();
  y[0] *= 2;
  return x[0] * x[1];
}

#pragma soac differentiate(vjp)
double writesView(soac::view<const double> x) { // error: const-write
  const_cast<double &>(x[0]) *= 2;
  return x[0] * x[1];
}

#pragma soac differentiate(vjp)
double fineReads(const double *x, int n) {
  double *y = const_cast<double *>(x);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  return sum;
}

// Parameters that wrt may not name.
#pragma soac differentiate(vjp, wrt: 2)
double noSuchParameter(double x, double y) { return x * y; } // error: not-differentiable
#pragma soac differentiate(vjp, wrt: 1)
double byInteger(double x, int n) { return x * n; } // error: not-differentiable
#pragma soac differentiate(vjp, wrt: 0) // error: pragma-syntax
#pragma soac differentiate(jvp, wrt: 1)
double twoChoices(double x, double y) { return x * y; }
#pragma soac differentiate(vjp, wrt: 0)
double halfARange(const double *first, const double *last) { // error: not-differentiable
  double s = 0;
  while (first != last)
    s += *first++;
  return s;
}

#pragma soac differentiate(vjp)
double ofDerivedFromAVector(const Samples &s) { return s[0] * s.scale; } // error: unsupported-type

// Parameters that operators would leave out.
double ofLayer(const Layer &l, double x) { return l.weights[0] * x; }
double dropsLayer(const Layer &l, double x) { return soac::gradient<ofLayer>(l, x); } // error: unlisted-members
double fineOfLayer(const Layer &l, double x) { return l.weights[0] * x; }
double withoutLayer(const Layer &l, double x) { return soac::gradient<fineOfLayer, soac::wrt<1>>(l, x); }
double ofDeeper(const Deeper &d, double x) { return d.weights[0] * x; }
double dropsDeeper(const Deeper &d, double x) { return soac::gradient<ofDeeper>(d, x); } // error: unlisted-members
