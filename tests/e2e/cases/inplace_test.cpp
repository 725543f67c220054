#include "inplace.hpp"

#include "check.hpp"
#include "inplace.soac.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

using reals = std::vector<double>;

DERIVATIVES(Loops, rosenbrock, reals{-1.2, 1.0, 0.3, 2.0}, 4)
DERIVATIVES(Loops, horner, 0.7, reals{1.0, -2.0, 0.5, 3.0}, 4)
DERIVATIVES(Loops, scale_and_add, 0.3, reals{1.0, 2.0, 3.0}, reals{-1.0, 0.5, 2.0}, 3)

TEST(Loops, NoCoefficientsIsTheZeroPolynomial) {
  double x_adj = 0;
  EXPECT_EQ(horner_vjp(2.0, nullptr, 0, 1.0, x_adj, nullptr), 0.0);
  EXPECT_EQ(x_adj, 0.0);
}

TEST(Loops, RosenbrockKnownGradient) {
  const reals x{-1.2, 1.0};
  reals adjoint(2);
  EXPECT_DOUBLE_EQ(rosenbrock_vjp(x.data(), 2, 1.0, adjoint.data()), 24.2);
  EXPECT_NEAR(adjoint[0], -215.6, 1e-10);
  EXPECT_NEAR(adjoint[1], -88.0, 1e-10);
}

TEST(Loops, nests_that_overwrite) {
  const reals x{0.3, -0.7, 0.9, 0.2, 0.5, 1.1, -0.4, 0.8, 0.6, -0.2, 0.1, 0.75};
  for (const int n : {0, 1, 3})
    for (const int m : {0, 1, 4}) {
      EXPECT_DERIVATIVES(flat_nest, x, n, m);
      EXPECT_DERIVATIVES(pairs, x, n, m);
      EXPECT_DERIVATIVES(in_strips, x, n, m);
      EXPECT_DERIVATIVES(triangle, x, n * m);
    }
  for (const int steps : {0, 1, 2})
    for (const int m : {0, 1, 3}) {
      EXPECT_DERIVATIVES(rows_and_columns, x, steps, 2, m);
      EXPECT_DERIVATIVES(slope_of_rows_and_columns, x, steps, 2, m);
    }
}

DERIVATIVES(InPlace, cholesky, reals{4, 1, 0.5, 1, 5, 1.5, 0.5, 1.5, 6}, 3)
DERIVATIVES(InPlace, log_determinant, reals{4, 1, 0.5, 1, 5, 1.5, 0.5, 1.5, 6}, 3)
DERIVATIVES(InPlace, solve_tridiagonal, reals{0, 0.5, 0.3, 0.2}, reals{2, 2.5, 3, 2.2}, reals{0.4, 0.1, 0.6, 0},
            reals{1, 2, -1, 0.5}, 4)
DERIVATIVES(InPlace, burgers, reals{0.1, 0.5, 0.9, 0.3, -0.2, 0.4}, 6, 3, 0.05)
DERIVATIVES(InPlace, heat_energy, reals{0.1, 0.5, 0.9, 0.3, -0.2}, 4)
DERIVATIVES(InPlace, matrix_product, reals{1, 2, 3, 4, 5, 6}, reals{0.5, -1, 2, 0.25, 1.5, -0.75}, reals(4), 2, 2, 3)
DERIVATIVES(InPlace, newton_root, 2.0, 1.0)
DERIVATIVES(InPlace, runge_kutta, reals{2.0, 0.1}, 0.4, -0.2, 0.05, 20)
DERIVATIVES(InPlace, prefix_products, reals{1.5, -0.5, 2.0, 0.7}, 4)
DERIVATIVES(InPlace, swap_elements, reals{1.5, -0.5, 2.0, 0.7}, 6)
DERIVATIVES(InPlace, bubble_sort, reals{1.5, -0.5, 2.0, 0.7, 0.1}, 5)
DERIVATIVES(InPlace, collatz_like, 0.3, 7)
DERIVATIVES(InPlace, lu_pivot, (soac::array<double, 2>{{1, 4, 2}, {3, 1, 5}, {2, 2, 0.5}}))
DERIVATIVES(InPlace, horner_table, reals{1, 4, 2, 3, 1, 5}, std::vector<int>{3, 1, -1, 2, 4, 200, 0}, 7, 0.7)

TEST(InPlace, GaussSeidel) {
  soac::array<double, 2> u(4, 5), f(4, 5);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) {
      u(i, j) = 0.1 * i - 0.2 * j;
      f(i, j) = 0.3 * i * j;
    }
  EXPECT_DERIVATIVES(gauss_seidel, u, f, 3);
}

TEST(InPlace, SinglePrecisionKnownGradient) {
  const std::vector<float> x{0.5f, -1.0f};
  std::vector<float> adjoint(2);
  float s_adj = 0;
  single_precision_vjp(x.data(), 2, 0.7f, 1.0f, adjoint.data(), s_adj);
  const double a = std::exp(-0.25 * 0.7), b = std::exp(-0.7);
  EXPECT_NEAR(adjoint[0], -2 * 0.5 * 0.7 * a / (a + b), 1e-6);
  EXPECT_NEAR(adjoint[1], 2 * 0.7 * b / (a + b), 1e-6);
  EXPECT_NEAR(s_adj, (-0.25 * a - b) / (a + b), 1e-6);
}

namespace false_dependencies {

using ints = std::vector<int>;
using reals = std::vector<double>;

namespace {
const reals five{0.3, -0.7, 0.9, 0.2, 0.5};
} // namespace

TEST(FalseDependencies, proven_to_have_no_false_dependencies) {
  for (const int n : {0, 1, 2, 5}) {
    EXPECT_DERIVATIVES(recurrence, 0.7, n);
    EXPECT_DERIVATIVES(wavefront, five, n);
    EXPECT_DERIVATIVES(ping_pong, five, n);
  }
}

TEST(FalseDependencies, claimed_to_have_no_false_dependencies) {
  const ints all{2, 0, 4, 1, 3};
  EXPECT_DERIVATIVES(permuted, five, all);
  EXPECT_DERIVATIVES(permuted_2, five, all);
  EXPECT_DERIVATIVES(permuted_r2, five, all);
  EXPECT_DERIVATIVES(permuted_view, five, all, reals{1, 2, 3, 4, 5});
  EXPECT_DERIVATIVES(permuted_pointer, five, all, reals{1, 2, 3, 4, 5}, 5);
  EXPECT_DERIVATIVES(read_before, five, ints{4, 3, 1}, ints{0, 4, 2});
  EXPECT_DERIVATIVES(in_pieces, five, ints{0, 2, 3, 5});
  EXPECT_DERIVATIVES(forwarded, five, all);
  EXPECT_DERIVATIVES(unneeded, five, all);
  EXPECT_DERIVATIVES(square_of_derivative, five, all);
}

TEST(FalseDependencies, false_claims_fail) {
  const ints twice{2, 0, 4, 1, 2};
  reals x(5), y(5), y_adj(5);
  const auto fails = [](auto call) {
    try {
      call();
    } catch (const std::runtime_error &e) {
      const std::string what = e.what();
      EXPECT_NE(what.find("no_false_dependencies(y)"), std::string::npos) << what;
      EXPECT_NE(what.find("inplace.cpp:"), std::string::npos) << what;
      return;
    }
    ADD_FAILURE() << "a false claim passes";
  };
  fails([&] { permuted_vjp(five, twice, 1.0, x); });
  fails([&] { permuted_2_vjp(five, twice, 1.0, x); });
  fails([&] { permuted_r2_vjp(five, twice, 1.0, x); });
  fails([&] { permuted_view_vjp(five, soac::array<int>(twice), soac::view<double>(y), x, soac::view<double>(y_adj)); });
  fails([&] { permuted_pointer_vjp(five.data(), twice.data(), y.data(), 5, x.data(), y_adj.data()); });
  // Element 0 is overwritten after it was read, by a later iteration or the same one.
  fails([&] { read_before_vjp(five, ints{4, 0}, ints{0, 1}, 1.0, x); });
  fails([&] { read_before_vjp(five, ints{0}, ints{0}, 1.0, x); });
  fails([&] { in_pieces_vjp(five, ints{0, 3, 2, 5}, 1.0, x); });
  // Also where no derivative needs y.
  fails([&] { forwarded_vjp(five, twice, 1.0, x); });
  fails([&] { unneeded_vjp(five, twice, 1.0, x); });
  fails([&] { gradient_of_forwarded(five, twice); });
  fails([&] { gradient_along(five, twice); });
  fails([&] { square_of_derivative_vjp(five, twice, 1.0, x); });
}

TEST(FalseDependencies, false_claims_fail_forward) {
  const ints twice{2, 0, 4, 1, 2};
  reals y(5);
  double value = 0;
  EXPECT_THROW(permuted_jvp(five, twice, five, value), std::runtime_error);
  EXPECT_THROW(permuted_2_jvp(five, twice, five, value), std::runtime_error);
  EXPECT_THROW(permuted_pointer_jvp(five.data(), twice.data(), y.data(), 5, five.data(), y.data()), std::runtime_error);
  EXPECT_THROW(read_before_jvp(five, ints{0}, ints{0}, five, value), std::runtime_error);
  EXPECT_THROW(forwarded_jvp(five, twice, five, value), std::runtime_error);
  EXPECT_THROW(unneeded_jvp(five, twice, five, value), std::runtime_error);
  EXPECT_THROW(derivative_along(five, twice), std::runtime_error);
  EXPECT_THROW(square_of_derivative_jvp(five, twice, five, value), std::runtime_error);
}

} // namespace false_dependencies
