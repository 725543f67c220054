// Models that are fitted: regressions, networks, mixtures, sequences.
#pragma once

#include <array>
#include <span>
#include <vector>

struct Layer {
  int inputs, outputs;
  std::vector<double> weights, biases;
};

enum class Activation { identity, relu, sigmoid, softplus };

struct Gate {
  double input, recurrent, bias;
};

double logistic_loss(const std::vector<double> &w, const std::vector<std::array<double, 3>> &x, const std::vector<int> &labels, double penalty);
double softmax_cross_entropy(const double *logits, int rows, int classes, const int *labels);
double layers_forward(const Layer &first, const Layer &second, std::vector<double> x, Activation activation);
double lstm_cell(const std::array<Gate, 4> &gates, const double *x, int n);
double mixture_likelihood(const double *alphas, const double *means, const double *log_precisions, const double *x, int k, int d, int n);
double attention(const double *q, const double *k, const double *v, int n, int d);
double batch_normalised(std::vector<double> x, double gain, double shift);
double soft_nearest(const std::vector<std::array<double, 2>> &points, const std::array<double, 2> &query, double temperature);
double nearest_three(const std::vector<double> &points, const std::vector<double> &values, double query);
double hidden_markov(const double *transition, const double *emission, const int *observed, int states, int n);
double viterbi_score(const double *transition, const double *emission, const int *observed, int states, int n);
double soft_alignment(std::span<const double> a, std::span<const double> b, double gamma);
double gradient_descent(double start, double rate, int steps);
double momentum_descent(double rate, double momentum, int steps);
double k_means_cost(const std::vector<double> &points, std::vector<double> centres, int rounds);
double elastic_net(const std::vector<double> &w, double l1, double l2);
double training_loss(double rate);
double descend(double x);
