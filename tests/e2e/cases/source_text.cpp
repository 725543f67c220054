#include "source_text.hpp"

#include <random>

namespace source_text::tables {
#include "source_text_tables.inc"
} // namespace source_text::tables

extern "C" {
#include "source_text_foreign.h"
}

#include "source_text.soac.hpp"

double source_text_half(double x) { return x / 2; }

namespace source_text {

#pragma soac differentiate(vjp, jvp)
double fragment(double x, int i) { return tables::tripled(x) * x * tables::weights[i]; }
#pragma soac differentiate(vjp, jvp)
double foreign(double x) { return x * source_text_half(x); }
#pragma soac differentiate(vjp, jvp)
double versioned(double x) { return x * x; }
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
