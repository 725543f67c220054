// A number with its tangent: random programs run on it give the tangents that generated derivatives must have, by
// another way than soac's and with the branches that the program itself takes [GW08 §3.1].
#pragma once

#include <cmath>
#include <limits>

namespace fuzz {

struct dual {
  double value = 0, tangent = 0;

  explicit operator int() const { return static_cast<int>(value); }

  friend bool operator<(dual a, dual b) { return a.value < b.value; }
  friend bool operator>(dual a, dual b) { return a.value > b.value; }
  friend bool operator<=(dual a, dual b) { return a.value <= b.value; }
  friend bool operator>=(dual a, dual b) { return a.value >= b.value; }
  friend bool operator==(dual a, dual b) { return a.value == b.value; }

  friend dual operator+(dual a) { return a; }
  friend dual operator-(dual a) { return {-a.value, -a.tangent}; }
  friend dual operator+(dual a, dual b) { return {a.value + b.value, a.tangent + b.tangent}; }
  friend dual operator-(dual a, dual b) { return {a.value - b.value, a.tangent - b.tangent}; }
  friend dual operator*(dual a, dual b) { return {a.value * b.value, a.tangent * b.value + a.value * b.tangent}; }
  friend dual operator/(dual a, dual b) {
    return {a.value / b.value, (a.tangent - a.value / b.value * b.tangent) / b.value};
  }
  dual &operator+=(dual b) { return *this = *this + b; }
  dual &operator-=(dual b) { return *this = *this - b; }
  dual &operator*=(dual b) { return *this = *this * b; }
  dual &operator/=(dual b) { return *this = *this / b; }
};

/// f(a), where f has this value and slope at a.
inline dual chain(dual a, double value, double slope) { return {value, slope * a.tangent}; }

inline dual sin(dual a) { return chain(a, std::sin(a.value), std::cos(a.value)); }
inline dual cos(dual a) { return chain(a, std::cos(a.value), -std::sin(a.value)); }
inline dual tanh(dual a) { return chain(a, std::tanh(a.value), 1 - std::tanh(a.value) * std::tanh(a.value)); }
inline dual atan(dual a) { return chain(a, std::atan(a.value), 1 / (1 + a.value * a.value)); }
inline dual exp(dual a) { return chain(a, std::exp(a.value), std::exp(a.value)); }
inline dual log(dual a) { return chain(a, std::log(a.value), 1 / a.value); }
inline dual log1p(dual a) { return chain(a, std::log1p(a.value), 1 / (1 + a.value)); }
inline dual sqrt(dual a) { return chain(a, std::sqrt(a.value), 0.5 / std::sqrt(a.value)); }
inline dual cbrt(dual a) { return chain(a, std::cbrt(a.value), std::cbrt(a.value) / (3 * a.value)); }
inline dual erf(dual a) { return chain(a, std::erf(a.value), 2 / std::sqrt(M_PI) * std::exp(-a.value * a.value)); }
inline dual floor(dual a) { return {std::floor(a.value), 0}; }
inline dual fabs(dual a) { return a.value < 0 ? -a : a.value > 0 ? a : dual{}; }
inline dual fmin(dual a, dual b) { return b.value < a.value ? b : a; }
inline dual fmax(dual a, dual b) { return a.value < b.value ? b : a; }
inline dual hypot(dual a, dual b) { return sqrt(a * a + b * b); }
inline dual atan2(dual a, dual b) {
  const double square = a.value * a.value + b.value * b.value;
  return {std::atan2(a.value, b.value), (a.tangent * b.value - a.value * b.tangent) / square};
}
inline dual pow(dual a, int n) { return chain(a, std::pow(a.value, n), n == 0 ? 0 : n * std::pow(a.value, n - 1)); }
inline dual pow(dual a, dual b) {
  const double value = std::pow(a.value, b.value);
  return {value, b.value * std::pow(a.value, b.value - 1) * a.tangent + std::log(a.value) * value * b.tangent};
}

} // namespace fuzz

// Where max and min begin.
template <> struct std::numeric_limits<fuzz::dual> : std::numeric_limits<double> {
  static constexpr fuzz::dual infinity() { return {std::numeric_limits<double>::infinity()}; }
  static constexpr fuzz::dual max() { return {std::numeric_limits<double>::max()}; }
  static constexpr fuzz::dual lowest() { return {std::numeric_limits<double>::lowest()}; }
};
