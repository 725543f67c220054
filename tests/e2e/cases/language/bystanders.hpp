// Records with members that have no numbers, which the functions leave alone, and tables of the file.
#pragma once

#include <array>
#include <cstdio>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <soac/soac.hpp>
#include <string>
#include <vector>

namespace bystanders {

struct material {
  std::string name;
  double conductivity;
  double (*law)(double);
  double capacity;
  std::map<std::string, double> properties;
  const char *source;
};
struct layered {
  int count;
  material inner;
  std::unique_ptr<double> cache;
  std::vector<double> thickness;
  std::function<void(int)> progress;
  std::vector<std::string> labels;
  void *user;
};
struct base {
  std::string title;
  double offset;
  double shifted(double x) const { return x + offset; }
};
struct derived : base {
  double scale;
  double operator()(double x) const { return scale * shifted(x); }
};
struct particle {
  double x, v;
  std::string kind;
};

double diffusion(const material &m, double t);
double resistance(const layered &l, double t);
double by_value(material m);
double inherited(const derived &d, double x);
double energy(const std::vector<particle> &all);
double energy_of(const particle *all, int n);
void advance(particle &p, double dt);
double copied(const material &m);
double named(double x);

// Parameters that are left alone.
struct opaque;
class secret {
  double value = 3;

public:
  double get() const { return value; }
};
double with_strings(const std::string &name, double x, const std::vector<std::string> &names);
double with_values(std::map<int, double> m, std::string, double x, std::unique_ptr<double> p, long double l);
double with_pointers(void *context, double x, std::FILE *file, opaque *unknown, double **rows, const char **names);
double with_references(opaque &unknown, const secret &s, std::ostream &out, double x);
double with_functions(double (*f)(double), double x, double (*const *g)(int), int (secret::*h)(), void (&k)(),
                      std::map<int, double (*)(double)> m);
double with_vectors(double x, const std::vector<float> &never_made, const std::vector<std::vector<float>> &nor_this);
extern "C" double with_callback(double x, void *context, void (*callback)(void *));

// Tables.
double tabulated(double x, int i);
double interpolated(double x);
double by_static(double x);
// What other files may fill, and what they define.
extern std::array<double, 2> coefficients;
extern const double rate;
double by_name(double x, int i);
double defined_elsewhere(double x);

/// The gradient, by the operator.
material slope(const material &m, double t);

} // namespace bystanders
