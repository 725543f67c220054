// Pragmas that are unknown, misplaced or attached to nothing.

#pragma soac diferentiate(vjp) // error: pragma-unknown
double misspelt(double x) { return x; }

#pragma soca differentiate(vjp) // error: pragma-unknown
double transposed(double x) { return x; }

#pragma SOAC bound(3) // error: pragma-unknown
double shouted(double x) { return x; }

#pragma soap wash(3)
#pragma scop differentiates
double ofOthers(double x) { return x; }

#pragma soac differentiate // error: pragma-syntax
double bare(double x) { return x; }

#pragma soac differentiate(hessian) // error: pragma-syntax
double unknownMode(double x) { return x; }

#pragma soac stripmine(2) // error: pragma-misplaced
double notALoop(double x) { return x; }

#pragma soac differentiate(vjp)
double fineStripmine(double x, int n) {
#pragma soac stripmine(2)
  for (int i = 0; i < n; ++i)
    x *= 0.5;
  return x;
}

double inside(double x, int n) {
#pragma soac differentiate(vjp) // error: pragma-misplaced
  x += 1.0;
#pragma soac stripmine(n) // error: pragma-syntax
  for (int i = 0; i < n; ++i)
    x *= 0.5;
#pragma soac bound(x) // error: pragma-syntax
  while (x > 1.0)
    x *= 0.5;
#pragma soac bound(n + unknown) // error: clang
  while (x > 1.0)
    x *= 0.5;
  if (x > 2.0) {
    x = 2.0;
#pragma soac bound(3) // error: pragma-unattached
  }
  return x;
}

double more(double x, int n) {
#pragma soac checkpoint(revolve: 0) // error: pragma-syntax
  for (int i = 0; i < n; ++i)
    x *= 0.5;
#pragma soac checkpoint(revolve: 3)
#pragma soac checkpoint(revolve: 2) // error: pragma-repeated
  for (int i = 0; i < n; ++i)
    x *= 0.5;
#pragma soac checkpoint(revolve: 3)
#pragma soac stripmine(2) // error: pragma-conflict
  for (int i = 0; i < n; ++i)
    x *= 0.5;
#pragma soac stripmine(2)
#pragma soac stripmine(3) // error: pragma-repeated
  for (int i = 0; i < n; ++i)
    x *= 0.5;
  return x;
}

#pragma soac differentiate(vjp, wrt: 1 1) // error: pragma-syntax
double repeatedPosition(double x, double y) { return x * y; }
#pragma soac differentiate(wrt: 1) // error: pragma-syntax
double positionsAlone(double x, double y) { return x * y; }
#pragma soac differentiate(vjp, wrt: z) // error: pragma-syntax
double byNoName(double x, double y) { return x * y; }
#pragma soac differentiate(vjp, wrt: y 1) // error: pragma-syntax
double repeatedName(double x, double y) { return x * y; }
#pragma soac differentiate(vjp, wrt: "y") // error: pragma-syntax
double byText(double x, double y) { return x * y; }

#pragma soac differentiate(vjp) // error: pragma-unattached
