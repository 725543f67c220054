#include "learning.hpp"
#include "learning.soac.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <soac/soac.hpp>

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double log_add(double a, double b) {
  const double high = std::max(a, b);
  return high + std::log1p(std::exp(-std::abs(a - b)));
}

double log_sum(const double *x, int n, int stride = 1) {
  double high = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < n; ++i)
    high = std::max(high, x[i * stride]);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i * stride] - high);
  return high + std::log(sum);
}

double activate(double x, Activation kind) {
  using enum Activation;
  switch (kind) {
  case relu: return x > 0 ? x : 0;
  case sigmoid: return ::sigmoid(x);
  case softplus:
    if (x > 30)
      return x;
    return std::log1p(std::exp(x));
  case identity: break;
  }
  return x;
}

std::vector<double> forward(const Layer &layer, const std::vector<double> &x, Activation activation) {
  std::vector<double> y = layer.biases;
  for (int o = 0; o < layer.outputs; ++o) {
    for (int i = 0; i < layer.inputs; ++i)
      y[o] += layer.weights[o * layer.inputs + i] * x[i];
    y[o] = activate(y[o], activation);
  }
  return y;
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double logistic_loss(const std::vector<double> &w, const std::vector<std::array<double, 3>> &x, const std::vector<int> &labels, double penalty) {
  double loss = 0;
  for (std::size_t n = 0; n < x.size(); ++n) {
    double z = w[3];
    for (std::size_t i = 0; i < x[n].size(); ++i)
      z += w[i] * x[n][i];
    const double margin = labels[n] ? z : -z;
    loss += margin > 0 ? std::log1p(std::exp(-margin)) : -margin + std::log1p(std::exp(margin));
  }
  for (const double &v : w)
    loss += penalty * v * v;
  return loss;
}

#pragma soac differentiate(vjp, jvp)
double softmax_cross_entropy(const double *logits, int rows, int classes, const int *labels) {
  double loss = 0;
  for (int r = 0; r < rows; ++r) {
    const double *row = logits + r * classes;
    loss += log_sum(row, classes) - row[labels[r]];
  }
  return loss / rows;
}

#pragma soac differentiate(vjp, jvp)
double layers_forward(const Layer &first, const Layer &second, std::vector<double> x, Activation activation) {
  x = forward(first, x, activation);
  x = forward(second, x, Activation::identity);
  double sum = 0;
  for (const double v : x)
    sum += v * v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double lstm_cell(const std::array<Gate, 4> &gates, const double *x, int n) {
  double hidden = 0, cell = 0;
  for (int t = 0; t < n; ++t) {
    std::array<double, 4> a;
    for (std::size_t g = 0; g < gates.size(); ++g)
      a[g] = gates[g].input * x[t] + gates[g].recurrent * hidden + gates[g].bias;
    const auto [forget, input, output, candidate] =
        std::array{sigmoid(a[0]), sigmoid(a[1]), sigmoid(a[2]), std::tanh(a[3])};
    cell = forget * cell + input * candidate;
    hidden = output * std::tanh(cell);
  }
  return hidden;
}

// A mixture of Gaussians with diagonal covariances.
#pragma soac differentiate(vjp, jvp)
double mixture_likelihood(const double *alphas, const double *means, const double *log_precisions, const double *x, int k, int d, int n) {
  std::vector<double> terms(k);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < k; ++c) {
      double quadratic = 0, logs = 0;
      for (int j = 0; j < d; ++j) {
        const double distance = (x[i * d + j] - means[c * d + j]) * std::exp(log_precisions[c * d + j]);
        quadratic += distance * distance;
        logs += log_precisions[c * d + j];
      }
      terms[c] = alphas[c] + logs - 0.5 * quadratic;
    }
    sum += log_sum(terms.data(), k);
  }
  return sum - n * log_sum(alphas, k);
}

#pragma soac differentiate(vjp, jvp)
double attention(const double *q, const double *k, const double *v, int n, int d) {
  double total = 0;
  std::vector<double> scores(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) { // causal
      scores[j] = 0;
      for (int c = 0; c < d; ++c)
        scores[j] += q[i * d + c] * k[j * d + c];
      scores[j] /= std::sqrt(static_cast<double>(d));
    }
    const double norm = log_sum(scores.data(), i + 1);
    for (int c = 0; c < d; ++c) {
      double mixed = 0;
      for (int j = 0; j <= i; ++j)
        mixed += std::exp(scores[j] - norm) * v[j * d + c];
      total += mixed * mixed;
    }
  }
  return total;
}

#pragma soac differentiate(vjp, jvp)
double batch_normalised(std::vector<double> x, double gain, double shift) {
  const double n = static_cast<double>(x.size());
  const double mean = std::accumulate(x.cbegin(), x.cend(), 0.0) / n;
  double variance = 0;
  std::for_each(x.begin(), x.end(), [&variance, mean, n](double v) { variance += (v - mean) * (v - mean) / n; });
  std::transform(x.begin(), x.end(), x.begin(), [=](double v) { return gain * (v - mean) / std::sqrt(variance + 1e-5) + shift; });
  return std::inner_product(x.begin(), x.end(), x.begin() , 0.0, std::plus<>{}, [](double a, double b) { return std::tanh(a) * b; });
}

#pragma soac differentiate(vjp, jvp)
double soft_nearest(const std::vector<std::array<double, 2>> &points, const std::array<double, 2> &query, double temperature) {
  double weight = 0, sum = 0;
  for (const auto &[x, y] : points) {
    const double dx = x - query[0], dy = y - query[1];
    const double w = std::exp(-(dx * dx + dy * dy) / temperature);
    weight += w;
    sum += w * std::hypot(x, y);
  }
  return sum / weight;
}

// The three nearest neighbours, kept in a small sorted array by insertion.
#pragma soac differentiate(vjp, jvp)
double nearest_three(const std::vector<double> &points, const std::vector<double> &values, double query) {
  std::array<std::pair<double, int>, 3> best;
  best.fill({1e300, -1});
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    std::pair<double, int> candidate{(points[i] - query) * (points[i] - query), i};
    for (auto &slot : best)
      if (candidate.first < slot.first)
        std::swap(candidate, slot);
  }
  double sum = 0, weight = 0;
  for (const auto &[distance, index] : best) {
    if (index < 0)
      break;
    sum += values[index] / (0.1 + distance);
    weight += 1 / (0.1 + distance);
  }
  return sum / weight;
}

#pragma soac differentiate(vjp, jvp)
double hidden_markov(const double *transition, const double *emission, const int *observed, int states, int n) {
  std::vector<double> alpha(states), next(states);
  for (int s = 0; s < states; ++s)
    alpha[s] = emission[s * 2 + observed[0]] - std::log(static_cast<double>(states));
  for (int t = 1; t < n; ++t) {
    for (int s = 0; s < states; ++s) {
      double total = -1e300;
      for (int r = 0; r < states; ++r)
        total = log_add(total, alpha[r] + transition[r * states + s]);
      next[s] = total + emission[s * 2 + observed[t]];
    }
    std::swap(alpha, next);
  }
  return log_sum(alpha.data(), states);
}

#pragma soac differentiate(vjp, jvp)
double viterbi_score(const double *transition, const double *emission, const int *observed, int states, int n) {
  std::vector<double> score(states, 0.0);
  std::vector<int> from(n * states, -1);
  for (int t = 0; t < n; ++t) {
    std::vector<double> best(states);
    for (int s = 0; s < states; ++s) {
      best[s] = -std::numeric_limits<double>::infinity();
      for (int r = 0; r < states; ++r) {
        const double candidate = score[r] + transition[r * states + s];
        if (candidate > best[s]) {
          best[s] = candidate;
          from[t * states + s] = r;
        }
      }
      best[s] += emission[s * 2 + observed[t]];
    }
    score = best;
  }
  // Along the best path: its score, and how often it changes state.
  int s = static_cast<int>(std::max_element(score.begin(), score.end()) - score.begin());
  const double value = score[s];
  int changes = 0;
  for (int t = n - 1; t >= 0; --t) {
    const int before = from[t * states + s];
    changes += before != s;
    s = before;
  }
  return value * (1 + 0.1 * changes);
}

// Soft dynamic time warping.
#pragma soac differentiate(vjp, jvp)
double soft_alignment(std::span<const double> a, std::span<const double> b, double gamma) {
  const std::size_t n = a.size(), m = b.size();
  std::vector<std::vector<double>> r(n + 1, std::vector<double>(m + 1, 1e10));
  r[0][0] = 0;
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = 1; j <= m; ++j) {
      const double x = r[i - 1][j], y = r[i][j - 1], z = r[i - 1][j - 1];
      const double low = std::min({x, y, z});
      const double soft =
          low - gamma * std::log(std::exp(-(x - low) / gamma) + std::exp(-(y - low) / gamma) + std::exp(-(z - low) / gamma));
      r[i][j] = (a[i - 1] - b[j - 1]) * (a[i - 1] - b[j - 1]) + soft;
    }
  return r[n][m];
}

namespace {
double banana(double x) { return (1 - x) * (1 - x) + 5 * (x * x - 0.5) * (x * x - 0.5); }
} // namespace

// Through an optimiser: the gradient inside is differentiated once more.
#pragma soac differentiate(vjp, jvp)
double gradient_descent(double start, double rate, int steps) {
  double x = start;
  for (int i = 0; i < steps; ++i)
    x -= rate * soac::gradient<banana>(x);
  return banana(x);
}

#pragma soac differentiate(vjp, jvp)
double momentum_descent(double rate, double momentum, int steps) {
  double x = 0.3, velocity = 0;
  while (steps > 0) {
    const auto [value, slope] = soac::value_and_gradient<banana>(x);
    velocity = momentum * velocity - rate * slope;
    x += velocity;
    if (value < 1e-12)
      break;
    --steps;
  }
  return x;
}

double descend(double rate) { return gradient_descent(0.2, rate, 3); }
double training_loss(double rate) { return soac::jvp<soac::gradient<descend>>(rate, 1.0); }

#pragma soac differentiate(vjp, jvp)
double k_means_cost(const std::vector<double> &points, std::vector<double> centres, int rounds) {
  std::vector<int> owner(points.size(), 0);
  double cost = 0;
  for (int round = 0; round < rounds; ++round) {
    cost = 0;
    std::vector<double> sums(centres.size(), 0.0);
    std::vector<int> counts(centres.size(), 0);
    for (std::size_t i = 0; i < points.size(); ++i) {
      double best = std::numeric_limits<double>::max();
      for (int c = 0; c < static_cast<int>(centres.size()); ++c)
        if (const double d = (points[i] - centres[c]) * (points[i] - centres[c]); d < best) {
          best = d;
          owner[i] = c;
        }
      cost += best;
      sums[owner[i]] += points[i];
      ++counts[owner[i]];
    }
    for (std::size_t c = 0; c < centres.size(); ++c)
      if (counts[c] > 0)
        centres[c] = sums[c] / counts[c];
  }
  return cost;
}

#pragma soac differentiate(vjp, jvp)
double elastic_net(const std::vector<double> &w, double l1, double l2) {
  return std::accumulate(w.begin(), w.end(), 0.0, [=](double sum, double v) { return sum + l1 * std::abs(v) + 0.5 * l2 * v * v; });
}
