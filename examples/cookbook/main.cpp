// Every operator against what calculus gives: with p the predictions, the gradient of the loss is x' (p - labels), the
// Jacobian of the predictions has the rows p (1 - p) x, and the Hessian is x' diag(p (1 - p)) x.
#include "cookbook.hpp"

#include <cmath>
#include <cstdio>

namespace {

constexpr soac::index rows = 4, columns = 3;
double worst = 0;

void check(const char *what, double found, double known) {
  const double error = std::fabs(found - known);
  worst = std::fmax(worst, error);
  std::printf("%-34s %14.10f  error %.0e\n", what, found, error);
}

void check(const char *what, VectorView found, VectorView known) {
  double error = 0;
  std::printf("%-34s", what);
  for (soac::index i = 0; i < known.extent(0); ++i) {
    error = std::fmax(error, std::fabs(found[i] - known[i]));
    std::printf(" %10.6f", found[i]);
  }
  std::printf("  error %.0e\n", error);
  worst = std::fmax(worst, error);
}

void check(const char *what, MatrixView found, MatrixView known) {
  for (soac::index i = 0; i < known.extent(0); ++i)
    check(i == 0 ? what : "", found[i], known[i]);
}

} // namespace

int main() {
  const double t = std::tanh(2.0), slope = 1 - t * t;
  check("tanh'(2)", slope_of_tanh(2), slope);
  check("tanh''(2)", second_of_tanh(2), -2 * t * slope);
  check("tanh'''(2)", third_of_tanh(2), (6 * t * t - 2) * slope);

  const double numbers[rows * columns] = {0.52, 1.12, 0.77, 0.88, -1.08, 0.15, 0.52, 0.06, -1.30, 0.74, -2.49, 1.39};
  const Matrix x(numbers, rows, columns);
  const Vector labels{1, 1, 0, 1}, w{0.4, -0.7, 0.25}, direction{1, -2, 0.5}, seed{1, 0.5, -1, 2};
  const double b = -0.1;

  const Vector p = predict(w, b, x);
  Vector gradient(columns), times(columns), product(columns), tangent(rows);
  Matrix jacobian(rows, columns), hessian(columns, columns), products(2, columns);
  double by_b = 0, value = 0;
  for (soac::index i = 0; i < rows; ++i) {
    const double curvature = p[i] * (1 - p[i]);
    value -= std::log(labels[i] != 0 ? p[i] : 1 - p[i]);
    by_b += p[i] - labels[i];
    for (soac::index j = 0; j < columns; ++j) {
      jacobian(i, j) = curvature * x(i, j);
      gradient[j] += (p[i] - labels[i]) * x(i, j);
      tangent[i] += jacobian(i, j) * direction[j];
      product[j] += seed[i] * jacobian(i, j);
      for (soac::index k = 0; k < columns; ++k) {
        hessian(j, k) += curvature * x(i, j) * x(i, k);
        times[j] += curvature * x(i, j) * x(i, k) * direction[k];
      }
    }
  }

  const auto [by_w, by_b_too] = gradient_by_both(w, b, x, labels);
  check("loss by w", by_w, gradient);
  check("loss by b", by_b_too, by_b);
  const auto [found_value, found_slope] = value_and_slope_by_b(w, b, x, labels);
  check("its value", found_value, value);
  check("with its slope by b", found_slope, by_b);
  const Model by_model = gradient_of_model({{w[0], w[1], w[2]}, b}, x, labels);
  check("loss of a model by its w", by_model.w, gradient);
  check("and by its b", by_model.b, by_b);
  check("Jacobian times a direction (jvp)", along(w, b, x, direction), tangent);
  check("seed times Jacobian (vjp)", back(w, b, x, seed), product);
  check("Jacobian by tangents", jacobian_by_tangents(w, b, x), jacobian);
  check("Jacobian by adjoints", jacobian_by_adjoints(w, b, x), jacobian);
  Matrix seeds(2, rows);
  for (soac::index i = 0; i < rows; ++i) {
    seeds(0, i) = seed[i];
    seeds(1, i) = -2 * seed[i];
  }
  for (soac::index j = 0; j < columns; ++j) {
    products(0, j) = product[j];
    products(1, j) = -2 * product[j];
  }
  check("two seeds at once (mjp)", several_back(w, b, x, seeds), products);
  check("Hessian", hessian_by_w(w, b, x, labels), hessian);
  check("Hessian times a direction", hessian_times(w, b, x, labels, direction), times);
  check("the same, reverse over reverse", hessian_times_by_reverse(w, b, x, labels, direction), times);
  std::printf("largest error %.1e\n", worst);
  return worst < 1e-14 ? 0 : 1;
}
