#include "finance.hpp"

#include "check.hpp"
#include "finance.soac.hpp"

#include <cmath>

using reals = std::vector<double>;

namespace {
const reals returns{1.0, -2.0, 1.5, 3.0, -2.5, 0.5};
} // namespace

DERIVATIVES(Finance, heston_call, (HestonModel{0.04, 1.5, 0.06, 0.4, -0.6}), 1.0, 1.05, 0.02, 0.75)
DERIVATIVES(Finance, binomial_put, 100.0, 103.0, 0.03, 0.25, 0.5, 7)
DERIVATIVES(Finance, yield_of_bond, 0.95, 0.04, 6)
DERIVATIVES(Finance, implied_volatility, 0.11, 1.0, 1.02, 0.8)
DERIVATIVES(Finance, monte_carlo_call, 1.0, 1.05, 0.3, 1.0, 20, 7u)
DERIVATIVES(Finance, garch_likelihood, (Garch{0.2, 0.1, 0.8}), returns)
DERIVATIVES(Finance, autoregression_likelihood, 0.6, 0.9, reals{0.3, -0.1, 0.8, 1.1, -0.4}, 5)
DERIVATIVES(Finance, nelson_siegel_error, reals{0.04, -0.02, 0.01}, 1.7, reals{0, 0.5, 2, 5}, reals{0.02, 0.025, 0.03, 0.036}, 4)
DERIVATIVES(Finance, barrier_in_steps, 1.0, 1.2, 0.01, reals{0.1, -0.05, 0.2, 0.1}, 4)
DERIVATIVES(Finance, portfolio_variance, (std::vector<reals>{{2, 0.5}, {0.4, 1}}), reals{0.3, 0.7})
DERIVATIVES(Finance, greeks_of_greeks, 1.1, 0.3)

// Black and Scholes' delta is the normal distribution function at d1.
TEST(Finance, DeltaIsKnown) {
  const double d1 = std::log(1.1) / 0.3 + 0.15;
  EXPECT_NEAR(delta(1.1, 0.3), 0.5 * std::erfc(-d1 / std::sqrt(2.0)), 1e-14);
}

// With the variance at its long-run level and next to no vol of vol, Heston's model is Black and Scholes'.
TEST(Finance, HestonWithoutNoise) {
  double value = heston_call({0.04, 1.0, 0.04, 1e-3, 0.0}, 1.1, 1.0, 0.0, 2.25);
  EXPECT_NEAR(value, call_price(1.1, 0.3), 2e-4);
}

// A yield's derivative by the price is 1 over the price's derivative by the yield.
TEST(Finance, YieldOfOneFlow) {
  double price = 0, coupon = 0;
  const double y = yield_of_bond_vjp(0.96, 0.04, 1, 1.0, price, coupon);
  EXPECT_NEAR(y, 1.04 / 0.96 - 1, 1e-12);
  EXPECT_NEAR(price, -1.04 / (0.96 * 0.96), 1e-10);
  EXPECT_NEAR(coupon, 1 / 0.96, 1e-10);
}
