#include "unchecked.hpp"

#pragma soac differentiate(vjp, jvp)
double weighted(soac::view<const double> x, soac::view<const double> weights) {
  return soac::sum(soac::map([](double a, double w) { return a * a * w; }, x, weights));
}

#pragma soac differentiate(vjp)
double halved(double x, int times) {
#pragma soac bound(3)
  while (times > 0) {
    x *= 0.5;
    --times;
  }
  return x;
}
