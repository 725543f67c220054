// Combinators' arguments that cannot be differentiated.
#include <soac/soac.hpp>

#include <array>

#pragma soac differentiate(vjp)
double sortsArrays(soac::view<const std::array<double, 2>, 1> xs) {
  return std::get<0>(soac::sort_by_key(xs))[0][1]; // error: combinator-operand
}

double half(double x) { return 0.5 * x; }
double half_vjp(double x, double r_adj, double &x_adj) { return x_adj += 0.5 * r_adj, half(x); }

#pragma soac differentiate(vjp)
double fineRuled(double x) { return soac::with_vjp(half, half_vjp, x); }

#pragma soac differentiate(jvp)
double ruledForward(double x) { return soac::with_vjp(half, half_vjp, x); } // error: missing-rule

double half_wrong(double x, double r_adj) { return half(x) + r_adj; }

#pragma soac differentiate(vjp)
double ruledWrongly(double x) { return soac::with_vjp(half, half_wrong, x); } // error: rule-form

double half_by_value(double x, double r_adj, double x_adj) { return half(x) + r_adj + x_adj; }

#pragma soac differentiate(vjp)
double ruledByValue(double x) { return soac::with_vjp(half, half_by_value, x); } // error: rule-form

#pragma soac differentiate(vjp)
double ruledWithCaptures(double x, double k) {
  return soac::with_vjp([=](double a) { return a * k; }, half_vjp, x); // error: rule-form
}

static double keepsCount(double x) {
  static int times = 0;
  return x / 2 * (++times > 0);
}
double asItIs(double x) {
  static int times = 0;
  return x / 2 * (++times > 0);
}

#pragma soac differentiate(vjp)
double ruledUnnamed(double x) { return soac::with_vjp(keepsCount, half_vjp, x); } // error: opaque-call

#pragma soac differentiate(vjp)
double fineAsItIs(double x) { return soac::with_vjp(asItIs, half_vjp, x); }

double asItIs_vjp(double x, double r_adj, double &x_adj) { return x_adj += asItIs(x) * r_adj, half(x); } // error: opaque-call
double fineByOpaque(double x) { return soac::with_vjp(half, asItIs_vjp, x); }
double ruledTwice(double x) { return soac::gradient<soac::gradient<fineByOpaque>>(x); }

#pragma soac differentiate(vjp)
double writesOutside(soac::view<const double, 1> xs) {
  double total = 0.0;
  auto ys = soac::map([&](double x) { return total += x; }, xs); // error: operator-writes
  return soac::sum(ys);
}

#pragma soac differentiate(vjp)
double mixes(soac::view<const double, 1> xs, soac::view<const double, 1> ys) {
  const auto r = soac::reduce(
      [](const std::tuple<double, double> &a, const std::tuple<double, double> &b) {
        return std::tuple(std::get<0>(a) + std::get<0>(b), std::get<1>(a) + std::get<1>(b));
      },
      std::tuple(0.0f, 0.0), xs, ys); // error: combinator-operand
  return std::get<0>(r);
}

#pragma soac differentiate(vjp)
double fineSum(soac::view<const double, 1> xs) { return soac::sum(xs); }

#pragma soac differentiate(vjp)
double endedArray(soac::view<const double, 2> x) { // error: pointer-use
  const auto y = soac::map(
      [](soac::view<const double> r) {
        const auto squares = soac::map([](double a) { return a * a; }, r);
        return soac::slice(squares, 0, 1);
      },
      x);
  return soac::sum(soac::flatten(y));
}
