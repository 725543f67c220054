// A tour of the operators, in the order of JAX's "Autodiff Cookbook": one model of logistic regression, and everything
// that is differentiated of it.
#pragma once

#include <soac/soac.hpp>

using Vector = soac::array<double>;
using Matrix = soac::array<double, 2>;
using VectorView = soac::view<const double>;
using MatrixView = soac::view<const double, 2>;

// Derivatives of a function of one number, three times over.
double slope_of_tanh(double x);
double second_of_tanh(double x);
double third_of_tanh(double x);

/// The probability of "true" for each row of x.
Vector predict(VectorView w, double b, MatrixView x);

/// Minus the logarithm of the probability of the labels, which are 0 or 1.
double loss(VectorView w, double b, MatrixView x, VectorView labels);

std::tuple<Vector, double> gradient_by_both(VectorView w, double b, MatrixView x, VectorView labels);
std::tuple<double, double> value_and_slope_by_b(VectorView w, double b, MatrixView x, VectorView labels);

/// The same model as one parameter.
struct Model {
  std::vector<double> w;
  double b;
};
double loss_of(const Model &model, MatrixView x, VectorView labels);
Model gradient_of_model(const Model &model, MatrixView x, VectorView labels);

// One direction: a tangent, and an adjoint.
Vector along(VectorView w, double b, MatrixView x, VectorView w_tan);
Vector back(VectorView w, double b, MatrixView x, VectorView seed);

// Jacobians of the predictions by w, column by column and row by row.
Matrix jacobian_by_tangents(VectorView w, double b, MatrixView x);
Matrix jacobian_by_adjoints(VectorView w, double b, MatrixView x);

/// Several seeds at once: a matrix times the Jacobian.
Matrix several_back(VectorView w, double b, MatrixView x, MatrixView seeds);

// The second derivative of the loss by w, and its product with a direction in two ways.
Matrix hessian_by_w(VectorView w, double b, MatrixView x, VectorView labels);
Vector hessian_times(VectorView w, double b, MatrixView x, VectorView labels, VectorView direction);
Vector hessian_times_by_reverse(VectorView w, double b, MatrixView x, VectorView labels, VectorView direction);
