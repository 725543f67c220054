#include "operators.hpp"

#include "check.hpp"
#include "operators.soac.hpp"

#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

namespace {
std::size_t allocations = 0;
}

[[gnu::noinline]] void *operator new(std::size_t size) {
  ++allocations;
  if (void *memory = std::malloc(size == 0 ? 1 : size))
    return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void *operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto unit = static_cast<std::size_t>(alignment);
  if (void *memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit))
    return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

TEST(Operators, GiveKnownDerivatives) {
  const double sixth = 1.0 / 6.0;
  // Newton's step on p(x) = 2x^2 + 12x has the derivative p p'' / p'^2.
  const double p = 14.0, slope = 16.0, curvature = 4.0;
  const std::vector<double> expected = {
      4 * 3 + 27.0,             // d/dx (x^2 y + 3 x y^2) at (2, 3)
      4 + 36.0,                 // d/dy
      12 + 54.0, 400 + 39.0,    // value; 10 d/dy + d/dx
      78, 80,                   // vjp with seed 2
      66, 40, 39,               // value; wrt<1, 0>
      3 + 10.0, 2 + 60.0,       // vjp of (xy, x + y^2)
      12, 4, 12, 1 - 3 * sixth, // cube, the overloads, the lambda
      6, 2, 0.25,               // 3x^2, 2 e^0, 1 / (2 sqrt 4)
      p * curvature / (slope * slope), 12, 12, 12, 66,
      -12, 16, 0,               // the label has no derivative
      -12, 2 * 1.5 * 16 - 16.0, // from and to each move by by
      8, 27, 1, 4,
      8, 24};
  const Results found = call_everything();
  ASSERT_EQ(found.count, static_cast<int>(expected.size()));
  for (int i = 0; i < found.count; ++i)
    EXPECT_NEAR(found.values[i], expected[i], 1e-12 * std::max(1.0, std::fabs(expected[i]))) << "result " << i;
}

DERIVATIVES(Plain, polynomial, 2.0, 3.0)
DERIVATIVES(Plain, of_vector, std::vector<double>{2.0, 3.0, 4.0})
DERIVATIVES(Plain, of_pointer, std::vector<double>{2.0, 3.0, 4.0}, 3)
DERIVATIVES(Plain, accumulate_into, soac::array<double, 1>{1.0, 2.0}, soac::array<double, 1>{3.0, 4.0}, 0.5)

TEST(Plain, AddsIntoAdjointsAndReturnsTheValue) {
  double x_adj = 100.0, y_adj = 1000.0;
  EXPECT_EQ(polynomial_vjp(2.0, 3.0, 2.0, x_adj, y_adj), 66.0);
  EXPECT_EQ(x_adj, 178.0);
  EXPECT_EQ(y_adj, 1080.0);
  geometry::Segment s{{1.0, 2.0}, {4.0, 6.0}, 7}, s_adj{{1.0, 0.0}, {0.0, 0.0}, 5};
  double k_adj = 0.0;
  EXPECT_EQ(geometry::stretch_vjp(s, 2.0, 1.0, s_adj, k_adj), 57.0);
  EXPECT_EQ(s_adj.from.x, -11.0);
  EXPECT_EQ(s_adj.label, 5);
  EXPECT_EQ(k_adj, 25.0);
}

TEST(Plain, TakesOutputAdjointsAsSeedsAndGivesThoseAtEntry) {
  const soac::array<double, 1> x{2.0, 3.0};
  soac::array<double, 1> y{5.0, 7.0}, x_adj{0.0, 0.0}, y_adj{1.0, 10.0};
  double total = 1.0, total_adj = 100.0;
  accumulate_into_vjp(x, y, total, x_adj, y_adj, total_adj);
  EXPECT_EQ(y[0], 10.0);
  EXPECT_EQ(y[1], 21.0);
  EXPECT_EQ(total, 32.0);
  EXPECT_EQ(x_adj[0], 5.0 * 101.0);
  EXPECT_EQ(x_adj[1], 7.0 * 110.0);
  EXPECT_EQ(y_adj[0], 2.0 * 101.0);
  EXPECT_EQ(y_adj[1], 3.0 * 110.0);
  EXPECT_EQ(total_adj, 100.0);
}

TEST(Plain, ASecondCallWithAWorkspaceGivesTheSame) {
  soac::workspace workspace;
  for (int i = 0; i < 2; ++i) {
    double x_adj = 0.0, y_adj = 0.0;
    EXPECT_EQ(polynomial_vjp(2.0, 3.0, 1.0, x_adj, y_adj, workspace), 66.0);
    EXPECT_EQ(x_adj, 39.0);
  }
}

TEST(Plain, ASecondCallWithAWorkspaceAllocatesNothing) {
  soac::workspace workspace;
  const std::vector<double> v{2.0, 3.0, 4.0};
  std::vector<double> v_adj(3);
  const soac::array<double, 1> x{2.0, 3.0};
  soac::array<double, 1> y{5.0, 7.0}, x_adj{0.0, 0.0}, y_adj{1.0, 10.0};
  double total = 1.0, total_adj = 100.0, tangent = 0.0;
  std::size_t before = 0;
  for (int i = 0; i < 2; ++i) {
    before = allocations;
    of_vector_vjp(v, 1.0, v_adj, workspace);
    of_vector_jvp(v, v, tangent, workspace);
    accumulate_into_vjp(x, y, total, x_adj, y_adj, total_adj, workspace);
    newton_vjp(1.0, 1.0, total_adj, workspace);
  }
  EXPECT_EQ(allocations, before);
  EXPECT_GT(before, 0u);
}

// The arrays of inner combinators come from a pool of the thread.
TEST(Operators, WithMemoryThatStaysGiveTheSame) {
  soac::workspace memory;
  for (const std::size_t n : {0u, 1u, 2u, 9u, 40u, 3u}) {
    std::vector<double> x(n + 1);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = 0.3 + 0.01 * static_cast<double>(i % 7);
    const std::vector<std::vector<double>> a = {x, {}, {0.5, -0.25}};
    EXPECT_EQ(with_memory::all(&memory, x, a).numbers, with_memory::all(nullptr, x, a).numbers) << n;
  }
}
TEST(Operators, WithMemoryThatStaysAllocateNothingInTheSecondCall) {
  soac::workspace memory;
  const std::vector<double> x(20000, 0.5);
  with_memory::slope(memory, x);
  const std::size_t before = allocations, used = memory.high_water();
  with_memory::slope(memory, x);
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(memory.high_water(), used);
  EXPECT_GT(used, 5 * x.size() * sizeof(double)) << "the log is in it";
}
TEST(Operators, WithMemoryInsideOfADifferentiatedFunction) {
  const std::vector<double> x = {0.4, 0.7, -0.2, 1.1}, slope = [&] {
    const soac::array<double> s = with_memory::slope_around(x);
    return std::vector<double>(s.begin(), s.end());
  }();
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> above = x, below = x;
    above[i] += 1e-5;
    below[i] -= 1e-5;
    EXPECT_NEAR(slope[i], (with_memory::around(above) - with_memory::around(below)) / 2e-5, 1e-8) << i;
  }
}

TEST(Library, NestedMapsAllocateNothingPerRow) {
  constexpr int rows = 1000;
  const soac::array<double> x{2.0, 3.0, 4.0};
  const auto row = [&](soac::index k) {
    const auto scaled = soac::map([&](double a) { return static_cast<double>(k) * a; }, x);
    return soac::sum(soac::map([](double a, double b) { return a + b; }, scaled, soac::reverse(scaled)));
  };
  const std::size_t before = allocations;
  EXPECT_EQ(soac::sum(soac::tabulate(row, rows)), 18.0 * rows * (rows - 1) / 2);
  EXPECT_LT(allocations - before, rows / 10);
}

namespace operator_forms {

namespace {

std::vector<double> numbers(const reals &a) { return {a.begin(), a.end()}; }
using V = std::vector<double>;

TEST(OperatorForms, FunctionsThatOperatorsName) {
  EXPECT_DOUBLE_EQ(of_object(3), 6 * 9 + 2 * 0.5 * 3 + 0.5); // 2 x^3 + x^2/2 + x/2 + 1/2
  EXPECT_DOUBLE_EQ(of_lambda(2), 24);
  EXPECT_DOUBLE_EQ(of_static_member(3, 5), 30);
  EXPECT_DOUBLE_EQ(of_static_function(0.7), std::cos(0.7) * 0.7 + std::sin(0.7));
  EXPECT_DOUBLE_EQ(of_unnamed(0.3), std::cosh(0.3));
  EXPECT_DOUBLE_EQ(of_template(3), 12);
  EXPECT_EQ(of_float_template(3), 12);
  EXPECT_DOUBLE_EQ(of_template_number(2), 80);
  EXPECT_DOUBLE_EQ(of_header(0.5), 2 * std::exp(1.0));
  const auto [one, two, three] = of_overloads(3, 5, reals{1, 2});
  EXPECT_DOUBLE_EQ(one, 6);
  EXPECT_DOUBLE_EQ(two, 30 + 9);
  EXPECT_EQ(numbers(three), (V{2, 4}));
}
TEST(OperatorForms, ChosenParameters) {
  const reals c{1, 2};
  const auto [by_c, by_a] = four_by_c_and_a(2, 3, 5, c);
  EXPECT_EQ(numbers(by_c), (V{125, 125}));
  EXPECT_DOUBLE_EQ(by_a, 60);
  EXPECT_DOUBLE_EQ(four_jvp_by_b(2, 3, 5, c, 2), 2 * (12 + 225));
  const auto [a, b, all] = four_gradient(2, 3, 5, c);
  EXPECT_DOUBLE_EQ(a, 60);
  EXPECT_DOUBLE_EQ(b, 237);
  EXPECT_EQ(numbers(all), (V{125, 125}));
  EXPECT_DOUBLE_EQ(inherited(2, 3, 5, c, 10), 10 * 6 * 5 * 3);
  const auto [ba, bb] = chosen_anew(2, 3, 5, c);
  EXPECT_DOUBLE_EQ(ba, 12);
  EXPECT_DOUBLE_EQ(bb, 90);
  const auto [value, two] = value_and_two(2, 3, 5, c);
  EXPECT_DOUBLE_EQ(value, 60 + 375);
  EXPECT_DOUBLE_EQ(std::get<0>(two), 237);
  EXPECT_EQ(numbers(std::get<1>(two)), (V{125, 125}));
  const auto [again, slope] = value_and_direction(2, 3, 5, c, 1, 1, reals{1, 0});
  EXPECT_DOUBLE_EQ(again, 435);
  EXPECT_DOUBLE_EQ(slope, 60 + 237 + 125);
}
TEST(OperatorForms, TwoPrecisions) {
  const auto [x, y] = narrow_gradient(1.5f, 2);
  EXPECT_EQ(x, 6.0f);
  EXPECT_DOUBLE_EQ(y, 3.25);
  EXPECT_DOUBLE_EQ(narrow_direction(1.5f, 2, 2, 1), 15.25);
  const auto [m, k] = mixed_adjoint({2, 3, 5}, 7, {1, 10, 99});
  EXPECT_DOUBLE_EQ(m.x, 15);
  EXPECT_EQ(m.y, 10 + 70);
  EXPECT_EQ(m.n, 0);
  EXPECT_EQ(k, 30);
  const Mixed t = mixed_tangent({2, 3, 5}, 7, {1, 1, 99}, 2);
  EXPECT_DOUBLE_EQ(t.x, 15 + 10);
  EXPECT_EQ(t.y, 7 + 6);
  EXPECT_EQ(t.n, 0);
}
TEST(OperatorForms, Records) {
  const Bodies b{{1, 2}, {3, 5}, 2};
  const auto [g, t] = moment_gradient(b, 2);
  EXPECT_EQ(g.mass, (V{26, 52}));
  EXPECT_EQ(g.centre, (std::array<double, 2>{5, 10}));
  EXPECT_EQ(g.count, 0);
  EXPECT_DOUBLE_EQ(t, 25);
  EXPECT_DOUBLE_EQ(moment_direction(b, 2, {{1, 0}, {0, 1}, 0}, 1), 26 + 10 + 25);
  const reals a{2, 3};
  const auto [amplitudes, frequency] = energy_gradient({a, 5});
  EXPECT_EQ(numbers(amplitudes), (V{20, 30}));
  EXPECT_DOUBLE_EQ(frequency, 13);
  EXPECT_DOUBLE_EQ(shaped_gradient(Shape::round, 3, true, 5), 60);
  EXPECT_DOUBLE_EQ(shaped_gradient(Shape::flat, 3, false, 5), 5);
}
TEST(OperatorForms, Results) {
  const auto [x, y] = three_adjoints(2, reals{3, 5}, {1, reals{1, 10}, 77});
  EXPECT_DOUBLE_EQ(x, 8 + 9 + 250);
  EXPECT_EQ(numbers(y), (V{2 + 12, 2 + 200}));
  const auto [bx, by] = both_adjoint(6, 2, 1, 10);
  EXPECT_DOUBLE_EQ(bx, 2 + 5);
  EXPECT_DOUBLE_EQ(by, 6 - 15);
  const auto [ta, tb] = both_tangent(6, 2, 1, 1);
  EXPECT_DOUBLE_EQ(ta, 8);
  EXPECT_DOUBLE_EQ(tb, 0.5 - 1.5);
  EXPECT_DOUBLE_EQ(rotated_angle({2, 3}, 0, {1, 10}), -3 + 20);
  const V v{2, 3};
  EXPECT_EQ(grown_adjoint(v, {1, 10, 100, 1000}), (V{4 + 10, 600 + 1000}));
  EXPECT_EQ(grown_tangent(v, {1, 1}), (V{4, 1, 6, 1}));
}

} // namespace

} // namespace operator_forms
