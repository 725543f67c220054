// The kernels of transformer.cpp with their adjoints, generated and by hand. Each adjoint computes the function's values, too.
#include "programs.hpp"

#include "transformer.hpp"
#include "transformer.soac.hpp"

#include <soac/runtime/runtime.hpp>

#include <cmath>
#include <memory>

namespace {

using floats = std::vector<float>;

void linear_by_hand(float *__restrict out, const float *__restrict inp, const float *__restrict weight, const float *__restrict bias, int rows, int channels, int outputs,
                 float *__restrict out_adj, float *__restrict inp_adj, float *__restrict weight_adj, float *__restrict bias_adj) {
  linear(out, inp, weight, bias, rows, channels, outputs);
  for (int r = 0; r < rows; r++) {
    for (int o = 0; o < outputs; o++) {
      const float seed = out_adj[r * outputs + o];
      const float *w = weight + o * channels;
      float *w_adj = weight_adj + o * channels;
      const float *x = inp + r * channels;
      float *x_adj = inp_adj + r * channels;
      bias_adj[o] += seed;
      for (int c = 0; c < channels; c++) {
        w_adj[c] += seed * x[c];
        x_adj[c] += seed * w[c];
      }
      out_adj[r * outputs + o] = 0;
    }
  }
}
void linear_tiles_by_hand(float *__restrict out, const float *__restrict inp, const float *__restrict weight, const float *__restrict bias, int rows, int channels, int outputs,
                 float *__restrict out_adj, float *__restrict inp_adj, float *__restrict weight_adj, float *__restrict bias_adj) {
  linear_tiles(out, inp, weight, bias, rows, channels, outputs);
  constexpr int tile = 8;
  for (int first = 0; first < rows; first += tile) {
    const float *x = inp + first * channels;
    float *x_adj = inp_adj + first * channels;
    for (int o = 0; o < outputs; o++) {
      float seeds[tile];
      for (int r = 0; r < tile; r++) {
        seeds[r] = out_adj[(first + r) * outputs + o];
        out_adj[(first + r) * outputs + o] = 0;
        bias_adj[o] += seeds[r];
      }
      const float *w = weight + o * channels;
      float *w_adj = weight_adj + o * channels;
#pragma GCC ivdep
      for (int c = 0; c < channels; c++) {
        float sum = 0;
#pragma GCC unroll 8
        for (int r = 0; r < tile; r++) {
          sum += seeds[r] * x[r * channels + c];
          x_adj[r * channels + c] += seeds[r] * w[c];
        }
        w_adj[c] += sum;
      }
    }
  }
}
void layernorm_by_hand(float *__restrict out, float *__restrict mean, float *__restrict rstd, const float *__restrict inp, const float *__restrict weight, const float *__restrict bias, int batch, int time, int channels,
 float *__restrict out_adj, float *__restrict mean_adj, float *__restrict rstd_adj, float *__restrict inp_adj, float *__restrict weight_adj, float *__restrict bias_adj) {
  layernorm(out, mean, rstd, inp, weight, bias, batch, time, channels);
  for (int r = 0; r < batch * time; r++) {
    const float *x = inp + r * channels;
    float *x_adj = inp_adj + r * channels, *to_adj = out_adj + r * channels;
    const float m = mean[r], s = rstd[r];
    float sum = 0, products = 0;
#pragma omp simd reduction(+ : sum, products)
    for (int i = 0; i < channels; i++) {
      const float n = (x[i] - m) * s, seed = to_adj[i], n_adj = seed * weight[i];
      sum += n_adj;
      products += n_adj * n;
      bias_adj[i] += seed;
      weight_adj[i] += seed * n;
    }
    const float a = (sum - mean_adj[r] / s) / channels, b = (products + rstd_adj[r] * s) / channels;
    for (int i = 0; i < channels; i++) {
      const float n = (x[i] - m) * s;
      x_adj[i] += (to_adj[i] * weight[i] - a - n * b) * s;
      to_adj[i] = 0;
    }
    mean_adj[r] = 0;
    rstd_adj[r] = 0;
  }
}
void gelu_by_hand(float *__restrict out, const float *__restrict inp, int n, float *__restrict out_adj, float *__restrict inp_adj) {
  for (int i = 0; i < n; i++) {
    const float x = inp[i], k = 0.7978845608f, a = 0.044715f;
    const float t = soac::runtime::tanh(k * (x + a * x * x * x));
    out[i] = 0.5f * x * (1 + t);
    const float seed = out_adj[i];
    inp_adj[i] += seed * (0.5f * (1 + t) + 0.5f * x * (1 - t * t) * k * (1 + 3 * a * x * x));
    out_adj[i] = 0;
  }
}
void attention_by_hand(float *__restrict out, float *__restrict scores, float *__restrict weights, const float *__restrict inp, int batch, int time, int channels, int heads, float *__restrict out_adj, float *__restrict scores_adj, float *__restrict weights_adj, float *__restrict inp_adj) {
  attention(out, scores, weights, inp, batch, time, channels, heads);
  const int row = channels * 3, size = channels / heads;
  const float scale = 1.0f / sqrtf(size);
  for (int b = 0; b < batch; b++)
    for (int t = 0; t < time; t++)
      for (int h = 0; h < heads; h++) {
        const int at = b * heads * time * time + h * time * time + t * time;
        const int place = b * time * row + h * size;
        const float *query = inp + place + t * row;
        float *query_adj = inp_adj + place + t * row;
        const float *w = weights + at;
        float *w_adj = weights_adj + at, *s_adj = scores_adj + at;
        float *to_adj = out_adj + b * time * channels + t * channels + h * size;
        float mean = 0;
        for (int s = 0; s <= t; s++) {
          const float *value = inp + place + s * row + 2 * channels;
          float *value_adj = inp_adj + place + s * row + 2 * channels;
          const float weight = w[s];
          float sum = 0;
#pragma omp simd reduction(+ : sum)
          for (int i = 0; i < size; i++) {
            sum += to_adj[i] * value[i];
            value_adj[i] += to_adj[i] * weight;
          }
          w_adj[s] += sum;
          mean += w_adj[s] * weight;
        }
        for (int i = 0; i < size; i++)
          to_adj[i] = 0;
        for (int s = 0; s <= t; s++) {
          const float *key = inp + place + s * row + channels;
          float *key_adj = inp_adj + place + s * row + channels;
          const float seed = (s_adj[s] + w[s] * (w_adj[s] - mean)) * scale;
#pragma omp simd
          for (int i = 0; i < size; i++) {
            query_adj[i] += seed * key[i];
            key_adj[i] += seed * query[i];
          }
          s_adj[s] = 0;
        }
        for (int s = 0; s < time; s++)
          w_adj[s] = 0;
      }
}
void softmax_loss_by_hand(float *__restrict probs, float *__restrict losses, const float *__restrict logits, const int *__restrict targets, int batch, int time, int classes, float *__restrict probs_adj, float *__restrict losses_adj, float *__restrict logits_adj) {
  softmax_loss(probs, losses, logits, targets, batch, time, classes);
  for (int r = 0; r < batch * time; r++) {
    const float *p = probs + r * classes;
    float *p_adj = probs_adj + r * classes, *x_adj = logits_adj + r * classes;
    const int target = targets[r];
    p_adj[target] -= losses_adj[r] / p[target];
    losses_adj[r] = 0;
    float mean = 0;
#pragma omp simd reduction(+ : mean)
    for (int i = 0; i < classes; i++)
      mean += p[i] * p_adj[i];
    for (int i = 0; i < classes; i++) {
      x_adj[i] += p[i] * (p_adj[i] - mean);
      p_adj[i] = 0;
    }
  }
}

/// The arguments of a kernel, with adjoints of those that have one; all calls have one workspace.
struct arguments {
  std::vector<floats> values, adjoints;
  soac::workspace workspace;
  float *operator[](std::size_t k) { return values[k].data(); }
  float *adjoint(std::size_t k) { return adjoints[k].data(); }
};

floats random_floats(std::size_t n, double most, unsigned seed) {
  const std::vector<double> numbers = random_vector(n, -most, most, seed);
  return floats(numbers.begin(), numbers.end());
}

/// The first `outputs` arguments are written: their adjoints are seeds, which the kernel takes. After a check that both adjoints agree.
template <class Function, class Generated, class Hand>
program kernel(const std::string &name, const std::vector<int> &sizes, std::size_t outputs, Function f, Generated generated, Hand by_hand) {
  const auto in = std::make_shared<arguments>();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const auto n = static_cast<std::size_t>(sizes[k]);
    const auto seed = static_cast<unsigned>(k);
    in->values.push_back(k < outputs ? floats(n) : random_floats(n, 1, seed));
    in->adjoints.push_back(k < outputs ? random_floats(n, 1, seed + 100) : floats(n));
  }
  const auto other = std::make_shared<arguments>();
  other->values = in->values;
  other->adjoints = in->adjoints;
  generated(*in);
  by_hand(*other);
  for (const auto member : {&arguments::values, &arguments::adjoints})
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      const floats &a = ((*in).*member)[k], &b = ((*other).*member)[k];
      check_equal(name, std::vector<double>(a.begin(), a.end()), std::vector<double>(b.begin(), b.end()), 1e-5);
    }
  const auto variant_of = [in](const char *what, auto run) {
    return variant{what, [in, run] {
                     run(*in);
                     return static_cast<double>(in->values[0][0]);
                   }};
  };
  return {name, {variant_of("the function", f), variant_of("adjoint by hand", by_hand), variant_of("`vjp`", generated)}};
}

} // namespace

std::vector<program> transformer_programs() {
  constexpr int rows = 128, channels = 256, outputs = 512;
  constexpr int batch = 4, time = 64, heads = 8, classes = 1000;
  const std::vector<int> product = {rows * outputs, rows * channels, outputs * channels, outputs};
  const auto targets = std::make_shared<std::vector<int>>(batch * time);
  for (std::size_t i = 0; i < targets->size(); ++i)
    (*targets)[i] = static_cast<int>(i * 7919 % classes);
  return {
      kernel(
          "linear layer, 128 x 256 x 512", product, 1, [=](auto &v) { linear(v[0], v[1], v[2], v[3], rows, channels, outputs); },
          [=](auto &v) {
            linear_vjp(v[0], v[1], v[2], v[3], rows, channels, outputs, v.adjoint(0), v.adjoint(1), v.adjoint(2), v.adjoint(3),
                       v.workspace);
          },
          [=](auto &v) {
            linear_by_hand(v[0], v[1], v[2], v[3], rows, channels, outputs, v.adjoint(0), v.adjoint(1), v.adjoint(2), v.adjoint(3));
          }),
      kernel(
          "linear layer by tiles, 128 x 256 x 512", product, 1,
          [=](auto &v) { linear_tiles(v[0], v[1], v[2], v[3], rows, channels, outputs); },
          [=](auto &v) {
            linear_tiles_vjp(v[0], v[1], v[2], v[3], rows, channels, outputs, v.adjoint(0), v.adjoint(1), v.adjoint(2), v.adjoint(3),
                             v.workspace);
          },
          [=](auto &v) {
            linear_tiles_by_hand(v[0], v[1], v[2], v[3], rows, channels, outputs, v.adjoint(0), v.adjoint(1), v.adjoint(2),
                                 v.adjoint(3));
          }),
      kernel(
          "layer normalisation, 256 x 256", {batch * time * channels, batch * time, batch * time, batch * time * channels, channels, channels}, 3,
          [=](auto &v) { layernorm(v[0], v[1], v[2], v[3], v[4], v[5], batch, time, channels); },
          [=](auto &v) {
            layernorm_vjp(v[0], v[1], v[2], v[3], v[4], v[5], batch, time, channels, v.adjoint(0), v.adjoint(1), v.adjoint(2),
                          v.adjoint(3), v.adjoint(4), v.adjoint(5), v.workspace);
          },
          [=](auto &v) {
            layernorm_by_hand(v[0], v[1], v[2], v[3], v[4], v[5], batch, time, channels, v.adjoint(0), v.adjoint(1), v.adjoint(2),
                              v.adjoint(3), v.adjoint(4), v.adjoint(5));
          }),
      kernel(
          "gelu, n = 65536", {65536, 65536}, 1, [](auto &v) { gelu(v[0], v[1], 65536); },
          [](auto &v) { gelu_vjp(v[0], v[1], 65536, v.adjoint(0), v.adjoint(1), v.workspace); },
          [](auto &v) { gelu_by_hand(v[0], v[1], 65536, v.adjoint(0), v.adjoint(1)); }),
      kernel(
          "attention, 64 places, 8 heads of 32",
          {batch * time * channels, batch * heads * time * time, batch * heads * time * time, 3 * batch * time * channels}, 3,
          [=](auto &v) { attention(v[0], v[1], v[2], v[3], batch, time, channels, heads); },
          [=](auto &v) {
            attention_vjp(v[0], v[1], v[2], v[3], batch, time, channels, heads, v.adjoint(0), v.adjoint(1), v.adjoint(2),
                          v.adjoint(3), v.workspace);
          },
          [=](auto &v) {
            attention_by_hand(v[0], v[1], v[2], v[3], batch, time, channels, heads, v.adjoint(0), v.adjoint(1), v.adjoint(2),
                              v.adjoint(3));
          }),
      kernel(
          "softmax with cross entropy, 256 x 1000", {batch * time * classes, batch * time, batch * time * classes}, 2,
          [=](auto &v) { softmax_loss(v[0], v[1], v[2], targets->data(), batch, time, classes); },
          [=](auto &v) {
            softmax_loss_vjp(v[0], v[1], v[2], targets->data(), batch, time, classes, v.adjoint(0), v.adjoint(1), v.adjoint(2),
                             v.workspace);
          },
          [=](auto &v) {
            softmax_loss_by_hand(v[0], v[1], v[2], targets->data(), batch, time, classes, v.adjoint(0), v.adjoint(1), v.adjoint(2));
          })};
}
