// Functions that leave by an exception.
#pragma once

#include <soac/soac.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace exits {

/// An exception of the user's, with members.
struct failure : std::runtime_error {
  int code;
  double value;
  failure(int code, double value) : std::runtime_error("failure"), code(code), value(value) {}
};
enum class error { none, empty, large };
struct report {
  int line;
  double x;
};

double root(double x);
double checked_sum(const double *x, int n);
double chosen(double x);
double chosen_object(double &x, double &y);
double either(double x, int kind);
double by_kind(double x, int kind);
double iterated(double x, int limit);
double helped(double x, double y);
double constructed(double x);
double enumerated(double x);
double aggregated(double x, int line);
double literal(double x);
double in_parallel(soac::view<const double> x);
double in_loop(std::vector<double> &x, double scale);
double row_sums(soac::view<const double, 2> a);
double always(double x);
double collected(double x, int n);
double streamed(double x, int n);
double nothrow(double x);
double two_reasons(const double *x, int n, int most);
double unreachable(double x, int kind);
double asserted(double x, int kind);
double ends(double x);
double remainder(const double *x, int n, int k);
double captured(double x, int n);
double after_a_write(double *b, double x);
double message(double x, long count, unsigned char letter, float f);

} // namespace exits
