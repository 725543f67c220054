#include "jacobians.hpp"

#include "check.hpp"
#include "jacobians.soac.hpp"

#include <cmath>

namespace {

using namespace jacobians;
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
