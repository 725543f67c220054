// The derivative of a determinant is the matrix of its cofactors (Jacobi's formula), also where the determinant is zero
// and the textbook's det(a) inverse(a)' has no meaning.
#include "determinant.hpp"

#include <cmath>
#include <cstdio>

namespace {

/// The determinant of the matrix without row i and column j, with its sign.
double cofactor(const soac::array<double, 2> &a, soac::index i, soac::index j) {
  const soac::index n = a.extent(0);
  soac::array<double, 2> minor(n - 1, n - 1);
  for (soac::index r = 0; r < n - 1; ++r)
    for (soac::index c = 0; c < n - 1; ++c)
      minor(r, c) = a(r < i ? r : r + 1, c < j ? c : c + 1);
  return (i + j) % 2 == 0 ? determinant(minor) : -determinant(minor);
}

/// Prints the matrix's determinant and cofactors; returns how far these are from the minors' determinants.
double show(const char *name, const soac::array<double, 2> &a) {
  const auto gradient = cofactors(a);
  double error = 0;
  std::printf("%s: determinant %.10g, cofactors\n", name, determinant(a));
  for (soac::index i = 0; i < a.extent(0); ++i) {
    for (soac::index j = 0; j < a.extent(1); ++j) {
      std::printf(" %10.6g", gradient(i, j));
      error = std::fmax(error, std::fabs(gradient(i, j) - cofactor(a, i, j)));
    }
    std::puts("");
  }
  std::printf("largest difference to the minors: %.1e\n\n", error);
  return error;
}

} // namespace

int main() {
  soac::array<double, 2> chain(3, 3), singular(3, 3), wave(6, 6);
  for (soac::index i = 0; i < 3; ++i)
    for (soac::index j = 0; j < 3; ++j) {
      chain(i, j) = i == j ? 2 : std::abs(i - j) == 1 ? -1 : 0;
      singular(i, j) = static_cast<double>(3 * i + j + 1);
    }
  for (soac::index i = 0; i < 6; ++i)
    for (soac::index j = 0; j < 6; ++j)
      wave(i, j) = std::sin(static_cast<double>(1 + i * i + 3 * j)) + (i == j ? 1 : 0);
  const double error = show("chain", chain) + show("singular", singular) + show("wave", wave);
  // By hand: the chain's determinant is 4 and its middle cofactor 2 * 2; the second matrix has rank 2 and 1 * 5 - 2
  // * 4.
  const bool isKnown = std::fabs(determinant(chain) - 4) < 1e-12 && std::fabs(cofactors(chain)(1, 1) - 4) < 1e-12 &&
                       std::fabs(determinant(singular)) < 1e-12 && std::fabs(cofactors(singular)(2, 2) + 3) < 1e-12;
  return error < 1e-12 && isKnown ? 0 : 1;
}
