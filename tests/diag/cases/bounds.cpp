// Bounds of loops that need none.

#pragma soac differentiate(vjp)
double counted(double x, int n) {
#pragma soac bound(n)
  for (int i = 0; i < n; ++i) // error: pragma-misplaced
    x *= 0.5;
  return x;
}

#pragma soac differentiate(vjp)
double fineUncounted(double x, int n) {
#pragma soac bound(n)
  for (; x > 1;)
    x *= 0.5;
  return x;
}
