#include "vector_mode.hpp"

#include "check.hpp"
#include "vector_mode.soac.hpp"

#include <cmath>

namespace vector_mode {

namespace {

using Vector = soac::array<double>;
using Matrix = soac::array<double, 2>;

void expect_equal(const Vector &found, const std::vector<double> &expected) {
  ASSERT_EQ(found.extent(0), static_cast<soac::index>(expected.size()));
  for (soac::index i = 0; i < found.extent(0); ++i)
    EXPECT_NEAR(found(i), expected[i], 1e-12 * std::max(1.0, std::fabs(expected[i]))) << i;
}
void expect_equal(const Matrix &found, const std::vector<std::vector<double>> &expected) {
  ASSERT_EQ(found.extent(0), static_cast<soac::index>(expected.size()));
  for (soac::index i = 0; i < found.extent(0); ++i) {
    ASSERT_EQ(found.extent(1), static_cast<soac::index>(expected[i].size()));
    for (soac::index j = 0; j < found.extent(1); ++j)
      EXPECT_NEAR(found(i, j), expected[i][j], 1e-12 * std::max(1.0, std::fabs(expected[i][j]))) << i << ", " << j;
  }
}
const Vector abc{2.0, 3.0, 5.0};
// x0 x1, x1 x2, x2 x0
const std::vector<std::vector<double>> swirl_at_abc{{3, 2, 0}, {0, 5, 3}, {5, 0, 2}};

} // namespace

TEST(VectorMode, TangentsOfAScalarFunction) {
  // f_x = -2 (1 - x) - 400 x (y - x^2), f_y = 200 (y - x^2) at (2, 3): 802, -200.
  expect_equal(tangents(2, 3, Vector{1, 0, 1}, Vector{0, 1, 10}), {802, -200, -1198});
  expect_equal(tangents(2, 3, Vector(0), Vector(0)), {});
  EXPECT_THROW(tangents(2, 3, Vector{1}, Vector{0, 1}), std::exception);
}
TEST(VectorMode, AdjointsOfAScalarFunction) {
  const auto [x, y] = adjoints(2, 3, Vector{1, 2, 0});
  expect_equal(x, {802, 1604, 0});
  expect_equal(y, {-200, -400, 0});
}
TEST(VectorMode, TangentsAndAdjointsOfAnArrayFunction) {
  Matrix seeds(2, 3);
  seeds(0, 0) = 1, seeds(0, 2) = 10, seeds(1, 1) = 1;
  expect_equal(swirl_jmp(abc, seeds), {{3, 30, 25}, {2, 5, 0}});
  expect_equal(swirl_mjp(abc, seeds), {{53, 2, 20}, {0, 5, 3}});
  EXPECT_THROW(swirl_jmp(abc, Matrix(2, 4)), std::exception);
  EXPECT_THROW(swirl_mjp(abc, Matrix(2, 4)), std::exception);
  const Matrix none = swirl_mjp(abc, Matrix(0, 3));
  EXPECT_EQ(none.extent(0), 0);
  EXPECT_EQ(none.extent(1), 3);
}
TEST(VectorMode, TupleResultsAndSeeds) {
  Matrix dx(2, 3);
  dx(0, 0) = 1, dx(1, 2) = 1;
  const auto [s, r] = both_jmp(2, abc, Vector{0, 1}, dx);
  expect_equal(s, {2, 10 + 2.0});
  expect_equal(r, {{4, 0, 0}, {8, 12, 20 + 4.0}});
  Matrix r_adj(2, 3);
  r_adj(1, 1) = 1;
  const auto [s_adj, x_adj] = both_mjp(2, abc, {Vector{1, 0}, r_adj});
  expect_equal(s_adj, {10, 12});
  expect_equal(x_adj, {{2, 2, 2}, {0, 4, 0}});
}
TEST(VectorMode, RecordsKeepTheirIntegersAsZero) {
  soac::array<Pair> seeds(2);
  seeds(0) = {1, 0, 7};
  seeds(1) = {0, 1, 7};
  const soac::array<Pair> r = scaled_jmp({1, 2, 3}, 10, seeds);
  EXPECT_EQ(r(0).a, 10);
  EXPECT_EQ(r(0).b, 0);
  EXPECT_EQ(r(0).label, 0);
  EXPECT_EQ(r(1).a, 0);
  EXPECT_EQ(r(1).b, 100);
}

TEST(Jacobian, OfAnArrayFunctionBothWays) {
  expect_equal(swirl_forward(abc), swirl_at_abc);
  expect_equal(swirl_reverse(abc), swirl_at_abc);
  const Matrix none = swirl_forward(Vector(0));
  EXPECT_EQ(none.extent(0), 0);
  EXPECT_EQ(none.extent(1), 0);
}
TEST(Jacobian, OfChosenParametersInTheirOrder) {
  const Vector x{2, 3}, y{5, 7};
  for (const auto &[by_y, by_x] : {mix_forward(x, y), mix_reverse(x, y)}) {
    expect_equal(by_y, {{4, 0}, {0, 9}});
    expect_equal(by_x, {{20, 0}, {0, 42}});
  }
}
TEST(Jacobian, BlocksOfSeveralResultsAndParameters) {
  for (const BothBlocks &blocks : {both_forward(2, abc), both_reverse(2, abc)}) {
    const auto &[s, r] = blocks;
    EXPECT_EQ(std::get<0>(s), 10);
    expect_equal(std::get<1>(s), {2, 2, 2});
    expect_equal(std::get<0>(r), {8, 12, 20});
    expect_equal(std::get<1>(r), {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}});
  }
}
TEST(Jacobian, ResultExtentsThenParameterExtents) {
  const Vector x{2, 3}, y{5, 7, 11};
  for (const soac::array<double, 3> &j : {outer_forward(x, y), outer_reverse(x, y)}) {
    ASSERT_EQ(j.extent(0), 2);
    ASSERT_EQ(j.extent(1), 3);
    ASSERT_EQ(j.extent(2), 3);
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 3; ++b)
        for (int c = 0; c < 3; ++c)
          EXPECT_EQ(j(a, b, c), b == c ? 2 * x(a) * y(b) : 0);
  }
  for (const soac::array<double, 3> &none : {outer_forward(x, Vector(0)), outer_reverse(x, Vector(0))})
    EXPECT_EQ(none.extent(0), 2);
}
TEST(Jacobian, OfRecords) {
  const auto [p, k] = pair_jacobian({2, 3, 5}, 7);
  EXPECT_EQ(p.a, 105);
  EXPECT_EQ(p.b, 70);
  EXPECT_EQ(p.label, 0);
  EXPECT_EQ(k, 30);
  for (const Pair &j : {scaled_by_k_forward({2, 3, 5}, 7), scaled_by_k_reverse({2, 3, 5}, 7)}) {
    EXPECT_EQ(j.a, 2);
    EXPECT_EQ(j.b, 42);
    EXPECT_EQ(j.label, 0);
  }
  for (const auto &[x, y] : {rows_forward(2, 3), rows_reverse(2, 3)}) {
    EXPECT_EQ(x.v, (std::array<double, 2>{3, 4}));
    EXPECT_EQ(y.v, (std::array<double, 2>{2, 0}));
    EXPECT_EQ(x.s, 0);
    EXPECT_EQ(y.s, 6);
  }
}
TEST(Jacobian, OfStandardContainersAndPrecision) {
  const double c = std::cos(0.5), s = std::sin(0.5);
  expect_equal(polar_forward({2, 0.5}), {{c, -2 * s}, {s, 2 * c}});
  expect_equal(polar_reverse({2, 0.5}), {{c, -2 * s}, {s, 2 * c}});
  expect_equal(single_forward(Vector{2, 3}), {{4, 0}, {0, 6}});
  expect_equal(single_reverse(Vector{2, 3}), {{4, 0}, {0, 6}});
}
TEST(Jacobian, OfALoopAgreesBothWays) {
  const Vector x{0.3, -0.2, 0.7};
  const Matrix forward = stepped_forward(x, 6), reverse = stepped_reverse(x, 6);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(forward(i, j), reverse(i, j), 1e-15);
  // One step: 0.5 I + 0.1 (s I + x 1^T).
  const Matrix one = stepped_forward(x, 1);
  EXPECT_NEAR(one(2, 2), 0.5 + 0.1 * (0.8 + 0.7), 1e-15);
  EXPECT_NEAR(one(2, 0), 0.07, 1e-15);
}

TEST(Hessian, BlocksOfScalars) {
  const auto [x, y] = rosenbrock_hessian(2, 3); // 2 - 400 (y - 3 x^2), -400 x; -400 x, 200
  EXPECT_EQ(std::get<0>(x), 3602);
  EXPECT_EQ(std::get<1>(x), -800);
  EXPECT_EQ(std::get<0>(y), -800);
  EXPECT_EQ(std::get<1>(y), 200);
  const auto [hx, hy] = rosenbrock_hvp(2, 3, 1, 10);
  EXPECT_EQ(hx, 3602 - 8000);
  EXPECT_EQ(hy, 1200);
}
TEST(Hessian, OfArrays) {
  expect_equal(cubic_hessian(abc), {{60, 60, 60}, {60, 60, 60}, {60, 60, 60}});
  expect_equal(cubic_hvp(abc, Vector{1, 0, 2}), {180, 180, 180});
  expect_equal(quadratic_block(Vector{2, 3}, Vector{5, 7}), {{40, 0}, {0, 84}}); // by y, then by x
  expect_equal(vector_hessian({2, 3, 5}), {{0, 5, 3}, {5, 0, 2}, {3, 2, 0}});
  Matrix a(2, 2);
  a(0, 0) = 2, a(0, 1) = 3, a(1, 0) = 5, a(1, 1) = 7;
  const soac::array<double, 4> h = matrix_hessian(a);
  for (int i = 0; i < 16; ++i) {
    const int r = i / 8, c = i / 4 % 2, p = i / 2 % 2, q = i % 2;
    EXPECT_EQ(h(r, c, p, q), r != p && c != q ? (r == c ? 1 : -1) : 0);
  }
}

TEST(Drivers, Nest) {
  expect_equal(jvp_of_jacobian(abc, Vector{1, 0, 0}), {{0, 1, 0}, {0, 0, 0}, {0, 0, 1}});
  expect_equal(gradient_of_trace(Vector{2, 3}), {8, 12}); // of the sum of 2 x^2
  const soac::array<double, 3> t = third(abc);
  for (int i = 0; i < 27; ++i)
    EXPECT_EQ(t.data()[i], 6);
}
TEST(Drivers, ArePartOfDifferentiatedFunctions) {
  const Vector x{0.5, 1.5};
  const Vector g = gradient_of_newton(x);
  for (int i = 0; i < 2; ++i) {
    const double h = 1e-5;
    Vector a = x, b = x;
    a(i) += h, b(i) -= h;
    const double difference = (newton_step_norm(a) - newton_step_norm(b)) / (2 * h);
    EXPECT_NEAR(g(i), difference, 1e-6 * std::max(1.0, std::fabs(difference)));
  }
}
TEST(Drivers, SeedsThatTheUserGivesCompressAJacobian) {
  const Matrix c = compressed(Vector{2, 3, 5, 7});
  expect_equal(c, {{3, 3, 7, 7}, {2, 5, 5, 2}});
}
TEST(VectorMode, AKnownNumberOfDirections) {
  const Vector x{0.3, -0.2, 0.7};
  const Matrix full = stepped_forward(x, 6);
  Matrix seeds(4, 3), back(2, 3);
  for (int i = 0; i < 3; ++i)
    seeds(i, i) = 1, seeds(3, i) = 1;
  back(0, 1) = 1, back(1, 0) = 2;
  const Matrix columns = stepped_in_four(x, 6, seeds), rows = stepped_back_in_two(x, 6, back);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(columns(j, i), full(i, j), 1e-15);
    EXPECT_NEAR(columns(3, i), full(i, 0) + full(i, 1) + full(i, 2), 1e-15);
    EXPECT_NEAR(rows(0, i), full(1, i), 1e-15);
    EXPECT_NEAR(rows(1, i), 2 * full(0, i), 1e-15);
  }
  EXPECT_THROW(stepped_in_four(x, 6, back), std::exception);
}

} // namespace vector_mode

namespace jacobians {

namespace {

const State s{1.5, {0.7, -0.4}, 3};
const soac::array<Force> at{{0.5, 2.0}, {-1.0, 0.3}};
const soac::array<double> x{0.7, -1.2, 0.4, 1.1, 0.3, -0.8, 0.9, 0.2, 0.5, 1.3, -0.6}; // more than one group
const soac::array<double, 2> a = soac::unflatten(soac::array<double>(x), 1, 11);

void expect(const State &got, double p, double q0, double q1) {
  EXPECT_NEAR(got.p, p, 1e-14);
  EXPECT_NEAR(got.q[0], q0, 1e-14);
  EXPECT_NEAR(got.q[1], q1, 1e-14);
  EXPECT_EQ(got.steps, 0);
}
void expect(const Force &got, double dx, double dy) {
  EXPECT_NEAR(got.x, dx, 1e-14);
  EXPECT_NEAR(got.y, dy, 1e-14);
}

} // namespace

TEST(Jacobians, BetweenRecordsHaveATupleOfTheResultsMembers) {
  for (const auto &[dx, dy] : {force_forward(s), force_reverse(s)}) {
    expect(dx, s.q[0], s.p, 3.0);
    expect(dy, std::sin(s.q[1]), 0.0, s.p * std::cos(s.q[1]));
  }
  const auto [total, parts] = field_reverse(s, 2.0);
  expect(std::get<0>(total), 2 * s.q[0], 2 * s.p, 0);
  EXPECT_NEAR(std::get<1>(total), s.p * s.q[0], 1e-14);
  ASSERT_EQ(std::get<0>(parts).size(), 2);
  expect(std::get<0>(parts)[0], 0, 0, 2);
  expect(std::get<0>(parts)[1], 2 * s.p, 0, 0);
  EXPECT_NEAR(std::get<1>(parts)[0], s.q[1], 1e-14);
}
TEST(Jacobians, BetweenArraysOfRecords) {
  const auto [dx, dy] = forces_reverse(at);
  expect(dx(0, 0), 2.0, 0.5);
  expect(dx(0, 1), 0, 0);
  expect(dx(1, 1), 0.3, -1.0);
  expect(dy(1, 1), 1, -2);
  const auto [tx, ty] = turned_forward({at[0], at[1]}, 0.3);
  expect(tx(1, 1), std::cos(0.3), -std::sin(0.3));
  expect(ty(0, 0), 2.0, 0.5);
  expect(ty(1, 0), 0, 0);
}
TEST(Jacobians, HessianOfARecord) {
  const auto [p, q, steps] = energy_hessian(s);
  expect(p, 2 * s.q[0], 2 * s.p, 0);
  expect(q[0], 2 * s.p, 0, 2 * s.q[1]);
  expect(q[1], 0, 2 * s.q[1], 2 * s.q[0]);
  expect(steps, 0, 0, 0);
}

TEST(Jacobians, OfLoopsInGroupsAreThoseOfSingleDirections) {
  const auto forward = diffusion_forward(x, 5), reverse = diffusion_reverse(x, 5);
  ASSERT_EQ(forward.extent(0), 11);
  ASSERT_EQ(forward.extent(1), 11);
  for (soac::index j = 0; j < 11; ++j) {
    soac::array<double> unit(11), column(11);
    unit(j) = 1;
    diffusion_jvp(x, 5, unit, column);
    for (soac::index i = 0; i < 11; ++i) {
      EXPECT_NEAR(forward(i, j), column(i), 1e-13);
      EXPECT_NEAR(reverse(i, j), column(i), 1e-13);
    }
  }
}
TEST(Jacobians, OfLoopsOverNothingAreEmpty) {
  EXPECT_EQ(diffusion_forward(soac::array<double>(0), 5).size(), 0);
  EXPECT_EQ(diffusion_reverse(soac::array<double>(0), 5).size(), 0);
}
TEST(Jacobians, OfLoopsOverMatrices) {
  const soac::array<double, 2> m = soac::unflatten(soac::array<double>{0.7, -1.2, 0.4, 1.1, 0.3, -0.8}, 3, 2);
  const auto forward = smoothed_forward(m), reverse = smoothed_reverse(m);
  for (soac::index k = 0; k < 3; ++k)
    for (soac::index l = 0; l < 2; ++l) {
      soac::array<double, 2> unit(3, 2), column(3, 2);
      unit(k, l) = 1;
      smoothed_jvp(m, unit, column);
      for (soac::index i = 0; i < 3; ++i)
        for (soac::index j = 0; j < 2; ++j) {
          EXPECT_NEAR(forward(i, j, k, l), column(i, j), 1e-14);
          EXPECT_NEAR(reverse(i, j, k, l), column(i, j), 1e-14);
        }
    }
}
TEST(Jacobians, HessianOfALoopIsSymmetricAndGivesProducts) {
  const auto h = chain_hessian(x, 3);
  const double step = 1e-5;
  for (soac::index j = 0; j < 11; ++j) {
    soac::array<double> forth(x), back(x), g(11), f(11);
    forth(j) += step;
    back(j) -= step;
    chain_energy_vjp(forth, 3, 1.0, f);
    chain_energy_vjp(back, 3, 1.0, g);
    for (soac::index i = 0; i < 11; ++i) {
      EXPECT_NEAR(h(i, j), (f(i) - g(i)) / (2 * step), 1e-7 * (1 + std::fabs(h(i, j))));
      EXPECT_NEAR(h(i, j), h(j, i), 1e-12 * (1 + std::fabs(h(i, j))));
    }
  }
}
DERIVATIVES(Jacobians, trace_of_jacobian, x)

TEST(Jacobians, DirectionsThatAShapeDependsOn) {
  const soac::array<double> y{2.0, 1.0, 3.0};
  const auto d = soac::unflatten(soac::array<double>{1, -1, 2, -1, -1, -1, 0, 1, 0, 4, 5, 6}, 4, 3);
  const auto all = positive_parts(y, d);
  ASSERT_EQ(all.size(), 4);
  for (soac::index k = 0; k < 4; ++k) {
    double one = 0;
    positive_part_jvp(y, d[k], one);
    EXPECT_EQ(all(k), one);
  }
  EXPECT_EQ(all(0), 2 * (1 + 2 * 2) + 6 * 1);
  EXPECT_EQ(all(1), 6 * -1);
  EXPECT_EQ(all(3), 2 * (4 + 10 + 18) + 6 * 4);
}

TEST(Jacobians, RulesThatCallWhatHasThem) {
  const double a = 2.5;
  EXPECT_NEAR(third(a), 3.0 / 8 * std::pow(a, -2.5), 1e-12);
  EXPECT_NEAR(fourth(a), -15.0 / 16 * std::pow(a, -3.5), 1e-12);
  double adjoint = 0;
  root_vjp(a, 1.0, adjoint);
  EXPECT_NEAR(adjoint, 0.5 / std::sqrt(a), 1e-14);
}

} // namespace jacobians
