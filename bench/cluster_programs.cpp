// k-means with the derivatives of Newton's method, of dense and of sparse points, beside functions and derivatives written by hand.
#include "kmeans.hpp"
#include "programs.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <random>

namespace {

double cost_by_hand(const double *points, const double *centers, long n, long d, long k) {
  double sum = 0;
  for (long i = 0; i < n; ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (long c = 0; c < k; ++c) {
      double distance = 0;
      for (long j = 0; j < d; ++j) {
        const double difference = points[i * d + j] - centers[c * d + j];
        distance += difference * difference;
      }
      nearest = distance < nearest ? distance : nearest;
    }
    sum += nearest;
  }
  return sum;
}

/// The same with eight independent partial sums, which a compiler may put into vector lanes.
double cost_by_hand_in_lanes(const double *points, const double *centers, long n, long d, long k) {
  constexpr long lanes = 8;
  double sum = 0;
  for (long i = 0; i < n; ++i) {
    const double *p = points + i * d;
    double nearest = std::numeric_limits<double>::infinity();
    for (long c = 0; c < k; ++c) {
      const double *q = centers + c * d;
      double partial[lanes] = {};
      long j = 0;
      for (; j + lanes <= d; j += lanes)
        for (long l = 0; l < lanes; ++l) {
          const double difference = p[j + l] - q[j + l];
          partial[l] += difference * difference;
        }
      for (long half = lanes / 2; half > 0; half /= 2)
        for (long l = 0; l < half; ++l)
          partial[l] += partial[l + half];
      double distance = partial[0];
      for (; j < d; ++j)
        distance += (p[j] - q[j]) * (p[j] - q[j]);
      nearest = distance < nearest ? distance : nearest;
    }
    sum += nearest;
  }
  return sum;
}

flat flat_of(const matrix &m) { return flat(m.data(), m.data() + m.size()); }

/// The derivatives, which are of the squares of the distances from each center to the points that are nearest to it.
std::tuple<flat, flat> newton_by_hand(const flat &points, const flat &centers, int n, int d, int k) {
  flat slopes(centers.size()), curvatures(centers.size());
  for (int i = 0; i < n; ++i) {
    double least = std::numeric_limits<double>::infinity();
    int nearest = 0;
    for (int c = 0; c < k; ++c) {
      double distance = 0;
      for (int j = 0; j < d; ++j) {
        const double difference = points[i * d + j] - centers[c * d + j];
        distance += difference * difference;
      }
      nearest = distance < least ? c : nearest;
      least = std::min(least, distance);
    }
    for (int j = 0; j < d; ++j) {
      slopes[nearest * d + j] += 2 * (centers[nearest * d + j] - points[i * d + j]);
      curvatures[nearest * d + j] += 2;
    }
  }
  return {slopes, curvatures};
}

void check_newton(const std::string &name, const std::tuple<flat, flat> &found, const std::tuple<flat, flat> &expected) {
  check_equal(name + ": gradient", std::get<0>(found), std::get<0>(expected));
  check_equal(name + ": Hessian diagonal", std::get<1>(found), std::get<1>(expected));
}
std::tuple<flat, flat> flat_of(const std::tuple<matrix, matrix> &both) { return {flat_of(std::get<0>(both)), flat_of(std::get<1>(both))}; }

program kmeans(long n, long d, long k) {
  struct data {
    flat points, centers, ones;
    matrix_view points_view, centers_view, ones_view;
  };
  const auto in = std::make_shared<data>();
  in->points = random_vector(static_cast<std::size_t>(n * d), 0, 1, 1);
  in->centers = random_vector(static_cast<std::size_t>(k * d), 0, 1, 2);
  in->ones.assign(in->centers.size(), 1.0);
  in->points_view = matrix_view(in->points.data(), n, d);
  in->centers_view = matrix_view(in->centers.data(), k, d);
  in->ones_view = matrix_view(in->ones.data(), k, d);
  const auto sizes = [=](auto f, const auto &...more) {
    return f(in->points, in->centers, static_cast<int>(n), static_cast<int>(d), static_cast<int>(k), more...);
  };
  program result{"k-means, n = " + std::to_string(n) + ", d = " + std::to_string(d) + ", k = " + std::to_string(k), {}};
  result.variants = {
      {"cost by hand", [=] { return cost_by_hand(in->points.data(), in->centers.data(), n, d, k); }},
      {"cost by hand, in lanes", [=] { return cost_by_hand_in_lanes(in->points.data(), in->centers.data(), n, d, k); }},
      {"cost, library", [=] { return cost(in->points_view, in->centers_view); }, true},
      {"cost, loops", [=] { return sizes(cost_loops); }},
      {"`run`, combinators", [=] { return generated_cost(in->points_view, in->centers_view); }, true},
      {"`run`, loops", [=] { return sizes(generated_cost_loops); }, true},
      {"gradient, combinators", [=] { return gradient(in->points_view, in->centers_view).data()[0]; }, true},
      {"gradient and Hessian diagonal, combinators",
       [=] { return std::get<1>(newton(in->points_view, in->centers_view, in->ones_view)).data()[0]; }, true},
      {"gradient and Hessian diagonal, loops", [=] { return std::get<1>(sizes(newton_loops, in->ones))[0]; }, true},
      {"gradient and Hessian diagonal by hand", [=] { return std::get<1>(sizes(newton_by_hand))[0]; }}};
  for (std::size_t v = 1; v < 6; ++v)
    check(result.name + ": " + result.variants[v].name, result.variants[v].run(), result.variants[0].run());
  const auto by_hand = sizes(newton_by_hand);
  check_newton(result.name + ", combinators", flat_of(newton(in->points_view, in->centers_view, in->ones_view)), by_hand);
  check_newton(result.name + ", loops", sizes(newton_loops, in->ones), by_hand);
  return result;
}

std::tuple<flat, flat> sparse_newton_by_hand(const flat &numbers, const columns_vector &columns, const columns_vector &starts,
                                             const flat &centers, int k, int d) {
  flat slopes(centers.size()), curvatures(centers.size()), squares(k), counts(k);
  for (int c = 0; c < k; ++c)
    for (int j = 0; j < d; ++j)
      squares[c] += centers[c * d + j] * centers[c * d + j];
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    double least = std::numeric_limits<double>::infinity();
    int nearest = 0;
    for (int c = 0; c < k; ++c) {
      double distance = squares[c];
      for (int e = starts[i]; e < starts[i + 1]; ++e)
        distance += numbers[e] * (numbers[e] - 2 * centers[c * d + columns[e]]);
      nearest = distance < least ? c : nearest;
      least = std::min(least, distance);
    }
    counts[nearest] += 1;
    for (int e = starts[i]; e < starts[i + 1]; ++e)
      slopes[nearest * d + columns[e]] -= 2 * numbers[e];
  }
  for (int c = 0; c < k; ++c)
    for (int j = 0; j < d; ++j) {
      slopes[c * d + j] += 2 * counts[c] * centers[c * d + j];
      curvatures[c * d + j] = 2 * counts[c];
    }
  return {slopes, curvatures};
}

/// n points of d numbers, of which `of_point` are not zero on the average, one in each part of the columns.
program sparse_kmeans(int n, int d, int of_point, int k) {
  struct data {
    flat numbers, centers, ones;
    columns_vector columns, starts = {0};
    numbers_view numbers_seen;
    columns_view columns_seen, starts_seen;
    matrix_view centers_seen, ones_seen;
  };
  const auto in = std::make_shared<data>();
  std::mt19937_64 random(31);
  for (int i = 0; i < n; ++i) {
    const int count = 1 + static_cast<int>(random() % static_cast<unsigned>(2 * of_point - 1));
    const int part = d / count;
    for (int e = 0; e < count; ++e)
      in->columns.push_back(e * part + static_cast<int>(random() % static_cast<unsigned>(part)));
    in->starts.push_back(static_cast<int>(in->columns.size()));
  }
  in->numbers = random_vector(in->columns.size(), 0, 1, 32);
  in->centers = random_vector(static_cast<std::size_t>(k) * static_cast<std::size_t>(d), 0, 1, 33);
  in->ones.assign(in->centers.size(), 1.0);
  in->numbers_seen = numbers_view(in->numbers.data(), static_cast<soac::index>(in->numbers.size()));
  in->columns_seen = columns_view(in->columns.data(), static_cast<soac::index>(in->columns.size()));
  in->starts_seen = columns_view(in->starts.data(), static_cast<soac::index>(in->starts.size()));
  in->centers_seen = matrix_view(in->centers.data(), k, d);
  in->ones_seen = matrix_view(in->ones.data(), k, d);
  const auto library = [=](auto f, const auto &...more) {
    return f(in->numbers_seen, in->columns_seen, in->starts_seen, in->centers_seen, more...);
  };
  const auto loops = [=](auto f, const auto &...more) { return f(in->numbers, in->columns, in->starts, in->centers, k, d, more...); };
  program result{"sparse k-means, n = " + std::to_string(n) + ", d = " + std::to_string(d) + ", k = " + std::to_string(k), {}};
  result.variants = {
      {"cost, loops", [=] { return loops(sparse_cost_loops); }},
      {"cost, library", [=] { return library(sparse_cost); }, true},
      {"`run`, combinators", [=] { return library(generated_sparse_cost); }, true},
      {"`run`, loops", [=] { return loops(generated_sparse_cost_loops); }, true},
      {"gradient and Hessian diagonal, combinators", [=] { return std::get<1>(library(sparse_newton, in->ones_seen)).data()[0]; }, true},
      {"gradient and Hessian diagonal, loops", [=] { return std::get<1>(loops(sparse_newton_loops, in->ones))[0]; }, true},
      {"gradient and Hessian diagonal by hand", [=] { return std::get<1>(loops(sparse_newton_by_hand))[0]; }}};
  for (std::size_t v = 1; v < 4; ++v)
    check(result.name + ": " + result.variants[v].name, result.variants[v].run(), result.variants[0].run());
  const auto by_hand = loops(sparse_newton_by_hand);
  check_newton(result.name + ", combinators", flat_of(library(sparse_newton, in->ones_seen)), by_hand);
  check_newton(result.name + ", loops", loops(sparse_newton_loops, in->ones), by_hand);
  return result;
}

} // namespace

std::vector<program> cluster_programs() {
  return {kmeans(10000, 64, 100), kmeans(10000, 16, 10), kmeans(10000, 16, 100), kmeans(10000, 16, 1000),
          // The shapes of two sets of data that are often taken, MovieLens and the bags of words of the New York Times, with fewer points.
          sparse_kmeans(20000, 26744, 144, 10), sparse_kmeans(10000, 102660, 232, 10)};
}

std::vector<family> cluster_families() {
  return {{"k-means, d = 16, k = 10", "points", {100, 1000, 10000, 100000}, [](long n) { return kmeans(n, 16, 10); }},
          {"k-means, d = 16, 1,000 points", "centers", {1, 10, 100, 1000}, [](long k) { return kmeans(1000, 16, k); }},
          {"k-means, k = 10, 1,000 points", "dimensions", {1, 10, 100, 1000}, [](long d) { return kmeans(1000, d, 10); }},
          {"sparse k-means, 20 numbers in a point, k = 10, 2,000 points", "columns", {100, 1000, 10000, 100000},
           [](long d) { return sparse_kmeans(2000, static_cast<int>(d), 20, 10); }}};
}
