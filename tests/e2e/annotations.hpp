// A function with and without annotations computes the same numbers; what is summed in another order may be rounded
// otherwise.
#pragma once

#include "check.hpp"

#include <cmath>
#include <vector>

namespace annotations {

inline const std::vector<double> five{0.3, -0.7, 0.9, 1.2, 0.5};
/// Around the squares and cubes at which the lengths of strips change.
inline constexpr int trips[] = {0, 1, 2, 3, 4, 5, 8, 9, 10, 17};

struct Derivatives {
  double value = 0, x_adj = 0, tangent = 0;
  std::vector<double> a_adj = std::vector<double>(5);
};
template <class Vjp, class Jvp> Derivatives derivatives(Vjp vjp, Jvp jvp, int n) {
  Derivatives d;
  d.value = vjp(0.6, five, n, 1.0, d.x_adj, d.a_adj);
  jvp(0.6, five, n, 0.3, five, d.tangent);
  return d;
}

inline void expect_same(const Derivatives &plain, const Derivatives &other) {
  const auto near = [](double a, double b) { EXPECT_NEAR(a, b, 1e-13 * (1 + std::fabs(a))); };
  EXPECT_EQ(plain.value, other.value);
  near(plain.x_adj, other.x_adj);
  near(plain.tangent, other.tangent);
  for (std::size_t i = 0; i < 5; ++i)
    near(plain.a_adj[i], other.a_adj[i]);
}

} // namespace annotations

#define DERIVATIVES_OF(f, n)                                                                                           \
  annotations::derivatives([](auto &&...x) { return f##_vjp(static_cast<decltype(x)>(x)...); },                        \
                           [](auto &&...x) { return f##_jvp(static_cast<decltype(x)>(x)...); }, n)

/// double f_plain(double x, const std::vector<double> &a, int n), and the same with annotations.
#define SAME_WITH_ANNOTATIONS(group, f)                                                                                \
  TEST(group, f) {                                                                                                     \
    for (const int n : annotations::trips) {                                                                           \
      SCOPED_TRACE(n);                                                                                                 \
      EXPECT_DERIVATIVES(f##_plain, 0.6, annotations::five, n);                                                        \
      const annotations::Derivatives plain = DERIVATIVES_OF(f##_plain, n);                                             \
      annotations::expect_same(plain, DERIVATIVES_OF(f##_strips, n));                                                  \
      annotations::expect_same(plain, DERIVATIVES_OF(f##_snapshots, n));                                               \
    }                                                                                                                  \
  }
