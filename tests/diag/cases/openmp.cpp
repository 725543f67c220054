// flags: -fopenmp
// OpenMP: what is no loop whose iterations run in parallel, and iterations that race.
#include <omp.h>
#include <vector>

#pragma soac differentiate(vjp)
double fineSum(const double *x, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

#pragma soac differentiate(vjp)
double everyThread(double x) {
  double s = 0;
#pragma omp parallel num_threads(4) reduction(+ : s) // error: openmp
  { s += x * x; }
  return s;
}

#pragma soac differentiate(vjp)
double sections(double x) {
  double a = 0, b = 0;
#pragma omp parallel sections // error: openmp
  {
#pragma omp section
    a = x;
#pragma omp section
    b = x * x;
  }
  return a + b;
}

#pragma soac differentiate(vjp)
double task(double x) {
#pragma omp task shared(x) // error: openmp
  x *= 2;
  return x;
}

#pragma soac differentiate(vjp)
double threadNumber(double x) { return x * omp_get_thread_num(); } // error: openmp

#pragma soac differentiate(vjp)
double startsWithTheirs(const double *x, double offset, int n) {
  double s = 0;
#pragma omp parallel for firstprivate(offset) reduction(+ : s) // error: openmp
  for (int i = 0; i < n; ++i) {
    offset += x[i];
    s += offset;
  }
  return s;
}

#pragma soac differentiate(vjp)
double readsPrivate(const double *x, int n) {
  double t = 1, s = 0;
#pragma omp parallel for private(t) reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += t * x[i]; // error: uninitialised
  return s;
}

#pragma soac differentiate(vjp)
double sometimesLast(const double *x, int n) {
  double t = 1;
#pragma omp parallel for lastprivate(t) // error: uninitialised
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      t = x[i];
  return t;
}

#pragma soac differentiate(vjp)
double lonelyAtomic(double x, double y) {
#pragma omp atomic // error: openmp
  x += y;
  return x;
}

#pragma soac differentiate(vjp)
double captures(const double *x, int n) {
  double s = 0, at = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    double v;
#pragma omp atomic capture // error: openmp
    v = s += x[i];
    at = v;
  }
  return at;
}

#pragma soac differentiate(vjp)
double ordered(const double *x, int n) {
  double s = 0;
#pragma omp parallel for ordered // error: openmp
  for (int i = 0; i < n; ++i)
#pragma omp ordered
    s = 0.5 * s + x[i];
  return s;
}

#pragma soac differentiate(vjp)
double plainSum(const double *x, int n) {
  double s = 0;
#pragma omp parallel for // error: race
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

#pragma soac differentiate(vjp)
double sharedTemporary(const double *x, int n) {
  double t, s = 0;
#pragma omp parallel for reduction(+ : s) // error: race
  for (int i = 0; i < n; ++i) {
    t = x[i] * x[i];
    s += t;
  }
  return s;
}

#pragma soac differentiate(vjp)
double sharedCounter(const double *x, double *y, int n) {
  int k = 0;
#pragma omp parallel for // error: race
  for (int i = 0; i < n; ++i) {
    y[k] = x[i];
    ++k;
  }
  return y[0];
}

#pragma soac differentiate(vjp)
double innerCounter(const double *x, int n) {
  double s = 0;
  int j;
#pragma omp parallel for reduction(+ : s) // error: race
  for (int i = 0; i < n; ++i)
    for (j = 0; j < n; ++j)
      s += x[i] * x[j];
  return s;
}

#pragma soac differentiate(vjp)
double readsReduction(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s) // error: race
  for (int i = 0; i < n; ++i) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

#pragma soac differentiate(vjp)
double otherOperator(const double *x, int n) {
  double s = 1;
#pragma omp parallel for reduction(+ : s) // error: race
  for (int i = 0; i < n; ++i)
    s *= x[i];
  return s;
}

#pragma soac differentiate(vjp)
double orderInCritical(const double *x, int n) {
  double s = 1;
#pragma omp parallel for // error: race
  for (int i = 0; i < n; ++i)
#pragma omp critical
    s = 0.5 * s + x[i];
  return s;
}

#pragma soac differentiate(vjp)
double readsBesideAtomic(const double *x, int n) {
  double s = 1, t = 0;
#pragma omp parallel for reduction(+ : t) // error: race
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    s += x[i];
    t += s;
  }
  return s + t;
}

#pragma soac differentiate(vjp)
void neighbours(double *u, int n) {
#pragma omp parallel for // error: race
  for (int i = 1; i < n - 1; ++i)
    u[i] = 0.5 * (u[i - 1] + u[i + 1]);
}

#pragma soac differentiate(vjp)
void rows(double *u, int n) {
#pragma omp parallel for // error: race
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < n; ++j)
      u[i * n + j] = u[(i - 1) * n + j];
}

#pragma soac differentiate(vjp)
void oneElement(double *u, const double *x, int n) {
#pragma omp parallel for // error: race
  for (int i = 0; i < n; ++i)
    u[0] = x[i];
}

#pragma soac differentiate(vjp)
void collapsed(double *u, const double *x, int n) {
#pragma omp parallel for collapse(2) // error: race
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      u[i] += x[i * n + j];
}

#pragma soac differentiate(vjp)
double grows(const double *x, int n) {
  std::vector<double> v;
#pragma omp parallel for // error: race
  for (int i = 0; i < n; ++i)
    v.push_back(x[i]);
  return v[0];
}

#pragma soac differentiate(vjp)
double aims(const double *x, const double *y, int n) {
  const double *p = x;
  double s = 0;
#pragma omp parallel for reduction(+ : s) // error: race
  for (int i = 0; i < n; ++i) {
    p = x[i] > 0 ? x : y;
    s += p[i];
  }
  return s;
}

#pragma soac differentiate(vjp)
void fineOutOfPlace(const double *u, double *next, int n) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; ++i)
    next[i] = 0.5 * (u[i - 1] + u[i + 1]);
}
