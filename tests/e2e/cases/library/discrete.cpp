#include "discrete.hpp"
#include "discrete.soac.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <soac/soac.hpp>

int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
int collatz(int n, int most) { return n <= 1 || most == 0 ? 0 : 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1, most - 1); }

#pragma soac differentiate(vjp, jvp)
double bits(double x, unsigned n) {
  double s = x * std::popcount(n) + x * x * std::countr_zero(n) + std::countl_zero(n) / x;
  s += std::sin(x) * std::countr_one(n) * std::countl_one(~n) + std::bit_width(n) * x;
  s *= static_cast<double>(std::bit_ceil(n) - std::bit_floor(n)) + std::has_single_bit(n) * x;
  const auto turned = std::rotl(n, 5) ^ std::rotr(n, 3);
  s += turned % 7 * x + std::popcount(static_cast<std::uint8_t>(n)) * x + std::countr_zero(std::uint16_t{0}) * x;
  return s + std::countl_zero(std::uint64_t{n} << 20) * x * x;
}

#pragma soac differentiate(vjp, jvp)
double builtins(double x, int n) {
  const unsigned u = static_cast<unsigned>(n);
  double s = x * __builtin_popcount(u) + __builtin_ctz(u) * x * x + __builtin_clzll(u) * std::exp(x);
  s += x * __builtin_ffs(n) + x * x * __builtin_ffs(0) + __builtin_parityl(u) * x + __builtin_clrsb(-n) * x;
  return s + static_cast<double>(__builtin_bswap32(u) >> 20) * x + static_cast<double>(__builtin_bswap16(258)) * x;
}

#pragma soac differentiate(vjp, jvp)
double bits_of_numbers(double x, double y) {
  // The exponent steers; the bits of what is stopped, and of constants, make numbers.
  const std::int64_t exponent = (std::bit_cast<std::int64_t>(x) >> 52) - 1023;
  const double scale = std::bit_cast<double>(std::bit_cast<std::uint64_t>(soac::stop_gradient(y)) & ~std::uint64_t{1});
  const float third = std::bit_cast<float>(0x3eaaaaabu);
  double s = 0;
  for (std::int64_t i = 0; i <= exponent; ++i)
    s += x * y * third;
  return s * x + scale * x;
}

#pragma soac differentiate(vjp, jvp)
double classes(double x, double y) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double numbers[] = {x, 0.0, inf, 1e-310, nan};
  double s = 0;
  int k = 1;
  for (const double number : numbers)
    switch (std::fpclassify(number)) {
    case FP_NORMAL: s += x * k++; break;
    case FP_ZERO: s += x * x * k++; break;
    case FP_INFINITE: s += std::sin(x) * k++; break;
    case FP_SUBNORMAL: s += x * y * k++; break;
    default: s += y * k++; break;
    }
  const bool isNormal = std::isnormal(x) && !std::isnormal(numbers[3]);
  return s + (isNormal ? x : 0) + (std::isunordered(x, numbers[4]) ? y : 0) + (std::islessgreater(x, y) ? x * y : 0);
}

#pragma soac differentiate(vjp, jvp)
double neighbours(double x, float y) {
  return std::nextafter(x * x, 10.0) * 2 + static_cast<double>(std::nextafter(y * y, 0.0f)) * x;
}

#pragma soac differentiate(vjp, jvp)
double integer_functions(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[gcd(i, 12) % n] * opaque_weight(i) +
         x[opaque_hash(static_cast<unsigned>(i), 3) % static_cast<unsigned>(n)];
  return s * std::abs(opaque_weight(n));
}

// The cell is looked up: what an array holds there is a number of its own, also where it is computed from the place.
#pragma soac differentiate(vjp, jvp)
double on_a_grid(double x, int n) {
  const soac::array<double> grid = soac::tabulate([](soac::index i) { return 0.1 * static_cast<double>(i); }, n);
  const int cell = static_cast<int>(x * 10);
  const double left = grid[cell], right = grid[cell + 1];
  return (x - left) * (right - x) * right;
}

#pragma soac differentiate(vjp, jvp)
double integers_in_loops(double x, int n) {
  double s = 1;
  int k = n;
  while (opaque_weight(k) < 4) {
    s = std::sin(s * x) + collatz(k);
    ++k;
  }
  const int steps = static_cast<int>(x * 3);
  return s * x + x * (gcd(steps, 6) > 2 ? x : 2);
}

#pragma soac differentiate(vjp, jvp)
std::complex<double> arc_sine(std::complex<double> z) { return std::asin(z); }
#pragma soac differentiate(vjp, jvp)
std::complex<double> arc_cosine(std::complex<double> z) { return std::acos(z); }
#pragma soac differentiate(vjp, jvp)
std::complex<double> arc_tangent(std::complex<double> z) { return std::atan(z); }
#pragma soac differentiate(vjp, jvp)
std::complex<double> area_sine(std::complex<double> z) { return std::asinh(z); }
#pragma soac differentiate(vjp, jvp)
std::complex<double> area_cosine(std::complex<double> z) { return std::acosh(z); }
#pragma soac differentiate(vjp, jvp)
std::complex<double> area_tangent(std::complex<double> z) { return std::atanh(z); }
#pragma soac differentiate(vjp, jvp)
std::complex<double> projection(std::complex<double> z) { return std::proj(z) * z; }
#pragma soac differentiate(vjp, jvp)
std::complex<double> root(std::complex<double> z) { return std::sqrt(z); }
#pragma soac differentiate(vjp, jvp)
std::complex<float> arc_sine_of_floats(std::complex<float> z) { return std::asin(z); }
