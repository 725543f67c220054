#include "vector_programs.hpp"

#include "vector_programs.soac.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace vector_programs {

namespace {

void expect_near(const matrix &a, const matrix &b, double most, const char *what) {
  ASSERT_EQ(a.extent(0), b.extent(0)) << what;
  ASSERT_EQ(a.extent(1), b.extent(1)) << what;
  for (soac::index i = 0; i < a.extent(0); ++i)
    for (soac::index j = 0; j < a.extent(1); ++j)
      EXPECT_NEAR(a(i, j), b(i, j), most * std::max(1.0, std::fabs(b(i, j)))) << what << " " << i << ", " << j;
}
matrix wave(soac::index n, soac::index m, double start) {
  matrix a(n, m);
  for (soac::index i = 0; i < n; ++i)
    for (soac::index j = 0; j < m; ++j)
      a(i, j) = std::sin(start + 3.7 * i + 1.3 * j);
  return a;
}
matrix times(const matrix &a, const matrix &b) {
  matrix r(a.extent(0), b.extent(1));
  for (soac::index i = 0; i < a.extent(0); ++i)
    for (soac::index j = 0; j < b.extent(1); ++j)
      for (soac::index k = 0; k < b.extent(0); ++k)
        r(i, j) += a(i, k) * b(k, j);
  return r;
}

using Program = Result(vec, const matrix &, const matrix &);

void check(Program &program, soac::index results) {
  const reals x{0.7, -0.3, 0.4, 1.1, 0.55};
  const matrix dx = wave(3, x.size(), 0.2), ys = wave(2, results, 0.9);
  const Result r = program(x, dx, ys);
  expect_near(r.jmp, r.jvps, 1e-13, "jmp and jvp");
  expect_near(r.mjp, r.vjps, 1e-13, "mjp and vjp");
  expect_near(r.jmp_of_3, r.jvps, 1e-13, "jmp of 3 and jvp");
  expect_near(r.mjp_of_2, r.vjps, 1e-13, "mjp of 2 and vjp");
  expect_near(r.forward, r.reverse, 1e-12, "both Jacobians");
  expect_near(times(ys, r.forward), r.mjp, 1e-12, "the Jacobian and mjp");
  const auto sum = [&](const reals &at) {
    const matrix tangents = program(at, dx, ys).jmp;
    double s = 0;
    for (soac::index k = 0; k < 3; ++k)
      for (soac::index i = 0; i < tangents.extent(1); ++i)
        s += tangents(k, i);
    return s;
  };
  for (soac::index i = 0; i < x.size(); ++i) {
    const auto central = [&](double h) {
      reals a(vec{x}), b(vec{x});
      a[i] += h, b[i] -= h;
      return (sum(a) - sum(b)) / (2 * h);
    };
    const double difference = (4 * central(5e-4) - central(1e-3)) / 3;
    EXPECT_NEAR(r.second[i], difference, 1e-7 * std::max(1.0, std::fabs(difference))) << "second order " << i;
  }
}

#define PROGRAM(f, results)                                                                                            \
  TEST(VectorPrograms, f) { check(of_##f, results); }
PROGRAM(polynomials, 5)
PROGRAM(recurrence, 5)
PROGRAM(while, 3)
PROGRAM(scan, 5)
PROGRAM(products, 4)
PROGRAM(extremes, 5)
PROGRAM(bins, 2)
PROGRAM(scatter, 5)
PROGRAM(matrices, 5)
PROGRAM(branches, 5)
PROGRAM(sorted, 5)
PROGRAM(pairs, 2)
PROGRAM(stencil, 5)
PROGRAM(growing, 10)
PROGRAM(gradients, 5)
PROGRAM(stripmined, 5)

} // namespace

} // namespace vector_programs

namespace vector_pointers {

namespace {

using V = std::vector<double>;

template <class A> V numbers(const A &a) { return V(a.data(), a.data() + a.size()); }
V numbers(const matrix &a, soac::index rows, soac::index columns) {
  EXPECT_EQ(a.extent(0), rows);
  EXPECT_EQ(a.extent(1), columns);
  return V(a.data(), a.data() + rows * columns);
}

TEST(VectorPointers, ManyDirections) {
  const double x[] = {2, 3, 5};
  matrix dx(2, 3);
  dx(0, 0) = 1, dx(1, 1) = 1, dx(1, 2) = 10;
  EXPECT_EQ(numbers(cubes_jmp(x, 3, dx)), (V{12, 27 + 750}));
  EXPECT_EQ(numbers(cubes_mjp(x, 3, reals{1, 2}), 2, 3), (V{12, 27, 75, 24, 54, 150}));
  const double y[] = {7, 11};
  matrix seeds(1, 2);
  seeds(0, 0) = 1, seeds(0, 1) = 10;
  const auto [by_x, by_y] = products_mjp(x, y, 2, seeds);
  EXPECT_EQ(numbers(by_x, 1, 2), (V{11, 70}));
  EXPECT_EQ(numbers(by_y, 1, 2), (V{30, 2}));
}
TEST(VectorPointers, Jacobians) {
  const double x[] = {2, 3, 5}, y[] = {7, 11};
  EXPECT_EQ(numbers(cubes_forward(x, 3)), (V{12, 27, 75}));
  EXPECT_EQ(numbers(cubes_reverse(x, 3)), (V{12, 27, 75}));
  for (const auto &[by_x, by_y] : {products_forward(x, y, 2), products_reverse(x, y, 2)}) {
    EXPECT_EQ(numbers(by_x, 2, 2), (V{11, 0, 0, 7}));
    EXPECT_EQ(numbers(by_y, 2, 2), (V{0, 2, 3, 0}));
  }
}
TEST(VectorPointers, Hessians) {
  const double x[] = {2, 3, 5}, dx[] = {1, 10, 100};
  EXPECT_EQ(numbers(cubes_hessian(x, 3), 3, 3), (V{12, 0, 0, 0, 18, 0, 0, 0, 30}));
  EXPECT_EQ(numbers(cubes_hvp(x, 3, dx)), (V{12, 180, 3000}));
  const auto [by_x, by_k] = strided_hessian(x, 2, 7); // elements 0 and 2
  EXPECT_EQ(numbers(std::get<0>(by_x), 3, 3), (V{14, 0, 0, 0, 0, 0, 0, 0, 14}));
  EXPECT_EQ(numbers(std::get<1>(by_x)), (V{4, 0, 10}));
  EXPECT_EQ(numbers(std::get<0>(by_k)), (V{4, 0, 10}));
  EXPECT_EQ(std::get<1>(by_k), 0);
}

} // namespace

} // namespace vector_pointers
