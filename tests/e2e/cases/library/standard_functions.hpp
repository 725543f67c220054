// The standard library inside differentiated code: algorithms, numbers, tuples, function objects.
#pragma once

#include <array>
#include <span>
#include <vector>

double sums_and_products(const std::vector<double> &v);
double transformed(const std::vector<double> &v, double s);
double reduced(const std::vector<double> &v, const std::vector<double> &w);
double extremes(const std::vector<double> &v);
double numbered(const std::vector<double> &v, double start);
double found(const std::vector<double> &v, double limit);
double rearranged(std::vector<double> v);
double filled_and_copied(const std::vector<double> &v);
double split_numbers(double x);
double rounded(const double *x, double t);
double interpolated(double a, double b, double t);
double limited(double x, double low, double high);
double tied(double x);
double listed(double x, double y);
double parts_of_span(std::span<const double> s);
double function_objects(double x);
double assigned_choices(std::vector<double> a, int i, int j, bool c);
double bytes(const double *x, int n);
double nested_lists(double x, double y);
double differences(const std::vector<double> &v);
