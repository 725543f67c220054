// Calls every adjoint at the sizes of check.sh and prints the high-water marks of their workspaces.
#include "programs.soac.hpp"

#include <cstdio>

namespace {

constexpr int n = 23, m = 9;

template <class Call> void measure(const char *name, Call call) {
  soac::workspace workspace;
  call(workspace);
  std::printf("%s %zu\n", name, workspace.high_water());
}

} // namespace

int main() {
  double x_adj = 0, v_adj = 0;
  soac::array<double> u(17), u_adj(17), x(m), x_adjoints(m);
  soac::array<double, 2> a(n, m), a_adj(n, m);
  soac::array<soac::index> keys(m);
  soac::array<double> with_zero(m); // a product that is zero has the larger adjoint
  std::vector<double> vector(n), vector_adj(n);
  std::vector<Body> bodies(6), bodies_adj(6);
  for (soac::index i = 0; i < u.extent(0); ++i)
    u[i] = 0.1 * static_cast<double>(i);
  for (soac::index i = 0; i < m; ++i) {
    x[i] = 1 + 0.1 * static_cast<double>(i);
    keys[i] = i * i % n;
    with_zero[i] = static_cast<double>(i);
  }
  for (soac::index i = 0; i < n; ++i) {
    vector[static_cast<std::size_t>(i)] = 0.1 * static_cast<double>(i);
    for (soac::index j = 0; j < m; ++j)
      a(i, j) = 0.01 * static_cast<double>(i + j);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bodies[i] = {1, {static_cast<double>(i), static_cast<double>(i * i)}};

  measure("orbit_vjp", [&](auto &w) { orbit_vjp(1, 2, n, 1, x_adj, v_adj, w); });
  measure("orbit_in_strips_vjp", [&](auto &w) { orbit_in_strips_vjp(1, 2, n, 1, x_adj, v_adj, w); });
  measure("orbit_in_thin_strips_vjp", [&](auto &w) { orbit_in_thin_strips_vjp(1, 2, n, 1, x_adj, v_adj, w); });
  measure("orbit_by_snapshots_vjp", [&](auto &w) { orbit_by_snapshots_vjp(1, 2, n, 1, x_adj, v_adj, w); });
  measure("diffusion_vjp", [&](auto &w) { diffusion_vjp(u, n, 1, u_adj, w); });
  measure("diffusion_in_strips_vjp", [&](auto &w) { diffusion_in_strips_vjp(u, n, 1, u_adj, w); });
  measure("nested_vjp", [&](auto &w) { nested_vjp(a, n, 1, a_adj, w); });
  measure("in_place_vjp", [&](auto &w) { in_place_vjp(vector, n, 1, vector_adj, w); });
  measure("in_order_vjp", [&](auto &w) { in_order_vjp(vector, n, 1, vector_adj, w); });
  measure("rows_vjp", [&](auto &w) { rows_vjp(a, x, 1, a_adj, x_adjoints, w); });
  measure("running_vjp", [&](auto &w) { running_vjp(x, 1, x_adjoints, w); });
  measure("gravity_vjp", [&](auto &w) { gravity_vjp(bodies, 1, bodies_adj, w); });
  measure("histogram_vjp", [&](auto &w) { histogram_vjp(with_zero, keys, n, 1, x_adjoints, w); });
  measure("branches_vjp", [&](auto &w) { branches_vjp(x, n, 1, x_adjoints, w); });
}
