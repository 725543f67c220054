// Conditions on what compilers define.
#include "conditions.hpp"

#include <cmath> // error: compiler-macro (of `record`, in the fourth line of the header)

#if defined(__GNUC__) || __has_attribute(always_inline) // hints alone
#define INLINE __attribute__((always_inline)) inline
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define RESTRICT __restrict__
#else
#define INLINE inline
#define LIKELY(x) (x)
#define RESTRICT
#endif

#define ALIGNED __attribute__((aligned(__BIGGEST_ALIGNMENT__)))

#if __has_include(<numbers>) && __cplusplus >= 202002L && defined(__cpp_concepts) && !defined(NDEBUG)
#define SCALE 2.0
#else
#define SCALE 2.0
#endif

#if !defined(__GNUC__) && !defined(_MSC_VER)
#error "another compiler is needed"
#endif

#pragma soac differentiate(vjp)
double fineHints(const double *RESTRICT x, int n) {
  ALIGNED double s = 0;
#ifdef __GNUC__
#pragma GCC ivdep
#endif
  for (int i = 0; i < n; ++i)
    if (LIKELY(x[i] > 0))
      s += SCALE * x[i];
  return s;
}

#pragma soac differentiate(vjp)
double inside(double x) {
#ifdef __clang__ // error: compiler-macro
  return x;
#else
  return x * x;
#endif
}

#pragma soac differentiate(vjp)
double notTaken(double x) {
#if defined(__AVX512F__) && !defined(SCALE) // error: compiler-macro
  x *= 3;
#endif
  return x * x;
}

#pragma soac differentiate(vjp)
double threads(double x) {
#ifndef _OPENMP // error: compiler-macro
  x *= 3;
#endif
  return x * x;
}

#ifndef __INTEL_COMPILER // error: compiler-macro
#pragma soac differentiate(vjp)
double around(double x) { return x * x; }
#endif

#if __GNUC__ >= 9
#define POWER 3 // what it is stands behind an #if
#else
#define POWER 2
#endif

#pragma soac differentiate(vjp)
double expands(double x) { return std::pow(x, POWER); } // error@-7: compiler-macro

#define IS_GCC (__GNUC__ && !__clang__)
#if IS_GCC // error: compiler-macro
constexpr double weight = 1;
#else
constexpr double weight = 2;
#endif

#pragma soac differentiate(vjp)
double names(double x) { return weight * x; }

#ifdef __OPTIMIZE__ // error: compiler-macro
using real = float;
#else
using real = double;
#endif

#pragma soac differentiate(vjp)
double types(double x) {
  const real y = x;
  return y * y;
}

double called(double x) {
#ifdef __llvm__ // error: compiler-macro
  x *= 2;
#endif
  return x;
}

#pragma soac differentiate(vjp)
double calls(double x) { return called(x); }

#pragma soac differentiate(vjp)
double value(double x) { return x * __GNUC__; } // error: compiler-macro

#pragma soac differentiate(vjp)
double record(const Weights &w, double x) { return w.first * x; } // in the header

#pragma soac differentiate(vjp)
double fineIncluded(double x) { return unconditional(x); }
