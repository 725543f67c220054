// Types and variables that differentiated code may not have.
#include <algorithm>
#include <optional>
#include <vector>

union Bits {
  double d;
  long l;
};

#pragma soac differentiate(vjp)
double unions(double x) {
  Bits b; // error: union
  b.d = x;
  return b.d;
}

#pragma soac differentiate(vjp)
double volatiles(double x) {
  volatile double v = x; // error: volatile
  return v;
}

#pragma soac differentiate(vjp)
double longDoubles(double x) {
  long double v = x; // error: long-double
  return static_cast<double>(v);
}

double state = 1.0;
const double fixed = 2.0;

#pragma soac differentiate(vjp)
double readsState(double x) {
  return x * state; // error: mutable-global
}

#pragma soac differentiate(vjp)
double fineConstant(double x) { return x * fixed; }

#pragma soac differentiate(vjp)
double counts(double x) {
  static double calls = 0.0;
  calls += 1.0; // error: static-local
  return x * calls;
}

struct Local {
  double a, b;
};

#pragma soac differentiate(vjp)
double hidden(Local p) { return p.a * p.b; } // error: type-not-visible

#pragma soac differentiate(vjp)
double fineLocal(double x) {
  const Local p{x, 2.0 * x};
  return p.a * p.b;
}

#pragma soac differentiate(vjp)
double emplaces(double x) {
  std::vector<double> v(1, x);
  v.emplace(v.begin(), 1.0); // error: unsupported-expression
  return v.back();
}

#pragma soac differentiate(vjp)
double maybe(std::optional<double> x) { return x.value_or(1.0); } // error: unsupported-type

#pragma soac differentiate(vjp)
double ofC(_Complex double z) { return __real__ z; } // error: unsupported-type

#pragma soac differentiate(vjp)
double sorts(double x) {
  double a[2][2] = {{x, 1.0}, {x * x, 2.0}};
  std::nth_element(&a[0][0], &a[0][0] + 1, &a[0][0] + 4); // error: unsupported-expression
  return a[0][0];
}

#pragma soac differentiate(vjp)
double *pointerAsResult(double *x) { // error: not-differentiable
  x[0] *= 2;
  return x;
}

#pragma soac differentiate(vjp)
int integers(double x) { // error: not-differentiable
  return static_cast<int>(x);
}
