// Claims that arrays have no false dependencies.

#pragma soac differentiate(vjp)
double readsBefore(double x) {
  double y[9] = {};
#pragma soac no_false_dependencies(y)
  for (int i = 0; i < 8; ++i) // error: false-dependency
    y[i] = x * y[i + 1] + i;
  return y[0];
}

#pragma soac differentiate(vjp)
double readsItsOwn(double x, const double *p, int n) {
  double y[4] = {1, 2, 3, 4};
#pragma soac no_false_dependencies(y)
  for (int i = 0; i < n; ++i) // error: false-dependency
    y[i] = x * y[i] + p[i];
  return y[0];
}

#pragma soac differentiate(vjp)
double overwrites(double x, const double *p, int n) {
  double y[4] = {1, 2, 3, 4};
  double sum = 0;
#pragma soac no_false_dependencies(y)
  for (int i = 0; i < n; ++i) { // error: false-dependency
    sum += y[1];
    y[2] = x * p[i];
  }
  return sum + y[2];
}

#pragma soac differentiate(vjp)
double noArray(double x, int n) {
  double y = x;
#pragma soac no_false_dependencies(y)
  for (int i = 0; i < n; ++i) // error: pragma-syntax
    y *= 0.5;
  return y;
}
