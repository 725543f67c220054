#include "scalars.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// Integers, mixed precision, casts, the operators of scalars; without any combinator.

#pragma soac differentiate(vjp, jvp)
double bit_tricks(double x, unsigned n) {
  int ones = 0;
  for (unsigned v = n; v; v &= v - 1)
    ++ones;
  double r = 1;
  for (double base = x; n; n >>= 1, base *= base)
    if (n & 1u)
      r *= base;
  return r * ones + ((ones ^ 5) | 8) * x + (~ones & 3);
}

#pragma soac differentiate(vjp, jvp)
double wrap_around(double x, std::uint8_t a, std::int32_t b) {
  a += 200;
  const std::uint16_t wide = static_cast<std::uint16_t>(b);
  const std::int8_t narrow = static_cast<std::int8_t>(b);
  const unsigned below = 0u - 1u;
  return x * a + x * x * wide + narrow * x + (below > 5 ? x : 0) + static_cast<std::uint8_t>(~a);
}

#pragma soac differentiate(vjp, jvp)
double hash_steers(double x, std::uint32_t seed, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    const double u = seed / 4294967296.0;
    x = u < 0.5 ? x * (1 + u) : x - u;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double signed_division(double x, int a, int b) {
  return x * (a / b) + x * x * (a % b) + std::abs(a) * x + (a >> 1) * x + (a < b) + -a * x;
}

#pragma soac differentiate(vjp, jvp)
double casts_down(double x) {
  const float f = static_cast<float>(x);
  return double(f) * x + (float)(x * x);
}

#pragma soac differentiate(vjp, jvp)
float float_only(float x, float y) { return std::sin(x) * y + std::pow(x, 2.0f) / (1.0f + y * y); }

#pragma soac differentiate(vjp, jvp)
double mixed_precision(float x, double y) {
  const float z = x * 0.5f;
  return z * y + std::sqrt(x) + x * 2;
}

#pragma soac differentiate(vjp, jvp)
float double_inside(float x) {
  double sum = 0;
  for (int i = 1; i < 5; ++i)
    sum += x / double(i);
  return static_cast<float>(sum * sum);
}

#pragma soac differentiate(vjp, jvp)
double float_rounding(double x) { return std::floor(x) * x + std::trunc(x * 3) + std::round(x) - std::fmod(x, 0.75); }

#pragma soac differentiate(vjp, jvp)
double integer_from_active_as_index(double x, const double *table, int n) {
  const double position = x * (n - 1);
  int i = static_cast<int>(position);
  i = i < 0 ? 0 : i > n - 2 ? n - 2 : i;
  const double t = position - std::floor(position);
  return table[i] * (1 - t) + table[i + 1] * t;
}

#pragma soac differentiate(vjp, jvp)
double bool_arithmetic(double x, double y) {
  const bool bigger = x > y, positive = !(x <= 0);
  return (bigger + positive) * x + (bigger ? y : -y) * (positive && !bigger) + double(bigger);
}

namespace {
enum Kind : unsigned char { linear = 1, quadratic = 4 };
enum class Mode { off, on = 7 };
} // namespace

#pragma soac differentiate(vjp, jvp)
double char_and_enum(double x, int which) {
  const Kind k = which > 0 ? quadratic : linear;
  const auto m = static_cast<Mode>(which);
  const char c = 'a' + 1;
  return std::pow(x, k) + (m == Mode::on ? x : 0) + static_cast<int>(m) * x + (c - 'a') * x;
}

#pragma soac differentiate(vjp, jvp)
double compound_assignments(double x, double y) {
  double a = x;
  a += a *= y;
  a -= y;
  a /= (x += 1);
  int i = 7;
  i %= 4;
  i <<= 2;
  i |= 1;
  i ^= 3;
  i *= 2.5;
  return a * i * x;
}

#pragma soac differentiate(vjp, jvp)
double increments(double x) {
  double y = x++;
  y *= ++x;
  y += x-- * 0.5;
  return y - --x;
}

#pragma soac differentiate(vjp, jvp)
double comma_and_nested_assignment(double x) {
  double a, b, c;
  a = b = c = x * x;
  a = (b += 1, b * c);
  (a > 1 ? a : b) = 3;
  c += a + b * c;
  return (b = 2, b) * x * c;
}

#pragma soac differentiate(vjp, jvp)
double shadowing(double x) {
  double y = x;
  {
    double x = y * y;
    y += x;
    for (int y = 0; y < 2; ++y)
      x += y;
    y *= x;
  }
  return x * y;
}

#pragma soac differentiate(vjp, jvp)
double literals(double x) {
  return x * 1e-3 + 0x1p-2 * x + 1'000 * x + 0b101 * x + 'A' * x + 3u * x + 5ll * x + .5f * x - 017 * x +
         x * std::numeric_limits<double>::epsilon() + sizeof(double) * x + true;
}

// <cmath>, one function each.

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
double bessel_functions(double x) { return j0(x) + 10 * j1(x); }
#pragma soac differentiate(vjp, jvp)
double bessel_of_order(int n, double x) { return jn(n, x) + yn(n, 1 + x * x); }
#pragma soac differentiate(vjp, jvp)
float bessel_of_floats(float x) { return j0f(x) * jnf(2, x); }
#pragma soac differentiate(vjp, jvp)
double second_kind(double x) { return y0(x) + 10 * y1(x); }
#pragma soac differentiate(vjp, jvp)
double power_of_ten(double x) { return exp10(x); }
#pragma soac differentiate(vjp, jvp)
double by_old_names(double x) { return gamma(x) + drem(x, 0.3); }
#pragma soac differentiate(vjp, jvp)
double both_of_angle(double x) {
  double s, c;
  sincos(x, &s, &c);
  return s * c * c;
}

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
