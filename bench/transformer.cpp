#include "transformer.hpp"

#include <cmath>

#pragma soac differentiate(vjp)
void linear(float *out, const float *inp, const float *weight, const float *bias, int rows, int channels, int outputs) {
  for (int r = 0; r < rows; r++) {
    float *to = out + r * outputs;
    const float *x = inp + r * channels;
    for (int o = 0; o < outputs; o++) {
      float sum = bias != nullptr ? bias[o] : 0.0f;
      const float *w = weight + o * channels;
      for (int c = 0; c < channels; c++)
        sum += x[c] * w[c];
      to[o] = sum;
    }
  }
}

#pragma soac differentiate(vjp)
void linear_tiles(float *out, const float *inp, const float *weight, const float *bias, int rows, int channels, int outputs) {
  const int tile = 8;
  for (int first = 0; first < rows; first += tile) {
    for (int o = 0; o < outputs; o++) {
      float sums[tile];
      for (int r = 0; r < tile; r++)
        sums[r] = bias != nullptr ? bias[o] : 0.0f;
      for (int c = 0; c < channels; c++) {
        const float w = weight[o * channels + c];
        for (int r = 0; r < tile; r++)
          sums[r] += inp[(first + r) * channels + c] * w;
      }
      for (int r = 0; r < tile; r++)
        out[(first + r) * outputs + o] = sums[r];
    }
  }
}

#pragma soac differentiate(vjp)
void layernorm(float *out, float *mean, float *rstd, const float *inp, const float *weight, const float *bias, int batch, int time, int channels) {
  const float eps = 1e-5f;
  for (int b = 0; b < batch; b++) {
    for (int t = 0; t < time; t++) {
      const float *x = inp + b * time * channels + t * channels;
      float m = 0.0f;
      for (int i = 0; i < channels; i++)
        m += x[i];
      m = m / channels;
      float v = 0.0f;
      for (int i = 0; i < channels; i++) {
        float shift = x[i] - m;
        v += shift * shift;
      }
      v = v / channels;
      float s = 1.0f / sqrtf(v + eps);
      float *to = out + b * time * channels + t * channels;
      for (int i = 0; i < channels; i++) {
        float n = s * (x[i] - m);
        to[i] = n * weight[i] + bias[i];
      }
      mean[b * time + t] = m;
      rstd[b * time + t] = s;
    }
  }
}

#pragma soac differentiate(vjp)
void gelu(float *out, const float *inp, int n) {
  const float scale = 0.7978845608f; // sqrt(2 / pi)
  for (int i = 0; i < n; i++) {
    float x = inp[i];
    float cube = 0.044715f * x * x * x;
    out[i] = 0.5f * x * (1.0f + tanhf(scale * (x + cube)));
  }
}

#pragma soac differentiate(vjp)
void attention(float *out, float *scores, float *weights, const float *inp, int batch, int time, int channels, int heads) {
  const int row = channels * 3;
  const int size = channels / heads;
  const float scale = 1.0f / sqrtf(size);
  for (int b = 0; b < batch; b++) {
    for (int t = 0; t < time; t++) {
      for (int h = 0; h < heads; h++) {
        const float *query = inp + b * time * row + t * row + h * size;
        float *score = scores + b * heads * time * time + h * time * time + t * time;
        float *weight = weights + b * heads * time * time + h * time * time + t * time;
        float largest = -10000.0f;
        for (int s = 0; s <= t; s++) {
          const float *key = inp + b * time * row + s * row + h * size + channels;
          float sum = 0.0f;
          for (int i = 0; i < size; i++)
            sum += query[i] * key[i];
          sum *= scale;
          if (sum > largest)
            largest = sum;
          score[s] = sum;
        }
        float total = 0.0f;
        for (int s = 0; s <= t; s++) {
          float e = expf(score[s] - largest);
          total += e;
          weight[s] = e;
        }
        float inverse = total == 0.0f ? 0.0f : 1.0f / total;
        for (int s = 0; s < time; s++) {
          if (s <= t)
            weight[s] *= inverse;
          else
            weight[s] = 0.0f;
        }
        float *to = out + b * time * channels + t * channels + h * size;
        for (int i = 0; i < size; i++)
          to[i] = 0.0f;
        for (int s = 0; s <= t; s++) {
          const float *value = inp + b * time * row + s * row + h * size + channels * 2;
          float w = weight[s];
          for (int i = 0; i < size; i++)
            to[i] += w * value[i];
        }
      }
    }
  }
}

#pragma soac differentiate(vjp)
void softmax_loss(float *probs, float *losses, const float *logits, const int *targets, int batch, int time, int classes) {
  for (int b = 0; b < batch; b++) {
    for (int t = 0; t < time; t++) {
      const float *x = logits + b * time * classes + t * classes;
      float *p = probs + b * time * classes + t * classes;
      float largest = -10000.0f;
      for (int i = 0; i < classes; i++) {
        if (x[i] > largest)
          largest = x[i];
      }
      float sum = 0.0f;
      for (int i = 0; i < classes; i++) {
        p[i] = expf(x[i] - largest);
        sum += p[i];
      }
      for (int i = 0; i < classes; i++)
        p[i] /= sum;
    }
  }
  for (int b = 0; b < batch; b++) {
    for (int t = 0; t < time; t++) {
      const float *p = probs + b * time * classes + t * classes;
      losses[b * time + t] = -logf(p[targets[b * time + t]]);
    }
  }
}
