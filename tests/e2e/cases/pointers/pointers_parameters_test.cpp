#include "pointers_parameters.hpp"

#include "check.hpp"
#include "pointers_parameters.soac.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

using reals = std::vector<double>;
using ints = std::vector<int>;

DERIVATIVES(PointersNull, weighted, reals{1, 2, 3}, reals{0.5, 0.6, 0.7}, 3)
DERIVATIVES(PointersNull, with_slope, 1.5, reals{0})
DERIVATIVES(PointersNull, both_ways, 1.5)
DERIVATIVES(PointersNull, last_large, reals{1, 2, 3, 0.5}, 4, 1.5)
DERIVATIVES(PointersNull, neighbours, reals{1, 2, 3, 0.5}, 4)
DERIVATIVES(PointersNull, later, reals{1, 2, 3, 0.5}, 4)
DERIVATIVES(PointersNull, masked, reals{1, 2, 3}, ints{1, 0, 1}, 3)
DERIVATIVES(PointersNull, early, reals{1, 2, 3}, 3)
DERIVATIVES(PointersNull, first_of, reals{1}, reals{2}, reals{3})
DERIVATIVES(PointersNull, transform, reals{1, 2}, reals{0, 0}, reals{3}, reals{0.1, 0.2}, 2)

TEST(PointersNull, NothingIsReadOrWrittenThroughNull) {
  const double x[] = {1, 2, 3};
  double x_adj[3] = {}, r_tan = 0;
  EXPECT_EQ(weighted_vjp(x, nullptr, 3, 1.0, x_adj, nullptr), 14);
  EXPECT_EQ(x_adj[2], 6);
  EXPECT_EQ(weighted_jvp(x, nullptr, 3, x, nullptr, r_tan), 14);
  EXPECT_EQ(r_tan, 28);
  double s_adj = 0;
  EXPECT_EQ(with_slope_vjp(2, nullptr, 1.0, s_adj, nullptr), 8);
  EXPECT_EQ(s_adj, 12);
  double slope = 0, slope_adj = 10;
  s_adj = 0;
  EXPECT_EQ(with_slope_vjp(2, &slope, 1.0, s_adj, &slope_adj), 8);
  EXPECT_EQ(slope, 12);
  EXPECT_EQ(s_adj, 12 + 10 * 12);
  EXPECT_EQ(slope_adj, 0);
  double m_adj[3] = {};
  EXPECT_EQ(masked_vjp(x, nullptr, 3, 1.0, m_adj), 6);
  EXPECT_EQ(m_adj[0], 6);
  EXPECT_EQ(early_vjp(nullptr, 3, 1.0, nullptr), 0);
}

TEST(PointersNull, TheFirstThatIsNotNullIsUsed) {
  const double y = 3, z = 4;
  double y_adj = 0, z_adj = 0;
  EXPECT_EQ(first_of_vjp(nullptr, &y, &z, 1.0, nullptr, &y_adj, &z_adj), 9);
  EXPECT_EQ(y_adj, 6);
  EXPECT_EQ(z_adj, 0);
  EXPECT_EQ(first_of_vjp(nullptr, nullptr, &z, 1.0, nullptr, nullptr, &z_adj), 16);
  EXPECT_EQ(z_adj, 8);
  EXPECT_EQ(first_of_vjp(nullptr, nullptr, nullptr, 1.0, nullptr, nullptr, nullptr), 0);
}

TEST(PointersNull, ASearchThatFindsNothing) {
  const double x[] = {1, 2};
  double x_adj[2] = {}, limit_adj = 0;
  EXPECT_EQ(last_large_vjp(x, 2, 5.0, 1.0, x_adj, limit_adj), 25);
  EXPECT_EQ(limit_adj, 10);
}

namespace pointers_ranges {

namespace {

using V = std::vector<double>;

const V x{0.7, 1.3, -0.4, 2.1, 0.9};

/// Gradient of f, a function of x's elements, by central differences.
template <class F> V differences(F f, V at) {
  V gradient;
  for (double &element : at) {
    const double here = element, h = 1e-5;
    element = here + h;
    const double up = f(at);
    element = here - h;
    const double down = f(at);
    element = here;
    gradient.push_back((up - down) / (2 * h));
  }
  return gradient;
}
void expect_near(const V &a, const V &b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], 1e-7) << i;
}
double *end(V &v) { return v.data() + v.size(); }
const double *end(const V &v) { return v.data() + v.size(); }

template <class F, class Vjp, class Jvp> void expect_derivatives(F f, Vjp vjp, Jvp jvp) {
  const auto value = [&](V v) { return f(v.data(), end(v)); };
  V adj(x.size()), here = x;
  EXPECT_DOUBLE_EQ(vjp(here.data(), end(here), 1.0, adj.data(), end(adj)), value(x));
  const V gradient = differences(value, x);
  expect_near(adj, gradient);
  V tan{1, -2, 0.5, 3, -1}, again = x;
  double r_tan = 0, expected = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    expected += tan[i] * adj[i];
  EXPECT_DOUBLE_EQ(jvp(again.data(), end(again), tan.data(), end(tan), r_tan), value(x));
  EXPECT_NEAR(r_tan, expected, 1e-12);
}
#define RANGE(f)                                                                                                       \
  TEST(PointersRanges, f) {                                                                                            \
    expect_derivatives([](auto... a) { return f(a...); }, [](auto... a) { return f##_vjp(a...); },                     \
                       [](auto *a, auto *b, auto *c, auto *d, double &r) { return f##_jvp(a, b, c, d, r); });          \
  }
RANGE(sum_of_squares)
RANGE(alternating)
RANGE(by_algorithms)

TEST(PointersRanges, smooth) {
  V here = x, adj{1, 0, 0, 0, 0.5}, expected = x;
  double k_adj = 0;
  smooth(expected.data(), end(expected), 0.3);
  smooth_vjp(here.data(), end(here), 0.3, adj.data(), end(adj), k_adj);
  EXPECT_EQ(here, expected);
  const auto value = [](double k) {
    return [k](V v) {
      smooth(v.data(), end(v), k);
      return v[0] + 0.5 * v[4];
    };
  };
  expect_near(adj, differences(value(0.3), x));
  EXPECT_NEAR(k_adj, (value(0.3 + 1e-5)(x) - value(0.3 - 1e-5)(x)) / 2e-5, 1e-7);
}
TEST(PointersRanges, merged) {
  const V b{0.8, -0.5, 1.1};
  V a_adj(5), b_adj(3);
  merged_vjp(x.data(), end(x), b.data(), end(b), 1.0, a_adj.data(), end(a_adj), b_adj.data(), end(b_adj));
  expect_near(a_adj, differences([&](const V &v) { return merged(v.data(), end(v), b.data(), end(b)); }, x));
  expect_near(b_adj, differences([&](const V &v) { return merged(x.data(), end(x), v.data(), end(v)); }, b));
}
TEST(PointersRanges, tail) {
  V adj(5);
  tail_vjp(x.data(), x.data() + 2, end(x), 1.0, adj.data(), adj.data() + 2, end(adj));
  expect_near(adj, differences([](const V &v) { return tail(v.data(), v.data() + 2, end(v)); }, x));
}
TEST(PointersRanges, horner) {
  V adj(5);
  double t_adj = 0;
  horner_vjp(x.data(), end(x), 0.5, 1.0, adj.data(), end(adj), t_adj);
  EXPECT_EQ(adj, (V{1, 0.5, 0.25, 0.125, 0.0625}));
  EXPECT_NEAR(t_adj, x[1] + x[2] + 0.75 * x[3] + 0.5 * x[4], 1e-14);
}
TEST(PointersRanges, length) {
  const float v[] = {3, 4};
  float adj[2] = {};
  EXPECT_EQ(length_vjp(v, v + 2, 1.0f, adj, adj + 2), 5.0f);
  EXPECT_FLOAT_EQ(adj[0], 0.6f);
  EXPECT_FLOAT_EQ(adj[1], 0.8f);
}
TEST(PointersRanges, until) {
  for (const double limit : {1.0, 3.0, 100.0}) {
    V adj(5);
    double limit_adj = 0;
    until_vjp(x.data(), end(x), limit, 1.0, adj.data(), end(adj), limit_adj);
    expect_near(adj, differences([&](const V &v) { return until(v.data(), end(v), limit); }, x));
  }
}
TEST(PointersRanges, RowsLieOneBehindTheOther) {
  for (const int step : {1, 3, 5}) {
    EXPECT_DERIVATIVES(rows_as_one, 0.7, step);
    double expected = 0, x_adj = 0;
    const double q[] = {0.7 * 0.7 * std::pow(1.1, 14), 0.7 * std::pow(1.1, 10)}; // a[k] = 0.7 1.1^(k + 1)
    for (int i = 0; i < 12; i += step)
      expected += 0.49 * std::pow(1.1, 2 * i + 2);
    EXPECT_NEAR(rows_as_one_vjp(0.7, step, 1.0, x_adj), expected + q[0] + q[1], 1e-13);
    EXPECT_NEAR(x_adj, 2 / 0.7 * (expected + q[0]) + q[1] / 0.7, 1e-13);
  }
}
DERIVATIVES(PointersRanges, rows_apart, 0.7)
TEST(PointersRanges, PointersThatAreOnlyTestedMayPointApart) {
  V a_adj(5), b_adj(5);
  apart_vjp(x.data(), V{1, 2, 3, 4, 5}.data(), 5, 1.0, a_adj.data(), b_adj.data());
  EXPECT_EQ(a_adj, (V{1, 2, 3, 4, 5}));
  EXPECT_EQ(b_adj, x);
}
TEST(PointersRanges, AdjointsThatAreNotAsFarApartAreRefused) {
  V adj(6);
  EXPECT_THROW(sum_of_squares_vjp(x.data(), end(x), 1.0, adj.data(), adj.data() + 4), std::invalid_argument);
  double r_tan = 0;
  EXPECT_THROW(sum_of_squares_jvp(x.data(), end(x), adj.data(), adj.data() + 6, r_tan), std::invalid_argument);
  EXPECT_EQ(sum_of_squares_vjp(x.data(), x.data(), 1.0, adj.data(), adj.data()), 0.0);
}

TEST(PointersRanges, TheSameRowTwice) {
  using rows = std::vector<std::vector<double>>;
  const rows m{{1, 2}, {3, 4}, {5, 6}};
  rows m_adj(3, std::vector<double>(2));
  const double a[2][3] = {{1, 2, 3}, {4, 5, 6}};
  double a_adj[2][3] = {};
  EXPECT_EQ(rows_between_vjp(m, a, 0, 1, 1.0, m_adj, a_adj), 3 * 15 + (3 + 8) + (15 + 24));
  EXPECT_EQ(m_adj, (rows{{15 + 3, 15 + 4}, {1 + 5, 2 + 6}, {3, 4}}));
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(a_adj[0][k], 0);
    EXPECT_EQ(a_adj[1][k], 3);
  }
}

} // namespace

} // namespace pointers_ranges
