// Scalar functions that generated code calls and <cmath> does not have, for host and device: no exceptions, no state.
#pragma once

#include "soac/runtime/config.hpp"
#include "soac/runtime/vector_math.hpp"

#include <cmath>

namespace soac::runtime {

/// std::min and std::max by value: the first on ties, and where the comparison is false because of a NaN.
template <class T> SOAC_HOST_DEVICE constexpr T min(T a, T b) { return b < a ? b : a; }
template <class T> SOAC_HOST_DEVICE constexpr T max(T a, T b) { return a < b ? b : a; }

/// log |gamma(x)|. std::lgamma writes the global `signgam` where the C library has one; this does not.
SOAC_HOST_DEVICE inline double lgamma(double x) {
#if !defined(__CUDA_ARCH__) && defined(__GLIBC__) && defined(__USE_MISC)
  int sign = 0;
  return ::lgamma_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}
SOAC_HOST_DEVICE inline float lgamma(float x) {
#if !defined(__CUDA_ARCH__) && defined(__GLIBC__) && defined(__USE_MISC)
  int sign = 0;
  return ::lgammaf_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}

/// 10^x; the C library of GNU has it.
SOAC_HOST_DEVICE inline double exp10(double x) {
#if defined(__CUDA_ARCH__) || (defined(__GLIBC__) && defined(__USE_GNU))
  return ::exp10(x);
#else
  return std::pow(10.0, x);
#endif
}
SOAC_HOST_DEVICE inline float exp10(float x) {
#if defined(__CUDA_ARCH__) || (defined(__GLIBC__) && defined(__USE_GNU))
  return ::exp10f(x);
#else
  return std::pow(10.0f, x);
#endif
}

/// The Bessel functions of whole order n of the C library, which has them with orders -1, -2, .. too: J(-n) = (-1)^n J(n).
SOAC_HOST_DEVICE inline double bessel_j(int n, double x) {
  return n == 0 ? ::j0(x) : n == 1 ? ::j1(x) : n == -1 ? -::j1(x) : ::jn(n, x);
}
SOAC_HOST_DEVICE inline double bessel_y(int n, double x) {
  return n == 0 ? ::y0(x) : n == 1 ? ::y1(x) : n == -1 ? -::y1(x) : ::yn(n, x);
}
SOAC_HOST_DEVICE inline float bessel_j(int n, float x) { return static_cast<float>(bessel_j(n, static_cast<double>(x))); }
SOAC_HOST_DEVICE inline float bessel_y(int n, float x) { return static_cast<float>(bessel_y(n, static_cast<double>(x))); }

namespace detail {

/// digamma(x) for x > 0 away from its zero: the recurrence digamma(x) = digamma(x + 1) - 1/x up to x >= 10, then the
/// asymptotic series log x - 1/(2x) - sum B_2k / (2k x^2k)  (DLMF 5.5.2, 5.11.2); the first term left out is < 1e-16.
SOAC_HOST_DEVICE inline double digamma_positive(double x) {
  double below = 0;
  for (; x < 10; x += 1)
    below += 1 / x;
  const double y = 1 / (x * x);
  const double series =
      y * (1.0 / 12 -
           y * (1.0 / 120 -
                y * (1.0 / 252 -
                     y * (1.0 / 240 - y * (1.0 / 132 - y * (691.0 / 32760 - y * (1.0 / 12 - y * (3617.0 / 8160))))))));
  return std::log(x) - 0.5 / x - series - below;
}

/// digamma by its Taylor series about its positive zero, for |x - zero| < 0.1, so that the relative error stays small.
SOAC_HOST_DEVICE inline double digamma_near_zero(double x) {
  constexpr double zero = 1.4616321449683622, zero_rest = 9.549995429965697e-17;
  constexpr double coefficients[] = {0.96767224544762117,   -0.44276316898359211,  0.25849976095565101,
                                     -0.16394270544240653,  0.10782405069126237,   -0.072199561256454711,
                                     0.048804288164143107,  -0.033161126474847359, 0.022597648232218105,
                                     -0.015424765904948959, 0.010538791616612175,  -0.0072045343863568682,
                                     0.0049267813957298535, -0.0033698016554393281};
  const double h = (x - zero) - zero_rest;
  double sum = 0;
  for (int k = 13; k >= 0; --k)
    sum = coefficients[k] + h * sum;
  return h * sum;
}

/// The Hurwitz zeta function, sum over k >= 0 of (x + k)^-s, for x > 0 and whole s >= 2: direct terms up to
/// x >= s + 10, then Euler-Maclaurin summation (DLMF 25.11.7) with B_2j / (2j)! for j = 1 .. 8.
SOAC_HOST_DEVICE inline double hurwitz_zeta(int s, double x) {
  constexpr double ratios[] = {1.0 / 12,
                               -1.0 / 720,
                               1.0 / 30240,
                               -1.0 / 1209600,
                               1.0 / 47900160,
                               -691.0 / 1307674368000,
                               1.0 / 74724249600.0,
                               -3617.0 / 10670622842880000.0};
  double sum = 0;
  for (; x < s + 10; x += 1)
    sum += std::pow(x, -static_cast<double>(s));
  const double power = std::pow(x, -static_cast<double>(s));
  sum += power * (x / (s - 1) + 0.5);
  double factor = power * s / x; // s (s+1) .. (s+2j-2) / x^(s+2j-1)
  for (int j = 0; j < 8; ++j) {
    sum += ratios[j] * factor;
    factor *= (s + 2 * j + 1) / x * ((s + 2 * j + 2) / x);
  }
  return sum;
}

} // namespace detail

/// The derivative of log gamma, to about 1e-14 relative for x > 0, and of the larger term of the reflection formula
/// digamma(x) = digamma(1 - x) - pi / tan(pi x) for x < 0 (DLMF 5.5.4). NaN at -1, -2, ..; -inf at +0.
SOAC_HOST_DEVICE inline double digamma(double x) {
  if (x > 0)
    return std::fabs(x - 1.4616321449683622) < 0.1 ? detail::digamma_near_zero(x) : detail::digamma_positive(x);
  if (x == 0)
    return -1 / x;
  constexpr double pi = 3.14159265358979323846;
  const double fraction = x - std::round(x);
  if (fraction == 0)
    return std::nan("");
  return detail::digamma_positive(1 - x) - pi / std::tan(pi * fraction);
}
SOAC_HOST_DEVICE inline float digamma(float x) { return static_cast<float>(digamma(static_cast<double>(x))); }

/// The n-th derivative of digamma, n >= 0: (-1)^(n+1) n! times the sum over k >= 0 of (x + k)^-(n+1) (DLMF 5.15.1). For
/// x = f - m < 1/2 with |f| <= 1/2 the sum is split at k = m into Hurwitz zeta functions of positive arguments.
/// Infinite at 0, -1, ..; n! must not overflow (n <= 170).
SOAC_HOST_DEVICE inline double polygamma(int n, double x) {
  if (n == 0)
    return digamma(x);
  const int s = n + 1;
  double sum;
  if (x > 0) {
    sum = detail::hurwitz_zeta(s, x);
  } else {
    const double f = x - std::round(x);
    const double mirrored = detail::hurwitz_zeta(s, 1 - f) - detail::hurwitz_zeta(s, 1 - x);
    sum = std::pow(f, -static_cast<double>(s)) + detail::hurwitz_zeta(s, 1 + f) + (s % 2 == 0 ? mirrored : -mirrored);
  }
  for (int k = 2; k <= n; ++k)
    sum *= k;
  return n % 2 == 0 ? -sum : sum;
}
SOAC_HOST_DEVICE inline float polygamma(int n, float x) {
  return static_cast<float>(polygamma(n, static_cast<double>(x)));
}

} // namespace soac::runtime
