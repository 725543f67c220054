// Loops that GCC 12.2 translates wrongly at -O3 where nothing is switched off: what each gives, against the same loop
// with numbers that no compiler can keep out of memory.
#include <soac/runtime/compilers.hpp>

#include <cmath>
#include <cstdio>
#include <soac/runtime/runtime.hpp>

namespace {

constexpr int size = 24;

template <class Number> struct Arrays {
  Number a[size], b[size], c[size], d[size], e[size];
  Arrays() {
    Number *const all[] = {a, b, c, d, e};
    for (int k = 0; k < 5; ++k)
      for (int i = 0; i < size; ++i)
        all[k][i] = (k * 37 + i * 11) % 7 - 3;
  }
};

// A log is restored, an adjoint is cleared, two neighbours are added to.
template <class N> [[gnu::noinline]] void clears(N *a, N *b, N *c, N *d, N *, long n) {
  for (long i = 0; i < n; ++i) {
    a[i] = b[i];
    const double t = c[i];
    c[i] = 0.0;
    d[i] = d[i] + t;
    d[i + 1] = d[i + 1] - t;
  }
}
// No element becomes zero.
template <class N> [[gnu::noinline]] void overwrites(N *a, N *b, N *c, N *d, N *e, long n) {
  for (long i = 0; i < n; ++i) {
    a[i] = b[i];
    const double t = c[i + 1];
    d[i] = d[i] + t;
    d[i + 1] = d[i + 1] - t;
    c[i] = e[i];
  }
}
// The same in a lambda that a skeleton calls.
template <class N> [[gnu::noinline]] void overwrites_in_a_lambda(N *a, N *b, N *c, N *d, N *e, long n) {
  soac::runtime::map(n, [&](soac::index i) {
    a[i] = b[i];
    const double t = c[i + 1];
    d[i] = d[i] + t;
    d[i + 1] = d[i + 1] - t;
    c[i] = e[i];
  });
}

// Part of an array that every iteration makes anew is read in an inner loop, under a condition that does not change.
[[gnu::noinline]] double reads_early(double x, const double *numbers, long n, int k) {
  const double t = std::tanh(k + 1.5);
  for (long i = 0; i < n; ++i) {
    double a[6];
    for (double &e : a)
      e = 0;
    const int row = k % 3;
    const long column = k % 2;
    a[(row + 1) % 3 * 2 + 1 - column] = t;
    const long other = 2 - static_cast<long>(row);
    double y = x;
    for (long j = 0; j < n; ++j) {
      double z = y;
      if (k <= 1) {
        const double difference = std::tanh(numbers[k] - a[other * 2 + column]);
        z = difference;
      }
      y = z;
    }
    x = y;
  }
  return x;
}
/// Leaves numbers where the next function has its local arrays.
[[gnu::noinline]] void stain() {
  volatile double numbers[100];
  for (volatile double &e : numbers)
    e = 7;
}
int reads_early() {
  const double numbers[] = {0.25, 0.5, 0.75, 1.0};
  volatile long n = 4; // not known to the compiler
  volatile int k = 1;
  stain();
  const double found = reads_early(0.5, numbers, n, k);
  if (found == std::tanh(numbers[1]))
    return 0;
  std::printf("reads_early: %g is wrong\n", found);
  return 1;
}

template <class Loop, class Reference> int differs(const char *name, Loop loop, Reference reference) {
  Arrays<double> found;
  Arrays<volatile double> right;
  loop(found.a, found.b, found.c, found.d, found.e, size - 1);
  reference(right.a, right.b, right.c, right.d, right.e, size - 1);
  for (int i = 0; i < size; ++i)
    if (found.a[i] != right.a[i] || found.b[i] != right.b[i] || found.c[i] != right.c[i] || found.d[i] != right.d[i] ||
        found.e[i] != right.e[i]) {
      std::printf("%s: element %d is wrong\n", name, i);
      return 1;
    }
  return 0;
}

} // namespace

int main() {
  return differs("clears", clears<double>, clears<volatile double>) +
         differs("overwrites", overwrites<double>, overwrites<volatile double>) +
         differs("overwrites_in_a_lambda", overwrites_in_a_lambda<double>, overwrites_in_a_lambda<volatile double>) +
         reads_early();
}
