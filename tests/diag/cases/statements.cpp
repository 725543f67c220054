// Statements and expressions that have no derivative.
#include <cmath>
#include <cstdio>
#include <coroutine>
#include <iostream>
#include <stdexcept>

#pragma soac differentiate(vjp, jvp)
double fineLoop(double x, int n) {
  for (int i = 0; i < n; ++i)
    x = std::sin(x);
  return x;
}

#pragma soac differentiate(vjp)
double jumps(double x) {
again:
  x *= 0.5;
  if (x > 1.0)
    goto again; // error: goto
  return x;
}

#pragma soac differentiate(vjp)
double assembly(double x) {
  asm volatile("" : "+x"(x)); // error: inline-asm
  return x;
}

double &same(double &x) { return x; }

#pragma soac differentiate(vjp)
double reference_in_condition(double x) {
  while (double &y = same(x)) // error: unsupported-statement
    y = y > 1.0 ? y - 1.0 : 0.0;
  return x;
}

#pragma soac differentiate(vjp)
double throws(double x) {
  if (x < 0.0)
    throw; // error: exception
  return std::sqrt(x);
}

#pragma soac differentiate(vjp)
double throwsWhatChanged(double x) {
  char text[] = "negative";
  text[0] = 'N';
  if (x < 0.0)
    throw std::domain_error(text); // error: exit-text
  return std::sqrt(x);
}

#pragma soac differentiate(vjp, jvp)
double fineThrow(double x) {
  return x < 0.0 ? throw std::domain_error("negative") : std::sqrt(x);
}

#pragma soac differentiate(vjp)
double catches(double x) {
  try { // error: exception
    return std::sqrt(x);
  } catch (...) {
    return 0.0;
  }
}

#pragma soac differentiate(vjp)
double prints(double x) {
  std::printf("%g\n", x); // error: output
  return x;
}

#pragma soac differentiate(vjp)
double streams(double x) {
  std::cout << x; // error: output
  return x;
}

#pragma soac differentiate(vjp)
double allocates(double x) {
  double *p = new double(x); // error: allocation
  return *p;
}

#pragma soac differentiate(vjp)
double bytes(double x) {
  return static_cast<double>(*reinterpret_cast<long *>(&x)); // error: reinterpret-cast
}

#pragma soac differentiate(vjp)
double rounds(double x) {
  return double(int(x)) + x; // error: integer-round-trip
}

// The same conversion is harmless of n and not of x, and an element of an array has what was stored in it.
#pragma soac differentiate(vjp, jvp)
double convertsBoth(double x, int n) {
  const auto asDouble = [](int k) { return double(k); }; // error: integer-round-trip
  return asDouble(n) * x + asDouble(int(x));
}
// In a function that stays a call it is harmless of one argument and not of another.
double power(double x, int k) {
  double s = 1;
  for (int i = 0; i < 5; ++i) {
    s = s * x + std::sin(x + i) * std::exp(-x * i) + k * 0.5; // error: integer-round-trip
    s += std::cos(s) * x * x / (1 + s * s) + std::sqrt(1 + x * x) - std::log(2 + s * s);
  }
  return s;
}
#pragma soac differentiate(vjp)
double convertsCalled(double x, double y, int n) {
  return power(y, int(x)) + power(x * y, n) + power(x + y, n + 1);
}
#pragma soac differentiate(vjp)
double fineConvertsCalled(double x, double y, int n) {
  return power(y, n) + power(x * y, n + 2) + power(x + y, n + 1);
}
#pragma soac differentiate(vjp, jvp)
double convertsStored(double x, int n) {
  const int counts[3] = {n, int(x), 2};
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += double(counts[i]) * x; // error: integer-round-trip
  return s;
}

#pragma soac differentiate(vjp)
double unwritten(double x) {
  double y;
  return x + y; // error: uninitialised
}

#pragma soac differentiate(vjp)
double unwrittenSum(const double *x, int n) {
  double sum;
  for (int i = 0; i < n; ++i)
    sum += x[i]; // error: uninitialised
  return sum;
}

struct Task {
  struct promise_type {
    double value = 0;
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_value(double v) { value = v; }
    void unhandled_exception() {}
  };
};
Task later(double x) { co_return x; } // error: coroutine

#pragma soac differentiate(vjp)
double coroutine(double x) {
  later(x);
  return x;
}

#pragma soac differentiate(vjp)
double compares(double x, double y) {
  const double *p = &x, *q = &y;
  return p < q ? *p : *q; // error: pointer-use
}

#pragma soac differentiate(vjp)
double computedGoto(double x) {
  void *label = &&end; // error: unsupported-expression
  goto *label; // error: goto
end:
  return x;
}

#pragma soac differentiate(vjp)
double entersALoop(double x, int n) {
  switch (n) {
  case 0:
    while (n < 3) { // error: unsupported-statement
    case 1:
      x *= 0.5;
      ++n;
    }
  }
  return x;
}
