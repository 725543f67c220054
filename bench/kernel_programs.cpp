// The kernels with their derivatives, with one workspace for all calls of each.
#include "programs.hpp"

#include "kernels.hpp"
#include "kernels.soac.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace {

constexpr int n = 8000, m = 200;
constexpr double a = 1e-9; ///< small, so that repeated calls do not overflow

/// A kernel's arrays, with one more of the same size for each, and its workspace.
template <std::size_t N> struct arrays {
  std::array<std::vector<double>, N> values, others;
  soac::workspace workspace;

  explicit arrays(const std::array<long, N> &sizes) {
    for (std::size_t k = 0; k < N; ++k) {
      values[k] = random_vector(static_cast<std::size_t>(sizes[k]), -1, 1, static_cast<unsigned>(k));
      others[k] = random_vector(static_cast<std::size_t>(sizes[k]), -1, 1, static_cast<unsigned>(N + k));
    }
  }
  double *operator[](std::size_t k) { return values[k].data(); }
  double *derivative(std::size_t k) { return others[k].data(); }
};

/// `f`, `jvp` and `vjp` are called with the arrays; each call reads and writes the same ones again.
template <std::size_t N, class F, class Tangent, class Adjoint>
program kernel(const std::string &name, const std::array<long, N> &sizes, F f, Tangent jvp, Adjoint vjp) {
  const auto in = std::make_shared<arrays<N>>(sizes);
  const auto variant_of = [in](const char *what, auto run) {
    return variant{what, [in, run] {
                     run(*in);
                     return in->values.back()[0];
                   }};
  };
  return {name, {variant_of("the function", f), variant_of("`jvp`", jvp), variant_of("`vjp`", vjp)}};
}

} // namespace

std::vector<program> kernel_programs() {
  return {
      kernel<2>(
          "axpy, n = 8000", {n, n}, [](auto &v) { axpy(n, a, v[0], v[1]); },
          [](auto &v) { axpy_jvp(n, a, v[0], v[1], a, v.derivative(0), v.derivative(1), v.workspace); },
          [](auto &v) {
            double a_adj = 0;
            axpy_vjp(n, a, v[0], v[1], a_adj, v.derivative(0), v.derivative(1), v.workspace);
          }),
      kernel<3>(
          "dot product, n = 8000", {n, n, 1}, [](auto &v) { v[2][0] = dot_product(n, v[0], v[1]); },
          [](auto &v) {
            v[2][0] = dot_product_jvp(n, v[0], v[1], v.derivative(0), v.derivative(1), *v.derivative(2), v.workspace);
          },
          [](auto &v) {
            v[2][0] = dot_product_vjp(n, v[0], v[1], a, v.derivative(0), v.derivative(1), v.workspace);
          }),
      kernel<2>(
          "stencil of three points, n = 8000", {n, n}, [](auto &v) { stencil(n, v[0], v[1]); },
          [](auto &v) { stencil_jvp(n, v[0], v[1], v.derivative(0), v.derivative(1), v.workspace); },
          [](auto &v) { stencil_vjp(n, v[0], v[1], v.derivative(0), v.derivative(1), v.workspace); }),
      kernel<3>(
          "matrix times vector, 200 x 200", {m * m, m, m}, [](auto &v) { matrix_vector(m, m, v[0], v[1], v[2]); },
          [](auto &v) {
            matrix_vector_jvp(m, m, v[0], v[1], v[2], v.derivative(0), v.derivative(1), v.derivative(2), v.workspace);
          },
          [](auto &v) {
            matrix_vector_vjp(m, m, v[0], v[1], v[2], v.derivative(0), v.derivative(1), v.derivative(2), v.workspace);
          }),
      kernel<3>(
          "matrix times matrix, 200 x 200", {m * m, m * m, m * m}, [](auto &v) { matrix_product(m, v[0], v[1], v[2]); },
          [](auto &v) {
            matrix_product_jvp(m, v[0], v[1], v[2], v.derivative(0), v.derivative(1), v.derivative(2), v.workspace);
          },
          [](auto &v) {
            matrix_product_vjp(m, v[0], v[1], v[2], v.derivative(0), v.derivative(1), v.derivative(2), v.workspace);
          }),
      kernel<2>(
          "distances of 200 points, d = 16", {16 * m, m * m}, [](auto &v) { distances(m, 16, v[0], v[1]); },
          [](auto &v) { distances_jvp(m, 16, v[0], v[1], v.derivative(0), v.derivative(1), v.workspace); },
          [](auto &v) { distances_vjp(m, 16, v[0], v[1], v.derivative(0), v.derivative(1), v.workspace); }),
      kernel<3>(
          "accelerations of 200 bodies", {3 * m, m, 3 * m}, [](auto &v) { accelerations(m, v[0], v[1], v[2]); },
          [](auto &v) {
            accelerations_jvp(m, v[0], v[1], v[2], v.derivative(0), v.derivative(1), v.derivative(2), v.workspace);
          },
          [](auto &v) {
            accelerations_vjp(m, v[0], v[1], v[2], v.derivative(0), v.derivative(1), v.derivative(2), v.workspace);
          })};
}
