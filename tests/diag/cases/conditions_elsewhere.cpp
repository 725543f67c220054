// A condition that no differentiated function depends on: a warning, one in a file.

#pragma soac differentiate(vjp)
double fine(double x) { return x * x; }

int version() {
#ifdef __clang__ // warning: compiler-macro-elsewhere
  return 1;
#else
  return 2;
#endif
}

int other() {
#ifdef __GNUC__
  return 1;
#else
  return 2;
#endif
}
