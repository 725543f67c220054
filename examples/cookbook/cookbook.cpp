#include "cookbook.hpp"

#include "cookbook.soac.hpp"

#include <cmath>

namespace {

double hyperbolic_tangent(double x) { return std::tanh(x); }

double sigmoid(double x) { return 0.5 * (std::tanh(x / 2) + 1); }

} // namespace

double slope_of_tanh(double x) { return soac::gradient<hyperbolic_tangent>(x); }
double second_of_tanh(double x) { return soac::gradient<soac::gradient<hyperbolic_tangent>>(x); }
double third_of_tanh(double x) { return soac::gradient<soac::gradient<soac::gradient<hyperbolic_tangent>>>(x); }

Vector predict(VectorView w, double b, MatrixView x) {
  return soac::map([&](auto row) { return sigmoid(soac::dot(row, w) + b); }, x);
}

double loss(VectorView w, double b, MatrixView x, VectorView labels) {
  return -soac::sum(soac::map([](double p, double label) { return std::log(p * label + (1 - p) * (1 - label)); },
                              predict(w, b, x), labels));
}

std::tuple<Vector, double> gradient_by_both(VectorView w, double b, MatrixView x, VectorView labels) {
  return soac::gradient<loss, soac::wrt<0, 1>>(w, b, x, labels);
}

std::tuple<double, double> value_and_slope_by_b(VectorView w, double b, MatrixView x, VectorView labels) {
  return soac::value_and_gradient<loss, soac::wrt<1>>(w, b, x, labels);
}

double loss_of(const Model &model, MatrixView x, VectorView labels) { return loss(model.w, model.b, x, labels); }

Model gradient_of_model(const Model &model, MatrixView x, VectorView labels) {
  return soac::gradient<loss_of, soac::wrt<0>>(model, x, labels);
}

Vector along(VectorView w, double b, MatrixView x, VectorView w_tan) {
  return soac::jvp<predict, soac::wrt<0>>(w, b, x, w_tan);
}

Vector back(VectorView w, double b, MatrixView x, VectorView seed) {
  return soac::vjp<predict, soac::wrt<0>>(w, b, x, seed);
}

Matrix jacobian_by_tangents(VectorView w, double b, MatrixView x) {
  return soac::jacobian_forward<predict, soac::wrt<0>>(w, b, x);
}

Matrix jacobian_by_adjoints(VectorView w, double b, MatrixView x) {
  return soac::jacobian_reverse<predict, soac::wrt<0>>(w, b, x);
}

Matrix several_back(VectorView w, double b, MatrixView x, MatrixView seeds) {
  return soac::mjp<predict, soac::wrt<0>>(w, b, x, seeds);
}

Matrix hessian_by_w(VectorView w, double b, MatrixView x, VectorView labels) {
  return soac::hessian<loss, soac::wrt<0>>(w, b, x, labels);
}

Vector hessian_times(VectorView w, double b, MatrixView x, VectorView labels, VectorView direction) {
  return soac::hvp<loss, soac::wrt<0>>(w, b, x, labels, direction);
}

namespace {

double slope_along(VectorView w, double b, MatrixView x, VectorView labels, VectorView direction) {
  return soac::dot(soac::gradient<loss, soac::wrt<0>>(w, b, x, labels), direction);
}

} // namespace

Vector hessian_times_by_reverse(VectorView w, double b, MatrixView x, VectorView labels, VectorView direction) {
  return soac::gradient<slope_along, soac::wrt<0>>(w, b, x, labels, direction);
}
