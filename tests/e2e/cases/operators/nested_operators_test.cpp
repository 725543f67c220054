#include "nested_operators.hpp"

#include "check.hpp"
#include "nested_operators.soac.hpp"

#include <cmath>

using namespace nested;

namespace {

reals plus(const reals &x, double h, const reals &dx) {
  return soac::map([=](double a, double b) { return a + h * b; }, x, dx);
}
/// The derivative of g at 0, by central differences extrapolated once.
template <class G> double slope(G g) {
  const double h = 1e-3;
  const auto d = [&](double s) { return (g(s) - g(-s)) / (2 * s); };
  return (4 * d(h / 2) - d(h)) / 3;
}

using function = double (*)(vec);
using every_order = orders (*)(vec, vec);

void expect_orders(function f, every_order all, const reals &x) {
  const reals dx = soac::tabulate([](soac::index i) { return std::cos(1.0 + double(3 * i)); }, x.size());
  const orders o = all(x, dx);
  ASSERT_EQ(o.gradient.size(), x.size());
  ASSERT_EQ(o.forward.size(), x.size());
  ASSERT_EQ(o.reverse.size(), x.size());
  const auto near = [](double a, double b, double scale, double tolerance) {
    EXPECT_LE(std::fabs(a - b), tolerance * (1.0 + std::fabs(scale))) << a << " is not " << b;
  };
  near(o.value, f(x), o.value, 1e-13);
  near(soac::dot(o.gradient, dx), o.slope, o.slope, 1e-11);
  near(o.slope, slope([&](double h) { return f(plus(x, h, dx)); }), o.slope, 1e-8);
  for (soac::index i = 0; i < x.size(); ++i) {
    near(o.forward[i], o.reverse[i], o.forward[i], 1e-10); // the Hessian is symmetric
    near(o.forward[i], slope([&](double h) { return all(plus(x, h, dx), dx).gradient[i]; }), o.forward[i], 1e-7);
  }
  near(soac::dot(o.forward, dx), o.tangents, o.tangents, 1e-10);
  near(o.third, slope([&](double h) { return all(plus(x, h, dx), dx).tangents; }), o.third, 1e-6);
}

const reals sizes[] = {reals{0.7}, reals{0.7, 1.3}, reals{0.7, -0.4, 1.3, 0.2, 0.9},
                       reals{0.3, 0.7, -0.9, 1.4, 0.8, 0.55, -1.1}};

} // namespace

#define ORDERS(f)                                                                                                      \
  TEST(NestedOperators, f) {                                                                                           \
    for (const reals &x : sizes)                                                                                       \
      expect_orders(f, of_##f, x);                                                                                     \
  }

ORDERS(log_sum_exp)
ORDERS(product)
ORDERS(smallest)
ORDERS(chain)
ORDERS(scanned)
ORDERS(prefix)
ORDERS(bins)
ORDERS(scattered)
ORDERS(loops)
ORDERS(stencil)
ORDERS(inplace)
ORDERS(normalised)
ORDERS(gram)
ORDERS(mixture)
ORDERS(argument)
ORDERS(branches)
ORDERS(until)

TEST(NestedOperators, layout) {
  for (const reals &x : sizes)
    if (x.size() >= 3)
      expect_orders(layout, of_layout, x);
}

DERIVATIVES(InsideDifferentiated, reverse_inside, reals{0.7, -0.4, 1.3})
DERIVATIVES(InsideDifferentiated, forward_inside, reals{0.7, -0.4, 1.3})
DERIVATIVES(InsideDifferentiated, descent, reals{0.7, -0.4, 1.3}, 4, 0.3)
DERIVATIVES(InsideDifferentiated, mapped_gradients, reals{0.7, -0.4, 1.3}, reals{0.2, 1.4, -0.3})
DERIVATIVES(InsideDifferentiated, gradient_of_arrays, reals{0.7, -0.4, 1.3}, reals{0.2, 1.4, -0.3})
DERIVATIVES(InsideDifferentiated, newton, 3.0, 6)
DERIVATIVES(InsideDifferentiated, saddle, 0.5, 0.8, 5)
DERIVATIVES(InsideDifferentiated, captured, reals{0.7, -0.4, 1.3}, 0.8)
DERIVATIVES(InsideDifferentiated, inner_vjp, reals{0.7, -0.4, 1.3}, reals{0.2, 1.4, -0.3})
DERIVATIVES(InsideDifferentiated, inner_hessian, reals{0.7, -0.4, 1.3})

TEST(NestedOperators, NewtonsRootHasTheDerivativeOfTheCubeRoot) {
  double tangent = 0.0;
  EXPECT_NEAR(newton_jvp(8.0, 30, 1.0, tangent), 2.0, 1e-14);
  EXPECT_NEAR(tangent, 1.0 / 12.0, 1e-14);
}

TEST(NestedOperators, EveryWrtGivesItsBlocksInItsOrder) {
  const matrix p{{0.1, 0.2}, {1.0, 1.1}, {0.3, -0.4}}, c{{0.0, 0.5}, {0.9, 0.7}};
  const auto [gp, gc] = cost_gradients(p, c);
  const auto [v, g] = cost_value_and_gradient(p, c);
  const auto [sc, sp] = swapped(p, c);
  EXPECT_NEAR(v, cost(p, c), 1e-14);
  const auto diagonal = cost_diagonal(p, c);
  for (soac::index i = 0; i < 2; ++i)
    for (soac::index j = 0; j < 2; ++j) {
      EXPECT_EQ(g(i, j), gc(i, j));
      EXPECT_NEAR(sc(i, j), 2 * gc(i, j), 1e-14);
      double expected = 0.0; // each point adds 2 a to its center's diagonal
      for (soac::index k = 0; k < 3; ++k) {
        double best = 1e300;
        soac::index at = 0;
        for (soac::index l = 0; l < 2; ++l) {
          double d = 0.0;
          for (soac::index m = 0; m < 2; ++m)
            d += (p(k, m) - c(l, m)) * (p(k, m) - c(l, m)) * p(k, m);
          if (d < best)
            best = d, at = l;
        }
        expected += at == i ? 2 * p(k, j) : 0.0;
      }
      EXPECT_NEAR(diagonal(i, j), expected, 1e-14);
    }
  for (soac::index i = 0; i < 3; ++i)
    for (soac::index j = 0; j < 2; ++j)
      EXPECT_NEAR(sp(i, j), 2 * gp(i, j), 1e-14);
}
