// Whatever is called: functions, lambdas, objects, pointers to members.
#pragma once

#include <functional>
#include <vector>

// Lambdas, function objects, overloads, templates, references that functions return; without any combinator.

template <class T> T horner3(T x, T a, T b) { return (a * x + b) * x + T(1); }

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
double constexpr_table(double x);
double static_constexpr_members(double x);
double if_constexpr(double x);
double fold_expressions(double x, double y, double z);
double variadic_recursive(double x);
double unused_inputs(double x, double y);
double constant_result(double x);
double const_reference_result(double x, double y);
double auto_everywhere(double x, int n);
double special_values(double x, double y);
double namespaced(double x);
double typedefs(double x);
double optional_like(double x);

// What is called through an object: std::function, pointers to members, tables of functions; elements made in place.

namespace functors {

struct Item {
  double key, weight;
  int id;
  double scaled(double by) const { return by * key * weight; }
};
struct Length {
  explicit Length(double meters) : meters(meters) {}
  Length(double kilometers, double meters) : meters(1000 * kilometers + meters) {}
  double meters;
};

double composed(double x, int mode);
double reassigned(double x, double y);
double through_parameter(double x, double k);
double counting(double x, int n);
double newton(double x, double a);
double table(double x, int k);
double table_of_std(double x, int n);
double members(Item a, double by);
double sum_of_members(const std::vector<Item> &items, bool weights);
double made_in_place(double a, double b);
double copied_backwards(const std::vector<double> &v);
double applied_sine(std::vector<double> v);
double not_captured(const std::vector<double> &v, int n);

} // namespace functors

/// Virtual functions of objects whose class is seen.
struct Spring {
  virtual ~Spring() = default;
  virtual double force(double x) const { return -2 * x; }
};
struct Stiff : Spring {
  double stiffness = 1;
  double force(double x) const override { return Spring::force(x) * stiffness - x * x * x; }
};
struct Oscillator {
  Stiff spring;
};
double known_class(double x, double k);
