// Objects whose copies, ends or calls do more than hold numbers; arrays that nothing has written; arguments that overlap.
#include <soac/soac.hpp>

#include <array>
#include <bit>
#include <vector>

struct AddsAtEnd {
  double &sum;
  double value;
  ~AddsAtEnd() { sum += value; }
};

#pragma soac differentiate(vjp)
double endsAsTemporary(double x) {
  double sum = 0.0;
  AddsAtEnd{sum, x}; // error: unsupported-type
  return sum;
}

#pragma soac differentiate(vjp)
double endsAsVariable(double x) {
  double sum = 0.0;
  {
    AddsAtEnd adder{sum, x}; // error: unsupported-type
  }
  return sum;
}

double takes(AddsAtEnd adder) { return adder.value; }

#pragma soac differentiate(vjp)
double endsAsArgument(double x) {
  double sum = x;
  return takes(AddsAtEnd{sum, x}) * sum; // error: unsupported-type
}

struct ClearsAtEnd {
  double *memory;
  double &sum;
  explicit ClearsAtEnd(double &s) : memory(new double[2]), sum(s) {}
  ~ClearsAtEnd() {
    delete[] memory;
    sum = 0;
  }
};

#pragma soac differentiate(vjp)
double clearsAtEnd(double x) {
  double sum = x;
  {
    ClearsAtEnd c(sum); // error: unsupported-type
  }
  return sum;
}

struct EndsQuietly {
  double value;
  ~EndsQuietly() {}
};

#pragma soac differentiate(vjp)
double fineEnd(double x) {
  EndsQuietly q{x};
  return q.value * q.value;
}

struct Doubling {
  double value;
  Doubling(double v) : value(v) {}
  Doubling(const Doubling &other) : value(2.0 * other.value) {}
};
struct Holder {
  Doubling inner;
};

#pragma soac differentiate(vjp)
double fineCopy(double x) {
  Holder a{Doubling(x)};
  Holder b = a;
  return b.inner.value;
}

#pragma soac differentiate(vjp)
double copiesElements(double x) {
  std::vector<Doubling> all(2, Doubling(x)); // error: unsupported-type
  return all[0].value;
}

#pragma soac differentiate(vjp)
double copiesMembersOfPairs(double x) {
  std::pair<Doubling, double> both{Doubling(x), x}; // error: unsupported-type
  return both.first.value;
}

#pragma soac differentiate(vjp)
double keepsState(double x, soac::view<const double> xs) {
  return soac::sum(soac::map([s = x](double a) mutable { return s *= a; }, xs)); // error: operator-writes
}

#pragma soac differentiate(vjp)
double fineState(double x) {
  auto f = [s = x]() mutable { return s *= 2.0; };
  return f() + f();
}

#pragma soac differentiate(vjp)
double readsNothing(double x) {
  double a[3];
  return a[0] + x; // error: uninitialised
}

#pragma soac differentiate(vjp)
double fineArray(double x) {
  double a[3];
  for (int i = 0; i < 3; ++i)
    a[i] = i == 0 ? x : x * a[i - 1];
  return a[2];
}

#pragma soac differentiate(vjp)
double bits(double x) {
  return static_cast<double>(std::bit_cast<long>(x)); // error: integer-round-trip
}

void addTo(double *__restrict a, const double *b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] += b[i];
}
void doubles(double &__restrict a, const double &b) { a += b; }
void addToView(soac::view<double> a, soac::view<const double> b) {
  for (soac::index i = 0; i < a.extent(0); ++i)
    a[i] += b[i];
}

#pragma soac differentiate(vjp)
double aliasedPointers(double x) {
  double a[2] = {x, 1.0};
  addTo(a, a, 2); // error: aliasing
  return a[0];
}

#pragma soac differentiate(vjp)
double aliasedReferences(double x) {
  doubles(x, x); // error: aliasing
  return x;
}

#pragma soac differentiate(vjp)
double fineViews(double x) {
  std::vector<double> a{x, 1.0};
  addToView(a, a);
  return a[0];
}

#pragma soac differentiate(vjp)
double aliasedInALoop(double x, int n) {
  double a[2] = {x, 1.0};
  for (int i = 0; i < n; ++i) {
    const auto step = [&] { addTo(a, a, 2); }; // error: aliasing
    step();
  }
  return a[0];
}

template <class T> T product(const T &a, const T &b) { return a * b; }
template <class T> void exchange(T &a, T &b) {
  const T old = a;
  a = b;
  b = old;
}

#pragma soac differentiate(vjp)
double fineArguments(double x) {
  double a[3] = {x, 2.0 * x, 1.0};
  exchange(a[0], a[1]);
  addTo(a, a + 1, 2);
  return product(x, x) * a[0];
}
