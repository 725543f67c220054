#pragma once

struct Weights {
#ifdef __clang__
  double first, second;
#else
  double second, first;
#endif
};

inline double unconditional(double x) { return x * x; }
