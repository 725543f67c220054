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

double cost_loops(const flat &points, const flat &centers, int n, int d, int k) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int c = 0; c < k; ++c) {
      double distance = 0;
      for (int j = 0; j < d; ++j) {
        const double difference = points[i * d + j] - centers[c * d + j];
        distance += difference * difference;
      }
      if (distance < nearest)
        nearest = distance;
    }
    sum += nearest;
  }
  return sum;
}
double generated_cost_loops(const flat &points, const flat &centers, int n, int d, int k) {
  return soac::run<cost_loops>(points, centers, n, d, k);
}
std::tuple<flat, flat> newton_loops(const flat &points, const flat &centers, int n, int d, int k, const flat &ones) {
  return soac::value_and_jvp<soac::gradient<cost_loops, soac::wrt<1>>>(points, centers, n, d, k, ones);
}

// |x - c|^2 is |c|^2 and what the numbers of the point change in it.
double sparse_cost(numbers_view numbers, columns_view columns, columns_view starts, matrix_view centers) {
  const auto squares = soac::map([](auto c) { return soac::sum(soac::map([](double x) { return x * x; }, c)); }, centers);
  return soac::sum(soac::tabulate(
      [&](soac::index i) {
        const auto distances = soac::map(
            [&](auto center, double square) {
              for (soac::index e = starts[i]; e < starts[i + 1]; ++e)
                square += numbers[e] * (numbers[e] - 2 * center[columns[e]]);
              return square;
            },
            centers, squares);
        return soac::reduce(soac::minimum{}, std::numeric_limits<double>::infinity(), distances);
      },
      starts.extent(0) - 1));
}
double generated_sparse_cost(numbers_view numbers, columns_view columns, columns_view starts, matrix_view centers) {
  return soac::run<sparse_cost>(numbers, columns, starts, centers);
}
std::tuple<matrix, matrix> sparse_newton(numbers_view numbers, columns_view columns, columns_view starts, matrix_view centers,
                                         matrix_view ones) {
  return soac::value_and_jvp<soac::gradient<sparse_cost, soac::wrt<3>>>(numbers, columns, starts, centers, ones);
}

double sparse_cost_loops(const flat &numbers, const columns_vector &columns, const columns_vector &starts, const flat &centers, int k, int d) {
  flat squares(k);
  for (int c = 0; c < k; ++c) {
    double square = 0;
    for (int j = 0; j < d; ++j)
      square += centers[c * d + j] * centers[c * d + j];
    squares[c] = square;
  }
  double sum = 0;
  const int n = static_cast<int>(starts.size()) - 1;
  for (int i = 0; i < n; ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int c = 0; c < k; ++c) {
      double distance = squares[c];
      for (int e = starts[i]; e < starts[i + 1]; ++e)
        distance += numbers[e] * (numbers[e] - 2 * centers[c * d + columns[e]]);
      if (distance < nearest)
        nearest = distance;
    }
    sum += nearest;
  }
  return sum;
}
double generated_sparse_cost_loops(const flat &numbers, const columns_vector &columns, const columns_vector &starts, const flat &centers,
                                   int k, int d) {
  return soac::run<sparse_cost_loops>(numbers, columns, starts, centers, k, d);
}
std::tuple<flat, flat> sparse_newton_loops(const flat &numbers, const columns_vector &columns, const columns_vector &starts,
                                           const flat &centers, int k, int d, const flat &ones) {
  return soac::value_and_jvp<soac::gradient<sparse_cost_loops, soac::wrt<3>>>(numbers, columns, starts, centers, k, d, ones);
}
