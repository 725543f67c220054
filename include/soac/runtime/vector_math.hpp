// Functions of <cmath> that a compiler calls for several elements at once in the loops that it gives a vector form.
//
// GNU's C library has vector variants of them in libmvec, which linking with libm brings along. GCC knows of them from
// the declarations below, Clang with -fveclib=libmvec. Results are at most 4 units in the last place away from the exact
// ones, which is what libmvec promises, and special arguments give what the scalar functions give. No caller reads
// `errno`. The functions have names of their own because compilers take those of the library for theirs: GCC makes one
// call of a sine and a cosine that has no vector variant, and Clang lets each write `errno`. tanh is in hyperbolic.hpp.
#pragma once

#include "soac/runtime/config.hpp"
#include "soac/runtime/hyperbolic.hpp"

#include <cmath>

#define SOAC_SCALAR1(function)                                                                                         \
  namespace soac::runtime {                                                                                            \
  template <class T> SOAC_HOST_DEVICE inline T function(T x) { return std::function(x); }                              \
  }
#define SOAC_SCALAR2(function)                                                                                         \
  namespace soac::runtime {                                                                                            \
  template <class T> SOAC_HOST_DEVICE inline T function(T x, T y) { return std::function(x, y); }                      \
  }

#if !SOAC_STRICT_MATH && defined(__x86_64__) && defined(__GLIBC__) && !defined(__CUDACC__)
#if defined(__clang__)
#define SOAC_HAS_VECTOR __attribute__((const))
#else
#define SOAC_HAS_VECTOR __attribute__((const, simd("notinbranch")))
#endif
#define SOAC_VECTOR1(function)                                                                                         \
  extern "C" double soac_##function(double) noexcept __asm__(#function) SOAC_HAS_VECTOR;                               \
  extern "C" float soac_##function##f(float) noexcept __asm__(#function "f") SOAC_HAS_VECTOR;                          \
  namespace soac::runtime {                                                                                            \
  SOAC_INLINE double function(double x) { return soac_##function(x); }                                                 \
  SOAC_INLINE float function(float x) { return soac_##function##f(x); }                                                \
  }
#define SOAC_VECTOR2(function)                                                                                         \
  extern "C" double soac_##function(double, double) noexcept __asm__(#function) SOAC_HAS_VECTOR;                       \
  extern "C" float soac_##function##f(float, float) noexcept __asm__(#function "f") SOAC_HAS_VECTOR;                   \
  namespace soac::runtime {                                                                                            \
  SOAC_INLINE double function(double x, double y) { return soac_##function(x, y); }                                    \
  SOAC_INLINE float function(float x, float y) { return soac_##function##f(x, y); }                                    \
  }
#if __GLIBC_PREREQ(2, 35)
#define SOAC_VECTOR1_SINCE_2_35 SOAC_VECTOR1
#define SOAC_VECTOR2_SINCE_2_35 SOAC_VECTOR2
#endif
#else
#define SOAC_VECTOR1 SOAC_SCALAR1
#define SOAC_VECTOR2 SOAC_SCALAR2
#endif
#ifndef SOAC_VECTOR1_SINCE_2_35
#define SOAC_VECTOR1_SINCE_2_35 SOAC_SCALAR1
#define SOAC_VECTOR2_SINCE_2_35 SOAC_SCALAR2
#endif

// The square root is an instruction where `errno` is nobody's business.
#if defined(__clang__) && __has_builtin(__builtin_elementwise_sqrt)
namespace soac::runtime {
template <class T> SOAC_HOST_DEVICE inline T sqrt(T x) { return __builtin_elementwise_sqrt(x); }
} // namespace soac::runtime
#elif defined(__GNUC__) && defined(__GLIBC__) && !defined(__CUDACC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wredundant-decls"
extern "C" double sqrt(double) noexcept __attribute__((const));
extern "C" float sqrtf(float) noexcept __attribute__((const));
#pragma GCC diagnostic pop
namespace soac::runtime {
inline double sqrt(double x) { return ::sqrt(x); }
inline float sqrt(float x) { return ::sqrtf(x); }
} // namespace soac::runtime
#else
SOAC_SCALAR1(sqrt)
#endif

SOAC_VECTOR1(cos)
SOAC_VECTOR1(exp)
SOAC_VECTOR1(log)
SOAC_VECTOR1(sin)
SOAC_VECTOR2(pow)
SOAC_VECTOR1_SINCE_2_35(acos)
SOAC_VECTOR1_SINCE_2_35(acosh)
SOAC_VECTOR1_SINCE_2_35(asin)
SOAC_VECTOR1_SINCE_2_35(asinh)
SOAC_VECTOR1_SINCE_2_35(atan)
SOAC_VECTOR1_SINCE_2_35(atanh)
SOAC_VECTOR1_SINCE_2_35(cbrt)
SOAC_VECTOR1_SINCE_2_35(cosh)
SOAC_VECTOR1_SINCE_2_35(erf)
SOAC_VECTOR1_SINCE_2_35(erfc)
SOAC_VECTOR1_SINCE_2_35(exp2)
SOAC_VECTOR1_SINCE_2_35(expm1)
SOAC_VECTOR1_SINCE_2_35(log10)
SOAC_VECTOR1_SINCE_2_35(log1p)
SOAC_VECTOR1_SINCE_2_35(log2)
SOAC_VECTOR1_SINCE_2_35(sinh)
SOAC_VECTOR1_SINCE_2_35(tan)
SOAC_VECTOR2_SINCE_2_35(atan2)
SOAC_VECTOR2_SINCE_2_35(hypot)

#undef SOAC_VECTOR2_SINCE_2_35
#undef SOAC_VECTOR1_SINCE_2_35
#undef SOAC_VECTOR2
#undef SOAC_VECTOR1
#undef SOAC_HAS_VECTOR
#undef SOAC_SCALAR2
#undef SOAC_SCALAR1
