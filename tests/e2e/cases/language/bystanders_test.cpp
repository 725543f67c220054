#include "bystanders.soac.hpp"

#include "check.hpp"

#include <cmath>

namespace bystanders {
namespace {

material wood() { return {"wood", 0.3, nullptr, 1.7, {{"density", 0.7}}, "book"}; }

/// A derivative along one member against central differences of the function.
template <class F> double difference(F f, double &member) {
  const double h = 1e-6, at = member;
  member = at + h;
  const double right = f();
  member = at - h;
  const double left = f();
  member = at;
  return (right - left) / (2 * h);
}

TEST(Bystanders, ofARecord) {
  material m = wood(), adjoint = wood();
  adjoint.conductivity = adjoint.capacity = 0;
  double t = 0.8, t_adj = 0, along = 0;
  EXPECT_EQ(diffusion(m, t), diffusion_vjp(m, t, 1, adjoint, t_adj));
  EXPECT_NEAR(adjoint.conductivity, difference([&] { return diffusion(m, t); }, m.conductivity), 1e-8);
  EXPECT_NEAR(adjoint.capacity, difference([&] { return diffusion(m, t); }, m.capacity), 1e-8);
  EXPECT_NEAR(t_adj, difference([&] { return diffusion(m, t); }, t), 1e-8);
  EXPECT_EQ("wood", adjoint.name);
  material tangent = wood();
  tangent.conductivity = 0.4;
  tangent.capacity = -0.2;
  diffusion_jvp(m, t, tangent, 0.6, along);
  EXPECT_NEAR(along, 0.4 * adjoint.conductivity - 0.2 * adjoint.capacity + 0.6 * t_adj, 1e-12);
  const material g = slope(m, t);
  EXPECT_EQ(adjoint.conductivity, g.conductivity);
  EXPECT_EQ(adjoint.capacity, g.capacity);
}

TEST(Bystanders, nestedAndWithVectors) {
  layered l{2, wood(), nullptr, {0.5, 0.25}, nullptr, {"a", "b"}, nullptr}, adjoint{2, wood(), nullptr, {0, 0}, nullptr, {}, nullptr};
  adjoint.inner.conductivity = adjoint.inner.capacity = 0;
  double t = 1.2, t_adj = 0;
  EXPECT_EQ(resistance(l, t), resistance_vjp(l, t, 1, adjoint, t_adj));
  EXPECT_NEAR(adjoint.inner.conductivity, difference([&] { return resistance(l, t); }, l.inner.conductivity), 1e-7);
  EXPECT_NEAR(adjoint.thickness[1], difference([&] { return resistance(l, t); }, l.thickness[1]), 1e-7);
  EXPECT_NEAR(t_adj, difference([&] { return resistance(l, t); }, t), 1e-7);
}

TEST(Bystanders, byValueAndCopied) {
  material m = wood(), adjoint = wood();
  adjoint.conductivity = adjoint.capacity = 0;
  EXPECT_EQ(by_value(m), by_value_vjp(m, 1, adjoint));
  EXPECT_NEAR(adjoint.conductivity, difference([&] { return by_value(m); }, m.conductivity), 1e-8);
  adjoint.conductivity = adjoint.capacity = 0;
  EXPECT_EQ(copied(m), copied_vjp(m, 1, adjoint));
  EXPECT_NEAR(adjoint.conductivity, difference([&] { return copied(m); }, m.conductivity), 1e-8);
  EXPECT_NEAR(adjoint.capacity, difference([&] { return copied(m); }, m.capacity), 1e-8);
}

TEST(Bystanders, inherited) {
  derived d{{"d", 0.4}, 1.3}, adjoint{{"", 0}, 0};
  double x = 0.7, x_adj = 0;
  EXPECT_EQ(inherited(d, x), inherited_vjp(d, x, 1, adjoint, x_adj));
  EXPECT_NEAR(adjoint.offset, difference([&] { return inherited(d, x); }, d.offset), 1e-8);
  EXPECT_NEAR(adjoint.scale, difference([&] { return inherited(d, x); }, d.scale), 1e-8);
}

TEST(Bystanders, inArrays) {
  std::vector<particle> all{{1, 2, "p"}, {3, 4, "q"}}, adjoint{{0, 0, "a"}, {0, 0, "b"}};
  EXPECT_EQ(energy(all), energy_vjp(all, 1, adjoint));
  EXPECT_EQ(4, adjoint[0].x);
  EXPECT_EQ(24, adjoint[1].v);
  EXPECT_EQ("b", adjoint[1].kind);
  EXPECT_EQ(energy(all), energy_of_vjp(all.data(), 2, 1, adjoint.data()));
  EXPECT_EQ(8, adjoint[0].x);
}

TEST(Bystanders, anObjectThatChangesKeepsItsName) {
  particle p{0.5, 1, "electron"}, adjoint{1, 0, ""};
  double dt_adj = 0;
  advance_vjp(p, 0.1, adjoint, dt_adj);
  particle q{0.5, 1, ""};
  advance(q, 0.1);
  EXPECT_EQ("electron", p.kind);
  EXPECT_EQ(q.x, p.x);
  EXPECT_NEAR(adjoint.x, 1 - 0.01 * std::cos(0.5), 1e-15);
  EXPECT_NEAR(adjoint.v, 0.1, 1e-15);
}

DERIVATIVES(Bystanders, named, 0.7)
DERIVATIVES(Bystanders, tabulated, 0.7, 2)
DERIVATIVES(Bystanders, interpolated, 0.7)
DERIVATIVES(Bystanders, by_static, 0.7)
} // namespace
std::array<double, 2> coefficients{3, 4};
const double rate = 0.25;
extern double stretch[2][3];
namespace {

DERIVATIVES(Bystanders, by_name, 0.7, 1)
DERIVATIVES(Bystanders, defined_elsewhere, 0.7)

TEST(Bystanders, tablesOfOtherFilesAreReadAsTheDerivativeRuns) {
  double x_adj = 0, changed_adj = 0;
  by_name_vjp(0.7, 1, 1, x_adj);
  coefficients[1] *= 2;
  stretch[1][2] *= 3;
  by_name_vjp(0.7, 1, 1, changed_adj);
  EXPECT_DOUBLE_EQ(6 * x_adj, changed_adj);
}

} // namespace
} // namespace bystanders

namespace bystanders {
struct opaque {};
} // namespace bystanders

TEST(Bystanders, ParametersThatAreLeftAloneMayBeOfAnyType) {
  using namespace bystanders;
  double x_adj = 0, t = 0;
  opaque unknown;
  secret s;
  std::ostringstream out;
  const auto nothing = []() {};
  void (&function)() = *static_cast<void (*)()>(nothing);
  with_strings_vjp("name", 3.0, {"a", "b"}, 1.0, x_adj);
  with_values_vjp({{1, 2.0}}, "text", 3.0, std::make_unique<double>(1), 1.0L, 1.0, x_adj);
  with_pointers_vjp(&out, 3.0, stdout, &unknown, nullptr, nullptr, 1.0, x_adj);
  with_references_vjp(unknown, s, out, 3.0, 1.0, x_adj);
  with_functions_vjp(nullptr, 3.0, nullptr, nullptr, function, {}, 1.0, x_adj);
  std::vector<float> row_adj;
  std::vector<std::vector<float>> rows_adj;
  with_vectors_vjp(3.0, {}, {}, 1.0, x_adj, row_adj, rows_adj);
  with_callback_vjp(3.0, &out, nullptr, 1.0, &x_adj);
  EXPECT_EQ(x_adj, 7 * 6.0);
  EXPECT_EQ(with_values_jvp({}, "", 3.0, nullptr, 0.0L, 1.0, t), 9.0);
  EXPECT_EQ(t, 6.0);
}
