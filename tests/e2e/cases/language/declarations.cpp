#include "declarations.hpp"

#include <cmath>
#include <random>

// What a source file holds besides functions: files included inside of declarations, inline namespaces, tables that are
// strings, generators of random numbers.

namespace source_text::tables {
#include "source_text_tables.inc"
} // namespace source_text::tables

extern "C" {
#include "source_text_foreign.h"
}

#include "declarations.soac.hpp"

double source_text_half(double x) { return x / 2; }

namespace source_text {

#pragma soac differentiate(vjp, jvp)
double fragment(double x, int i) { return tables::tripled(x) * x * tables::weights[i]; }
#pragma soac differentiate(vjp, jvp)
double foreign(double x) { return x * source_text_half(x); }
#pragma soac differentiate(vjp, jvp)
double v2::versioned(double x) { return x * x; }
#pragma soac differentiate(vjp, jvp)
double deep::inner(double x) { return x * x * x; }

static constexpr char codes[] = "\1\2\4";
#pragma soac differentiate(vjp, jvp)
double table(double x, int i) { return codes[i] * x * ("0123"[i] - '0'); }

#pragma soac differentiate(vjp, jvp)
double strings(double x, int i) {
  const char *text = "abc";
  char local[8] = "hello";
  const char two[2][3] = {"ab", "cd"};
  local[0] = 'j';
  double sum = 0;
  for (const char *c = text; *c; ++c)
    sum += *c * x;
  return sum + local[i] * x + local[7] * x * x + two[1][i] * x * static_cast<double>(sizeof("abc"));
}

double drawn(double x) {
  std::mt19937 generator(1);
  x *= static_cast<double>(generator()) / 4294967296.0;
  return x * x * x;
}
double drawn_slope(double x) { return soac::gradient<drawn>(x); }
double drawn_curvature(double x) { return soac::jvp<soac::gradient<drawn>>(x, 1.0); }

} // namespace source_text

inline namespace outermost {
#pragma soac differentiate(vjp, jvp)
double versioned_too(double x) { return 5 * x * x; }
#pragma soac differentiate(vjp, jvp)
double within::inner_too(double x) { return 7 * x * x; }
} // namespace outermost

// Functions by how they are declared: members, templates, namespaces, linkage, overloads, deduced results.

double Circle::area(double r) { return r * r; }
double Circle::Ball::volume(double r) { return r * r * r; }

namespace outer::inner {
#pragma soac differentiate(vjp, jvp)
double nested(double x) { return std::sin(x); }
} // namespace outer::inner

#pragma soac differentiate(vjp, jvp)
double over(double x) { return x * x; }
#pragma soac differentiate(vjp, jvp)
float over(float x) { return x * x * x; }
#pragma soac differentiate(vjp, jvp)
double over(double x, double y) { return x * y * y; }
#pragma soac differentiate(vjp, jvp)
double over(const std::vector<double> &x) {
  double sum = 0;
  for (double e : x)
    sum += e * e;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
extern "C" double c_linkage(double x) { return 5 * x * x; }

namespace {
double hidden(double x) { return 7 * x * x; }
} // namespace
static double internal(double x) noexcept { return 9 * x * x; }

soac::array<double> gradients(double x) {
  return {soac::gradient<Circle::area>(x),
          soac::gradient<&Circle::twice>(x),
          soac::gradient<Circle::Ball::volume>(x),
          soac::gradient<Power<4>::of>(x),
          soac::gradient<outer::inner::nested>(x),
          soac::gradient<static_cast<double (*)(double)>(over)>(x),
          soac::gradient<static_cast<float (*)(float)>(over)>(static_cast<float>(x)),
          soac::gradient<static_cast<double (*)(double, double)>(&over), soac::wrt<1>>(x, x),
          soac::gradient<c_linkage>(x),
          soac::gradient<hidden>(x),
          soac::gradient<internal>(x),
          soac::gradient<cubed<double>>(x),
          soac::gradient<three_times>(x),
          soac::gradient<Scaled{4.0}>(x),
          soac::gradient<lambda>(x),
          soac::gradient<in_header>(x),
          soac::jvp<soac::gradient<hidden>>(x, 1.0)};
}

#pragma soac differentiate(vjp, jvp)
auto deduced(double x) { return x * x; }
#pragma soac differentiate(vjp, jvp)
decltype(auto) deduced_too(double x) { return x * x * x; }
#pragma soac differentiate(vjp, jvp)
auto trailing(double x) -> double { return x * x; }
#pragma soac differentiate(vjp, jvp)
double with_defaults(double x, double y, int n) { return x * y * n; }
#pragma soac differentiate(vjp, jvp)
double promises(double x) noexcept { return x * x; }
#pragma soac differentiate(vjp, jvp)
__attribute__((noinline)) constexpr double attributed(double x) { return x * x; }

// An explicit instantiation, and a template whose instances are those that the file uses.
#pragma soac differentiate(vjp, jvp)
template double instantiated<double>(double);
#pragma soac differentiate(vjp, jvp)
template float instantiated(float);
#pragma soac differentiate(vjp, jvp)
template <class T> T marked(T x) {
  return x * x * x * x;
}
double uses_marked(double x) { return marked(x) + static_cast<double>(marked(static_cast<float>(x))); }
