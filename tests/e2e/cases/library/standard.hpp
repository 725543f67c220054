// The standard library as numerical code uses it: optional values, ranges, inserters, comparisons, algorithms.
#pragma once

#include <soac/soac.hpp>

#include <compare>
#include <optional>
#include <vector>

namespace standard {

using list = std::vector<double>;

struct version {
  double major, minor;
  auto operator<=>(const version &) const = default;
};
struct triple {
  double x = 0, y = 0, z = 0;
  double &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

double value_or(double x);
double root_if_any(double a, double b, double c);
double optional_members(double x, bool gives);
double required(double x);
double optional_in_a_loop(const list &v, double limit);
double optional_record(double x, int n);
double transform_optional(double x);
double counted_view(double x, int n);
double transformed_view(const list &v, double s);
double reversed_view(const list &v);
double part_of_view(const list &v);
double filtered_view(const list &v);
double composed_views(const list &v);
double ranges_algorithms(list v);
double generated(double x);
double appended(const list &v);
double copied_if(const list &v);
double lowest_and_highest(const list &v);
double largest_magnitude(const list &v);
double searched(const list &v, double x);
double compared(version a, version b);
double numbers_compared(double a, double b);
double subscripts(triple v, int i, double s);
double differences(const list &v);
double scans(const list &v);
double erased(list v);
double inserted(list v, const list &w, double x);
double removed(list v);
double references(double x, double y);
double invoked(double x, double y);
double distances(const list &v);
double algorithms_over_views(soac::view<const double> v, soac::view<const double, 2> m);

} // namespace standard
