#include "vector_pointers.hpp"
#include "vector_pointers.soac.hpp"

namespace vector_pointers {

double cubes(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * x[i];
  return s;
}
reals products(const double *x, const double *y, int n) {
  reals r(n);
  for (int i = 0; i < n; ++i)
    r[i] = x[i] * y[n - 1 - i];
  return r;
}
double strided(const double *x, int n, double k) {
  double s = 0;
  for (const double *p = x; p < x + 2 * n; p += 2)
    s += k * *p * *p;
  return s;
}

reals cubes_jmp(const double *x, int n, const matrix &dx) { return soac::jmp<cubes>(x, n, dx); }
matrix cubes_mjp(const double *x, int n, vec seeds) { return soac::mjp<cubes>(x, n, seeds); }
reals cubes_forward(const double *x, int n) { return soac::jacobian_forward<cubes>(x, n); }
reals cubes_reverse(const double *x, int n) { return soac::jacobian_reverse<cubes>(x, n); }
matrix cubes_hessian(const double *x, int n) { return soac::hessian<cubes>(x, n); }
reals cubes_hvp(const double *x, int n, const double *dx) { return soac::hvp<cubes>(x, n, dx); }
std::tuple<matrix, matrix> products_forward(const double *x, const double *y, int n) {
  return soac::jacobian_forward<products>(x, y, n);
}
std::tuple<matrix, matrix> products_reverse(const double *x, const double *y, int n) {
  return soac::jacobian_reverse<products>(x, y, n);
}
std::tuple<matrix, matrix> products_mjp(const double *x, const double *y, int n, const matrix &seeds) {
  return soac::mjp<products>(x, y, n, seeds);
}
std::tuple<std::tuple<matrix, reals>, std::tuple<reals, double>> strided_hessian(const double *x, int n, double k) {
  return soac::hessian<strided>(x, n, k);
}

} // namespace vector_pointers
