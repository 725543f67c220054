#include "exits.hpp"

#include <cassert>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace exits {

#pragma soac differentiate(vjp, jvp)
double root(double x) {
  if (x < 0)
    throw std::domain_error("root of a negative number: " + std::to_string(x));
  return std::sqrt(x);
}

#pragma soac differentiate(vjp, jvp)
double checked_sum(const double *x, int n) {
  if (n <= 0)
    throw std::invalid_argument("n is " + std::to_string(n));
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      throw std::out_of_range(std::string("element ") + std::to_string(i) + " of {0} is negative");
    s += std::sqrt(x[i]) * (i + 1);
  }
  return s * s;
}

#pragma soac differentiate(vjp, jvp)
double chosen(double x) {
  const double y = x > 0 ? x * x : throw std::range_error("x");
  return y * std::sin(x);
}

#pragma soac differentiate(vjp, jvp)
double chosen_object(double &x, double &y) {
  (x > y ? x : throw std::logic_error("order")) *= y;
  return x;
}

#pragma soac differentiate(vjp, jvp)
double either(double x, int kind) {
  double r;
  if (kind == 0)
    r = x * x;
  else if (kind == 1)
    r = std::exp(x);
  else
    throw std::invalid_argument("kind");
  return r * x;
}

#pragma soac differentiate(vjp, jvp)
double by_kind(double x, int kind) {
  double r;
  switch (kind) {
  case 0: r = x; break;
  case 1: r = x * x; break;
  case 2: return std::sin(x);
  default: throw std::invalid_argument("no kind " + std::to_string(kind));
  }
  return std::exp(r);
}

#pragma soac differentiate(vjp, jvp)
double iterated(double x, int limit) {
  double y = 1;
  int steps = 0;
  while (std::abs(y * y - x) > 1e-13 * x) {
    y = 0.5 * (y + x / y);
    if (++steps > limit)
      throw std::runtime_error("no convergence after " + std::to_string(steps) + " steps");
  }
  return y * x;
}

static void require(bool holds, const char *what, const std::string &where) {
  if (!holds)
    throw std::invalid_argument(where + ": " + what);
}

#pragma soac differentiate(vjp, jvp)
double helped(double x, double y) {
  require(x > 0, "x must be positive", "helped");
  require(y > x, y > 0 ? "y must be larger" : "y must be positive", std::string("helped") + "()");
  return std::log(y / x);
}

namespace {
struct positive {
  double value;
  explicit positive(double v) : value(v) {
    if (!(v > 0))
      throw failure(3, 2 * v);
  }
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double constructed(double x) { return std::log(positive(x - 1).value); }

#pragma soac differentiate(vjp, jvp)
double enumerated(double x) {
  if (x == 0)
    throw error::empty;
  return x > 100 ? throw error::large : 1 / x;
}

#pragma soac differentiate(vjp, jvp)
double aggregated(double x, int line) {
  if (x < 0)
    throw report{line + 1, x * x};
  return x * x * x;
}

#pragma soac differentiate(vjp, jvp)
double literal(double x) {
  if (x < 0)
    throw "negative";
  if (x > 1e6)
    throw 7L;
  return x * x;
}

#pragma soac differentiate(vjp, jvp)
double in_parallel(soac::view<const double> x) {
  return soac::sum(soac::map(
      [](double a) {
        if (a < 0)
          throw std::domain_error("negative: " + std::to_string(a));
        return a * std::sqrt(a);
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
double in_loop(std::vector<double> &x, double scale) {
  double s = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    if (scale == 0)
      throw std::invalid_argument("scale");
    x[i] = x[i] * x[i + 1] / scale;
    if (x[i] > 1000)
      throw failure(static_cast<int>(i), x[i]);
    s += x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double row_sums(soac::view<const double, 2> a) {
  double product = 1;
  for (soac::index i = 0; i < a.extent(0); ++i) {
    double s = 0;
    for (soac::index j = 0; j < a.extent(1); ++j)
      s += a(i, j) > 0 ? std::log(a(i, j)) : throw failure(static_cast<int>(i), a(i, j));
    product *= s;
  }
  return product;
}

static double never(double x) { throw failure(1, x); }

#pragma soac differentiate(vjp, jvp)
double always(double x) { return 2 * never(x) + x; }

#pragma soac differentiate(vjp, jvp)
double collected(double x, int n) {
  if (n < 0) {
    std::string text = "n";
    text += " = ";
    text += std::to_string(n);
    throw std::invalid_argument(text);
  }
  for (int i = 0; i < n; ++i)
    x = std::sin(x);
  return x;
}

#pragma soac differentiate(vjp, jvp)
double streamed(double x, int n) {
  if (x < n) {
    std::ostringstream out;
    out << "x = " << x << ", n = " << n;
    out << '.';
    throw std::invalid_argument(out.str());
  }
  return std::sqrt(x - n);
}

static double checked(double x) noexcept { return root(x) * x; }

#pragma soac differentiate(vjp, jvp)
double nothrow(double x) { return checked(x) * x; }

// Which of the two is thrown: the one that comes first.
#pragma soac differentiate(vjp, jvp)
double two_reasons(const double *x, int n, int most) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      throw std::domain_error("element");
    if (n > most)
      throw std::length_error("n");
    s += x[i] * x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double unreachable(double x, int kind) {
  switch (kind) {
  case 0: return x * x;
  case 1: return std::sin(x);
  }
  __builtin_unreachable();
}

#pragma soac differentiate(vjp, jvp)
double asserted(double x, int kind) {
  double r;
  if (kind == 0)
    r = x;
  else if (kind == 1)
    r = x * x;
  else
    assert(false && "kind");
  return r * r;
}

#pragma soac differentiate(vjp, jvp)
double ends(double x) {
  if (x < 0)
    std::exit(17);
  if (x > 1000)
    std::abort();
  return std::sqrt(x);
}

// A division that may not be done before the test.
#pragma soac differentiate(vjp, jvp)
double remainder(const double *x, int n, int k) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (k == 0)
      throw std::invalid_argument("k");
    s += x[i] * x[i % k] * (100 / k);
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double captured(double x, int n) {
  const std::string where = "captured";
  const auto require = [&](bool holds, const char *what) {
    if (!holds)
      throw std::invalid_argument(where + ": " + what + " at " + std::to_string(n));
  };
  require(n > 0, "n");
  for (int i = 0; i < n; ++i) {
    x *= x;
    require(x < 1e9, "x");
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double after_a_write(double *b, double x) {
  if (b[0] > 1.25)
    b[0] = x * b[1];
  if (b[0] > 1e3)
    throw std::domain_error("b");
  for (int i = 0; i < 2; ++i)
    if (b[i] < -1e3)
      throw std::out_of_range("b");
  return b[0] * b[0] * x;
}

#pragma soac differentiate(vjp, jvp)
double message(double x, long count, unsigned char letter, float f) {
  if (x < 0)
    throw std::invalid_argument(std::to_string(count) + static_cast<char>(letter) + std::to_string(f) +
                                std::to_string(x * 2) + (count > 3 ? " many" : " few"));
  return x * x * f;
}

} // namespace exits
