#include "special.hpp"
#include "special.soac.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <soac/runtime/special.hpp>
#include <soac/soac.hpp>

// Quadrature, series, continued fractions and iterations of numerical analysis.

#pragma soac differentiate(vjp, jvp)
double gauss_legendre(double a, double b, double frequency) {
  static constexpr double nodes[] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717};
  static constexpr double weights[] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159821, 0.1494513491505806, 0.0666713443086881};
  const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
  const auto f = [frequency](double x) { return std::exp(-x) * std::cos(frequency * x); };
  double sum = 0;
  for (int i = 0; i < 5; ++i) {
    const double dx = half * nodes[i];
    sum += weights[i] * (f(middle + dx) + f(middle - dx));
  }
  return sum * half;
}

#pragma soac differentiate(vjp, jvp)
double romberg(double a, double b, double power, int levels) {
  constexpr int most = 8;
  double r[most][most];
  const auto f = [&](double x) { return std::pow(x, power) * std::exp(x); };
  double h = b - a;
  r[0][0] = 0.5 * h * (f(a) + f(b));
  for (int i = 1; i < levels && i < most; ++i) {
    h /= 2;
    double sum = 0;
    for (int k = 1; k < (1 << i); k += 2)
      sum += f(a + k * h);
    r[i][0] = 0.5 * r[i - 1][0] + h * sum;
    double factor = 1;
    for (int j = 1; j <= i; ++j) {
      factor *= 4;
      r[i][j] = r[i][j - 1] + (r[i][j - 1] - r[i - 1][j - 1]) / (factor - 1);
    }
  }
  return r[levels - 1][levels - 1];
}

// Recursion with a stack of its own.
#pragma soac differentiate(vjp, jvp)
double adaptive_simpson(double from, double to, double sharpness, int digits) {
  struct Interval {
    double a, fa, m, fm, b, fb, whole, tolerance;
  };
  const auto f = [=](double x) { return 1 / (1 + sharpness * x * x); };
  const auto simpson = [](double a, double fa, double fm, double b, double fb) { return (b - a) / 6 * (fa + 4 * fm + fb); };
  std::array<Interval, 32> stack;
  int top = 0;
  {
    const double m = 0.5 * (from + to);
    stack[top++] = {from, f(from), m, f(m), to, f(to), simpson(from, f(from), f(m), to, f(to)), std::pow(10.0, -digits)};
  }
  double sum = 0;
  while (top > 0) {
    const Interval i = stack[--top];
    const double l = 0.5 * (i.a + i.m), r = 0.5 * (i.m + i.b);
    const double fl = f(l), fr = f(r);
    const double left = simpson(i.a, i.fa, fl, i.m, i.fm), right = simpson(i.m, i.fm, fr, i.b, i.fb);
    const double error = left + right - i.whole;
    if (std::abs(error) <= 15 * i.tolerance || top + 2 > static_cast<int>(stack.size())) {
      sum += left + right + error / 15;
    } else {
      stack[top++] = {i.a, i.fa, l, fl, i.m, i.fm, left, i.tolerance / 2};
      stack[top++] = {i.m, i.fm, r, fr, i.b, i.fb, right, i.tolerance / 2};
    }
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double bessel_series(int order, double x) {
  const double half = x / 2;
  double term = 1;
  for (int k = 1; k <= order; ++k)
    term *= half / k;
  double sum = term;
  for (int k = 1; std::abs(term) > 1e-17 * std::abs(sum); ++k) {
    term *= -half * half / (k * (k + order));
    sum += term;
  }
  return sum;
}

// The regularised lower incomplete gamma function: a series below a + 1, Lentz's continued fraction above.
#pragma soac differentiate(vjp, jvp)
double incomplete_gamma(double a, double x) {
  if (x <= 0)
    return 0;
  const double front = std::exp(-x + a * std::log(x) - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term, n = a;
    do {
      n += 1;
      term *= x / n;
      sum += term;
    } while (term > 1e-16 * sum);
    return front * sum;
  }
  constexpr double tiny = 1e-300;
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, h = d;
  for (int i = 1;; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (std::abs(d) < tiny)
      d = tiny;
    c = b + an / c;
    if (std::abs(c) < tiny)
      c = tiny;
    d = 1 / d;
    const double factor = d * c;
    h *= factor;
    if (std::abs(factor - 1) < 1e-15)
      break;
  }
  return 1 - front * h;
}

namespace {

double beta_fraction(double a, double b, double x) {
  double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), h = d;
  for (int m = 1; m <= 60; ++m) {
    double an = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + an * d);
    c = 1 + an / c;
    h *= d * c;
    an = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + an * d);
    c = 1 + an / c;
    const double change = d * c;
    h *= change;
    if (std::fabs(change - 1) < 3e-16)
      return h;
  }
  return h;
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double incomplete_beta(double a, double b, double x) {
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

#pragma soac differentiate(vjp, jvp)
double normal_quantile(double p) {
  double x = 0;
  for (int k = 0; k < 60; ++k) {
    const double error = 0.5 * std::erfc(-x / std::sqrt(2.0)) - p;
    const double density = std::exp(-0.5 * x * x) / 2.5066282746310002;
    const double step = error / density;
    x -= step / (1 + 0.5 * x * step); // Halley
    if (std::fabs(step) < 1e-14)
      break;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double lambert_w(double x) {
  double w = x < 1 ? x : std::log(x), before;
  do {
    before = w;
    const double e = std::exp(w), f = w * e - x;
    w -= f / (e * (w + 1) - (w + 2) * f / (2 * w + 2));
  } while (std::abs(w - before) > 1e-14 * (1 + std::abs(w)));
  return w;
}

// The arithmetic-geometric mean.
#pragma soac differentiate(vjp, jvp)
double elliptic_integral(double modulus) {
  double a = 1, g = std::sqrt(1 - modulus * modulus);
  while (std::abs(a - g) > 1e-15 * a) {
    const double next = 0.5 * (a + g);
    g = std::sqrt(a * g);
    a = next;
  }
  return 3.14159265358979323846 / (2 * a);
}

// Borwein's alternating series.
#pragma soac differentiate(vjp, jvp)
double zeta(double s, int terms) {
  double d = 0, term = 1.0 / terms;
  std::array<double, 32> partial{};
  for (int i = 0; i <= terms; ++i) {
    if (i > 0)
      term *= 4.0 * (terms + i - 1) * (terms - i + 1) / ((2.0 * i) * (2.0 * i - 1));
    d += term;
    partial[i] = terms * d;
  }
  double sum = 0;
  for (int k = 0, sign = 1; k < terms; ++k, sign = -sign)
    sum += sign * (partial[k] - partial[terms]) / std::pow(k + 1.0, s);
  return -sum / (partial[terms] * (1 - std::exp2(1 - s)));
}

#pragma soac differentiate(vjp, jvp)
double golden_ratio_fraction(double x, int depth) {
  double value = x;
  while (depth --> 0)
    value = x + 1 / value;
  return value;
}

// Newton's step where it stays in the bracket, a bisection elsewhere.
#pragma soac differentiate(vjp, jvp)
double safe_newton(Bracket bracket, double c) {
  auto &[low, high] = bracket;
  double x = 0.5 * (low + high);
  for (int k = 0; k < 100; ++k) {
    const double f = x * x * x + x - c, slope = 3 * x * x + 1;
    if (f > 0)
      high = x;
    else
      low = x;
    double next = x - f / slope;
    if (next <= low || next >= high)
      next = 0.5 * (low + high);
    const bool isDone = std::abs(next - x) < 1e-15;
    x = next;
    if (isDone)
      break;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double secant(double c) {
  const auto f = [c](double x) { return std::cos(x) - c * x; };
  double a = 0, b = 1, fa = f(a), fb = f(b);
  while (std::abs(fb) > 1e-13) {
    const double next = b - fb * (b - a) / (fb - fa);
    a = b, fa = fb;
    b = next, fb = f(b);
  }
  return b;
}

#pragma soac differentiate(vjp, jvp)
double digamma_by_recurrence(double x) {
  double shift = 0;
  for (; x < 12; ++x)
    shift -= 1 / x;
  const double q = 1 / (x * x);
  return shift + std::log(x) - 0.5 / x - q * (1.0 / 12 - q * (1.0 / 120 - q * (1.0 / 252 - q / 240)));
}

// Functions of the runtime's that <cmath> does not have.
#pragma soac differentiate(vjp, jvp)
double of_the_runtime(double x) {
  return soac::runtime::digamma(x) * soac::runtime::sech(x);
}

#pragma soac differentiate(vjp, jvp)
double legendre(int degree, double x) {
  if (degree == 0)
    return 1;
  double before = 1, value = x;
  for (int n = 2; n <= degree; ++n) {
    const double next = ((2 * n - 1) * x * value - (n - 1) * before) / n;
    before = value;
    value = next;
  }
  return value;
}

#pragma soac differentiate(vjp, jvp)
double erf_series(double x) {
  double sum = 0, power = x;
  int n = 0;
  for (double term = x; std::abs(term) > std::numeric_limits<double>::epsilon() * std::abs(sum); term = power / (2 * n + 1)) {
    sum += term;
    ++n;
    power *= -x * x / n;
  }
  return sum * 2 / std::sqrt(3.14159265358979323846);
}

#pragma soac differentiate(vjp, jvp)
double euler_maclaurin(double x) {
  double sum = 0;
  int k = 0;
  for (; k < 8; k++)
    sum += 1 / ((x + k) * (x + k));
  const double y = x + k;
  return sum + 1 / y + 1 / (2 * y * y) + 1 / (6 * y * y * y);
}

#pragma soac differentiate(vjp, jvp)
double richardson(double x, double h) {
  double table[4][4];
  for (int i = 0; i < 4; ++i, h /= 2) {
    table[i][0] = (std::sin((x + h) * (x + h)) - std::sin((x - h) * (x - h))) / (2 * h);
    for (int j = 1, p = 4; j <= i; ++j, p *= 4)
      table[i][j] = (p * table[i][j - 1] - table[i - 1][j - 1]) / (p - 1);
  }
  return table[3][3];
}

#pragma soac differentiate(vjp, jvp)
double stirling(double n) {
  double whole = 0, exponent = 0;
  const double part = std::modf(n, &whole);
  int e = 0;
  const double mantissa = std::frexp(n, &e);
  exponent = std::logb(n);
  return std::lgamma(n) * part + mantissa * std::ldexp(1.0, e - 1) + exponent * whole + std::fdim(n, 2.5) * std::remainder(n, 2.0);
}

namespace {
double bessel_two(double x) { return bessel_series(2, x); }
} // namespace

double bessel_at_two(double x) { return soac::gradient<bessel_two>(x); }
double second_of_bessel(double x) { return soac::jvp<soac::gradient<bessel_two>>(x, 1.0); }
double slope_of_w(double x) { return soac::gradient<lambert_w>(x); }

// Functions of <cmath>, to be differentiated twice.

static double sine(double x) { return std::sin(x); }
static double cosine(double x) { return std::cos(x); }
static double tangent(double x) { return std::tan(x); }
static double arc_sine(double x) { return std::asin(x); }
static double arc_cosine(double x) { return std::acos(x); }
static double arc_tangent(double x) { return std::atan(x); }
static double angle(double x) { return std::atan2(x, 1.5) + std::atan2(-0.5, x); }
static double hyperbolic_sine(double x) { return std::sinh(x); }
static double hyperbolic_cosine(double x) { return std::cosh(x); }
static double hyperbolic_tangent(double x) { return std::tanh(x); }
static double inverse_hyperbolic_sine(double x) { return std::asinh(x); }
static double inverse_hyperbolic_cosine(double x) { return std::acosh(1 + x); }
static double inverse_hyperbolic_tangent(double x) { return std::atanh(x); }
static double exponential(double x) { return std::exp(x); }
static double power_of_two(double x) { return std::exp2(x); }
static double exponential_less_one(double x) { return std::expm1(x); }
static double logarithm(double x) { return std::log(x); }
static double binary_logarithm(double x) { return std::log2(x); }
static double decimal_logarithm(double x) { return std::log10(x); }
static double logarithm_of_one_more(double x) { return std::log1p(x); }
static double square_root(double x) { return std::sqrt(x); }
static double cube_root(double x) { return std::cbrt(x); }
static double cube(double x) { return std::pow(x, 3); }
static double power(double x) { return std::pow(x, 2 * x) + std::pow(0.3, x); }
static double distance(double x) { return std::hypot(x, 2.0) + std::hypot(1.0, x * x); }
static double fused(double x) { return std::fma(x, x, std::fma(x, 2.0, x)); }
static double remainders(double x) { return std::fmod(x * x, 0.2) * std::remainder(x, 0.3 * x * x); }
static double choices(double x) { return std::fmin(x * x, x) * std::fmax(x, 0.5) * std::min(x, 1.0) * std::max(x, -x); }
static double magnitudes(double x) { return std::fabs(x * x) * std::copysign(x, -x) * std::fdim(x, 0.1); }
static double steps(double x) { return std::floor(5 * x) * x * x + std::ldexp(x, 2) * std::round(x); }
static double error_function(double x) { return std::erf(x) * std::erfc(x); }
static double gamma_function(double x) { return std::tgamma(x); }
static double log_gamma(double x) { return std::lgamma(x); }

template <auto F> static double first(double x) { return soac::gradient<F>(x); }
template <auto F> static double forward_over_reverse(double x) { return soac::jvp<soac::gradient<F>>(x, 1.0); }
template <auto F> static double reverse_over_forward(double x) {
  return soac::gradient<soac::jvp<F>, soac::wrt<0>>(x, 1.0);
}
template <auto F> static twice_differentiated twice(const char *name) {
  return {name, first<F>, forward_over_reverse<F>, reverse_over_forward<F>};
}

std::vector<twice_differentiated> twice_differentiated_functions() {
  return {
      twice<sine>("sine"),
      twice<cosine>("cosine"),
      twice<tangent>("tangent"),
      twice<arc_sine>("arc_sine"),
      twice<arc_cosine>("arc_cosine"),
      twice<arc_tangent>("arc_tangent"),
      twice<angle>("angle"),
      twice<hyperbolic_sine>("hyperbolic_sine"),
      twice<hyperbolic_cosine>("hyperbolic_cosine"),
      twice<hyperbolic_tangent>("hyperbolic_tangent"),
      twice<inverse_hyperbolic_sine>("inverse_hyperbolic_sine"),
      twice<inverse_hyperbolic_cosine>("inverse_hyperbolic_cosine"),
      twice<inverse_hyperbolic_tangent>("inverse_hyperbolic_tangent"),
      twice<exponential>("exponential"),
      twice<power_of_two>("power_of_two"),
      twice<exponential_less_one>("exponential_less_one"),
      twice<logarithm>("logarithm"),
      twice<binary_logarithm>("binary_logarithm"),
      twice<decimal_logarithm>("decimal_logarithm"),
      twice<logarithm_of_one_more>("logarithm_of_one_more"),
      twice<square_root>("square_root"),
      twice<cube_root>("cube_root"),
      twice<cube>("cube"),
      twice<power>("power"),
      twice<distance>("distance"),
      twice<fused>("fused"),
      twice<remainders>("remainders"),
      twice<choices>("choices"),
      twice<magnitudes>("magnitudes"),
      twice<steps>("steps"),
      twice<error_function>("error_function"),
      twice<gamma_function>("gamma_function"),
      twice<log_gamma>("log_gamma"),
  };
}
