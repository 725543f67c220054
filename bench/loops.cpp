#include "loops.hpp"

#include "loops.soac.hpp"

#include <cmath>

double lotka_volterra(const vector &rates, int steps) {
  const double a = rates[0], b = rates[1], c = rates[2], d = rates[3];
  const double h = 0.001;
  double x = 10, y = 5, sum = 0;
  for (int i = 0; i < steps; ++i) {
    const double x1 = a * x - b * x * y, y1 = c * x * y - d * y;
    const double xa = x + h / 2 * x1, ya = y + h / 2 * y1;
    const double x2 = a * xa - b * xa * ya, y2 = c * xa * ya - d * ya;
    const double xb = x + h / 2 * x2, yb = y + h / 2 * y2;
    const double x3 = a * xb - b * xb * yb, y3 = c * xb * yb - d * yb;
    const double xc = x + h * x3, yc = y + h * y3;
    const double x4 = a * xc - b * xc * yc, y4 = c * xc * yc - d * yc;
    x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4);
    y += h / 6 * (y1 + 2 * y2 + 2 * y3 + y4);
    sum += x * x + y * y;
  }
  return sum;
}

double log_determinant(const vector &matrix, int n) {
  vector l = matrix;
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    double diagonal = l[j * n + j];
    for (int k = 0; k < j; ++k)
      diagonal -= l[j * n + k] * l[j * n + k];
    diagonal = std::sqrt(diagonal);
    l[j * n + j] = diagonal;
    sum += std::log(diagonal);
    for (int i = j + 1; i < n; ++i) {
      double entry = l[i * n + j];
      for (int k = 0; k < j; ++k)
        entry -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = entry / diagonal;
    }
  }
  return 2 * sum;
}

double heat(const vector &start, int n, int steps) {
  vector now = start, next = start;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next[i * n + j] = now[i * n + j] + 0.2 * (now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] +
                                                  now[i * n + j + 1] - 4 * now[i * n + j]);
    now = next;
  }
  double sum = 0;
  for (int i = 0; i < n * n; ++i)
    sum += now[i] * now[i];
  return sum;
}

double potential(const vector &positions) {
  const int n = static_cast<int>(positions.size()) / 3;
  double energy = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double dx = positions[3 * i] - positions[3 * j];
      const double dy = positions[3 * i + 1] - positions[3 * j + 1];
      const double dz = positions[3 * i + 2] - positions[3 * j + 2];
      energy -= 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-3);
    }
  return energy;
}

double mixture(const vector &means, const vector &points, int k, int d) {
  const int n = static_cast<int>(points.size()) / d;
  vector terms(k);
  double likelihood = 0;
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < k; ++c) {
      double distance = 0;
      for (int j = 0; j < d; ++j) {
        const double difference = points[i * d + j] - means[c * d + j];
        distance += difference * difference;
      }
      terms[c] = -0.5 * distance;
    }
    double largest = terms[0];
    for (int c = 1; c < k; ++c)
      largest = std::fmax(largest, terms[c]);
    double sum = 0;
    for (int c = 0; c < k; ++c)
      sum += std::exp(terms[c] - largest);
    likelihood += largest + std::log(sum);
  }
  return likelihood;
}

double recurrent(const vector &weights, const vector &inputs, int hidden) {
  vector state(hidden), next(hidden);
  double loss = 0;
  for (double input : inputs) {
    for (int i = 0; i < hidden; ++i) {
      double sum = weights[hidden * hidden + i] * input;
      for (int j = 0; j < hidden; ++j)
        sum += weights[i * hidden + j] * state[j];
      next[i] = std::tanh(sum);
    }
    for (int i = 0; i < hidden; ++i)
      state[i] = next[i];
    const double error = state[0] - input;
    loss += error * error;
  }
  return loss;
}

// What the benchmark times of each, with respect to the first parameter.

double run_lotka_volterra(const vector &rates, int steps) { return soac::run<lotka_volterra>(rates, steps); }
double tangent_lotka_volterra(const vector &rates, int steps, const vector &direction) {
  return soac::jvp<lotka_volterra, soac::wrt<0>>(rates, steps, direction);
}
vector gradient_lotka_volterra(const vector &rates, int steps) { return soac::gradient<lotka_volterra, soac::wrt<0>>(rates, steps); }

double run_log_determinant(const vector &matrix, int n) { return soac::run<log_determinant>(matrix, n); }
double tangent_log_determinant(const vector &matrix, int n, const vector &direction) {
  return soac::jvp<log_determinant, soac::wrt<0>>(matrix, n, direction);
}
vector gradient_log_determinant(const vector &matrix, int n) { return soac::gradient<log_determinant, soac::wrt<0>>(matrix, n); }

double run_heat(const vector &start, int n, int steps) { return soac::run<heat>(start, n, steps); }
double tangent_heat(const vector &start, int n, int steps, const vector &direction) {
  return soac::jvp<heat, soac::wrt<0>>(start, n, steps, direction);
}
vector gradient_heat(const vector &start, int n, int steps) { return soac::gradient<heat, soac::wrt<0>>(start, n, steps); }

double run_potential(const vector &positions) { return soac::run<potential>(positions); }
double tangent_potential(const vector &positions, const vector &direction) {
  return soac::jvp<potential, soac::wrt<0>>(positions, direction);
}
vector gradient_potential(const vector &positions) { return soac::gradient<potential, soac::wrt<0>>(positions); }

double run_mixture(const vector &means, const vector &points, int k, int d) { return soac::run<mixture>(means, points, k, d); }
double tangent_mixture(const vector &means, const vector &points, int k, int d, const vector &direction) {
  return soac::jvp<mixture, soac::wrt<0>>(means, points, k, d, direction);
}
vector gradient_mixture(const vector &means, const vector &points, int k, int d) { return soac::gradient<mixture, soac::wrt<0>>(means, points, k, d); }

double run_recurrent(const vector &weights, const vector &inputs, int hidden) { return soac::run<recurrent>(weights, inputs, hidden); }
double tangent_recurrent(const vector &weights, const vector &inputs, int hidden, const vector &direction) {
  return soac::jvp<recurrent, soac::wrt<0>>(weights, inputs, hidden, direction);
}
vector gradient_recurrent(const vector &weights, const vector &inputs, int hidden) { return soac::gradient<recurrent, soac::wrt<0>>(weights, inputs, hidden); }
