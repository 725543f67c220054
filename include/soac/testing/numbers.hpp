// Derivatives compared as numbers, whatever the types of the function are: it is a map from numbers x to numbers y,
// and its derivatives are maps of numbers too. For random v and w the checks are
//   values        f_jvp and f_vjp compute f's y
//   differences   <w, f_jvp(x; v)> = d/dh <w, y(x + h v)> at h = 0, by extrapolated central differences (Ridders)
//   dot test      <w, f_jvp(x; v)> = <f_vjp(x; w), v>
//   addition      f_vjp adds to the adjoints that it is given
// Tolerances are relative to the sum of the absolute terms of the products.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace soac::testing {

struct report {
  std::string failures;    ///< one a line; empty when all is well
  bool not_finite = false; ///< the function's value is infinite or not a number here, so nothing was compared
  bool ok() const { return failures.empty(); }
};

struct tolerances {
  double exact = 1e-10;      ///< values and dot test, relative
  double differences = 1e-6; ///< relative
  bool is_single() const { return exact >= 1e-4; }
};

namespace detail {

using numbers = std::vector<double>;

struct products {
  double sum = 0, magnitude = 0;
};
inline products dot(const numbers &a, const numbers &b) {
  products p;
  for (std::size_t i = 0; i < a.size(); ++i) {
    p.sum += a[i] * b[i];
    p.magnitude += std::fabs(a[i] * b[i]);
  }
  return p;
}

/// d/dh g(h) at 0 and an estimate of its error: central differences, extrapolated; the best entry of Ridders' table.
inline std::pair<double, double> differentiate_numerically(const std::function<double(double)> &g, double first_step) {
  constexpr int rows = 12;
  constexpr double ratio = 1.7;
  double table[rows][rows];
  double best = 0, error = std::numeric_limits<double>::infinity(), h = first_step;
  for (int i = 0; i < rows; ++i, h /= ratio) {
    table[0][i] = (g(h) - g(-h)) / (2 * h);
    double factor = ratio * ratio;
    for (int j = 1; j <= i; ++j, factor *= ratio * ratio) {
      table[j][i] = (table[j - 1][i] * factor - table[j - 1][i - 1]) / (factor - 1);
      const double e =
          std::fmax(std::fabs(table[j][i] - table[j - 1][i]), std::fabs(table[j][i] - table[j - 1][i - 1]));
      if (e <= error) {
        error = e;
        best = table[j][i];
      }
    }
  }
  return {best, error};
}

inline std::string describe(const char *what, double got, double expected, double allowed) {
  char text[200];
  std::snprintf(text, sizeof text, "%s: got %.17g, expected %.17g, difference %.3g, allowed %.3g\n", what, got,
                expected, std::fabs(got - expected), allowed);
  return text;
}

inline bool close(double a, double b, double allowed) { return std::fabs(a - b) <= allowed; }

inline void compare_values(const char *what, const numbers &got, const numbers &expected, double relative,
                           report &out) {
  if (got.size() != expected.size()) {
    out.failures += std::string(what) + ": another shape than the function's result\n";
    return;
  }
  double scale = 0;
  for (double e : expected)
    scale = std::fmax(scale, std::isfinite(e) ? std::fabs(e) : 0);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!close(got[i], expected[i], relative * scale) && got[i] != expected[i] &&
        !(std::isnan(got[i]) && std::isnan(expected[i])))
      out.failures += describe(what, got[i], expected[i], relative * scale);
}

/// A function and its derivatives at one point x.
class numeric_function {
public:
  virtual numbers value(const numbers &x) const = 0;
  /// y and J v.
  virtual std::pair<numbers, numbers> tangent(const numbers &v) const = 0;
  /// y, and J^T w added to the `initial` adjoints of pure inputs.
  virtual std::pair<numbers, numbers> adjoint(const numbers &w, const numbers &initial) const = 0;

  numbers x, y;
  numbers pure; ///< 1 for the numbers in x that the function only reads, 0 for those that are also in y
  bool has_tangent = false, has_adjoint = false;

protected:
  ~numeric_function() = default;
};

/// The sums of products that agree when the derivatives are right, of one trial.
struct slopes {
  double slope, magnitude;
};

inline slopes check_tangent(const numeric_function &f, const numbers &v, const numbers &w, slopes expected,
                            const tolerances &tolerance, report &out) {
  const auto [values, tangents] = f.tangent(v);
  compare_values("jvp, value", values, f.y, tolerance.exact, out);
  const products p = dot(w, tangents);
  return {p.sum, std::fmax(expected.magnitude, p.magnitude)};
}

inline slopes check_adjoint(const numeric_function &f, const numbers &v, const numbers &w, const numbers &initial,
                            slopes now, const tolerances &tolerance, report &out) {
  const auto [values, raised] = f.adjoint(w, initial);
  const auto [again, adjoints] = f.adjoint(w, numbers(f.x.size()));
  compare_values("vjp, value", values, f.y, tolerance.exact, out);
  // Adjoints of outputs are seeds at entry: `initial` has no part in them.
  numbers sum = adjoints;
  for (std::size_t i = 0; i < sum.size(); ++i)
    sum[i] += f.pure[i] * initial[i];
  compare_values("vjp, addition to the adjoints", raised, sum, tolerance.exact * 10, out);
  const products p = dot(adjoints, v);
  now.magnitude = std::fmax(now.magnitude, p.magnitude);
  if (!f.has_tangent)
    now.slope = p.sum;
  else if (!close(p.sum, now.slope, tolerance.exact * now.magnitude))
    out.failures +=
        describe("dot test, <vjp(w), v> against <w, jvp(v)>", p.sum, now.slope, tolerance.exact * now.magnitude);
  return now;
}

inline void check_trial(const numeric_function &f, const numbers &v, const numbers &w, const numbers &initial,
                        const tolerances &tolerance, report &out) {
  const auto along = [&](double h) {
    numbers moved = f.x;
    for (std::size_t i = 0; i < moved.size(); ++i)
      moved[i] += h * v[i];
    return dot(w, f.value(moved)).sum;
  };
  const auto [expected, uncertainty] = differentiate_numerically(along, tolerance.is_single() ? 0.2 : 0.01);
  slopes now{expected, std::fabs(expected)};
  if (f.has_tangent)
    now = check_tangent(f, v, w, now, tolerance, out);
  if (f.has_adjoint)
    now = check_adjoint(f, v, w, initial, now, tolerance, out);
  const double size = dot(w, f.y).magnitude;
  const double allowed = tolerance.differences * now.magnitude + tolerance.exact * size + 10 * uncertainty;
  if (!(uncertainty <= 1e-2 * now.magnitude + 1e-6 * size) && !tolerance.is_single())
    out.failures += "central differences do not settle: the function is not smooth near this point\n";
  if (!close(now.slope, expected, allowed))
    out.failures += describe(f.has_tangent ? "jvp against central differences" : "vjp against central differences",
                             now.slope, expected, allowed);
}

inline report check(const numeric_function &f, std::uint64_t seed, const tolerances &tolerance) {
  report out;
  for (double e : f.y)
    out.not_finite = out.not_finite || !std::isfinite(e);
  if (out.not_finite)
    out.failures += "the function's value is not finite at this point\n";
  else if (f.x.empty() || f.y.empty())
    out.failures += "nothing to differentiate: no floating-point input or output at this point\n";
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&](std::size_t n) {
    numbers drawn(n);
    for (double &e : drawn)
      e = static_cast<float>(uniform(random)); // exact in both precisions
    return drawn;
  };
  for (int trial = 0; trial < 3 && out.ok(); ++trial) {
    const numbers v = draw(f.x.size()), w = draw(f.y.size()), initial = draw(f.x.size());
    check_trial(f, v, w, initial, tolerance, out);
  }
  return out;
}

} // namespace detail
} // namespace soac::testing
