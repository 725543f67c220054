// Members of records that have no numbers, and variables of the file: what is used of them.
#include "bystanders.hpp"

#pragma soac differentiate(vjp, jvp)
double fineUnused(const Material &m) { return m.value * m.value; }

#pragma soac differentiate(vjp)
double usesName(const Material &m) {
  return m.name.size() * m.value; // error: unsupported-type
}

#pragma soac differentiate(vjp)
double callsMember(const Material &m) {
  return m.law(m.value); // error: pointer-use
}

#pragma soac differentiate(vjp)
Material returned(double x) { // error: unsupported-type
  return {"name", x, nullptr};
}

#pragma soac differentiate(vjp)
void overwritten(Material &to, const Material &from) {
  to = from; // error: unsupported-expression
}

static double fineTable[] = {1.0, 2.0};
static double written[] = {1.0, 2.0};
static double given[] = {1.0, 2.0};
double visible[] = {1.0, 2.0}, filled[] = {1.0, 2.0}, number = 3;
thread_local double ofThread[] = {1.0, 2.0};
static int counter = 0;

void change(double x) { written[1] = filled[1] = x; }
void fill(double *a);
void changeLater() { fill(given); }

#pragma soac differentiate(vjp)
double fineTabulated(double x, int i) {
  double s = 0;
  for (const double &t : fineTable)
    s += t * x;
  return s * fineTable[i];
}

#pragma soac differentiate(vjp)
double usesWritten(double x) {
  return x * written[0]; // error: mutable-global
}

#pragma soac differentiate(vjp)
double usesGiven(double x) {
  return x * given[0]; // error: mutable-global
}

#pragma soac differentiate(vjp)
double fineVisible(double x) {
  return x * visible[0];
}

#pragma soac differentiate(vjp)
double usesOutside(double x) {
  x *= filled[0];          // error: mutable-global
  x *= ofThread[0];        // error: mutable-global
  return x * number;       // error: mutable-global
}

#pragma soac differentiate(vjp)
double counts(double x) {
  ++counter; // error: mutable-global
  return x;
}

// Parameters: what a function uses has to be of a type that generated code can hold.
#pragma soac differentiate(vjp)
double fineParameters(double x, const std::string &, void *p) {
  (void)p;
  return x * x;
}

#pragma soac differentiate(vjp)
double usesText(double x, const std::string &s) { // error: unsupported-type
  return x * s.size();
}

#pragma soac differentiate(vjp)
double callsIt(double x, double (*f)(double)) { // error: unsupported-type
  return f(x);
}

#pragma soac differentiate(vjp)
double asksWhetherItIsNull(double x, void *p) { // error: unsupported-type
  return p ? x : x * x;
}

#pragma soac differentiate(vjp)
double prints(double x, std::FILE *f) {
  std::fprintf(f, "%g", x); // error: output
  return x * x;
}
