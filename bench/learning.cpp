#include "learning.hpp"

#include "learning.soac.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

double log_sum_exp(numbers x) {
  const double most = soac::reduce(soac::maximum{}, -std::numeric_limits<double>::infinity(), x);
  return most + std::log(soac::sum(soac::map([&](double t) { return std::exp(t - most); }, x)));
}

double log_sum_exp_loops(const vector &x) {
  double most = x[0];
  for (const double t : x)
    if (t > most)
      most = t;
  double sum = 0;
  for (const double t : x)
    sum += std::exp(t - most);
  return most + std::log(sum);
}

vector gradient_log_sum_exp_by_hand(const vector &x) {
  const double most = *std::max_element(x.begin(), x.end());
  vector result(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    result[i] = std::exp(x[i] - most);
    sum += result[i];
  }
  const double part = 1 / sum;
  for (double &r : result)
    r *= part;
  return result;
}

double run_log_sum_exp(numbers x) { return soac::run<log_sum_exp>(x); }
double run_log_sum_exp_loops(const vector &x) { return soac::run<log_sum_exp_loops>(x); }
soac::array<double> gradient_log_sum_exp(numbers x) { return soac::gradient<log_sum_exp>(x); }
vector gradient_log_sum_exp_loops(const vector &x) { return soac::gradient<log_sum_exp_loops>(x); }

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double lstm(const network &shape, const vector &weights, const vector &extra, const vector &start, const vector &sequence) {
  const int n = shape.width;
  vector state = start, x(n), y(n);
  double total = 0;
  for (int t = 0; t + 1 < shape.length; ++t) {
    for (int i = 0; i < n; ++i)
      x[i] = sequence[t * n + i] * extra[i];
    for (int layer = 0; layer < shape.layers; ++layer) {
      const int w = layer * 8 * n, b = w + 4 * n, h = layer * 2 * n, c = h + n;
      for (int i = 0; i < n; ++i) {
        const double forget = sigmoid(x[i] * weights[w + i] + weights[b + i]);
        const double in = sigmoid(state[h + i] * weights[w + n + i] + weights[b + n + i]);
        const double out = sigmoid(x[i] * weights[w + 2 * n + i] + weights[b + 2 * n + i]);
        const double change = std::tanh(state[h + i] * weights[w + 3 * n + i] + weights[b + 3 * n + i]);
        state[c + i] = state[c + i] * forget + in * change;
        state[h + i] = out * std::tanh(state[c + i]);
        x[i] = state[h + i];
      }
    }
    double sum = 2;
    for (int i = 0; i < n; ++i) {
      y[i] = x[i] * extra[n + i] + extra[2 * n + i];
      sum += std::exp(y[i]);
    }
    const double norm = std::log(sum);
    for (int i = 0; i < n; ++i)
      total += sequence[(t + 1) * n + i] * (y[i] - norm);
  }
  return -total / (n * (shape.length - 1));
}

lstm_adjoint gradient_lstm_by_hand(const network &shape, const vector &weights, const vector &extra, const vector &start,
                                   const vector &sequence) {
  const int n = shape.width, steps = shape.length - 1, all = shape.layers * n;
  // Of each step: what each cell reads, its gates, and the tangent hyperbolic of its number.
  enum { input, before, cell, forget, in, out, change, bound, count };
  vector kept(static_cast<std::size_t>(steps * all) * count), state = start, x(n), last(static_cast<std::size_t>(steps * n)),
      odds(static_cast<std::size_t>(steps * n));
  const auto at = [&](int t, int what, int k) -> double & {
    return kept[(static_cast<std::size_t>(t) * count + static_cast<std::size_t>(what)) * static_cast<std::size_t>(all) + static_cast<std::size_t>(k)];
  };
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      x[i] = sequence[t * n + i] * extra[i];
    for (int layer = 0; layer < shape.layers; ++layer) {
      const int w = layer * 8 * n, b = w + 4 * n, h = layer * 2 * n, c = h + n;
      for (int i = 0; i < n; ++i) {
        const int k = layer * n + i;
        at(t, input, k) = x[i];
        at(t, before, k) = state[h + i];
        at(t, cell, k) = state[c + i];
        at(t, forget, k) = sigmoid(x[i] * weights[w + i] + weights[b + i]);
        at(t, in, k) = sigmoid(state[h + i] * weights[w + n + i] + weights[b + n + i]);
        at(t, out, k) = sigmoid(x[i] * weights[w + 2 * n + i] + weights[b + 2 * n + i]);
        at(t, change, k) = std::tanh(state[h + i] * weights[w + 3 * n + i] + weights[b + 3 * n + i]);
        state[c + i] = state[c + i] * at(t, forget, k) + at(t, in, k) * at(t, change, k);
        at(t, bound, k) = std::tanh(state[c + i]);
        x[i] = state[h + i] = at(t, out, k) * at(t, bound, k);
      }
    }
    double sum = 2;
    for (int i = 0; i < n; ++i) {
      last[t * n + i] = x[i];
      odds[t * n + i] = std::exp(x[i] * extra[n + i] + extra[2 * n + i]);
      sum += odds[t * n + i];
    }
    for (int i = 0; i < n; ++i)
      odds[t * n + i] /= sum;
  }
  vector weights_adj(weights.size()), extra_adj(extra.size()), state_adj(start.size()), x_adj(n);
  const double scale = -1.0 / (n * steps);
  for (int t = steps; t-- > 0;) {
    double gold = 0;
    for (int i = 0; i < n; ++i)
      gold += sequence[(t + 1) * n + i];
    for (int i = 0; i < n; ++i) {
      const double y_adj = scale * (sequence[(t + 1) * n + i] - gold * odds[t * n + i]);
      extra_adj[n + i] += y_adj * last[t * n + i];
      extra_adj[2 * n + i] += y_adj;
      x_adj[i] = y_adj * extra[n + i];
    }
    for (int layer = shape.layers; layer-- > 0;) {
      const int w = layer * 8 * n, b = w + 4 * n, h = layer * 2 * n, c = h + n;
      for (int i = 0; i < n; ++i) {
        const int k = layer * n + i;
        const double o = at(t, out, k), th = at(t, bound, k), f = at(t, forget, k), g = at(t, in, k), m = at(t, change, k);
        const double h_adj = x_adj[i] + state_adj[h + i];
        const double c_adj = state_adj[c + i] + h_adj * o * (1 - th * th);
        const double out_adj = h_adj * th * o * (1 - o), forget_adj = c_adj * at(t, cell, k) * f * (1 - f);
        const double in_adj = c_adj * m * g * (1 - g), change_adj = c_adj * g * (1 - m * m);
        weights_adj[w + i] += forget_adj * at(t, input, k);
        weights_adj[b + i] += forget_adj;
        weights_adj[w + n + i] += in_adj * at(t, before, k);
        weights_adj[b + n + i] += in_adj;
        weights_adj[w + 2 * n + i] += out_adj * at(t, input, k);
        weights_adj[b + 2 * n + i] += out_adj;
        weights_adj[w + 3 * n + i] += change_adj * at(t, before, k);
        weights_adj[b + 3 * n + i] += change_adj;
        state_adj[c + i] = c_adj * f;
        state_adj[h + i] = in_adj * weights[w + n + i] + change_adj * weights[w + 3 * n + i];
        x_adj[i] = forget_adj * weights[w + i] + out_adj * weights[w + 2 * n + i];
      }
    }
    for (int i = 0; i < n; ++i)
      extra_adj[i] += x_adj[i] * sequence[t * n + i];
  }
  return {weights_adj, extra_adj};
}

double run_lstm(const network &shape, const vector &weights, const vector &extra, const vector &start, const vector &sequence) {
  return soac::run<lstm>(shape, weights, extra, start, sequence);
}
lstm_adjoint gradient_lstm(const network &shape, const vector &weights, const vector &extra, const vector &start, const vector &sequence) {
  return soac::gradient<lstm, soac::wrt<1, 2>>(shape, weights, extra, start, sequence);
}
