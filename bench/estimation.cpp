#include "estimation.hpp"

#include "estimation.soac.hpp"

#include <cmath>
#include <limits>

static double log_of_sum(const vector &terms) {
  double most = terms[0];
  for (const double t : terms)
    if (t > most)
      most = t;
  double sum = 0;
  for (const double t : terms)
    sum += std::exp(t - most);
  return most + std::log(sum);
}

double mixture_model(const vector &weights, const vector &means, const vector &diagonals, const vector &lower, const vector &points,
                     const prior &wishart) {
  const int k = static_cast<int>(weights.size()), d = static_cast<int>(means.size()) / k;
  const int n = static_cast<int>(points.size()) / d, below = d * (d - 1) / 2;
  vector factors(k * d), traces(k);
  for (int c = 0; c < k; ++c) {
    double trace = 0;
    for (int j = 0; j < d; ++j) {
      trace += diagonals[c * d + j];
      factors[c * d + j] = std::exp(diagonals[c * d + j]);
    }
    traces[c] = trace;
  }
  vector centred(d), product(d), terms(k);
  double likelihood = 0;
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < k; ++c) {
      for (int j = 0; j < d; ++j)
        centred[j] = points[i * d + j] - means[c * d + j];
      for (int j = 0; j < d; ++j)
        product[j] = factors[c * d + j] * centred[j];
      int at = c * below;
      for (int j = 0; j < d; ++j)
        for (int r = j + 1; r < d; ++r)
          product[r] += lower[at++] * centred[j];
      double square = 0;
      for (int j = 0; j < d; ++j)
        square += product[j] * product[j];
      terms[c] = weights[c] + traces[c] - 0.5 * square;
    }
    likelihood += log_of_sum(terms);
  }
  const int freedom = d + wishart.m + 1;
  double regularisation = 0;
  for (int c = 0; c < k; ++c) {
    double square = 0;
    for (int j = 0; j < d; ++j)
      square += factors[c * d + j] * factors[c * d + j];
    for (int j = 0; j < below; ++j)
      square += lower[c * below + j] * lower[c * below + j];
    regularisation += 0.5 * wishart.gamma * wishart.gamma * square - wishart.m * traces[c];
  }
  return likelihood - n * log_of_sum(weights) + regularisation - k * freedom * std::log(wishart.gamma);
}

double run_mixture_model(const vector &weights, const vector &means, const vector &diagonals, const vector &lower, const vector &points,
                         const prior &wishart) {
  return soac::run<mixture_model>(weights, means, diagonals, lower, points, wishart);
}
mixture_adjoint gradient_mixture_model(const vector &weights, const vector &means, const vector &diagonals, const vector &lower,
                                       const vector &points, const prior &wishart) {
  return soac::gradient<mixture_model, soac::wrt<0, 1, 2, 3>>(weights, means, diagonals, lower, points, wishart);
}

static double log_of_sum_by_library(numbers terms) {
  const double most = soac::reduce(soac::maximum{}, -std::numeric_limits<double>::infinity(), terms);
  return most + std::log(soac::sum(soac::map([&](double t) { return std::exp(t - most); }, terms)));
}

double mixture_model_by_library(numbers weights, rows means, rows diagonals, rows lower, rows points, const prior &wishart) {
  const soac::index d = means.extent(1), n = points.extent(0);
  const auto traces = soac::map([](auto q) { return soac::sum(q); }, diagonals);
  const auto factors = soac::map([](auto q) { return soac::map([](double t) { return std::exp(t); }, q); }, diagonals);
  const double likelihood = soac::sum(soac::map(
      [&](auto x) {
        return log_of_sum_by_library(soac::map(
            [&](double weight, double trace, auto mean, auto factor, auto below) {
              const auto centred = soac::map([](double a, double b) { return a - b; }, x, mean);
              const auto squares = soac::map(
                  [&](soac::index r) {
                    double sum = factor[r] * centred[r];
                    for (soac::index j = 0; j < r; ++j)
                      sum += below[j * (2 * d - j - 1) / 2 + r - j - 1] * centred[j];
                    return sum * sum;
                  },
                  soac::iota(d));
              return weight + trace - 0.5 * soac::sum(squares);
            },
            weights, traces, means, factors, lower));
      },
      points));
  const double regularisation = soac::sum(soac::map(
      [&](double trace, auto factor, auto below) {
        return 0.5 * wishart.gamma * wishart.gamma * (soac::dot(factor, factor) + soac::dot(below, below)) - wishart.m * trace;
      },
      traces, factors, lower));
  return likelihood - static_cast<double>(n) * log_of_sum_by_library(weights) + regularisation -
         static_cast<double>(weights.size() * (d + wishart.m + 1)) * std::log(wishart.gamma);
}

double run_mixture_model_by_library(numbers weights, rows means, rows diagonals, rows lower, rows points, const prior &wishart) {
  return soac::run<mixture_model_by_library>(weights, means, diagonals, lower, points, wishart);
}
std::tuple<soac::array<double>, soac::array<double, 2>, soac::array<double, 2>, soac::array<double, 2>>
gradient_mixture_model_by_library(numbers weights, rows means, rows diagonals, rows lower, rows points, const prior &wishart) {
  return soac::gradient<mixture_model_by_library, soac::wrt<0, 1, 2, 3>>(weights, means, diagonals, lower, points, wishart);
}

double least_squares(const vector &coefficients, int n) {
  const int m = static_cast<int>(coefficients.size());
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double t = -1 + i * 2.0 / (n - 1);
    double difference = t > 0 ? 1 : t < 0 ? -1 : 0, power = 1;
    for (int j = 0; j < m; ++j) {
      difference -= coefficients[j] * power;
      power *= t;
    }
    sum += difference * difference;
  }
  return 0.5 * sum;
}
double run_least_squares(const vector &coefficients, int n) { return soac::run<least_squares>(coefficients, n); }
vector gradient_least_squares(const vector &coefficients, int n) {
  return soac::gradient<least_squares, soac::wrt<0>>(coefficients, n);
}

double least_squares_by_library(numbers coefficients, int n) {
  return 0.5 * soac::sum(soac::map(
                   [&](soac::index i) {
                     const double t = -1 + static_cast<double>(i) * 2.0 / (n - 1);
                     double difference = t > 0 ? 1 : t < 0 ? -1 : 0, power = 1;
                     for (const double c : coefficients) {
                       difference -= c * power;
                       power *= t;
                     }
                     return difference * difference;
                   },
                   soac::iota(n)));
}
double run_least_squares_by_library(numbers coefficients, int n) { return soac::run<least_squares_by_library>(coefficients, n); }
soac::array<double> gradient_least_squares_by_library(numbers coefficients, int n) {
  return soac::gradient<least_squares_by_library, soac::wrt<0>>(coefficients, n);
}
