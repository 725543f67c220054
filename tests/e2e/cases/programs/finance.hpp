// Prices and likelihoods: closed forms, trees, characteristic functions, recursions over time.
#pragma once

#include <vector>

struct HestonModel {
  double initial_variance, reversion, long_variance, vol_of_vol, correlation;
};

struct Garch {
  double omega, alpha, beta;
};

double heston_call(const HestonModel &model, double spot, double strike, double rate, double time);
double binomial_put(double spot, double strike, double rate, double volatility, double time, int steps);
double yield_of_bond(double price, double coupon, int periods);
double implied_volatility(double price, double spot, double strike, double time);
double monte_carlo_call(double spot, double strike, double volatility, double time, int paths, unsigned seed);
double garch_likelihood(const Garch &model, const std::vector<double> &returns);
double autoregression_likelihood(double phi, double sigma, const double *x, int n);
double nelson_siegel_error(const double *beta, double tau, const double *times, const double *yields, int n);
double barrier_in_steps(double spot, double barrier, double drift, const double *shocks, int n);
double portfolio_variance(const std::vector<std::vector<double>> &covariance, const std::vector<double> &weights);
double greeks_of_greeks(double spot, double volatility);
double delta(double spot, double volatility);
double call_price(double spot, double volatility);
