#include "calls.hpp"

#include "calls.soac.hpp"
#include "check.hpp"

#include <cmath>
#include <stdexcept>

namespace calls {
namespace {

using V = std::vector<double>;
using A = std::array<double, 3>;

const V eight{0.3, 0.7, -0.4, 1.1, 0.9, -0.2, 0.5, 0.8};

TEST(Calls, smoothed) {
  EXPECT_DERIVATIVES(smoothed, eight, 0.4);
  EXPECT_DERIVATIVES(smoothed, eight, 1.9);
}
TEST(Calls, stepped) {
  for (int steps : {0, 1, 3})
    EXPECT_DERIVATIVES(stepped, eight, 0.3, steps);
  EXPECT_DERIVATIVES(stepped, V{}, 0.3, 2);
}
TEST(Calls, in_place) {
  for (int steps : {0, 1, 3})
    EXPECT_DERIVATIVES(in_place, eight, 8, steps, 0.3);
}
TEST(Calls, rows) {
  soac::array<double, 2> m(4, 3);
  for (int i = 0; i < 12; ++i)
    m(i / 3, i % 3) = 1.5 + std::sin(1.0 + i * i);
  EXPECT_DERIVATIVES(rows, m, 0.7);
}
TEST(Calls, rotations) { EXPECT_DERIVATIVES(rotations, (A{0.3, -0.2, 0.5}), (A{0.1, 0.9, -0.4}), 0.8); }
TEST(Calls, shared_argument) { EXPECT_DERIVATIVES(shared_argument, eight, 8, 0.6); }
TEST(Calls, captured) { EXPECT_DERIVATIVES(captured, eight, 0.6); }
TEST(Calls, members) {
  for (int n : {0, 1, 5})
    EXPECT_DERIVATIVES(members, 0.6, 1.4, n);
}
TEST(Calls, out_parameters) {
  EXPECT_DERIVATIVES(out_parameters, 0.6, 1.4);
  EXPECT_DERIVATIVES(out_parameters, -0.6, 0.3);
}
TEST(Calls, nested) { EXPECT_DERIVATIVES(nested, eight, 0.6); }
TEST(Calls, in_branches) {
  for (bool isLong : {false, true})
    EXPECT_DERIVATIVES(in_branches, eight, 0.6, isLong);
}
TEST(Calls, checked) { EXPECT_DERIVATIVES(checked, eight, 0.6); }
TEST(Calls, exceptions) {
  V x_adj(8);
  double w_adj = 0;
  EXPECT_THROW(checked_vjp(eight, 2.5, 1.0, x_adj, w_adj), std::domain_error);
}
TEST(Calls, with_integers) { EXPECT_DERIVATIVES(with_integers, eight, 0.6); }
TEST(Calls, until_small) { EXPECT_DERIVATIVES(until_small, 1.6, 2.4); }
TEST(Calls, counted) {
  EXPECT_DERIVATIVES(counted, eight, (V{0.4, -0.3, 0.9}), 0.25);
  EXPECT_DERIVATIVES(counted, (V{0.4, 1.2, -0.3}), eight, 0.75);
}
TEST(Calls, given_begin) { EXPECT_DERIVATIVES(given_begin, eight, 0.6); }

/// The central difference of a derivative.
template <class F> double slope(F f, double x) { return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5; }

TEST(Calls, secondDerivatives) {
  const A a{0.3, -0.2, 0.5}, b{0.1, 0.9, -0.4};
  const auto ofRotations = [&](double s) {
    A a_adj{}, b_adj{};
    double s_adj = 0;
    rotations_vjp(a, b, s, 1.0, a_adj, b_adj, s_adj);
    return s_adj;
  };
  EXPECT_NEAR(rotations_second(a, b, 0.8), slope(ofRotations, 0.8), 1e-6);
  const auto ofMembers = [](double y) {
    double x_adj = 0, y_adj = 0;
    members_vjp(0.6, y, 3, 1.0, x_adj, y_adj);
    return y_adj;
  };
  EXPECT_NEAR(members_second(0.6, 1.4, 3), slope(ofMembers, 1.4), 1e-6);
  const auto ofBegins = [](double w) {
    V x_adj(8);
    double w_adj = 0;
    given_begin_vjp(eight, w, 1.0, x_adj, w_adj);
    return w_adj;
  };
  EXPECT_NEAR(given_begin_second(eight, 0.6), slope(ofBegins, 0.6), 1e-4);
}

} // namespace
} // namespace calls
