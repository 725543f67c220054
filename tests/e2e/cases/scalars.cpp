#include "scalars.hpp"

#include <cmath>
#include <limits>

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
