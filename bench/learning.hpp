// Programs of machine learning, in both styles: the user's functions, and what the benchmark times of each.
#pragma once

#include <soac/soac.hpp>

#include <tuple>
#include <vector>

using vector = std::vector<double>;
using numbers = soac::view<const double>;

/// log(sum exp x), with the greatest x taken out.
double log_sum_exp(numbers x); ///< by the library
double log_sum_exp_loops(const vector &x);
double run_log_sum_exp(numbers x); ///< as generated
double run_log_sum_exp_loops(const vector &x);
soac::array<double> gradient_log_sum_exp(numbers x);
vector gradient_log_sum_exp_loops(const vector &x);
vector gradient_log_sum_exp_by_hand(const vector &x);

/// The long short-term memory of ADBench (F. Srajer, Z. Kukelova, A. Fitzgibbon, "A benchmark of selected algorithmic differentiation
/// tools", 2018): `layers` layers of `width` cells, each on its own number, over a sequence of `length` vectors. weights [layers, 8, width]:
/// four weights and four biases of a cell; extra [3, width]; start [layers, 2, width]: states and cells; sequence [length, width].
struct network {
  int layers, length, width;
};
double lstm(const network &shape, const vector &weights, const vector &extra, const vector &start, const vector &sequence);
double run_lstm(const network &shape, const vector &weights, const vector &extra, const vector &start, const vector &sequence);
/// By the weights and by `extra`.
using lstm_adjoint = std::tuple<vector, vector>;
lstm_adjoint gradient_lstm(const network &shape, const vector &weights, const vector &extra, const vector &start, const vector &sequence);
lstm_adjoint gradient_lstm_by_hand(const network &shape, const vector &weights, const vector &extra, const vector &start,
                                   const vector &sequence);
