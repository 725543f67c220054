// All refusals of a function are reported in one run: those that follow from no other one, each variable, function and
// type once.
#include <map>

double opaque(double x);
double scale = 1, offset = 2, limit = 3;
void set(double x) { scale = offset = limit = x; }
struct Table {
  double values[3];
};
Table table;
Table &writable() { return table; }

#pragma soac differentiate(vjp, jvp)
double several(double x, int n) {
  double y = x * scale +    // error: mutable-global
             offset * x;    // error: mutable-global
  y += scale * offset;
  double z = opaque(y);     // error: opaque-call
  z += opaque(z) + y;
  long double wide = z;     // error: long-double
  z += static_cast<double>(wide) * x;
  std::map<int, double> table_of; // error: unsupported-type
  z += static_cast<double>(table_of.size());
  std::map<int, double> other = table_of;
  volatile double sensor = y; // error: volatile
  z *= sensor;
  for (int i = 0; i < n; ++i) {
    z += table.values[i] * x; // error: mutable-global
    if (z > limit)            // error: mutable-global
      asm volatile("");       // error: inline-asm
    else
      goto end;               // error: goto
  }
  double w;
  w = opaque(z);
  y += w;
end:
  return y * z;
}

namespace {
double inner(double x) {
  static double last = 0; // error@+1: static-local
  last += x;
  return last * scale; // error: mutable-global
}
} // namespace

// What is called is looked through, too.
#pragma soac differentiate(vjp)
double outer(double x) {
  const double y = inner(x) + opaque(x); // error: opaque-call
  return y * opaque(y) + limit;          // error: mutable-global
}

// An integer function whose body is not visible is called for what it returns.
int weight(int i);
int nothing();
void mark(int i);
double first(int i, double x);

#pragma soac differentiate(vjp)
double integers(double x, int n) {
  weight(n);                // error: opaque-call
  mark(n);                  // error: opaque-call
  x += nothing();           // error: opaque-call
  x *= first(weight(n), x); // error: opaque-call
  return x;
}

#pragma soac differentiate(vjp)
double steered(double x) {
  return x * weight(static_cast<int>(x)); // error: integer-round-trip
}
