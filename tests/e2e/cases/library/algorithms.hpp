// Containers and algorithms of the standard library, without any combinator.
#pragma once

#include <array>
#include <tuple>
#include <utility>
#include <vector>

// Tuples, and functions of <algorithm> and <numeric>; without any combinator.

double structured_pair(double x);
std::pair<double, double> polar(double x, double y);
std::tuple<double, double, int> with_count(double x, int n);
double tie_results(double x);
double std_min_max(double x, double y, double z);
double std_clamp(double x, double low, double high);
double std_swap(double x, double y);
double std_accumulate(const std::vector<double> &x);
double std_inner_product(const std::vector<double> &x, const std::vector<double> &y);
double std_fill_copy(double x);
double std_transform(const std::vector<double> &x);
double std_algorithms(const std::vector<double> &x);
double std_numeric(double x, double y, double z);

// Vectors that grow and shrink, in loops and outside of them.

double sieve(int n, double x);
double kept_squares(const std::vector<double> &x);
double recurrence(double x, int n);
double stack(const std::vector<double> &x);
double two_or_three(const std::vector<double> &x, int n);
double all_again(const std::vector<double> &x, int n);
double straight_line(double x);
double resized(std::vector<double> x, int n);
double records(const std::vector<double> &x);
double rows_appended(double x, int n, int width);
double rows_of_any_length(double x, int n, int longer);
double rows_in_a_list(double x, int n, int third);
double arrays_of_defaults(double x);
double rows_inserted(double x, int n);

struct Sample {
  double at, value;
};

// Sorts in an order of one's own: of indices, records, pairs, and parts of a range.

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
