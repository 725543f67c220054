// Arrays that have another shape in every trip of a loop: they grow, shrink, are filtered, resized or made anew.
#pragma once

#include <soac/soac.hpp>
#include <vector>

namespace shapes {

double doubled(double x, const std::vector<double> &a, int n);
double halved(double x, const std::vector<double> &a, int n);
double halved_strips(double x, const std::vector<double> &a, int n);
double restricted(double x, const std::vector<double> &a, int n);
double filtered(double x, const std::vector<double> &a, int n);
double filtered_while(double x, const std::vector<double> &a, int n);
double appended(double x, const std::vector<double> &a, int n);
double pushed_while(double x, const std::vector<double> &a, int n);
double resized(double x, const std::vector<double> &a, int n);
double assigned(double x, const std::vector<double> &a, int n);
double pyramid(double x, const std::vector<double> &a, int n);
double in_map(double x, const std::vector<double> &a, int n);
double rows(double x, const std::vector<double> &a, int n);
double nested(double x, const std::vector<double> &a, int n);
double dequeued(double x, const std::vector<double> &a, int n);
double late(double x, const std::vector<double> &a, int n);
double pascal(double x, const std::vector<double> &a, int n);
double poly(double x, const std::vector<double> &a, int n);
double tree(double x, const std::vector<double> &a, int n);
double branchy(double x, const std::vector<double> &a, int n);
double halved_twice(double x, const std::vector<double> &a, int n);
double filtered_twice(double x, const std::vector<double> &a, int n);
double pushed_while_twice(double x, const std::vector<double> &a, int n);
double late_twice(double x, const std::vector<double> &a, int n);
double edited(double x, const std::vector<double> &a, int n);
double neighbours(double x, const std::vector<double> &a, int n);
double steps(double x, const std::vector<double> &a, int n);
double visible(double x, const std::vector<double> &a, int n);

} // namespace shapes
