#include "empty_matrices.hpp"
#include "empty_matrices.soac.hpp"

namespace empty_matrices {
namespace {

const auto squares = [](auto row) { return soac::map([](double a) { return a * a; }, row); };
const auto total = [](auto row) { return soac::sum(row); };

} // namespace

static double transposed_first(mat x) { return soac::sum(soac::map(total, soac::map(squares, soac::transpose(x)))); }

static double transposed_after(mat x) { return soac::sum(soac::map(total, soac::transpose(soac::map(squares, x)))); }

static double rows(mat x) {
  double s = 0;
  for (soac::index i = 0; i < x.extent(0); ++i) {
    const auto sums = soac::scan(soac::plus{}, 0.0, x[i]);
    for (soac::index j = 0; j < x.extent(1); ++j)
      s += sums[j] * x(i, j);
  }
  return s;
}

matrix there_and_back(mat x) { return soac::transpose(soac::map(squares, soac::transpose(x))); }

matrix weighted(mat x) {
  return soac::map(
      [](auto row) {
        const auto positive = soac::filter([](double a) { return a > 0; }, row);
        return soac::map([&](double a) { return a * soac::sum(positive); }, row);
      },
      soac::transpose(x));
}

matrix gradient_transposed_first(mat x) { return soac::gradient<transposed_first>(x); }
matrix gradient_transposed_after(mat x) { return soac::gradient<transposed_after>(x); }
matrix gradient_of_loops(mat x) { return soac::gradient<rows>(x); }
matrix adjoint_there_and_back(mat x, mat seed) { return soac::vjp<there_and_back>(x, seed); }
matrix adjoint_weighted(mat x, mat seed) { return soac::vjp<weighted>(x, seed); }
matrix tangent_there_and_back(mat x) { return soac::jvp<there_and_back>(x, x); }
static matrix joined(mat x, mat y) { return soac::concat(x, y, x); }
matrix adjoint_of_joined(mat x, mat y, mat seed) { return soac::vjp<joined, soac::wrt<0>>(x, y, seed); }
matrix tangent_weighted(mat x) { return soac::jvp<weighted>(x, x); }

} // namespace empty_matrices
