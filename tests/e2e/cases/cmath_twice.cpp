#include "cmath_twice.hpp"

#include <algorithm>
#include <cmath>
#include <soac/soac.hpp>

#include "cmath_twice.soac.hpp"

static double sine(double x) { return std::sin(x); }
static double cosine(double x) { return std::cos(x); }
static double tangent(double x) { return std::tan(x); }
static double arc_sine(double x) { return std::asin(x); }
static double arc_cosine(double x) { return std::acos(x); }
static double arc_tangent(double x) { return std::atan(x); }
static double angle(double x) { return std::atan2(x, 1.5) + std::atan2(-0.5, x); }
static double hyperbolic_sine(double x) { return std::sinh(x); }
static double hyperbolic_cosine(double x) { return std::cosh(x); }
static double hyperbolic_tangent(double x) { return std::tanh(x); }
static double inverse_hyperbolic_sine(double x) { return std::asinh(x); }
static double inverse_hyperbolic_cosine(double x) { return std::acosh(1 + x); }
static double inverse_hyperbolic_tangent(double x) { return std::atanh(x); }
static double exponential(double x) { return std::exp(x); }
static double power_of_two(double x) { return std::exp2(x); }
static double exponential_less_one(double x) { return std::expm1(x); }
static double logarithm(double x) { return std::log(x); }
static double binary_logarithm(double x) { return std::log2(x); }
static double decimal_logarithm(double x) { return std::log10(x); }
static double logarithm_of_one_more(double x) { return std::log1p(x); }
static double square_root(double x) { return std::sqrt(x); }
static double cube_root(double x) { return std::cbrt(x); }
static double cube(double x) { return std::pow(x, 3); }
static double power(double x) { return std::pow(x, 2 * x) + std::pow(0.3, x); }
static double distance(double x) { return std::hypot(x, 2.0) + std::hypot(1.0, x * x); }
static double fused(double x) { return std::fma(x, x, std::fma(x, 2.0, x)); }
static double remainders(double x) { return std::fmod(x * x, 0.2) * std::remainder(x, 0.3 * x * x); }
static double choices(double x) { return std::fmin(x * x, x) * std::fmax(x, 0.5) * std::min(x, 1.0) * std::max(x, -x); }
static double magnitudes(double x) { return std::fabs(x * x) * std::copysign(x, -x) * std::fdim(x, 0.1); }
static double steps(double x) { return std::floor(5 * x) * x * x + std::ldexp(x, 2) * std::round(x); }
static double error_function(double x) { return std::erf(x) * std::erfc(x); }
static double gamma_function(double x) { return std::tgamma(x); }
static double log_gamma(double x) { return std::lgamma(x); }

template <auto F> static double first(double x) { return soac::gradient<F>(x); }
template <auto F> static double forward_over_reverse(double x) { return soac::jvp<soac::gradient<F>>(x, 1.0); }
template <auto F> static double reverse_over_forward(double x) {
  return soac::gradient<soac::jvp<F>, soac::wrt<0>>(x, 1.0);
}
template <auto F> static twice_differentiated twice(const char *name) {
  return {name, first<F>, forward_over_reverse<F>, reverse_over_forward<F>};
}

std::vector<twice_differentiated> twice_differentiated_functions() {
  return {
      twice<sine>("sine"),
      twice<cosine>("cosine"),
      twice<tangent>("tangent"),
      twice<arc_sine>("arc_sine"),
      twice<arc_cosine>("arc_cosine"),
      twice<arc_tangent>("arc_tangent"),
      twice<angle>("angle"),
      twice<hyperbolic_sine>("hyperbolic_sine"),
      twice<hyperbolic_cosine>("hyperbolic_cosine"),
      twice<hyperbolic_tangent>("hyperbolic_tangent"),
      twice<inverse_hyperbolic_sine>("inverse_hyperbolic_sine"),
      twice<inverse_hyperbolic_cosine>("inverse_hyperbolic_cosine"),
      twice<inverse_hyperbolic_tangent>("inverse_hyperbolic_tangent"),
      twice<exponential>("exponential"),
      twice<power_of_two>("power_of_two"),
      twice<exponential_less_one>("exponential_less_one"),
      twice<logarithm>("logarithm"),
      twice<binary_logarithm>("binary_logarithm"),
      twice<decimal_logarithm>("decimal_logarithm"),
      twice<logarithm_of_one_more>("logarithm_of_one_more"),
      twice<square_root>("square_root"),
      twice<cube_root>("cube_root"),
      twice<cube>("cube"),
      twice<power>("power"),
      twice<distance>("distance"),
      twice<fused>("fused"),
      twice<remainders>("remainders"),
      twice<choices>("choices"),
      twice<magnitudes>("magnitudes"),
      twice<steps>("steps"),
      twice<error_function>("error_function"),
      twice<gamma_function>("gamma_function"),
      twice<log_gamma>("log_gamma"),
  };
}
