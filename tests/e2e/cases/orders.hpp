// Sorts in an order of one's own: of indices, records, pairs, and parts of a range.
#pragma once

#include <array>
#include <utility>
#include <vector>

namespace orders {

struct Item {
  double key, weight;
  int id;
};

struct Point {
  double x, y;
};
inline bool operator<(const Point &a, const Point &b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

double weighted_quantile(const std::vector<double> &x, const std::vector<double> &w, double q);
double ranked_sum(std::vector<Item> items);
double trapezium(const std::vector<double> &t, const std::vector<double> &y);
double shoelace(std::vector<Point> p);
std::vector<double> by_size(std::vector<double> v);
double best_two(std::vector<double> v);
double second_largest(std::vector<double> v);
double from_behind(std::vector<double> v);
double by_distance(const double *x, int n, double center, int *order);
double in_a_loop(std::vector<double> v, int times);
double of_ranges(std::vector<Item> items, std::vector<double> v);
double ties(std::vector<Item> items);
double sorted_columns(std::array<std::array<double, 3>, 2> a);

} // namespace orders
