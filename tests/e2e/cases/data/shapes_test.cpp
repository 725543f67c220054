#include "shapes.hpp"

#include "check.hpp"
#include "shapes.soac.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace shapes {

namespace {

const std::vector<double> five{0.3, -0.7, 0.9, 1.2, 0.5};
const int trips[] = {0, 1, 2, 3, 4, 5, 6, 9};

struct Derivatives {
  double value = 0, x_adj = 0;
  std::vector<double> a_adj = std::vector<double>(5);
};
template <class F> Derivatives reverse(F vjp, int n) {
  Derivatives d;
  d.value = vjp(0.8, five, n, 1.0, d.x_adj, d.a_adj);
  return d;
}

} // namespace

#define SHAPES(f)                                                                                                      \
  TEST(ShapesInLoops, f) {                                                                                             \
    for (const int n : trips) {                                                                                        \
      SCOPED_TRACE(n);                                                                                                 \
      EXPECT_DERIVATIVES(f, 0.8, five, n);                                                                             \
    }                                                                                                                  \
  }
SHAPES(doubled)
SHAPES(halved)
SHAPES(halved_strips)
SHAPES(restricted)
SHAPES(filtered)
SHAPES(filtered_while)
SHAPES(appended)
SHAPES(pushed_while)
SHAPES(resized)
SHAPES(assigned)
SHAPES(pyramid)
SHAPES(in_map)
SHAPES(rows)
SHAPES(nested)
SHAPES(dequeued)
SHAPES(late)
SHAPES(pascal)
SHAPES(poly)
SHAPES(tree)
SHAPES(branchy)
SHAPES(halved_twice)
SHAPES(filtered_twice)
SHAPES(pushed_while_twice)
SHAPES(late_twice)
SHAPES(edited)
SHAPES(neighbours)
SHAPES(steps)
SHAPES(visible)

// Twice as long a vector takes twice the memory, where each trip's state would take four times.
template <class F> double growth(F vjp) {
  double bytes[2];
  for (const int k : {0, 1}) {
    soac::workspace w;
    Derivatives d;
    vjp(0.8, five, 400 << k, 1.0, d.x_adj, d.a_adj, w);
    bytes[k] = static_cast<double>(w.high_water());
  }
  return bytes[1] / bytes[0];
}
#define GROWTH(f) growth([](auto &&...x) { return f##_vjp(static_cast<decltype(x)>(x)...); })
TEST(ShapesInLoops, vectorsThatGrowAreNotStored) {
  EXPECT_LT(GROWTH(neighbours), 2.5);
  EXPECT_LT(GROWTH(visible), 2.5);
}

// (a0 + x y)^4 at y = 0.7: the coefficients are carried, one more after every trip.
TEST(ShapesInLoops, known_numbers) {
  const Derivatives d = reverse([](auto &&...x) { return poly_vjp(static_cast<decltype(x)>(x)...); }, 4);
  const double base = 0.3 + 0.8 * 0.7;
  EXPECT_NEAR(d.value, std::pow(base, 4), 1e-14);
  EXPECT_NEAR(d.a_adj[0], 4 * std::pow(base, 3), 1e-14);
  EXPECT_NEAR(d.x_adj, 4 * std::pow(base, 3) * 0.7, 1e-14);
}

TEST(ShapesInLoops, stripmined_as_plain) {
  for (const int n : trips) {
    const Derivatives plain = reverse([](auto &&...x) { return halved_vjp(static_cast<decltype(x)>(x)...); }, n);
    const Derivatives strips = reverse([](auto &&...x) { return halved_strips_vjp(static_cast<decltype(x)>(x)...); }, n);
    EXPECT_EQ(plain.value, strips.value);
    EXPECT_NEAR(plain.x_adj, strips.x_adj, 1e-13);
    for (int i = 0; i < 5; ++i)
      EXPECT_NEAR(plain.a_adj[i], strips.a_adj[i], 1e-13);
  }
}

} // namespace shapes
