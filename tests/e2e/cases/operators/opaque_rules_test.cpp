#include "opaque_rules.hpp"

#include "check.hpp"
#include "opaque_rules.soac.hpp"

#include <cmath>
#include <stdexcept>

namespace opaque {

void doubled(soac::view<const double> x, const soac::view<double> &out) {
  for (soac::index i = 0; i < x.extent(0); ++i)
    out(i) = 2 * x(i);
}
double norm_of(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return std::sqrt(s);
}
void norm_of_rule(const double *x, int n, double scale, double *x_adj) {
  const double r = norm_of(x, n);
  for (int i = 0; i < n; ++i)
    x_adj[i] += scale * x[i] / r;
}
void scaled(const double *x, int n, double k, double *y) {
  for (int i = 0; i < n; ++i)
    y[i] = k * x[i];
}
soac::array<double> cubes(soac::view<const double> x) {
  return soac::map([](double a) { return a * a * a; }, x);
}
std::tuple<double, std::vector<double>> moments(const std::vector<double> &x, double p) {
  std::vector<double> powers(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += powers[i] = std::pow(x[i], p);
  return {sum, powers};
}
Body pushed(const Body &b, double k) { return {b.mass, {b.at[0] * k + b.mass, b.at[1] * k + b.mass}, b.kind + 1}; }
std::vector<Body> all_pushed(std::span<const Body> bodies, double k) {
  std::vector<Body> all;
  for (const Body &b : bodies)
    all.push_back(pushed(b, k));
  return all;
}
std::array<double, 3> cross(const std::array<double, 3> &a, const std::array<double, 3> &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Cloud heavier(const Cloud &c, double k) {
  Cloud h{c.weights, c.scale + k};
  for (double &w : h.weights)
    w *= k;
  return h;
}
std::vector<double> repeated(double x, double times) { return std::vector<double>(static_cast<std::size_t>(times), x); }
double only_positive(double x) { return x > 0 ? x : throw std::domain_error("not positive"); }
double entry(soac::view<const double, 2> a, int i, int j) { return a(i, j); }

} // namespace opaque

namespace {

using namespace opaque;
const soac::array<double> x{0.7, -1.2, 0.4};
const soac::array<double, 2> a = soac::unflatten(soac::array<double>{0.7, -1.2, 0.4, 1.1, 0.3, -0.8, 0.9, 0.2, 0.5}, 3, 3);
const std::vector<double> v{0.7, -1.2, 0.4, 2.5}, positive{0.7, 1.2, 0.4};
const std::vector<Body> bodies{{1.5, {0.3, -0.7}, 1}, {0.6, {-0.2, 0.9}, 2}};

} // namespace

DERIVATIVES(OpaqueRules, of_sort, v)
DERIVATIVES(OpaqueRules, of_pointers, x)
DERIVATIVES(OpaqueRules, of_offset, x)
DERIVATIVES(OpaqueRules, of_array, x)
DERIVATIVES(OpaqueRules, of_tuple, positive, 1.7)
DERIVATIVES(OpaqueRules, of_record, 1.5, 0.3, 0.8)
DERIVATIVES(OpaqueRules, of_records, bodies, 0.8)
DERIVATIVES(OpaqueRules, of_fixed, std::array<double, 3>{0.1, 0.5, -0.4}, std::array<double, 3>{1.1, -0.5, 0.7})
DERIVATIVES(OpaqueRules, of_cloud, Cloud{{0.7, 1.2}, 0.4}, 0.8)
DERIVATIVES(OpaqueRules, of_matrix, a)
DERIVATIVES(OpaqueRules, of_functional, 0.7)
DERIVATIVES(OpaqueRules, of_throwing, 0.7)
DERIVATIVES(OpaqueRules, of_static, 0.7)
DERIVATIVES(OpaqueRules, of_recursion, 0.7)
DERIVATIVES(OpaqueRules, in_loop, x, 5)
DERIVATIVES(OpaqueRules, in_checkpointed_loop, x, 7)
DERIVATIVES(OpaqueRules, in_map, a)
DERIVATIVES(OpaqueRules, in_branch, x, 0.8)
DERIVATIVES(OpaqueRules, of_outside_rule, x)
DERIVATIVES(OpaqueRules, second, x)
DERIVATIVES(OpaqueRules, of_part, v)
DERIVATIVES(OpaqueRules, of_output_by_reference, x)

TEST(OpaqueRules, MustGiveRowsOfOneLength) {
  soac::array<double> x_adj(3);
  EXPECT_EQ(of_ragged_vjp(soac::array<double>{1.0, 1.2, 1.4}, 1.0, x_adj), 3.6);
  EXPECT_EQ(x_adj[2], 1.0);
  EXPECT_THROW(of_ragged_vjp(soac::array<double>{1.0, 50.0, 1.4}, 1.0, x_adj), std::invalid_argument);
}
TEST(OpaqueRules, ThrowOutOfMaps) {
  soac::array<double> y(100000), y_adj(100000);
  for (double &element : y)
    element = 2.0;
  EXPECT_EQ(of_throwing_map_vjp(y, 1.0, y_adj), 400000.0);
  EXPECT_EQ(y_adj[99999], 4.0);
  y(70000) = -1.0;
  EXPECT_THROW(of_throwing_map_vjp(y, 1.0, y_adj), std::domain_error);
}

TEST(OpaqueRules, HaveTheirExceptionsCaughtInside) {
  double adjoint = 0;
  EXPECT_EQ(of_throwing_vjp(-2.0, 1.0, adjoint), 0.0);
  EXPECT_EQ(adjoint, 0.0);
}
