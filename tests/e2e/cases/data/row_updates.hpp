// Rows of fixed or of any length that are written whole, one after another.
#pragma once

#include <array>
#include <vector>

namespace row_updates {

struct Point {
  std::array<double, 2> at;
  double weight;
};
using pair = std::array<double, 2>;
using pairs = std::vector<pair>;
using rows = std::vector<std::vector<double>>;

double rotated(const pairs &source, double angle, int times);
double filled(const pairs &source, double angle);
double appended(const pairs &source, double g);
double reversed(const pairs &source, double g);
double of_records(const std::vector<Point> &source, double g);
double of_vectors(const rows &source, double g);
double exchanged(pairs x, double g);
double read_behind(pairs x, double g);
void written(const pair *source, pair *target, int n, double g);

} // namespace row_updates
