// Directives of OpenMP that are not turned on.

#pragma soac differentiate(vjp)
double fineSum(const double *x, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s) // warning: openmp-ignored
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

double elsewhere(const double *x, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
