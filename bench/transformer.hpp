// The kernels of a transformer in single precision, as they are written in C: pointers, sizes, plain loops.
#pragma once

/// out[row][o] = bias[o] + sum over c of inp[row][c] weight[o][c], for rows of `channels` numbers.
void linear(float *out, const float *inp, const float *weight, const float *bias, int rows, int channels, int outputs);
/// The same, by tiles of eight rows, whose sums stay in registers while a row of weights passes.
void linear_tiles(float *out, const float *inp, const float *weight, const float *bias, int rows, int channels, int outputs);
/// Rows of batch x time, to mean zero and variance one, scaled and shifted; `mean` and `rstd` are kept for each row.
void layernorm(float *out, float *mean, float *rstd, const float *inp, const float *weight, const float *bias, int batch, int time, int channels);
/// The Gaussian error linear unit, by its approximation with tanh.
void gelu(float *out, const float *inp, int n);
/// Causal attention with several heads: inp[b][t] holds query, key and value, `channels` each.
void attention(float *out, float *scores, float *weights, const float *inp, int batch, int time, int channels, int heads);
/// Probabilities of `classes` logits for each place, and the losses of the classes that `targets` says.
void softmax_loss(float *probs, float *losses, const float *logits, const int *targets, int batch, int time, int classes);
