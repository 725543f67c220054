// What is called through an object: std::function, pointers to members, tables of functions; elements made in place.
#pragma once

#include <functional>
#include <vector>

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

} // namespace functors
