#include "models.hpp"
#include "models.soac.hpp"

#include <cmath>
#include <limits>

namespace models {

#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> matrix_product(mat a, mat b) {
  return soac::map(
      [&](auto row) { return soac::map([&](auto column) { return soac::dot(row, column); }, soac::transpose(b)); }, a);
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> matrix_product_loops(mat a, mat b) {
  soac::array<double, 2> c(a.extent(0), b.extent(1));
  for (soac::index i = 0; i < a.extent(0); ++i)
    for (soac::index j = 0; j < b.extent(1); ++j)
      for (soac::index k = 0; k < b.extent(0); ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

#pragma soac differentiate(vjp, jvp)
double trace_of_cube(mat a) {
  const auto square = matrix_product(a, a);
  const auto cube = matrix_product(square, a);
  return soac::sum(soac::map([&](soac::index i) { return cube(i, i); }, soac::iota(a.extent(0))));
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> softmax(vec x) {
  const double m = soac::max(x);
  const auto e = soac::map([=](double v) { return std::exp(v - m); }, x);
  const double s = soac::sum(e);
  return soac::map([=](double v) { return v / s; }, e);
}

#pragma soac differentiate(vjp, jvp)
double log_sum_exp(const std::vector<double> &x) {
  const double m = soac::max(x);
  return m + std::log(soac::sum(soac::map([&](double v) { return std::exp(v - m); }, x)));
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> attention(mat q, mat k, mat v) {
  const double scale = 1.0 / std::sqrt(double(q.extent(1)));
  const auto scores = soac::map(
      [&](auto query) { return softmax(soac::map([&](auto key) { return scale * soac::dot(query, key); }, k)); }, q);
  return matrix_product(scores, v);
}

#pragma soac differentiate(vjp, jvp)
double gaussian_mixture(mat x, vec weights, mat means, mat scales) {
  const double norm = std::log(soac::sum(soac::map([](double w) { return std::exp(w); }, weights)));
  return soac::sum(soac::map(
      [&](auto point) {
        const auto logs = soac::map(
            [&](double w, auto mean, auto scale) {
              const auto terms = soac::map(
                  [](double p, double m, double s) {
                    const double z = (p - m) * std::exp(s);
                    return s - 0.5 * z * z;
                  },
                  point, mean, scale);
              return w - norm + soac::sum(terms);
            },
            weights, means, scales);
        const double top = soac::max(logs);
        return top + std::log(soac::sum(soac::map([&](double v) { return std::exp(v - top); }, logs)));
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double least_squares(mat a, vec y, vec w) {
  const auto residuals = soac::map([&](auto row, double t) { return soac::dot(row, w) - t; }, a, y);
  return 0.5 * soac::dot(residuals, residuals);
}

#pragma soac differentiate(vjp, jvp)
double cross_entropy(mat x, soac::view<const int, 1> label, mat w) {
  return soac::sum(soac::map(
      [&](auto row, int l) {
        const auto p = softmax(soac::map([&](auto unit) { return soac::dot(row, unit); }, w));
        return -std::log(p(l));
      },
      x, label));
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> convolution(vec x, vec kernel) {
  const soac::index width = kernel.extent(0);
  return soac::tabulate([&](soac::index i) { return soac::dot(soac::slice(x, i, i + width), kernel); },
                        x.extent(0) - width + 1);
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> convolution2(mat x, mat kernel) {
  const soac::index h = kernel.extent(0), w = kernel.extent(1);
  return soac::tabulate(
      [&](soac::index i, soac::index j) {
        double sum = 0.0;
        for (soac::index k = 0; k < h; ++k)
          for (soac::index l = 0; l < w; ++l)
            sum += x(i + k, j + l) * kernel(k, l);
        return sum;
      },
      x.extent(0) - h + 1, x.extent(1) - w + 1);
}

#pragma soac differentiate(vjp, jvp)
double perceptron(vec x, ten layers, mat bias) {
  soac::array<double, 1> h(x);
  for (soac::index l = 0; l < layers.extent(0); ++l) {
    const auto b = bias[l];
    h = soac::map([&](auto row, double v) { return std::tanh(soac::dot(row, h) + v); }, layers[l], b);
  }
  return soac::sum(h);
}

#pragma soac differentiate(vjp, jvp)
double pairwise(mat x) {
  return soac::sum(soac::sum(soac::map(
      [&](auto p) {
        return soac::map(
            [&](auto q) {
              return std::sqrt(1.0 + soac::sum(soac::map([](double a, double b) { return (a - b) * (a - b); }, p, q)));
            },
            x);
      },
      x)));
}

#pragma soac differentiate(vjp, jvp)
double n_body(mat x, vec mass) {
  double energy = 0.0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    for (soac::index j = 0; j < i; ++j) {
      const auto d = x[i] - x[j];
      energy -= mass[i] * mass[j] / std::sqrt(soac::dot(d, d));
    }
  return energy;
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> jacobi(mat a, vec b, int steps) {
  soac::array<double, 1> x(b.extent(0));
  for (int s = 0; s < steps; ++s)
    x = soac::map([&](soac::index i, auto row, double r) { return (r - soac::dot(row, x) + row(i) * x(i)) / row(i); },
                  soac::iota(b.extent(0)), a, b);
  return x;
}

#pragma soac differentiate(vjp, jvp)
double log_determinant(mat a) {
  soac::array<double, 2> u(a);
  const soac::index n = u.extent(0);
  double sum = 0.0;
  for (soac::index k = 0; k < n; ++k) {
    sum += std::log(std::fabs(u(k, k)));
    for (soac::index i = k + 1; i < n; ++i) {
      const double f = u(i, k) / u(k, k);
      for (soac::index j = k; j < n; ++j)
        u(i, j) -= f * u(k, j);
    }
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 1> normalise(vec x) { return x / std::sqrt(soac::dot(x, x)); }

#pragma soac differentiate(vjp, jvp)
double covariance(mat x, vec v) {
  const auto mean = soac::sum(x) / double(x.extent(0));
  const auto centred = soac::map([&](auto row) { return row - mean; }, x);
  const auto projected = soac::map([&](auto row) { return soac::dot(row, v); }, centred);
  return soac::dot(projected, projected) / double(x.extent(0));
}

#pragma soac differentiate(vjp, jvp)
double huber(std::span<const double> x, double delta) {
  return soac::sum(soac::map(
      [=](double v) {
        const double a = std::fabs(v);
        return a < delta ? 0.5 * v * v : delta * (a - 0.5 * delta);
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double recurrent(mat w, mat inputs, vec h) {
  soac::array<double, 1> state(h);
  double loss = 0.0;
  for (soac::index t = 0; t < inputs.extent(0); ++t) {
    state = soac::map([&](auto row, double in) { return std::tanh(soac::dot(row, state) + in); }, w, inputs[t]);
    if (t % 2 == 0)
      loss += soac::dot(state, state);
  }
  return loss;
}

#pragma soac differentiate(vjp, jvp)
std::tuple<double, double> mean_and_variance(vec x) {
  const double n = double(x.extent(0));
  const auto [sum, squares] = soac::reduce(
      [](const std::tuple<double, double> &a, const std::tuple<double, double> &b) {
        return std::tuple<double, double>(std::get<0>(a) + std::get<0>(b), std::get<1>(a) + std::get<1>(b));
      },
      std::tuple<double, double>(0.0, 0.0), x, soac::map([](double v) { return v * v; }, x));
  return {sum / n, squares / n - sum * sum / (n * n)};
}

#pragma soac differentiate(vjp, jvp)
double quadratic(vec x, mat a) {
  return soac::dot(x, soac::map([&](auto row) { return soac::dot(row, x); }, a));
}

#pragma soac differentiate(vjp, jvp)
double power_iteration(mat a, vec x, int steps) {
  auto v = normalise(x);
  for (int i = 0; i < steps; ++i)
    v = normalise(soac::map([&](auto row) { return soac::dot(row, v); }, a));
  return quadratic(v, a);
}

#pragma soac differentiate(vjp, jvp)
double polynomial(vec coefficients, double x) {
  const auto powers = soac::exclusive_scan(soac::multiplies{}, 1.0, soac::replicate(coefficients.extent(0), x));
  return soac::dot(coefficients, powers);
}

#pragma soac differentiate(vjp, jvp)
double hinge(mat x, vec y, vec w) {
  return soac::sum(soac::map([&](auto row, double t) { return std::max(0.0, 1.0 - t * soac::dot(row, w)); }, x, y)) +
         0.01 * soac::dot(w, w);
}

#pragma soac differentiate(vjp, jvp)
double kernel_density(vec data, vec points, double width) {
  return soac::product(soac::map(
      [&](double p) {
        return soac::sum(soac::map([&](double d) { return std::exp(-(p - d) * (p - d) / width) / width; }, data));
      },
      points));
}

#pragma soac differentiate(vjp, jvp)
double total_variation(mat image) {
  const soac::index n = image.extent(0), m = image.extent(1);
  const auto v = soac::tabulate(
      [&](soac::index i, soac::index j) {
        const double down = i + 1 < n ? image(i + 1, j) - image(i, j) : 0.0;
        const double right = j + 1 < m ? image(i, j + 1) - image(i, j) : 0.0;
        return std::sqrt(1e-3 + down * down + right * right);
      },
      n, m);
  return soac::sum(soac::flatten(v));
}

#pragma soac differentiate(vjp, jvp)
double trapezoid(double a, double b, int n) {
  const double h = (b - a) / n;
  const auto inside =
      soac::map([=](soac::index i) { return std::sin((a + double(i + 1) * h) * a); }, soac::iota(n - 1));
  return h * (0.5 * (std::sin(a * a) + std::sin(b * a)) + soac::sum(inside));
}

#pragma soac differentiate(vjp, jvp)
double batch_normalised(mat x, vec gamma, vec beta) {
  const auto columns = soac::transpose(x);
  const auto y = soac::map(
      [](auto column, double g, double b) {
        const double n = double(column.size());
        const double mean = soac::sum(column) / n;
        const auto c = column - mean;
        const double deviation = std::sqrt(soac::dot(c, c) / n + 1e-5);
        return soac::map([&](double v) { return g * v / deviation + b; }, c);
      },
      columns, gamma, beta);
  return soac::sum(soac::map([](double v) { return v * v * v; }, soac::flatten(y)));
}

#pragma soac differentiate(vjp, jvp)
double transitions(ten t, vec start) {
  const auto all = soac::reduce(
      [](mat a, mat b) {
        return soac::map(
            [&](auto row) {
              return soac::map([&](auto column) { return soac::dot(row, column); }, soac::transpose(b));
            },
            a);
      },
      soac::tabulate([](soac::index i, soac::index j) { return i == j ? 1.0 : 0.0; }, start.extent(0), start.extent(0)),
      t);
  return soac::sum(soac::map([&](auto row) { return soac::dot(row, start); }, all));
}

} // namespace models
