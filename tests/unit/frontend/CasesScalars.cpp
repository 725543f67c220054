// Scalars: arithmetic, conversions, <cmath>, choices.
#include "Cases.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace {

double plus(double a, double b) { return a + b; }
double polynomial(double x, double y) { return 3 * x * x - 2.5 * x * y + y / 4 - 7; }
double unary(double x, double y) { return -x + +y - -(x * y); }
double compound(double x, double y) {
  double s = x;
  s += y;
  s *= 2;
  s -= x / 3;
  s /= 1 + y * y;
  return s;
}
double chained(double x, double y) {
  double a, b;
  a = b = x * y;
  a += b += 1;
  return a * 10 + b;
}
double comma(double x, double y) { return (x += 1, y += x, x * y); }
double increments(double x, double y) {
  int i = 3;
  double s = x++ + ++y;
  s += i++ * 10;
  s += --i * 100;
  s += i-- - 1;
  return s + i + x;
}
double trigonometric(double x, double y) {
  return std::sin(x) + cos(y) * std::tan(0.3 * x) + std::atan2(x, 2 + y * y) + std::asin(x / 10) + acos(y / 10) + std::atan(x);
}
double hyperbolic(double x, double y) {
  return std::sinh(x) + std::cosh(y) - tanh(x * y) + std::asinh(x) + std::acosh(1.5 + y * y) + std::atanh(x / 10);
}
double exponentials(double x, double y) {
  return std::exp(x) + std::exp2(y) + std::expm1(x / 2) + std::log(2 + x * x) + std::log2(1.5 + y * y) + log10(3 + x * x) +
         std::log1p(x * x) + std::pow(1 + x * x, y) + std::sqrt(1 + y * y) + std::cbrt(x) + std::hypot(x, y);
}
double integerPower(double x, double y) { return std::pow(x, 3) + std::pow(2, y); }
double roundings(double x, double y) {
  return std::floor(x) + std::ceil(y) * 10 + std::round(x * 3) * 100 + std::trunc(y * 2) + std::rint(x) + std::nearbyint(y) +
         static_cast<double>(std::lround(x * 5));
}
double specials(double x, double y) {
  return std::erf(x) + std::erfc(y) + std::tgamma(3 + x * x) + std::lgamma(2 + y * y) + std::fma(x, y, 1.0) +
         std::fmod(x, 1.5) + std::remainder(y, 1.25) + std::copysign(x, y) + std::fdim(x, y) + std::ldexp(x, 3);
}
double absolute(double x, double y) { return std::abs(x) + std::fabs(y) * 2 + fabs(x * y) + std::abs(static_cast<int>(x * 3)); }
double extremes(double x, double y) {
  return std::min(x, y) + std::max(x, 2 * y) * 3 + std::fmin(x, 0.5) + std::fmax(y, 0.25) + std::clamp(x, -1.0, 1.0) +
         std::min({x, y, 0.1}) + std::max({x, y, x * y});
}
double classified(double x, double y) {
  const double inf = std::numeric_limits<double>::infinity();
  return (std::isfinite(x) ? 1 : 0) + (std::isnan(y) ? 10 : 20) + (std::isinf(inf * (1 + x * x)) ? 100 : 200) +
         (std::signbit(x) ? 1000 : 0);
}
double floats(double x, double y) {
  float a = static_cast<float>(x), b = static_cast<float>(y);
  float c = std::sin(a) + sinf(b) * 2.5f + std::pow(a * a + 1.0f, b) + std::max(a, b);
  return c + a / 3;
}
double conversions(double x, double y) {
  int i = static_cast<int>(x * 100);
  unsigned u = static_cast<unsigned>(i * i) + 4000000000u;
  long long l = i * 1000000007LL;
  short s = static_cast<short>(i * 1000);
  unsigned char c = static_cast<unsigned char>(i);
  bool t = i;
  char letter = 'a' + 2;
  return i + u + static_cast<double>(l % 1000) + s + c + t + letter + static_cast<int>(y);
}
double integers(double x, double y) {
  int a = static_cast<int>(x * 17), b = static_cast<int>(y * 5) | 1;
  std::uint64_t h = 1469598103934665603ull;
  h = (h ^ static_cast<std::uint64_t>(a)) * 1099511628211ull;
  h ^= h >> 31;
  return a / b + a % b * 3 + (a << 2) + (a >> 1) + (a & 12) + (b ^ 5) + ~a + static_cast<double>(h >> 11) * 0x1p-53;
}
double logic(double x, double y) {
  const bool a = x > 0, b = y >= 0.5, c = x != y;
  return (a && b ? 1 : 2) + (a || c ? 10 : 20) + (!b ? 100 : 200) + (a == b) * 1000 + (a ^ c) * 2000 + (x < y && y <= 3);
}
double shortCircuit(double x, double y) {
  int calls = 0;
  const auto touch = [&](bool r) {
    ++calls;
    return r;
  };
  const bool r = (touch(x > 0) && touch(y > 0)) || touch(x < y);
  return calls * 10 + r;
}
double choice(double x, double y) { return x > y ? x * x : x < -1 ? y : x + y; }
double choiceOfLvalues(double x, double y) {
  double z = (x > y ? x : y) * 2;
  return z + (x < 0 ? y : x * 2);
}
double constants(double x, double y) {
  constexpr double g = 9.81;
  static const double table[] = {1.5, -2.5, 4};
  const int n = 3;
  constexpr int k = n * 2 + 1;
  return g * x + table[k % 3] + std::numbers::pi * y + std::numeric_limits<double>::epsilon() + sizeof(double) + table[n - 3];
}
enum class Mode : unsigned char { First = 3, Second = 7 };
enum Plain { alpha = -2, beta };
double enums(double x, double y) {
  Mode m = x > 0 ? Mode::First : Mode::Second;
  Plain p = y > 0 ? alpha : beta;
  return static_cast<int>(m) * x + static_cast<int>(p) * y + (m == Mode::First ? 100 : 0);
}
constexpr double square(double v) { return v * v; }
double constexprCall(double x, double y) {
  constexpr double nine = square(3);
  return nine * x + square(y) + square(2.0);
}
double literals(double x, double y) { return 0x1.8p1 * x + 1e-3 * y + 1'000 + 017 + 0b101 + 2.5f + (true ? 'b' : 0); }

} // namespace

std::vector<cases::Case> cases::scalarCases() {
#define CASE(f) make(#f, f)
  return {CASE(plus), CASE(polynomial), CASE(unary), CASE(compound), CASE(chained), CASE(comma), CASE(increments),
          CASE(trigonometric), CASE(hyperbolic), CASE(exponentials), CASE(integerPower), CASE(roundings), CASE(specials),
          CASE(absolute), CASE(extremes), CASE(classified), CASE(floats), CASE(conversions), CASE(integers), CASE(logic),
          CASE(shortCircuit), CASE(choice), CASE(choiceOfLvalues), CASE(constants), CASE(enums), CASE(constexprCall),
          CASE(literals)};
}
