// The programs of estimation.cpp and dynamics.cpp with their sizes, which are those of ADBench and GradBench or near them.
#include "dynamics.hpp"
#include "estimation.hpp"
#include "programs.hpp"

#include <memory>

namespace {

template <class Array> vector numbers_of(const Array &a) { return vector(a.data(), a.data() + a.size()); }

program mixture_models(int d, int k, int n) {
  struct data {
    vector weights, means, diagonals, lower, points;
    rows means_view, diagonals_view, lower_view, points_view;
  };
  const auto size = [](int count) { return static_cast<std::size_t>(count); };
  const auto in = std::make_shared<data>();
  in->weights = random_vector(size(k), -1, 1, 21);
  in->means = random_vector(size(k * d), 0, 1, 22);
  in->diagonals = random_vector(size(k * d), -0.5, 0.5, 23);
  in->lower = random_vector(size(k * (d * (d - 1) / 2)), -0.3, 0.3, 24);
  in->points = random_vector(size(n * d), 0, 1, 25);
  in->means_view = rows(in->means.data(), k, d);
  in->diagonals_view = rows(in->diagonals.data(), k, d);
  in->lower_view = rows(in->lower.data(), k, d * (d - 1) / 2);
  in->points_view = rows(in->points.data(), n, d);
  const prior wishart{1, 0};
  const auto loops = [=](auto f) { return f(in->weights, in->means, in->diagonals, in->lower, in->points, wishart); };
  const auto library = [=](auto f) {
    return f(in->weights, in->means_view, in->diagonals_view, in->lower_view, in->points_view, wishart);
  };
  const std::string name = "mixture model of ADBench, d = " + std::to_string(d) + ", k = " + std::to_string(k) + ", " + std::to_string(n) + " points";
  const auto of_loops = loops(gradient_mixture_model);
  const auto of_library = library(gradient_mixture_model_by_library);
  check_equal(name + ": weights", numbers_of(std::get<0>(of_library)), std::get<0>(of_loops));
  check_equal(name + ": means", numbers_of(std::get<1>(of_library)), std::get<1>(of_loops));
  check_equal(name + ": diagonals", numbers_of(std::get<2>(of_library)), std::get<2>(of_loops));
  check_equal(name + ": lower", numbers_of(std::get<3>(of_library)), std::get<3>(of_loops));
  check(name + ": library", library(mixture_model_by_library), loops(mixture_model));
  check(name + ": run", loops(run_mixture_model), loops(mixture_model));
  return {name,
          {{"the function, loops", [=] { return loops(mixture_model); }},
           {"the function, library", [=] { return library(mixture_model_by_library); }, true},
           {"`run`, loops", [=] { return loops(run_mixture_model); }, true},
           {"`run`, combinators", [=] { return library(run_mixture_model_by_library); }, true},
           {"`gradient`, loops", [=] { return std::get<0>(loops(gradient_mixture_model))[0]; }, true},
           {"`gradient`, combinators", [=] { return std::get<0>(library(gradient_mixture_model_by_library)).data()[0]; }, true}}};
}

program polynomials(int n, int m) {
  const auto c = std::make_shared<const vector>(random_vector(static_cast<std::size_t>(m), -1, 1, 26));
  const std::string name = "least squares of GradBench, " + std::to_string(n) + " places, " + std::to_string(m) + " coefficients";
  check_equal(name, numbers_of(gradient_least_squares_by_library(*c, n)), gradient_least_squares(*c, n));
  check(name + ": library", least_squares_by_library(*c, n), least_squares(*c, n));
  check(name + ": run", run_least_squares(*c, n), least_squares(*c, n));
  return {name,
          {{"the function, loops", [=] { return least_squares(*c, n); }},
           {"the function, library", [=] { return least_squares_by_library(*c, n); }, true},
           {"`run`, loops", [=] { return run_least_squares(*c, n); }, true},
           {"`run`, combinators", [=] { return run_least_squares_by_library(*c, n); }, true},
           {"`gradient`, loops", [=] { return gradient_least_squares(*c, n)[0]; }, true},
           {"`gradient`, combinators", [=] { return gradient_least_squares_by_library(*c, n).data()[0]; }, true}}};
}

program chains(int n, int steps) {
  const auto x = std::make_shared<const vector>(random_vector(static_cast<std::size_t>(n), 0.5, 1.5, 27));
  const std::string name = "chain of GradBench, " + std::to_string(n) + " equations, " + std::to_string(steps) + " steps";
  check(name + ": run", run_chain(*x, steps), chain(*x, steps));
  return {name,
          {{"the function", [=] { return chain(*x, steps); }},
           {"`run`", [=] { return run_chain(*x, steps); }},
           {"`gradient`", [=] { return gradient_chain(*x, steps)[0]; }}}};
}

program determinants(int n) {
  const auto m = std::make_shared<const vector>(random_vector(static_cast<std::size_t>(n * n), -1, 1, 28));
  const std::string name = "determinant by minors, " + std::to_string(n) + " x " + std::to_string(n);
  // Euler: the determinant is homogeneous of degree n.
  const vector g = gradient_determinant(*m, n);
  double sum = 0;
  for (std::size_t i = 0; i < g.size(); ++i)
    sum += g[i] * (*m)[i];
  check(name + ": gradient", sum, n * determinant(*m, n));
  return {name,
          {{"the function", [=] { return determinant(*m, n); }},
           {"`run`", [=] { return run_determinant(*m, n); }},
           {"`gradient`", [=] { return gradient_determinant(*m, n)[0]; }}}};
}

} // namespace

std::vector<program> estimation_programs() {
  return {mixture_models(10, 25, 1000), mixture_models(64, 50, 1000), mixture_models(128, 200, 1000),
          polynomials(1024, 128),       polynomials(262272, 128),     chains(1000, 100),
          chains(100000, 100),          determinants(7),              determinants(9),
          determinants(11)};
}

std::vector<family> estimation_families() {
  return {{"mixture model of ADBench, d = 10, k = 5", "points", {10, 100, 1000, 10000}, [](long n) { return mixture_models(10, 5, static_cast<int>(n)); }},
          {"mixture model of ADBench, k = 5, 100 points", "dimensions", {2, 10, 50, 200}, [](long d) { return mixture_models(static_cast<int>(d), 5, 100); }},
          {"least squares of GradBench, 128 coefficients", "places", {100, 1000, 10000, 100000}, [](long n) { return polynomials(static_cast<int>(n), 128); }},
          {"chain of GradBench, 20 steps", "equations", {100, 1000, 10000, 100000}, [](long n) { return chains(static_cast<int>(n), 20); }},
          {"determinant by minors", "rows", {3, 5, 7, 9}, [](long n) { return determinants(static_cast<int>(n)); }}};
}
