// Derivatives compared as numbers, whatever the types of the function are: it is a map from numbers x to numbers y,
// and its derivatives are maps of numbers too. For random v and w the checks are
//   values        f_jvp and f_vjp compute f's y
//   differences   <w, f_jvp(x; v)> = d/dh <w, y(x + h v)> at h = 0, by central differences (differences.hpp)
//   dot test      <w, f_jvp(x; v)> = <f_vjp(x; w), v>
//   addition      f_vjp adds to the adjoints that it is given
// Tolerances are relative to the sum of the absolute terms of the products, with what rounding is seen to do to both
// sides where they differ by more. Near kinks and jumps differences say nothing; the other checks hold there, too.
#pragma once

#include "soac/testing/differences.hpp"

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <utility>

namespace soac::testing {

struct report {
  std::string failures;     ///< one a line; empty when all is well
  std::string unsettled;    ///< why central differences say nothing at this point
  std::string singular;     ///< what is wrong with a derivative that is not finite here, where the function has a slope
  bool not_finite = false;  ///< the function's value is infinite or not a number here, so nothing was compared
  bool has_numbers = false; ///< there are numbers in and out
  bool is_compared = false; ///< central differences gave what the derivatives do
  bool ok() const { return failures.empty(); }
};

struct tolerances {
  double exact = 1e-10;      ///< values and dot test, relative
  double differences = 1e-6; ///< relative
  bool is_single = false;    ///< the function computes with floats
  static tolerances single() { return {1e-4, 2e-2, true}; }
};

namespace detail {

using numbers = std::vector<double>;

struct products {
  double sum = 0, magnitude = 0;
};
inline products dot(const numbers &a, const numbers &b) {
  products p;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    p.sum += a[i] * b[i];
    p.magnitude += std::fabs(a[i] * b[i]);
  }
  return p;
}

inline std::string describe(const char *what, double got, double expected, double allowed) {
  char text[200];
  std::snprintf(text, sizeof text, "%s: got %.17g, expected %.17g, difference %.3g, allowed %.3g\n", what, got,
                expected, std::fabs(got - expected), allowed);
  return text;
}

inline bool close(double a, double b, double allowed) { return std::fabs(a - b) <= allowed; }

/// `wobble` gives how far rounding moves each number; it is asked where they differ.
template <class Wobble>
void compare_values(const char *what, const numbers &got, const numbers &expected, double relative, Wobble &&wobble,
                    report &out) {
  if (got.size() != expected.size()) {
    out.failures += std::string(what) + ": another shape than the function's result\n";
    return;
  }
  double scale = 0;
  for (double e : expected)
    scale = std::fmax(scale, std::isfinite(e) ? std::fabs(e) : 0);
  const auto differs = [&](std::size_t i, double allowed) {
    return !close(got[i], expected[i], allowed) && got[i] != expected[i] &&
           !(std::isnan(got[i]) && std::isnan(expected[i]));
  };
  numbers moves;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!differs(i, relative * scale))
      continue;
    if (moves.empty())
      moves = wobble();
    const double allowed = relative * scale + 100 * (i < moves.size() ? moves[i] : 0);
    if (differs(i, allowed))
      out.failures += describe(what, got[i], expected[i], allowed);
  }
}

/// A function and its derivatives near one point.
class numeric_function {
public:
  virtual numbers value(const numbers &at) const = 0;
  /// y and J v.
  virtual std::pair<numbers, numbers> tangent(const numbers &at, const numbers &v) const = 0;
  /// y, and J^T w added to the `initial` adjoints of pure inputs.
  virtual std::pair<numbers, numbers> adjoint(const numbers &at, const numbers &w, const numbers &initial) const = 0;

  /// Nothing where the function throws.
  numbers value_or_nothing(const numbers &at) const {
    try {
      return value(at);
    } catch (...) {
      return {};
    }
  }

  numbers x, y;
  numbers pure; ///< 1 for the numbers in x that the function only reads, 0 for those that are also in y
  bool has_tangent = false, has_adjoint = false;

protected:
  ~numeric_function() = default;
};

/// The largest change of the numbers that `evaluate` gives, when x changes by some units in the last place.
template <class Evaluate> numbers wobble_of(const numbers &x, bool is_single, Evaluate &&evaluate) {
  const numbers here = evaluate(x);
  numbers moves(here.size());
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 4; ++trial) {
    numbers near = x;
    for (double &e : near)
      e += (is_single ? 1e-6 : 1e-14) * uniform(random) * std::fabs(e);
    const numbers there = evaluate(near);
    for (std::size_t i = 0; i < here.size() && i < there.size(); ++i)
      moves[i] = std::fmax(moves[i], std::fabs(there[i] - here[i]));
  }
  return moves;
}

/// A derivative to compare with differences: its slope, the sum of the absolute terms in it, and in the values.
struct claimed_slope {
  double slope, magnitude, size;
  const char *what;
};

/// Several ranges of steps: a match in one of them is enough, since others may reach over a kink. A mismatch counts
/// where the ranges agree with each other.
inline void compare_with_differences(const scalar_function &g, const claimed_slope &claim, const tolerances &tolerance,
                                     report &out, double noise_floor = 0) {
  const bool is_single = tolerance.is_single;
  const std::vector<double> steps =
      is_single ? std::vector<double>{0.2, 0.02, 0.002} : std::vector<double>{1e-2, 1e-4, 1e-6, 1e-8, 1e-10};
  const double precision = is_single ? 6e-8 : 1.1e-16;
  const double noise = std::fmax(std::fmax(precision * claim.size, noise_floor), noise_of(g, is_single ? 1e-5 : 1e-12));
  double allowed = 0;
  std::vector<slope_estimate> settled;
  for (double step : steps) {
    const slope_estimate e = differentiate_numerically(g, step, noise);
    const double magnitude = std::fmax(claim.magnitude, std::fabs(e.value));
    const double limit = step != steps[0] ? (is_single ? 1e-2 : 1e-4) * magnitude
                         : is_single      ? std::numeric_limits<double>::max()
                                          : 1e-2 * magnitude + 1e-6 * claim.size + 30 * e.rounding;
    if (!(e.error <= limit))
      continue;
    const double enough = tolerance.differences * magnitude + tolerance.exact * claim.size + 10 * e.error;
    if (close(claim.slope, e.value, enough)) {
      out.is_compared = true;
      return;
    }
    if (settled.empty())
      allowed = enough;
    settled.push_back(e);
  }
  const bool agree = std::all_of(settled.begin(), settled.end(), [&](const slope_estimate &e) {
    return close(e.value, settled[0].value, allowed + 10 * e.error + tolerance.differences * std::fabs(e.value));
  });
  const bool is_chaotic = noise > 1e-3 * claim.size; // values so near to each other have nothing in common
  if (settled.empty() || !agree || is_chaotic)
    out.unsettled = "central differences do not settle: the function is not smooth near this point\n";
  else
    out.failures += describe(claim.what, claim.slope, settled[0].value, allowed);
}

/// One trial of the checks above at one point.
struct trial {
  const numeric_function &f;
  const tolerances &tolerance;
  numbers v, w, initial;
  report &out;

  numbers wobble_of_values() const {
    return wobble_of(f.x, tolerance.is_single, [&](const numbers &at) { return f.value_or_nothing(at); });
  }

  products tangent_product() const {
    const auto [values, tangents] = f.tangent(f.x, v);
    compare_values("jvp, value", values, f.y, tolerance.exact, [&] { return wobble_of_values(); }, out);
    return dot(w, tangents);
  }

  products adjoint_product() const {
    const numbers zeros(f.x.size());
    const auto [values, raised] = f.adjoint(f.x, w, initial);
    const numbers adjoints = f.adjoint(f.x, w, zeros).second;
    compare_values("vjp, value", values, f.y, tolerance.exact, [&] { return wobble_of_values(); }, out);
    // Adjoints of outputs are seeds at entry: `initial` has no part in them.
    numbers sum = adjoints;
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] += f.pure[i] * initial[i];
    const auto wobble = [&] {
      return wobble_of(f.x, tolerance.is_single, [&](const numbers &at) { return f.adjoint(at, w, zeros).second; });
    };
    compare_values("vjp, addition to the adjoints", raised, sum, tolerance.exact * 10, wobble, out);
    return dot(adjoints, v);
  }

  void dot_test(const products &forward, const products &reverse) const {
    const double allowed = tolerance.exact * std::fmax(forward.magnitude, reverse.magnitude);
    if (close(forward.sum, reverse.sum, allowed))
      return;
    const numbers moves = wobble_of(f.x, tolerance.is_single, [&](const numbers &at) {
      const double a = dot(w, f.tangent(at, v).second).sum;
      return numbers{a, dot(f.adjoint(at, w, numbers(f.x.size())).second, v).sum};
    });
    const double with_rounding = allowed + 100 * (moves[0] + moves[1]);
    if (!close(forward.sum, reverse.sum, with_rounding))
      out.failures +=
          describe("dot test, <vjp(w), v> against <w, jvp(v)>", reverse.sum, forward.sum, with_rounding);
  }

  void run() const {
    products forward, reverse;
    if (f.has_tangent)
      forward = tangent_product();
    if (f.has_adjoint)
      reverse = adjoint_product();
    const bool is_finite = std::isfinite(forward.sum) && std::isfinite(reverse.sum);
    if (f.has_tangent && f.has_adjoint && is_finite)
      dot_test(forward, reverse);
    const auto along = [&](double h) {
      numbers moved = f.x;
      for (std::size_t i = 0; i < moved.size(); ++i)
        moved[i] += h * v[i];
      const numbers there = f.value_or_nothing(moved);
      return there.size() == w.size() ? dot(w, there).sum : std::numeric_limits<double>::quiet_NaN();
    };
    const claimed_slope claim{f.has_tangent ? forward.sum : reverse.sum,
                              std::fmax(forward.magnitude, reverse.magnitude), dot(w, f.y).magnitude,
                              f.has_tangent ? "jvp against central differences" : "vjp against central differences"};
    if (is_finite)
      return compare_with_differences(along, claim, tolerance, out);
    report here;
    compare_with_differences(along, claim, tolerance, here);
    out.singular = here.is_compared ? "vjp is not finite here, where jvp is\n" : here.failures;
    out.unsettled = "the derivative is not finite at this point\n";
  }
};

/// Random numbers that are exact in both precisions.
inline numbers draw_directions(std::size_t n, std::mt19937_64 &random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  numbers drawn(n);
  for (double &e : drawn)
    e = static_cast<float>(uniform(random));
  return drawn;
}
/// The same, larger for large numbers: a step along it changes no number by more than about itself.
inline numbers draw_steps(const numbers &x, std::mt19937_64 &random) {
  numbers drawn = draw_directions(x.size(), random);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (std::fabs(x[i]) >= 8 && std::isfinite(x[i]))
      drawn[i] = std::ldexp(drawn[i], std::ilogb(x[i]));
  return drawn;
}

inline bool all_finite(const numbers &y) {
  return std::all_of(y.begin(), y.end(), [](double e) { return std::isfinite(e); });
}

inline report check(const numeric_function &f, std::uint64_t seed, const tolerances &tolerance) {
  report out;
  out.not_finite = !all_finite(f.y);
  out.has_numbers = !f.x.empty() && !f.y.empty();
  if (out.not_finite || !out.has_numbers)
    return out;
  std::mt19937_64 random(seed);
  for (int i = 0; i < 3 && out.ok() && out.unsettled.empty(); ++i) {
    const numbers v = draw_steps(f.x, random), w = draw_directions(f.y.size(), random);
    trial{f, tolerance, v, w, draw_directions(f.x.size(), random), out}.run();
  }
  return out;
}

} // namespace detail
} // namespace soac::testing
