// Records, operators, templates, lambdas, standard algorithms, integers and mixed precision, without any combinator.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace geometry {

struct Point {
  double x = 0, y = 0;
  Point &operator+=(const Point &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  friend Point operator+(Point a, const Point &b) { return a += b; }
  friend Point operator*(double s, const Point &p) { return {s * p.x, s * p.y}; }
  Point operator-() const { return {-x, -y}; }
  double norm() const { return std::sqrt(x * x + y * y); }
  double operator[](int i) const { return i == 0 ? x : y; }
  double &operator[](int i) { return i == 0 ? x : y; }
  bool operator<(const Point &o) const { return x < o.x; }
};

template <int N> struct Vec {
  double e[N] = {};
  double &operator[](int i) { return e[i]; }
  double operator[](int i) const { return e[i]; }
  static constexpr int size() { return N; }
};
template <int N> Vec<N> operator+(const Vec<N> &a, const Vec<N> &b) {
  Vec<N> r;
  for (int i = 0; i < N; ++i)
    r[i] = a[i] + b[i];
  return r;
}
template <int N> Vec<N> operator*(double s, Vec<N> a) {
  for (double &x : a.e)
    x *= s;
  return a;
}
template <int N> double dot(const Vec<N> &a, const Vec<N> &b) {
  double sum = 0;
  for (int i = 0; i < Vec<N>::size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

template <class T> class Dual {
public:
  Dual(T value, T slope = T(0)) : value_(value), slope_(slope) {}
  T value() const { return value_; }
  T slope() const { return slope_; }
  Dual operator*(const Dual &o) const { return Dual(value_ * o.value_, value_ * o.slope_ + slope_ * o.value_); }
  Dual operator+(const Dual &o) const { return Dual(value_ + o.value_, slope_ + o.slope_); }
  friend Dual sin(const Dual &a) { return Dual(std::sin(a.value_), std::cos(a.value_) * a.slope_); }

private:
  T value_, slope_;
};

} // namespace geometry

struct Material {
  double density;
  float stiffness;
  int kind;
  std::array<double, 2> limits;
};

struct Segment {
  geometry::Point from, to;
};

double distance(geometry::Point a, const geometry::Point &b);
geometry::Point midpoint(geometry::Point a, geometry::Point b, double t);
double polygon_length(const geometry::Point *points, int n);
void move_all(geometry::Point *points, int n, double dx, double factor);
void shift_segment(Segment &s, double by);
double segment_length(const Segment &s);
double material_cost(const Material &m, double price);
Material scaled(Material m, double factor);
double vec3(const geometry::Vec<3> &a, geometry::Vec<3> b, double s);
double dual_by_hand(double x);
double dual_power(double x, int n);
double bracket_operator(double x, double y);
double unary_minus_record(double x, double y);
double inherited(double x, double y);
double constructed_chain(double x);
double aggregate_designated(double x);
double counter_object(double x, int n);
double functor_with_state(double x);
double static_member(double x);
double nested_records(double x);
double array_of_records(double x, int n);
double vector_of_records(double x, int n);
double record_assignment(double x);
double const_and_mutable_methods(double x);
double method_chaining(double x);
double conversion_operator(double x);
double lambda_by_value(double x);
double lambda_by_reference(double x, int n);
double lambda_init_capture(double x);
double lambda_mutable(double x);
double generic_lambda(double x);
double lambda_returns_lambda(double x);
double lambda_passed_to_template(double x, double y);
double immediately_invoked(double x);
double function_pointer_template(double x);
double recursion_free_chain(double x);
double default_arguments(double x);
double overloads(double x, float f, int i);
double structured_pair(double x);
std::pair<double, double> polar(double x, double y);
std::tuple<double, double, int> with_count(double x, int n);
double tie_results(double x);
double constexpr_table(double x);
double static_constexpr_members(double x);
double std_min_max(double x, double y, double z);
double std_clamp(double x, double low, double high);
double std_swap(double x, double y);
double std_accumulate(const std::vector<double> &x);
double std_inner_product(const std::vector<double> &x, const std::vector<double> &y);
double std_fill_copy(double x);
double std_transform(const std::vector<double> &x);
double std_algorithms(const std::vector<double> &x);
double bit_tricks(double x, unsigned n);
double wrap_around(double x, std::uint8_t a, std::int32_t b);
double hash_steers(double x, std::uint32_t seed, int rounds);
double signed_division(double x, int a, int b);
double casts_down(double x);
float float_only(float x, float y);
double mixed_precision(float x, double y);
float double_inside(float x);
double float_rounding(double x);
double integer_from_active_as_index(double x, const double *table, int n);
double bool_arithmetic(double x, double y);
double char_and_enum(double x, int which);
double compound_assignments(double x, double y);
double increments(double x);
double comma_and_nested_assignment(double x);
double shadowing(double x);
double literals(double x);
double if_constexpr(double x);
double fold_expressions(double x, double y, double z);
double variadic_recursive(double x);
double unused_inputs(double x, double y);
double constant_result(double x);
double const_reference_result(double x, double y);
double reference_returned_early(double x, double y);
double writes_through_choice(double x, double y);
double auto_everywhere(double x, int n);
template <class T> T horner3(T x, T a, T b) { return (a * x + b) * x + T(1); }
double special_values(double x, double y);
double namespaced(double x);
double typedefs(double x);
double std_numeric(double x, double y, double z);
double optional_like(double x);
double golden_section(double a, double b);
double secant(double x0, double x1);
double logistic_map(double r, double x, int n);
double kahan_sum(const double *x, int n);
double welford(const double *x, int n);
double clenshaw(const double *c, int n, double x);
double bessel_series(double x);
double spline(const double *x, const double *y, int n, double at);
double quaternion_angle(double a, double b, double c);
double copies_of_members(double x, double y);
double result_without_copy(double x, double y);
double moved_from(double x, double y);
