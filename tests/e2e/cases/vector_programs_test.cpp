#include "vector_programs.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace vector_programs;

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
