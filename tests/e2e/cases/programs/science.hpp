// Physics and chemistry as their programs write it.
#pragma once

#include <array>
#include <vector>

namespace science {

struct vec {
  double x, y, z;
  vec &operator+=(const vec &o) { return x += o.x, y += o.y, z += o.z, *this; }
  vec &operator-=(const vec &o) { return x -= o.x, y -= o.y, z -= o.z, *this; }
  vec &operator*=(double s) { return x *= s, y *= s, z *= s, *this; }
  friend vec operator+(vec a, const vec &b) { return a += b; }
  friend vec operator-(vec a, const vec &b) { return a -= b; }
  friend vec operator*(vec a, double s) { return a *= s; }
  friend vec operator*(double s, vec a) { return a *= s; }
  friend double dot(const vec &a, const vec &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  friend vec cross(const vec &a, const vec &b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
};
struct planet {
  vec position, velocity;
  double mass = 1.0;
};
struct arrhenius {
  double prefactor, energy;
  double operator()(double temperature) const;
};
struct gas {
  double a, b;
};

double orbital_energy(const planet &p, double sun);
planet kepler_step(planet p, double sun, double dt, int steps);
vec lorentz_force(const vec &e, const vec &b, const vec &v, double charge);
double coulomb(const std::vector<vec> &at, const std::vector<double> &charge);
double harmonic_action(const std::vector<double> &path, double dt, double omega);
double wave_energy(std::vector<double> u, double speed, int steps);
double diffusion(double (&u)[8], double rate);
double ising_mean_field(double beta, double coupling);
double van_der_waals_pressure(const gas &g, double volume, double temperature);
double molar_volume(const gas &g, double pressure, double temperature);
double reaction(const std::array<arrhenius, 2> &k, double temperature, double a0, double end);
double titration(double acid, double base, double ka);
double partition(const double *levels, const int *degeneracy, int n, double temperature);
double morse_chain(const double *x, int n, double depth, double width);
double planck(double wavelength, double temperature);
double snell(double angle, double n1, double n2);
double lens_stack(const std::vector<std::array<double, 2>> &lenses, double height, double angle);
double relativistic_rocket(double thrust, double time);
double projectile_range(double speed, double angle, double drag);
double pendulum_period(double amplitude);
double schroedinger_mismatch(double energy, double depth);
double bessel(int order, double x);
double legendre(int degree, double x);
double spherical_harmonic_sum(const std::array<double, 5> &c, double theta);
double stress(const double (&strain)[3][3], double lambda, double mu);
double von_mises(const std::array<std::array<double, 3>, 3> &s);
double quantum_walk(double angle, int steps);

} // namespace science
