#include "programs.hpp"

#include "learning.hpp"
#include "loops.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>

vector random_vector(std::size_t n, double low, double high, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(low, high);
  vector v(n);
  for (double &x : v)
    x = uniform(random);
  return v;
}

void check(const std::string &what, double value, double expected) {
  if (std::fabs(value - expected) <= 1e-8 * std::fabs(expected))
    return;
  std::fprintf(stderr, "%s: %.17g, expected %.17g\n", what.c_str(), value, expected);
  std::exit(1);
}

void check_equal(const std::string &what, const vector &a, const vector &b, double tolerance) {
  double most = 0;
  for (const double x : b)
    most = std::max(most, std::fabs(x));
  for (std::size_t i = 0; i < b.size(); ++i)
    if (!(std::fabs(a[i] - b[i]) <= tolerance * most)) {
      std::fprintf(stderr, "%s: element %zu is %.17g, expected %.17g\n", what.c_str(), i, a[i], b[i]);
      std::exit(1);
    }
}

namespace {

/// A function of plain loops: itself, as generated, its tangent in one direction, its gradient.
template <class F, class Run, class Tangent, class Gradient>
program loops(const std::string &name, const vector &x, F f, Run run, Tangent tangent, Gradient gradient) {
  const vector direction = random_vector(x.size(), -1, 1, 3);
  const vector g = gradient(x);
  double slope = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    slope += g[i] * direction[i];
  check(name + ": run", run(x), f(x));
  check(name + ": gradient against tangent", slope, tangent(x, direction));
  return {name,
          {{"the function", [=] { return f(x); }},
           {"`run`", [=] { return run(x); }},
           {"`jvp`", [=] { return tangent(x, direction); }},
           {"`gradient`", [=] { return gradient(x)[0]; }}}};
}

vector positive_definite(int n) {
  vector m = random_vector(static_cast<std::size_t>(n * n), 0, 0.1, 4);
  for (int i = 0; i < n; ++i) {
    m[i * n + i] += n;
    for (int j = 0; j < i; ++j)
      m[i * n + j] = m[j * n + i];
  }
  return m;
}

program log_sum_exps(int n) {
  const auto x = std::make_shared<const vector>(random_vector(static_cast<std::size_t>(n), 0, 1, 11));
  const std::string name = "logarithm of a sum of " + std::to_string(n) + " exponentials";
  const vector by_hand = gradient_log_sum_exp_by_hand(*x), loops = gradient_log_sum_exp_loops(*x);
  const soac::array<double> combinators = gradient_log_sum_exp(*x);
  // What goes to the greatest number is a difference of sums near one, hence as exact as one is; all others are as exact as they are large.
  const auto greatest = static_cast<std::size_t>(std::max_element(x->begin(), x->end()) - x->begin());
  const auto check_gradient = [&](const std::string &what, vector g) {
    check_equal(what + ", the greatest", {1 + g[greatest]}, {1 + by_hand[greatest]}, 1e-14);
    g[greatest] = by_hand[greatest];
    check_equal(what, g, by_hand);
  };
  check_gradient(name + ": loops", loops);
  check_gradient(name + ": combinators", vector(combinators.data(), combinators.data() + combinators.size()));
  check(name + ": run", run_log_sum_exp(*x), log_sum_exp_loops(*x));
  return {name,
          {{"the function, loops", [=] { return log_sum_exp_loops(*x); }},
           {"the function, library", [=] { return log_sum_exp(*x); }, true},
           {"`run`, loops", [=] { return run_log_sum_exp_loops(*x); }, true},
           {"`run`, combinators", [=] { return run_log_sum_exp(*x); }, true},
           {"`gradient`, loops", [=] { return gradient_log_sum_exp_loops(*x)[0]; }, true},
           {"`gradient`, combinators", [=] { return gradient_log_sum_exp(*x).data()[0]; }, true},
           {"gradient by hand", [=] { return gradient_log_sum_exp_by_hand(*x)[0]; }}}};
}

program lstms(int length) {
  struct data {
    network shape;
    vector weights, extra, start, sequence;
  };
  const int width = 14, layers = 4;
  const auto size = [](int n) { return static_cast<std::size_t>(n); };
  const auto in = std::make_shared<const data>(data{{layers, length, width},
                                                    random_vector(size(layers * 8 * width), -1, 1, 12),
                                                    random_vector(size(3 * width), -1, 1, 13),
                                                    random_vector(size(layers * 2 * width), -1, 1, 14),
                                                    random_vector(size(length * width), 0, 1, 15)});
  const auto gradient = [=](auto f) { return f(in->shape, in->weights, in->extra, in->start, in->sequence); };
  const std::string name = "LSTM, 4 layers of 14 cells, " + std::to_string(length) + " steps";
  const lstm_adjoint by_hand = gradient(gradient_lstm_by_hand), generated = gradient(gradient_lstm);
  check_equal(name + ": weights", std::get<0>(generated), std::get<0>(by_hand));
  check_equal(name + ": extra", std::get<1>(generated), std::get<1>(by_hand));
  return {name,
          {{"the function", [=] { return gradient(lstm); }},
           {"`run`", [=] { return gradient(run_lstm); }},
           {"`gradient`", [=] { return std::get<0>(gradient(gradient_lstm))[0]; }},
           {"gradient by hand", [=] { return std::get<0>(gradient(gradient_lstm_by_hand))[0]; }}}};
}

#define LOOPS(name, x, f, ...)                                                                                         \
  loops(                                                                                                               \
      name, x, [=](const vector &v) { return f(v __VA_OPT__(, ) __VA_ARGS__); },                                       \
      [=](const vector &v) { return run_##f(v __VA_OPT__(, ) __VA_ARGS__); },                                          \
      [=](const vector &v, const vector &direction) { return tangent_##f(v __VA_OPT__(, ) __VA_ARGS__, direction); },  \
      [=](const vector &v) { return gradient_##f(v __VA_OPT__(, ) __VA_ARGS__); })

} // namespace

std::vector<program> programs() {
  const vector points = random_vector(500 * 8, -1, 1, 5), sequence = random_vector(200, -1, 1, 6);
  const vector rates = {1.1, 0.4, 0.1, 0.4};
  std::vector<program> all = {
      LOOPS("Lotka-Volterra, 100,000 steps of Runge-Kutta", rates, lotka_volterra, 100000),
      LOOPS("log-determinant by Cholesky, 100 x 100", positive_definite(100), log_determinant, 100),
      LOOPS("heat equation, 128 x 128, 50 steps", random_vector(128 * 128, 0, 1, 7), heat, 128, 50),
      LOOPS("potential of 400 bodies", random_vector(3 * 400, 0, 1, 8), potential),
      LOOPS("Gaussian mixture, 500 points, d = 8, k = 10", random_vector(8 * 10, -1, 1, 9), mixture, points, 10, 8),
      LOOPS("recurrent network, 32 units, 200 steps", random_vector(33 * 32, -0.2, 0.2, 10), recurrent, sequence, 32)};
  all.push_back(log_sum_exps(40000));
  all.push_back(log_sum_exps(1280000));
  all.push_back(lstms(1024));
  all.push_back(lstms(4096));
  for (program &p : cluster_programs())
    all.push_back(std::move(p));
  for (program &p : estimation_programs())
    all.push_back(std::move(p));
  for (program &p : physics_programs())
    all.push_back(std::move(p));
  for (program &p : weather_programs())
    all.push_back(std::move(p));
  for (program &p : hydro_programs())
    all.push_back(std::move(p));
  for (program &p : records_programs())
    all.push_back(std::move(p));
  for (program &p : hand_programs())
    all.push_back(std::move(p));
  for (program &p : particle_programs())
    all.push_back(std::move(p));
  for (program &p : kernel_programs())
    all.push_back(std::move(p));
  for (program &p : transformer_programs())
    all.push_back(std::move(p));
  return all;
}

std::vector<family> families() {
  std::vector<family> all = {
      {"logarithm of a sum of exponentials", "terms", {1000, 10000, 100000, 1000000}, [](long n) { return log_sum_exps(static_cast<int>(n)); }},
      {"LSTM, 4 layers of 14 cells", "steps", {10, 100, 1000, 10000}, [](long n) { return lstms(static_cast<int>(n)); }},
      {"log-determinant by Cholesky", "rows", {3, 10, 30, 100, 300},
       [](long n) { return LOOPS("", positive_definite(static_cast<int>(n)), log_determinant, static_cast<int>(n)); }},
      {"heat equation, 10 steps", "rows and columns", {10, 30, 100, 300},
       [](long n) { return LOOPS("", random_vector(static_cast<std::size_t>(n * n), 0, 1, 7), heat, static_cast<int>(n), 10); }},
      {"potential", "bodies", {4, 40, 400, 4000}, [](long n) { return LOOPS("", random_vector(static_cast<std::size_t>(3 * n), 0, 1, 8), potential); }}};
  for (family &f : cluster_families())
    all.push_back(std::move(f));
  for (family &f : estimation_families())
    all.push_back(std::move(f));
  for (family &f : physics_families())
    all.push_back(std::move(f));
  return all;
}
