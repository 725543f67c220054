#include "determinant.hpp"

#include "determinant.soac.hpp"

#include <cmath>

double determinant(soac::view<const double, 2> a) {
  const soac::index n = a.extent(0);
  soac::array<double, 2> m(a);
  double result = 1;
  for (soac::index k = 0; k < n; ++k) {
    // The row whose element in column k is largest changes places with row k; the rows above are finished.
    const soac::index p =
        soac::argmax(soac::tabulate([&](soac::index i) { return i < k ? -1.0 : std::fabs(m(i, k)); }, n));
    result *= p == k ? m(p, k) : -m(p, k);
    m = soac::tabulate(
        [&](soac::index i, soac::index j) {
          const soac::index row = i == p ? k : i;
          return i > k ? m(row, j) - m(row, k) / m(p, k) * m(p, j) : m(i, j);
        },
        n, n);
  }
  return result;
}

soac::array<double, 2> cofactors(soac::view<const double, 2> a) { return soac::gradient<determinant>(a); }
