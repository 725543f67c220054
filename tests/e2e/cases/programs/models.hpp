// Models as users write them: linear algebra, statistics, learning.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <span>
#include <tuple>
#include <vector>

namespace models {

using vec = soac::view<const double, 1>;
using mat = soac::view<const double, 2>;
using ten = soac::view<const double, 3>;

soac::array<double, 2> matrix_product(mat a, mat b);
soac::array<double, 2> matrix_product_loops(mat a, mat b);
double trace_of_cube(mat a);
soac::array<double, 1> softmax(vec x);
double log_sum_exp(const std::vector<double> &x);
soac::array<double, 2> attention(mat q, mat k, mat v);
double gaussian_mixture(mat x, vec weights, mat means, mat scales);
double least_squares(mat a, vec y, vec w);
double cross_entropy(mat x, soac::view<const int, 1> label, mat w);
soac::array<double, 1> convolution(vec x, vec kernel);
soac::array<double, 2> convolution2(mat x, mat kernel);
double perceptron(vec x, ten layers, mat bias);
double pairwise(mat x);
double n_body(mat x, vec mass);
soac::array<double, 1> jacobi(mat a, vec b, int steps);
double log_determinant(mat a);
soac::array<double, 1> normalise(vec x);
double covariance(mat x, vec v);
double huber(std::span<const double> x, double delta);
double recurrent(mat w, mat inputs, vec h);
std::tuple<double, double> mean_and_variance(vec x);
double quadratic(vec x, mat a);
double power_iteration(mat a, vec x, int steps);
double polynomial(vec coefficients, double x);
double hinge(mat x, vec y, vec w);
double kernel_density(vec data, vec points, double width);
double total_variation(mat image);
double trapezoid(double a, double b, int n);
double batch_normalised(mat x, vec gamma, vec beta);
double transitions(ten t, vec start);

} // namespace models
