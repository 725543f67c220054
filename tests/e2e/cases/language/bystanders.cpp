#include "bystanders.hpp"

#include "bystanders.soac.hpp"

#include <cmath>

namespace bystanders {

#pragma soac differentiate(vjp, jvp)
double diffusion(const material &m, double t) { return std::exp(-t * m.conductivity / m.capacity) * m.capacity; }

#pragma soac differentiate(vjp, jvp)
double resistance(const layered &l, double t) {
  double r = 0;
  for (int i = 0; i < l.count; ++i)
    r += l.thickness[i] / l.inner.conductivity * t;
  return r * r + l.inner.capacity;
}

#pragma soac differentiate(vjp, jvp)
double by_value(material m) {
  m.capacity *= m.conductivity;
  return m.capacity * m.capacity;
}

#pragma soac differentiate(vjp, jvp)
double inherited(const derived &d, double x) { return d(x) * d(2 * x); }

#pragma soac differentiate(vjp, jvp)
double energy(const std::vector<particle> &all) {
  double e = 0;
  for (const particle &p : all)
    e += p.x * p.v * p.v;
  return e;
}

#pragma soac differentiate(vjp, jvp)
double energy_of(const particle *all, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += all[i].x * all[i].v * all[i].v;
  return e;
}

#pragma soac differentiate(vjp, jvp)
void advance(particle &p, double dt) {
  p.v -= dt * std::sin(p.x);
  p.x += dt * p.v;
}

#pragma soac differentiate(vjp, jvp)
double copied(const material &m) {
  material other = m;
  other.conductivity *= other.capacity;
  const material &same = other;
  return same.conductivity * m.conductivity;
}

#pragma soac differentiate(vjp, jvp)
double named(double x) {
  const particle p{x, x * x, "electron"};
  return p.x * p.v;
}

static double weights[] = {0.5, 1.5, 2.5, 3.5};
static const double nodes[2][2] = {{1, 2}, {3, 4}};
namespace {
int shift = 1;
double unset[3];
} // namespace

static double weight(const double *table, int i) { return table[i]; }

#pragma soac differentiate(vjp, jvp)
double tabulated(double x, int i) {
  double s = 0;
  for (double w : weights)
    s += w * x;
  return weight(weights, i + shift) * s * nodes[1][0] + unset[2];
}

static struct {
  double factor = 3;
  double power[2] = {1, 2};
} settings;

#pragma soac differentiate(vjp, jvp)
double interpolated(double x) {
  double s = 0;
  for (unsigned i = 0; i < sizeof(weights) / sizeof(weights[0]); ++i)
    s = s * x + weights[i];
  return s * settings.factor + x * settings.power[1];
}

#pragma soac differentiate(vjp, jvp)
double by_static(double x) {
  static double table[] = {2.0, 3.0};
  static int count = 2;
  double s = 1;
  for (int i = 0; i < count; ++i)
    s *= table[i] * x;
  return s;
}

double stretch[2][3] = {{1, 2, 3}, {4, 5, 6}};

#pragma soac differentiate(vjp, jvp)
double by_name(double x, int i) { return x * x * coefficients[i] * stretch[1][2]; }

#pragma soac differentiate(vjp, jvp)
double defined_elsewhere(double x) { return rate * x * x; }

material slope(const material &m, double t) { return soac::gradient<diffusion, soac::wrt<0>>(m, t); }

#pragma soac differentiate(vjp, jvp)
double with_strings(const std::string &, double x, const std::vector<std::string> &names) {
  (void)names;
  return x * x;
}
#pragma soac differentiate(vjp, jvp)
double with_values(std::map<int, double> m, std::string, double x, std::unique_ptr<double>, long double) {
  static_cast<void>(m);
  return x * x;
}
#pragma soac differentiate(vjp, jvp)
double with_pointers(void *, double x, std::FILE *, opaque *, double **, const char **) { return x * x; }
#pragma soac differentiate(vjp, jvp)
double with_references(opaque &, const secret &, std::ostream &, double x) { return x * x; }
#pragma soac differentiate(vjp, jvp)
double with_functions(double (*)(double), double x, double (*const *)(int), int (secret::*)(), void (&)(),
                      std::map<int, double (*)(double)>) {
  return x * x;
}
#pragma soac differentiate(vjp, jvp)
double with_vectors(double x, const std::vector<float> &, const std::vector<std::vector<float>> &) { return x * x; }
#pragma soac differentiate(vjp, jvp)
extern "C" double with_callback(double x, void *, void (*)(void *)) { return x * x; }

} // namespace bystanders
