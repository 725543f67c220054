#include "cmath.hpp"

#include <algorithm>
#include <cmath>

#pragma soac differentiate(vjp, jvp)
double sine(double x) { return std::sin(x); }

#pragma soac differentiate(vjp, jvp)
double cosine(double x) { return std::cos(x); }

#pragma soac differentiate(vjp, jvp)
double tangent(double x) { return std::tan(x); }

#pragma soac differentiate(vjp, jvp)
double arc_sine(double x) { return std::asin(x); }

#pragma soac differentiate(vjp, jvp)
double arc_cosine(double x) { return std::acos(x); }

#pragma soac differentiate(vjp, jvp)
double arc_tangent(double x) { return std::atan(x); }

#pragma soac differentiate(vjp, jvp)
double hyperbolic_sine(double x) { return std::sinh(x); }

#pragma soac differentiate(vjp, jvp)
double hyperbolic_cosine(double x) { return std::cosh(x); }

#pragma soac differentiate(vjp, jvp)
double hyperbolic_tangent(double x) { return std::tanh(x); }

#pragma soac differentiate(vjp, jvp)
double inverse_hyperbolic_sine(double x) { return std::asinh(x); }

#pragma soac differentiate(vjp, jvp)
double inverse_hyperbolic_cosine(double x) { return std::acosh(x); }

#pragma soac differentiate(vjp, jvp)
double inverse_hyperbolic_tangent(double x) { return std::atanh(x); }

#pragma soac differentiate(vjp, jvp)
double exponential(double x) { return std::exp(x); }

#pragma soac differentiate(vjp, jvp)
double power_of_two(double x) { return std::exp2(x); }

#pragma soac differentiate(vjp, jvp)
double exponential_less_one(double x) { return std::expm1(x); }

#pragma soac differentiate(vjp, jvp)
double logarithm(double x) { return std::log(x); }

#pragma soac differentiate(vjp, jvp)
double binary_logarithm(double x) { return std::log2(x); }

#pragma soac differentiate(vjp, jvp)
double decimal_logarithm(double x) { return std::log10(x); }

#pragma soac differentiate(vjp, jvp)
double logarithm_of_one_more(double x) { return std::log1p(x); }

#pragma soac differentiate(vjp, jvp)
double square_root(double x) { return std::sqrt(x); }

#pragma soac differentiate(vjp, jvp)
double cube_root(double x) { return std::cbrt(x); }

#pragma soac differentiate(vjp, jvp)
double square(double x) { return std::pow(x, 2); }

#pragma soac differentiate(vjp, jvp)
double reciprocal_cube(double x) { return std::pow(x, -3.0); }

#pragma soac differentiate(vjp, jvp)
double power_of_three(double x) { return std::pow(3.0, x); }

#pragma soac differentiate(vjp, jvp)
double self_power(double x) { return std::pow(x, x); }

#pragma soac differentiate(vjp, jvp)
double absolute(double x) { return std::fabs(x); }

#pragma soac differentiate(vjp, jvp)
double absolute_again(double x) { return std::abs(x); }

#pragma soac differentiate(vjp, jvp)
double error_function(double x) { return std::erf(x); }

#pragma soac differentiate(vjp, jvp)
double complementary_error_function(double x) { return std::erfc(x); }

#pragma soac differentiate(vjp, jvp)
double gamma_function(double x) { return std::tgamma(x); }

#pragma soac differentiate(vjp, jvp)
double log_gamma(double x) { return std::lgamma(x); }

#pragma soac differentiate(vjp, jvp)
double floors(double x) { return x * std::floor(x) + std::ceil(2 * x); }

#pragma soac differentiate(vjp, jvp)
double rounded(double x) { return x * std::round(x) + std::trunc(x); }

#pragma soac differentiate(vjp, jvp)
double nearest(double x) { return x * std::rint(x) + std::nearbyint(x); }

#pragma soac differentiate(vjp, jvp)
double scaled(double x) { return std::ldexp(x * x, 3); }

#pragma soac differentiate(vjp, jvp)
double classified(double x) {
  return std::isnan(x) ? 0 : std::isinf(x) ? x : std::isfinite(x) && std::signbit(x) ? x * x : 3 * x;
}

#pragma soac differentiate(vjp, jvp)
double unqualified(double x) { return sin(x) * exp(-fabs(x)); }

#pragma soac differentiate(vjp, jvp)
double limited(double x) { return std::clamp(x, -1.0, 1.0) * x; }

#pragma soac differentiate(vjp, jvp)
double angle(double x, double y) { return std::atan2(x, y); }

#pragma soac differentiate(vjp, jvp)
double power(double x, double y) { return std::pow(x, y); }

#pragma soac differentiate(vjp, jvp)
double distance(double x, double y) { return std::hypot(x, y); }

#pragma soac differentiate(vjp, jvp)
double smaller(double x, double y) { return std::fmin(x, y); }

#pragma soac differentiate(vjp, jvp)
double larger(double x, double y) { return std::fmax(x, y); }

#pragma soac differentiate(vjp, jvp)
double least(double x, double y) { return std::min(x, y); }

#pragma soac differentiate(vjp, jvp)
double greatest(double x, double y) { return std::max(x, y); }

#pragma soac differentiate(vjp, jvp)
double positive_difference(double x, double y) { return std::fdim(x, y); }

#pragma soac differentiate(vjp, jvp)
double with_sign(double x, double y) { return std::copysign(x * x, y) * y; }

#pragma soac differentiate(vjp, jvp)
double floating_remainder(double x, double y) { return std::fmod(x, y); }

#pragma soac differentiate(vjp, jvp)
double nearest_remainder(double x, double y) { return std::remainder(x, y); }

#pragma soac differentiate(vjp, jvp)
double fused(double x, double y) { return std::fma(x, y, x); }

#pragma soac differentiate(vjp, jvp)
float single_sine(float x) { return std::sin(x) * expf(x); }

#pragma soac differentiate(vjp, jvp)
float single_power(float x) { return std::pow(x, 2.5f) + std::tgamma(x); }
