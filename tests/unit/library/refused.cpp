// One request per macro that must not compile; without a macro everything here does.
#include <soac/soac.hpp>

double f(double x, soac::view<const double> y, int n);
soac::array<double, 1> g(double x);
int to_integer(double x);
bool to_bool(double x);
void to_nothing(double x);
double of_integers(int a, const std::vector<int> &b);
inline constexpr auto generic = [](auto x) { return x * x; };

void requests() {
  static_cast<void>(sizeof(soac::gradient<f>(1.0, {}, 1)));
#if defined(REPEATED)
  static_cast<void>(soac::gradient<f, soac::wrt<0, 0>>);
#elif defined(ABSENT)
  static_cast<void>(soac::gradient<f, soac::wrt<3>>);
#elif defined(INTEGER_PARAMETER)
  static_cast<void>(soac::vjp<f, soac::wrt<2>>);
#elif defined(INTEGER_RESULT)
  static_cast<void>(soac::jvp<to_integer>);
#elif defined(BOOL_RESULT)
  static_cast<void>(soac::jvp<to_bool>);
#elif defined(NO_RESULT)
  static_cast<void>(soac::vjp<to_nothing>);
#elif defined(NOTHING_TO_DIFFERENTIATE)
  static_cast<void>(soac::jvp<of_integers>);
#elif defined(GRADIENT_OF_ARRAY)
  static_cast<void>(soac::gradient<g>);
#elif defined(HESSIAN_OF_ARRAY)
  static_cast<void>(soac::hessian<g>);
#elif defined(GENERIC_LAMBDA)
  static_cast<void>(soac::gradient<generic>);
#elif defined(NOT_WRT)
  static_cast<void>(soac::gradient<f, int>);
#elif defined(MISSING)
  static_cast<void>(soac::gradient<f>(1.0, {}, 1));
#elif defined(BOOL_SUM)
  static_cast<void>(soac::sum(soac::array<bool, 1>(3)));
#endif
}
