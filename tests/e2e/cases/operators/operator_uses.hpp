// Operators in the places and forms that users put them.
#pragma once

#include <soac/soac.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <tuple>
#include <utility>
#include <vector>

namespace uses {

struct Layer {
  soac::view<const double, 2> weights;
  std::vector<double> bias;
  double scale;
};
struct Spring {
  double stiffness, length;
  int kind;
};
struct Poly {
  std::array<double, 3> c{1.0, -2.0, 0.5};
  constexpr double operator()(double x) const { return c[0] + x * (c[1] + x * c[2]); }
};
inline constexpr Poly poly{};
inline constexpr Poly steep{{0.0, 1.0, 3.0}};
inline constexpr auto sine = [](double x) { return std::sin(x); };
template <int N> double monomial(double x) {
  double r = 1;
  for (int i = 0; i < N; ++i)
    r *= x;
  return r;
}
template <class T> T cube_of(T x) { return x * x * x; }
struct Shape {
  static double area(double a, double b) { return a * b * b; }
};

double mixed(double x, int n, float y, soac::view<const double> v, const std::vector<double> &w);
std::pair<double, soac::array<double>> paired(double x, soac::view<const double> v);

// Results of all forms of wrt.
double all_of_mixed(double x, int n, float y, soac::view<const double> v, const std::vector<double> &w);
double backwards(double x, int n, float y, soac::view<const double> v, const std::vector<double> &w);
double by_pair(double x, soac::view<const double> v);

// F in all forms.
double of_objects(double x);
double of_lambda(double x);
double of_templates(double x);
double of_member(double x);
double of_static(double x);
double of_noexcept(double x);
double of_default(double x);

// Nested two and three deep, called in functions that are differentiated.
double newton_by_derivative(double a);
double gradient_descent(soac::view<const double> x, int steps);
double penalised(soac::view<const double> x, double weight);
double in_map(soac::view<const double> x);
double in_condition(double x);
double in_while(double x);
double taylor(double x, double h);
double mixed_third(double x, double y);
double through_layers(soac::view<const double, 2> w, const std::vector<double> &b, double k, soac::view<const double> x);
double sensitivity(soac::view<const double, 2> w, const std::vector<double> &b, double k, soac::view<const double> x);
double springs(const std::vector<Spring> &all, double x);
double spring_forces(const std::vector<Spring> &all, double x);
double laplacian(soac::view<const double> x);
double determinant(double x, double y);
double hessian_trace(soac::view<const double> x);
double directional(soac::view<const double> x, soac::view<const double> v);
double by_mjp(soac::view<const double> x);
double by_jmp(double x);
double stop_inside(double x);
double gauss_newton(soac::view<const double> x, soac::view<const double> b);
double hvp_norm(soac::view<const double> x, soac::view<const double> v);
double of_complex(double re, double im);
double of_value_and(double x);
double of_float(float x);
double implicit(double a);
double curvature_of_curve(double t);

} // namespace uses
