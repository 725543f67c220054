// Calls whose body is not known.
#include <cstdarg>
#include <functional>

double opaque(double x);

#pragma soac differentiate(vjp, jvp)
double callsOpaque(double x) {
  return 2.0 * opaque(x); // error: opaque-call
}

double *walk(double *p, int n) { return n == 0 ? p : walk(p + 1, n - 1); }

#pragma soac differentiate(vjp)
double recursive(double *x, int n) {
  return *walk(x, n); // error: recursion
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double x) const { return x; }
};

#pragma soac differentiate(vjp)
double dispatches(const Shape &shape, double x) { // error: type-not-visible
  return shape.area(x);
}

#pragma soac differentiate(vjp)
double dispatchesInside(double x) {
  Shape shape;
  const Shape *p = &shape;
  return p->area(x); // error: virtual-call
}

#pragma soac differentiate(vjp)
double indirect(double (*f)(double), double x) { // error: unsupported-type
  return f(x);
}

double sumOf(int n, ...) {
  va_list all;
  va_start(all, n);
  va_end(all);
  return n;
}

#pragma soac differentiate(vjp)
double variadic(double x) {
  return x * sumOf(1, x); // error: variadic
}

#pragma soac differentiate(vjp)
double nowhere(double x); // error: missing-definition

#pragma soac differentiate(vjp)
double callsNothing(double x) {
  return static_cast<double (*)(double)>(nullptr)(x); // error: indirect-call
}

double half(double x) { return 0.5 * x; }
double third(double x) { return x / 3.0; }

#pragma soac differentiate(vjp)
double chooses(double x, bool b) {
  double (*f)(double) = half;
  if (b)
    f = third;
  return f(x); // error: pointer-use
}

double times(double a, double b) { return a * b; }

#pragma soac differentiate(vjp)
double binds(double x) {
  const auto twice = std::bind(times, std::placeholders::_1, 2.0); // error: unsupported-expression
  return twice(x);
}

#pragma soac differentiate(vjp)
double fineBindsInFront(double x) { return std::bind_front(times, x)(2.0); }
