#include "check.hpp"
#include "interfaces.hpp"
#include "interfaces.soac.hpp"

namespace {

using numbers = std::vector<double>;

TEST(Interfaces, a_result_with_a_constructor_of_its_own) {
  double x_adj = 0;
  Doubled seed;
  seed.a = 1;
  seed.b = 10;
  const Doubled value = doubled_vjp(2.0, seed, x_adj);
  EXPECT_EQ(value.a, 4);
  EXPECT_EQ(value.b, 16);
  EXPECT_EQ(x_adj, 4 + 10 * 2 * 12);
  Doubled tangent;
  doubled_jvp(2.0, 1.0, tangent);
  EXPECT_EQ(tangent.a, 4);
  EXPECT_EQ(tangent.b, 24);
  Outer outer_tangent;
  const Outer outer = nested_jvp(2.0, 1.0, outer_tangent);
  EXPECT_EQ(outer.inner.b, 8);
  EXPECT_EQ(outer.c, 6);
  EXPECT_EQ(outer_tangent.inner.b, 8);
}

TEST(Interfaces, operators_by_their_address) { EXPECT_EQ(gradient_of_product(5), 3 + 5); }

TEST(Interfaces, iterators) {
  const numbers x{1, 2, 3};
  numbers x_adj(3);
  EXPECT_EQ(sum_of_squares_vjp(x.begin(), x.end(), 1.0, x_adj.data(), x_adj.data() + 3), 14);
  EXPECT_EQ(x_adj, (numbers{2, 4, 6}));
  first_elements_vjp(x.begin(), 2, 1.0, x_adj.data());
  EXPECT_EQ(x_adj, (numbers{4, 8, 6}));
  double tangent = 0;
  first_elements_jvp(x.begin() + 1, 2, x.data(), tangent);
  EXPECT_EQ(tangent, 2 * (2 * 1 + 3 * 2));
  numbers y{1, 2, 3}, y_adj{1, 1, 1};
  double factor_adj = 0;
  scale_vjp(y.begin(), y.end(), 2.0, y_adj.data(), y_adj.data() + 3, factor_adj);
  EXPECT_EQ(y, (numbers{2, 4, 6}));
  EXPECT_EQ(y_adj, (numbers{2, 2, 2}));
  EXPECT_EQ(factor_adj, 6);
}

TEST(Interfaces, temporaries) {
  double x_adj = 0, tangent = 0;
  EXPECT_EQ(square_of_temporary_vjp(3.0, 1.0, x_adj), 9);
  EXPECT_EQ(x_adj, 6);
  square_of_temporary_jvp(3.0, 1.0, tangent);
  EXPECT_EQ(tangent, 6);
  numbers adj(2);
  EXPECT_EQ(product_of_temporary_vjp({3, 4}, 1.0, adj), 24);
  EXPECT_EQ(adj, (numbers{8, 6}));
}

// As C sees them.
extern "C" double (*const c_energy_vjp_in_c)(const double *, double, int, double, double *, double *) = &c_energy_vjp;
extern "C" void (*const c_scale_jvp_in_c)(double, double *, int, double, double *) = &c_scale_jvp;

TEST(Interfaces, functions_with_c_linkage) {
  const double x[] = {1, 2};
  double x_adj[2] = {}, k_adj = 1;
  EXPECT_EQ(c_energy_vjp_in_c(x, 3.0, 2, 1.0, x_adj, &k_adj), 15);
  EXPECT_EQ(k_adj, 6);
  EXPECT_EQ(x_adj[1], 12);
  soac::workspace workspace;
  c_energy_vjp(x, 3.0, 2, 1.0, x_adj, k_adj, workspace);
  EXPECT_EQ(k_adj, 11);
  double y[] = {1, 2}, y_tan[] = {0, 1};
  c_scale_jvp_in_c(2.0, y, 2, 1.0, y_tan);
  EXPECT_EQ(y_tan[1], 4);
}

TEST(Interfaces, records_with_pointers) {
  double x[] = {1, 2, 3}, x_adj[3] = {};
  Cloud adj{x_adj, 0};
  EXPECT_EQ(cloud_energy_vjp({x, 0.5}, 3, 1.0, adj), 7);
  EXPECT_EQ(x_adj[2], 3);
  EXPECT_EQ(adj.scale, 14);
  double x_tan[] = {1, 0, 0}, tangent = 0;
  cloud_energy_jvp({x, 0.5}, 3, {x_tan, 2.0}, tangent);
  EXPECT_EQ(tangent, 2 * 14 + 1);

  double factor_adj = 0;
  adj.scale = 0;
  std::fill_n(x_adj, 3, 1.0);
  cloud_scale_vjp({x, 0.5}, 3, 4.0, adj, factor_adj);
  EXPECT_EQ(x[2], 6);
  EXPECT_EQ(x_adj[2], 2);
  EXPECT_EQ(factor_adj, 3);
  EXPECT_EQ(adj.scale, 24);

  const double in[] = {1, 2};
  double out[] = {0, 0}, in_adj[2] = {}, out_adj[] = {1, 1};
  std::tuple<double *, double *, int> grid_adj{in_adj, out_adj, 0};
  factor_adj = 0;
  apply_vjp({in, out, 2}, 3.0, grid_adj, factor_adj);
  EXPECT_EQ(out[1], 12);
  EXPECT_EQ(in_adj[1], 12);
  EXPECT_EQ(factor_adj, 5);
  EXPECT_THROW(apply_vjp({out, out, 2}, 3.0, grid_adj, factor_adj), std::invalid_argument);

  const int index[] = {1, 1};
  std::tuple<double *, const int *> table_adj{in_adj, nullptr};
  in_adj[1] = 0;
  EXPECT_EQ(looked_up_vjp({in, index}, 2, 1.0, table_adj), 8);
  EXPECT_EQ(in_adj[1], 8);
}

TEST(Interfaces, explicit_instantiations_of_what_was_instantiated_before) {
  double x_adj = 0;
  cube_vjp(2.0, 1.0, x_adj);
  EXPECT_EQ(x_adj, 12);
  float f_adj = 0;
  cube_vjp(2.0F, 1.0F, f_adj);
  EXPECT_EQ(f_adj, 12);
}

TEST(Interfaces, reads_through_a_cast) {
  const double x[] = {1, 2};
  double x_adj[2] = {};
  EXPECT_EQ(reads_through_cast_vjp(x, 2, 1.0, x_adj), 5);
  EXPECT_EQ(x_adj[1], 4);
}

TEST(Interfaces, derivatives_by_some_of_the_parameters) {
  double a_adj = 0, b_adj = 0, c_adj = 0, t = 0;
  by_first_and_last_vjp(2.0, 3.0, 5.0, 1.0, a_adj, c_adj);
  by_last_and_first_vjp(2.0, 3.0, 5.0, 10.0, c_adj, a_adj);
  EXPECT_EQ(a_adj, 11 * 75);
  EXPECT_EQ(c_adj, 11 * 60);
  by_first_and_last_jvp(2.0, 3.0, 5.0, 1.0, 10.0, t);
  EXPECT_EQ(t, 75 + 600);
  by_last_and_first_jvp(2.0, 3.0, 5.0, 1.0, 10.0, t);
  EXPECT_EQ(t, 60 + 750);

  const double matrix[] = {1, 2, 3, 4}, x[] = {5, 6};
  double y[2], x_adj[2] = {}, y_adj[] = {1, 10};
  by_vector_vjp(matrix, x, y, 2, x_adj, y_adj);
  EXPECT_EQ(y[1], 39);
  EXPECT_EQ(x_adj[0], 31);
  EXPECT_EQ(x_adj[1], 42);
  by_vector_jvp(matrix, x, y, 2, x, y_adj);
  EXPECT_EQ(y_adj[1], 39);

  b_adj = 0;
  by_second_vjp(2.0, 3.0, 1.0, b_adj);
  c_by_second_vjp(2.0, 3.0, 1.0, &b_adj);
  EXPECT_EQ(b_adj, 24);
}

// The cloud is written, so that it has a seed, which comes after what the list names.
TEST(Interfaces, what_is_written_has_a_seed_whatever_is_chosen) {
  Cloud cloud{};
  Cloud cloud_adj{};
  double factor_adj = 0;
  by_factor_vjp(cloud, 0, 2.0, factor_adj, cloud_adj);
  EXPECT_EQ(factor_adj, 0);
}

} // namespace
