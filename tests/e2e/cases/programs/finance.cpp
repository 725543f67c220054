#include "finance.hpp"
#include "finance.soac.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <soac/soac.hpp>

namespace {

constexpr double pi = 3.14159265358979323846;

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

std::complex<double> characteristic(const HestonModel &m, std::complex<double> u, double time) {
  const std::complex<double> i(0.0, 1.0);
  const std::complex<double> a = m.reversion - m.correlation * m.vol_of_vol * i * u;
  const double s2 = m.vol_of_vol * m.vol_of_vol;
  const std::complex<double> d = std::sqrt(a * a + s2 * (i * u + u * u));
  const std::complex<double> g = (a - d) / (a + d);
  const std::complex<double> e = std::exp(-d * time);
  const std::complex<double> level =
      m.reversion * m.long_variance / s2 * ((a - d) * time - 2.0 * std::log((1.0 - g * e) / (1.0 - g)));
  const std::complex<double> current = m.initial_variance / s2 * (a - d) * (1.0 - e) / (1.0 - g * e);
  return std::exp(level + current);
}

} // namespace

// The Fourier inversion of Heston's model by the midpoint rule.
#pragma soac differentiate(vjp, jvp)
double heston_call(const HestonModel &model, double spot, double strike, double rate, double time) {
  const double x = std::log(spot / strike) + rate * time;
  const std::complex<double> i(0, 1);
  double sum = 0;
  const double h = 0.1;
  for (int k = 0; k < 200; ++k) {
    const double u = (k + 0.5) * h;
    const std::complex<double> phi = characteristic(model, u - 0.5 * i, time);
    sum += std::real(std::exp(i * u * x) * phi) / (u * u + 0.25) * h;
  }
  return spot - std::sqrt(spot * strike) * std::exp(-0.5 * rate * time) / pi * sum;
}

#pragma soac differentiate(vjp, jvp)
double binomial_put(double spot, double strike, double rate, double volatility, double time, int steps) {
  const double dt = time / steps;
  const double up = std::exp(volatility * std::sqrt(dt));
  const double down = 1 / up;
  const double p = (std::exp(rate * dt) - down) / (up - down);
  const double discount = std::exp(-rate * dt);
  std::vector<double> value(steps + 1);
  for (int j = 0; j <= steps; ++j)
    value[j] = std::max(strike - spot * std::pow(up, 2.0 * j - steps), 0.0);
  for (int step = steps; step-- > 0;)
    for (int j = 0; j <= step; ++j) {
      const double held = discount * (p * value[j + 1] + (1 - p) * value[j]);
      const double exercised = strike - spot * std::pow(up, 2.0 * j - step);
      value[j] = std::max(held, exercised);
    }
  return value[0];
}

// Newton's iteration with a test of convergence.
#pragma soac differentiate(vjp, jvp)
double yield_of_bond(double price, double coupon, int periods) {
  double y = 0.05;
  for (int iteration = 0; iteration < 50; ++iteration) {
    double value = 0, slope = 0, discount = 1;
    for (int t = 1; t <= periods; ++t) {
      discount /= 1 + y;
      const double flow = coupon + (t == periods ? 1.0 : 0.0);
      value += flow * discount;
      slope -= t * flow * discount / (1 + y);
    }
    const double step = (value - price) / slope;
    y -= step;
    if (std::abs(step) < 1e-12)
      break;
  }
  return y;
}

#pragma soac differentiate(vjp, jvp)
double implied_volatility(double price, double spot, double strike, double time) {
  double sigma = 0.3;
  for (int k = 0;; ++k) {
    const double spread = sigma * std::sqrt(time);
    const double d1 = std::log(spot / strike) / spread + 0.5 * spread;
    const double error = spot * normal_cdf(d1) - strike * normal_cdf(d1 - spread) - price;
    const double vega = spot * std::sqrt(time) * std::exp(-0.5 * d1 * d1) / std::sqrt(2 * pi);
    if (k == 12)
      return sigma;
    sigma = std::clamp(sigma - error / vega, 0.01, 3.0);
  }
}

#pragma soac differentiate(vjp, jvp)
double monte_carlo_call(double spot, double strike, double volatility, double time, int paths, unsigned seed) {
  unsigned state = seed;
  const auto uniform = [&state]() {
    state = state * 1664525u + 1013904223u;
    return ((state >> 8) + 0.5) / 16777216.0;
  };
  double sum = 0;
  for (int path = 0; path < paths; ++path) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    const double z = radius * std::cos(2 * pi * uniform());
    const double end = spot * std::exp(-0.5 * volatility * volatility * time + volatility * std::sqrt(time) * z);
    if (end > strike)
      sum += end - strike;
  }
  return sum / paths;
}

#pragma soac differentiate(vjp, jvp)
double garch_likelihood(const Garch &model, const std::vector<double> &returns) {
  double variance = 0;
  for (const double r : returns)
    variance += r * r / returns.size();
  double likelihood = 0;
  for (std::size_t t = 1; t < returns.size(); ++t) {
    variance = model.omega + model.alpha * returns[t - 1] * returns[t - 1] + model.beta * variance;
    likelihood -= 0.5 * (std::log(2 * pi * variance) + returns[t] * returns[t] / variance);
  }
  return likelihood;
}

#pragma soac differentiate(vjp, jvp)
double autoregression_likelihood(double phi, double sigma, const double *x, int n) {
  double sum = 0.5 * std::log(1 - phi * phi) - 0.5 * (1 - phi * phi) * x[0] * x[0] / (sigma * sigma) - std::log(sigma);
  int t = 1;
  while (t < n) {
    const double innovation = x[t] - phi * x[t - 1];
    sum -= std::log(sigma) + 0.5 * innovation * innovation / (sigma * sigma);
    t++;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double nelson_siegel_error(const double *beta, double tau, const double *times, const double *yields, int n) {
  double error = 0;
  for (int i = 0; i < n; ++i) {
    const double s = times[i] / tau;
    const double load = s < 1e-8 ? 1 - 0.5 * s : (1 - std::exp(-s)) / s;
    const double model = beta[0] + beta[1] * load + beta[2] * (load - std::exp(-s));
    error += (model - yields[i]) * (model - yields[i]);
  }
  return error;
}

// Knocked out at a barrier: the loop ends early, and the value depends on how.
#pragma soac differentiate(vjp, jvp)
double barrier_in_steps(double spot, double barrier, double drift, const double *shocks, int n) {
  double average = 0;
  for (int i = 0; i < n; ++i) {
    spot *= std::exp(drift + shocks[i]);
    average += spot;
    if (spot > barrier)
      return average / (i + 1) - barrier;
  }
  return n > 0 ? average / n : spot;
}

#pragma soac differentiate(vjp, jvp)
double portfolio_variance(const std::vector<std::vector<double>> &covariance, const std::vector<double> &weights) {
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    for (std::size_t j = 0; j < weights.size(); ++j)
      total += weights[i] * covariance[i][j] * weights[j];
  return total;
}

double call_price(double spot, double volatility) {
  const double d1 = std::log(spot) / volatility + 0.5 * volatility;
  return spot * normal_cdf(d1) - normal_cdf(d1 - volatility);
}

double delta(double spot, double volatility) { return soac::gradient<call_price, soac::wrt<0>>(spot, volatility); }

// A derivative inside a function that is differentiated again.
#pragma soac differentiate(vjp, jvp)
double greeks_of_greeks(double spot, double volatility) {
  const auto [by_spot, by_volatility] = soac::gradient<call_price>(spot, volatility);
  return by_spot * by_volatility;
}
