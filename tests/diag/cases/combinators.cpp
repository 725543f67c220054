// Combinators' arguments that cannot be differentiated.
#include <soac/soac.hpp>

#pragma soac differentiate(vjp)
double filters(soac::view<const double, 1> xs) {
  return soac::sum(soac::filter([](double x) { return x > 0.0; }, xs)); // error: unsupported-combinator
}

#pragma soac differentiate(vjp)
double writesOutside(soac::view<const double, 1> xs) {
  double total = 0.0;
  auto ys = soac::map([&](double x) { return total += x; }, xs); // error: operator-writes
  return soac::sum(ys);
}

#pragma soac differentiate(vjp)
double splits(soac::view<const double, 1> xs) {
  soac::array<double, 1> copy(xs);
  return soac::sum(soac::sum(soac::unflatten(copy, 2, 3))); // error: combinator-operand
}

#pragma soac differentiate(vjp)
double fineSum(soac::view<const double, 1> xs) { return soac::sum(xs); }

#pragma soac differentiate(vjp)
double grows(soac::view<const double, 1> xs, int n) {
  soac::array<double, 1> all(xs);
  for (int i = 0; i < n; ++i)
    all = soac::concat(all, xs); // error: shape-change
  return soac::sum(all);
}
