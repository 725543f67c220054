#include "radix_sort.hpp"

#include "radix_sort.soac.hpp"

#include <bit>
#include <cstdint>
#include <utility>

namespace {

/// Integers in the order of the numbers: negative numbers have all bits turned, others the sign.
std::uint64_t key(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  constexpr std::uint64_t sign = std::uint64_t(1) << 63;
  return bits & sign ? ~bits : bits | sign;
}

/// Which element of x comes where.
soac::array<soac::index> order(soac::view<const double> x) {
  constexpr soac::index buckets = 256;
  const soac::index n = x.extent(0);
  soac::array<soac::index> from = soac::iota(n), to(n);
  for (int shift = 0; shift < 64; shift += 8) {
    soac::array<soac::index> starts(buckets + 1);
    const auto digit = [&](soac::index i) { return static_cast<soac::index>(key(x[i]) >> shift & 255); };
    for (soac::index i = 0; i < n; ++i)
      ++starts[digit(i) + 1];
    for (soac::index b = 0; b < buckets; ++b)
      starts[b + 1] += starts[b];
    for (soac::index i = 0; i < n; ++i)
      to[starts[digit(from[i])]++] = from[i];
    std::swap(from, to);
  }
  return from;
}

/// The adjoint goes back to where its number came from.
soac::array<double> radix_sort_vjp(soac::view<const double> x, soac::view<const double> r_adj,
                                   soac::view<double> x_adj) {
  const auto from = order(x);
  for (soac::index i = 0; i < x.extent(0); ++i)
    x_adj[from[i]] += r_adj[i];
  return soac::gather(x, from);
}

/// The tangents are sorted as the numbers are.
soac::array<double> radix_sort_jvp(soac::view<const double> x, soac::view<const double> x_tan,
                                   soac::array<double> &r_tan) {
  const auto from = order(x);
  r_tan = soac::gather(x_tan, from);
  return soac::gather(x, from);
}

} // namespace

soac::array<double> radix_sort(soac::view<const double> x) { return soac::gather(x, order(x)); }

double trimmed(double slope, double offset, soac::view<const double> x, soac::view<const double> y, soac::index kept) {
  const auto squares =
      soac::map([&](double a, double b) { return (b - slope * a - offset) * (b - slope * a - offset); }, x, y);
  const auto sorted = soac::with_rules(radix_sort, radix_sort_vjp, radix_sort_jvp, squares);
  return soac::sum(soac::slice(sorted, 0, kept));
}

std::tuple<double, std::tuple<double, double>> value_and_gradient(double slope, double offset,
                                                                  soac::view<const double> x,
                                                                  soac::view<const double> y, soac::index kept) {
  return soac::value_and_gradient<trimmed, soac::wrt<0, 1>>(slope, offset, x, y, kept);
}

double slope_along(double slope, double offset, soac::view<const double> x, soac::view<const double> y,
                   soac::index kept, double slope_tan, double offset_tan) {
  return soac::jvp<trimmed, soac::wrt<0, 1>>(slope, offset, x, y, kept, slope_tan, offset_tan);
}
