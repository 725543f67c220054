// Control flow: branches, loops of every form, jumps.
#include "Cases.h"

#include <cassert>
#include <cmath>
#include <cstddef>

namespace {

double earlyReturn(double x, double y) {
  if (x < 0)
    return -x * y;
  double s = x;
  if (y < 0) {
    s *= 2;
    if (x > 1)
      return s + 100;
    s += 1;
  } else if (y > 2)
    return 7 * y;
  s += y;
  return s;
}
double assignedInBranches(double x, double y) {
  double a, b = 1;
  if (x > y)
    a = x, b = 2;
  else
    a = y * y;
  if (a > 1) {
    b += a;
  }
  return a * b;
}
double returnInBothBranches(double x, double y) {
  if (x > 0) {
    if (y > 0)
      return 1 + x;
    else
      return 2 + y;
  }
  return 3;
}
double switched(double x, double y) {
  int k = static_cast<int>(std::floor(x));
  double r = y;
  switch (k) {
  case -2: r += 1; break;
  case -1:
  case 0: r *= 3; [[fallthrough]];
  case 1: r += 10; break;
  case 2: {
    if (y > 0)
      break;
    r = 50;
    break;
  }
  default: r = -r;
  }
  return r;
}
double switchReturns(double x, double y) {
  switch (static_cast<int>(x * 2) % 4) {
  case 0: return x + y;
  case 1: return x - y;
  case 2: y = y * 2; break;
  default: break;
  case -1: return 5;
  }
  return y;
}
double switchInLoop(double x, double y) {
  double s = 0;
  for (int i = 0; i < 7; ++i) {
    switch (i % 4) {
    case 0: continue;
    case 1: s += x; break;
    case 2:
      if (s > 3)
        break;
      s += y;
    default: s += 0.5;
    }
    s *= 1.1;
  }
  return s;
}
double countedLoops(double x, double y) {
  double s = 0;
  for (int i = 0; i < 5; ++i)
    s += x * i;
  for (int i = 10; i > 2; i -= 3)
    s = s * 0.5 + i * y;
  for (unsigned i = 0; i <= 4; i += 2)
    s += i;
  for (std::size_t i = 6; i != 0; --i)
    s += 0.1 * static_cast<double>(i);
  for (long i = -3; 4 > i; i = i + 2)
    s -= x * static_cast<double>(i);
  for (int i = 5; i < 3; ++i)
    s = 1e9;
  for (int i = 7; i >= 0; i--)
    s += 0.01 * i;
  return s;
}
double boundsFromValues(double x, double y) {
  const int n = static_cast<int>(std::fabs(x) * 4);
  double s = y;
  int i;
  for (i = 1; i <= n; i += 2)
    s = s * 0.9 + i;
  for (int j = n; j-- > 0;)
    s += j * 0.25;
  return s + i * 100;
}
double nestedLoops(double x, double y) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    double row = x;
    for (int j = i; j < 5; ++j) {
      row = row * 0.5 + j * y;
      for (int k = 0; k < j; ++k)
        s += 0.001 * row * k;
    }
    s += row;
  }
  return s;
}
double variableChangedInBody(double x, double y) {
  double s = 0;
  for (int i = 0; i < 12; ++i) {
    s += x * i;
    if (i % 3 == 1)
      i += 2;
  }
  int n = 3;
  for (int i = 0; i < n; ++i) {
    s += y;
    if (n < 8)
      ++n;
  }
  return s;
}
double whileLoop(double x, double y) {
  double s = std::fabs(x) + 1, t = 0;
  while (s > 0.25) {
    s *= 0.7;
    t += s * y;
  }
  return t;
}
double newton(double x, double y) {
  double r = 1 + x * x, guess = r;
  int steps = 0;
  while (std::fabs(guess * guess - r) > 1e-12 && steps++ < 60)
    guess = 0.5 * (guess + r / guess);
  return guess + y + 0 * steps;
}
double doLoop(double x, double y) {
  double s = x;
  int i = 0;
  do {
    s = s * 0.5 + y;
    if (s > 2)
      continue;
    ++i;
  } while (++i < 9);
  return s + i;
}
double breaks(double x, double y) {
  double s = 0;
  int i;
  for (i = 0; i < 20; ++i) {
    if (s > 4)
      break;
    s += std::fabs(x) + 0.3;
  }
  for (int j = 0;; ++j) {
    if (j > 3 && s * j > y)
      break;
    s += 0.25;
    if (j == 50)
      break;
  }
  return s + i;
}
double continues(double x, double y) {
  double s = 0;
  for (int i = 0; i < 9; ++i) {
    if (i % 2)
      continue;
    if (i == 4) {
      s += y;
      continue;
    }
    s += x * i;
  }
  int k = 0;
  while (k < 6) {
    ++k;
    if (k == 3)
      continue;
    s += k;
  }
  return s;
}
double returnInLoop(double x, double y) {
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 10; ++j) {
      if (i * x + j * y > 6)
        return i * 100 + j + x;
      if (j > i)
        break;
    }
  }
  return -1;
}
double loopUntilReturn(double x, double y) {
  double s = 1 + std::fabs(y);
  while (true) {
    s *= 1.5;
    if (s > 10 + x * x)
      return s;
  }
}
double sideEffectsInCondition(double x, double y) {
  double s = 0, t = 0;
  int n = 6;
  while (n--)
    s += n * x;
  while ((t += 0.5) < 2 + y * y)
    s += t;
  int i = 0;
  for (; i++ < 4;)
    s += i * 0.5;
  return s + n + i;
}
double firstIterationWrites(double x, double y) {
  double last;
  for (int i = 0; i < 4; ++i) {
    if (i == 0)
      last = x;
    else
      last = last * 0.5 + y;
  }
  return last;
}
double asserted(double x, double y) {
  assert(x > -100 && "in range");
  return x * y;
}
double helperWithReturns(double v) {
  for (int i = 1; i < 6; ++i)
    if (v < i)
      return v * i;
  return 2 * v;
}
double callsWithReturns(double x, double y) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += helperWithReturns(x + i);
    if (helperWithReturns(y) > 1)
      return s;
  }
  return s * 10;
}
double fibonacci(double x, double y) {
  double a = x, b = y;
  for (int i = 0; i < 8; ++i) {
    const double next = a * 0.6 + b;
    a = b;
    b = next;
  }
  return b;
}
double boundOfTheVariable(double x, double) {
  const int limits[] = {3, 4, 3, 5, 2, 9};
  int i;
  for (i = 0; i < limits[i]; ++i)
    x += i;
  return x + i;
}
double countdowns(double x, double y) {
  unsigned n = static_cast<unsigned>(std::fabs(y) * 2);
  double s = 0;
  while (n-- > 0)
    s = s * 0.5 + n * x;
  s += n % 1000;
  for (std::size_t i = 5; i--;)
    s += i * y;
  int k = static_cast<int>(x);
  for (; k-- > 0;)
    s -= 1;
  for (int i = 4; i-- != 0;) {
    if (i == 2)
      continue;
    s += i;
  }
  return s + k;
}
double emptyLoop(double x, double) {
  for (int i = 0; i < 3; ++i)
    ;
  for (int i = 0; i < 3; ++i) {
    double unused = x * i;
    (void)unused;
  }
  return x;
}
double ifWithInit(double x, double y) {
  if (double z = x * y; z > 1)
    return z;
  else if (const bool b = z > 0; b)
    return -z;
  if (int k = static_cast<int>(x))
    return k;
  return y;
}
double loopInBranch(double x, double y) {
  double s = y;
  if (x > 0) {
    for (int i = 0; i < 4; ++i) {
      if (s > 5)
        return s;
      s += x;
    }
    s = -s;
  }
  return s + 1;
}

} // namespace

std::vector<cases::Case> cases::controlCases() {
#define CASE(f) make(#f, f)
  return {CASE(earlyReturn), CASE(assignedInBranches), CASE(returnInBothBranches), CASE(switched), CASE(switchReturns),
          CASE(switchInLoop), CASE(countedLoops), CASE(boundsFromValues), CASE(nestedLoops), CASE(variableChangedInBody),
          CASE(whileLoop), CASE(newton), CASE(doLoop), CASE(breaks), CASE(continues), CASE(returnInLoop),
          CASE(loopUntilReturn), CASE(sideEffectsInCondition), CASE(firstIterationWrites), CASE(asserted),
          CASE(callsWithReturns), CASE(fibonacci), CASE(boundOfTheVariable), CASE(countdowns), CASE(emptyLoop), CASE(ifWithInit), CASE(loopInBranch)};
}
