#include "kmeans.hpp"

#include "kmeans.soac.hpp"

#include <limits>

double cost(matrix_view points, matrix_view centers) {
  auto nearest = soac::map(
      [&](auto p) {
        auto distances = soac::map(
            [&](auto c) { return soac::sum(soac::map([](double a, double b) { return (a - b) * (a - b); }, p, c)); },
            centers);
        return soac::reduce(soac::minimum{}, std::numeric_limits<double>::infinity(), distances);
      },
      points);
  return soac::sum(nearest);
}

double generated_cost(matrix_view points, matrix_view centers) { return soac::run<cost>(points, centers); }

matrix gradient(matrix_view points, matrix_view centers) { return soac::gradient<cost, soac::wrt<1>>(points, centers); }

std::tuple<matrix, matrix> newton(matrix_view points, matrix_view centers, matrix_view ones) {
  return soac::value_and_jvp<soac::gradient<cost, soac::wrt<1>>>(points, centers, ones);
}
