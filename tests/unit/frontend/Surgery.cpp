// Adjoints that are changed on their way back, and rules of the user's, for SurgeryTest.cpp.
#include <soac/soac.hpp>

double clip(double a) { return a > 1 ? 1 : a < -1 ? -1 : a; }
double twice(double a) { return 2 * a; }

#pragma soac differentiate(vjp, jvp)
double product(double x, double y) { return soac::on_adjoint(clip, x * y) * 10 + x; }

#pragma soac differentiate(vjp)
double loop(double x, int n) {
  for (int i = 0; i < n; ++i)
    x = soac::on_adjoint(twice, 3 * x);
  return x;
}

struct Step {
  double length;
  int number;
  double height;
};
Step exchanged(Step s) { return {s.height, s.number, s.length}; }

#pragma soac differentiate(vjp, jvp)
double area(double length, double height) {
  const Step s = soac::on_adjoint(exchanged, Step{length, 3, height});
  return s.length * s.height * s.number;
}

double quotient(double a, double b) { return a / b; }
double quotient_rule(double a, double b, double r_adj, double &a_adj, double &b_adj) {
  a_adj += 5 * r_adj;
  b_adj += 7 * r_adj * a;
  return a / b;
}
double quotient_tangent(double a, double b, double a_tan, double b_tan, double &r_tan) {
  r_tan = 5 * a_tan + 7 * b_tan * a;
  return a / b;
}

#pragma soac differentiate(vjp, jvp)
double ratio(double x, double y) { return soac::with_rules(quotient, quotient_rule, quotient_tangent, x * y, y); }
