// Functions that the pragma is not for; members that a constructor leaves unwritten.
#include <soac/soac.hpp>

struct Model {
  double a;
  double at(double x) const;
  static double twice(double x);
};
#pragma soac differentiate(vjp)
double Model::at(double x) const { return a * x; } // error: not-differentiable
#pragma soac differentiate(vjp)
double Model::twice(double x) { return 2 * x; } // error: not-differentiable

#pragma soac differentiate(vjp)
template <class T> T unused(T x) { // error: not-differentiable
  return x * x;
}
#pragma soac differentiate(vjp)
template <class T> T fineTemplate(T x) {
  return x * x;
}
template double fineTemplate(double);
template <class T> T fineInstance(T x) { return x * x; }
#pragma soac differentiate(vjp)
template double fineInstance(double);

#pragma soac differentiate(vjp) // error: pragma-misplaced
auto lambda = [](double x) { return x * x; };
#pragma soac differentiate(vjp) // error: pragma-misplaced
struct S {
  double notThis(double x) { return x; }
};
#pragma soac differentiate(vjp) // error: pragma-misplaced
namespace n {
double norThis(double x) { return x; }
}
#pragma soac differentiate(vjp) // error: pragma-misplaced
double variable = 2;
#pragma soac differentiate(vjp) // error: pragma-misplaced
extern "C" {
#pragma soac differentiate(vjp)
double fineInBraces(double x) { return x * x; }
}
#pragma soac differentiate(vjp)
extern "C" double fineLinkage(double x) { return x * x; }
#pragma soac differentiate(vjp)
[[nodiscard]] inline constexpr double fineAttributes(double x) noexcept { return x * x; }
#pragma soac differentiate(vjp) // error: pragma-misplaced
template struct soac::wrt<7>;

#pragma soac differentiate(vjp)
#ifdef SOMETHING
double notRead(double x) { return x; }
#else
double fineElse(double x) { return x * x; }
#endif

struct Partly {
  double a, b;
  Partly(double x) : a(x) {}
};
struct Never {
  double a, b;
  Never() {}
};
struct Defaulted {
  double a = 1, b;
};
struct Derived : Partly {
  double c;
  Derived(double x) : Partly(x) {}
};

#pragma soac differentiate(vjp)
double partly(double x) {
  Partly p(x);
  return p.a + p.b; // error: uninitialised
}
#pragma soac differentiate(vjp)
double never(double x) {
  Never p;
  p.a = x;
  return p.a * p.b; // error: uninitialised
}
#pragma soac differentiate(vjp)
double defaulted(double x) {
  Defaulted p;
  return p.a * x + p.b; // error: uninitialised
}
#pragma soac differentiate(vjp)
double derived(double x) {
  Derived p(x);
  return p.a + p.c; // error: uninitialised
}
#pragma soac differentiate(vjp)
double finePartly(double x) {
  Partly p(x);
  p.b = 2 * x;
  Never q;
  q.a = q.b = p.b;
  Derived d{x};
  return p.a * p.b + q.a * q.b + d.a;
}
