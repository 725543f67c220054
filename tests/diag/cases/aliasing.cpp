// One variable given twice to a derivative that writes to it.
#include <soac/soac.hpp>

#include "aliasing.soac.hpp"

#pragma soac differentiate(vjp)
double fineProduct(double x, double y) { return x * y; }

#pragma soac differentiate(vjp)
void fineScale(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[i];
}

double wrong(double *p, double *q) {
  double a = 0.0, b = 0.0;
  fineProduct_vjp(a, a, 1.0, a, b);
  fineProduct_vjp(1.0, 2.0, 1.0, a, a);
  fineScale_vjp(p, q, 3, p, q); // error: aliasing
  return a + b;
}

double fine(double *p) {
  double x_adj[3] = {}, y_adj[3] = {};
  fineScale_vjp(p, p + 3, 3, x_adj, y_adj);
  return x_adj[0];
}
