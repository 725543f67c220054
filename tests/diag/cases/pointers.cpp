// What a pointer refers to, and members that nothing has written.
#include <memory>
#pragma soac differentiate(vjp)
double table(const double *const *rows) { // error: unsupported-type
  return rows[0][0];
}

#pragma soac differentiate(vjp)
double dangling(const double *x, int n) {
  const double *p = x;
  for (int i = 0; i < n; ++i) { // error: pointer-use
    double local = *p * x[i];
    p = &local;
  }
  return *p;
}

#pragma soac differentiate(vjp)
double nowhere(double x) {
  const double *p = nullptr;
  return x * *p; // error: pointer-use
}

#pragma soac differentiate(vjp)
double order(const double *p, double x) {
  const double q[2] = {x, 1.0};
  return p <= q ? *p : *q; // error: pointer-use
}

struct Half {
  double x, y;
  explicit Half(double v) { x = v; }
};

#pragma soac differentiate(vjp)
double unwritten(double v) {
  const Half h(v);
  return h.x * h.y; // error: uninitialised
}

#pragma soac differentiate(vjp)
double fineWritten(double v) {
  Half h(v);
  h.y = 2 * v;
  const Half copy = h;
  return copy.x * copy.y;
}

#pragma soac differentiate(vjp)
double neverAimed(const double *x, int n) {
  const double *p;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * *p; // error: uninitialised
  return s;
}

#pragma soac differentiate(vjp)
double fineAligned(const double *x, int n) {
  const double *p = std::assume_aligned<32>(x);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i] * p[i];
  return s;
}

struct AimedValues {
  double values[2];
};
// A row whose end is that of another one after the first iteration.
#pragma soac differentiate(vjp)
double rowChanges(double x, int n) {
  AimedValues pairs[2] = {{x, x}, {1, x}}, *at = &pairs[0];
  double sum = 0;
  for (double *p = at->values; p != at->values + 2; ++p) { // error: pointer-use
    sum += *p;
    if (sum > n)
      at = &pairs[1];
  }
  return sum;
}
