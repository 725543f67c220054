#include "science.hpp"
#include "science.soac.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace science {

using std::numbers::pi;

#pragma soac differentiate(vjp, jvp)
double orbital_energy(const planet &p, double sun) {
  return p.mass * (0.5 * dot(p.velocity, p.velocity) - sun / std::sqrt(dot(p.position, p.position)));
}

static vec gravity(const vec &r, double sun) {
  const double d2 = dot(r, r);
  return r * (-sun / (d2 * std::sqrt(d2)));
}
/// Velocity Verlet.
#pragma soac differentiate(vjp, jvp)
planet kepler_step(planet p, double sun, double dt, int steps) {
  vec a = gravity(p.position, sun);
  while (steps-- > 0) {
    p.velocity += 0.5 * dt * a;
    p.position += dt * p.velocity;
    a = gravity(p.position, sun);
    p.velocity += 0.5 * dt * a;
  }
  return p;
}
#pragma soac differentiate(vjp, jvp)
vec lorentz_force(const vec &e, const vec &b, const vec &v, double charge) { return charge * (e + cross(v, b)); }
#pragma soac differentiate(vjp, jvp)
double coulomb(const std::vector<vec> &at, const std::vector<double> &charge) {
  double energy = 0;
  for (std::size_t i = 0; i < at.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const vec d = at[i] - at[j];
      energy += charge[i] * charge[j] / std::sqrt(dot(d, d));
    }
  return energy;
}
#pragma soac differentiate(vjp, jvp)
double harmonic_action(const std::vector<double> &path, double dt, double omega) {
  double s = 0;
  for (auto it = path.begin(), next = std::next(it); next != path.end(); ++it, ++next) {
    const double v = (*next - *it) / dt, q = std::midpoint(*it, *next);
    s += dt * (v * v / 2 - omega * omega * q * q / 2);
  }
  return s;
}
#pragma soac differentiate(vjp, jvp)
double wave_energy(std::vector<double> u, double speed, int steps) {
  const std::size_t n = u.size();
  std::vector<double> before = u, after(n);
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 0; i < n; ++i) {
      const double left = u[(i + n - 1) % n], right = u[(i + 1) % n];
      after[i] = 2 * u[i] - before[i] + speed * speed * (left - 2 * u[i] + right);
    }
    std::swap(before, u);
    std::swap(u, after);
  }
  return std::inner_product(u.begin(), u.end(), u.begin(), 0.0);
}
#pragma soac differentiate(vjp, jvp)
double diffusion(double (&u)[8], double rate) {
  for (int t = 0; t < 4; ++t) {
    double flux = 0;
    for (int i = 0; i + 1 < 8; ++i) {
      const double next = rate * (u[i + 1] - u[i]);
      u[i] += next - flux;
      flux = next;
    }
    u[7] -= flux;
  }
  return u[3] * u[3];
}
/// m = tanh(beta (J m)), by iteration to a fixed point.
#pragma soac differentiate(vjp, jvp)
double ising_mean_field(double beta, double coupling) {
  double m = 1, before;
  do {
    before = m;
    m = std::tanh(beta * coupling * m);
  } while (std::abs(m - before) > 1e-12);
  return m;
}
constexpr double R = 8.314462618;
#pragma soac differentiate(vjp, jvp)
double van_der_waals_pressure(const gas &g, double volume, double temperature) {
  const auto &[a, b] = g;
  return R * temperature / (volume - b) - a / (volume * volume);
}
#pragma soac differentiate(vjp, jvp)
double molar_volume(const gas &g, double pressure, double temperature) {
  const auto f = [&](double v) { return van_der_waals_pressure(g, v, temperature) - pressure; };
  const auto slope = [&](double v) { return -R * temperature / std::pow(v - g.b, 2) + 2 * g.a / std::pow(v, 3); };
  double v = R * temperature / pressure;
  for (int i = 0; i < 30; ++i)
    if (double step = f(v) / slope(v); std::abs(step) > 1e-14 * v)
      v -= step;
    else
      break;
  return v;
}
double arrhenius::operator()(double temperature) const { return prefactor * std::exp(-energy / temperature); }
/// A -> B -> C with heat, by the classical Runge-Kutta method.
#pragma soac differentiate(vjp, jvp)
double reaction(const std::array<arrhenius, 2> &k, double temperature, double a0, double end) {
  using state = std::array<double, 3>;
  const auto rate = [&](const state &s) -> state {
    const double first = k[0](s[2]) * s[0], second = k[1](s[2]) * s[1];
    return {-first, first - second, 0.1 * first};
  };
  const auto plus = [](state s, double h, const state &d) {
    for (std::size_t i = 0; i < s.size(); ++i)
      s[i] += h * d[i];
    return s;
  };
  state s{a0, 0, temperature};
  constexpr int steps = 20;
  const double h = end / steps;
  for (int i = 0; i < steps; ++i) {
    const auto k1 = rate(s), k2 = rate(plus(s, h / 2, k1)), k3 = rate(plus(s, h / 2, k2)), k4 = rate(plus(s, h, k3));
    for (std::size_t j = 0; j < s.size(); ++j)
      s[j] += h / 6 * (k1[j] + 2 * (k2[j] + k3[j]) + k4[j]);
  }
  return s[1];
}
/// pH from the charge balance, by bisection and a last step of Newton's method.
#pragma soac differentiate(vjp, jvp)
double titration(double acid, double base, double ka) {
  constexpr double kw = 1e-14;
  auto balance = [=](double h) { return h + base - kw / h - acid * ka / (ka + h); };
  double low = 1e-14, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(low * high);
    if (balance(middle) < 0)
      low = middle;
    else
      high = middle;
  }
  double h = std::sqrt(low * high);
  h -= balance(h) / (1 + kw / (h * h) + acid * ka / ((ka + h) * (ka + h)));
  return -std::log10(h);
}
#pragma soac differentiate(vjp, jvp)
double partition(const double *levels, const int *degeneracy, int n, double temperature) {
  double z = 0, e = 0;
  for (int i = 0; i < n; ++i) {
    const double w = degeneracy[i] * std::exp(-levels[i] / temperature);
    z += w;
    e += levels[i] * w;
  }
  return e / z + temperature * std::log(z);
}
#pragma soac differentiate(vjp, jvp)
double morse_chain(const double *x, int n, double depth, double width) {
  double v = 0;
  for (const double *p = x; p + 1 != x + n; ++p) {
    const double r = p[1] - p[0], e = 1 - std::exp(-width * (r - 1));
    v += depth * e * e;
  }
  return v;
}
#pragma soac differentiate(vjp, jvp)
double planck(double wavelength, double temperature) {
  constexpr double h = 6.62607015e-34, c = 299792458, k = 1.380649e-23;
  return 2 * h * c * c / std::pow(wavelength, 5) / std::expm1(h * c / (wavelength * k * temperature));
}
#pragma soac differentiate(vjp, jvp)
double snell(double angle, double n1, double n2) {
  const double s = n1 / n2 * std::sin(angle);
  if (std::abs(s) > 1)
    return pi - angle; // total reflection
  return std::asin(s);
}
#pragma soac differentiate(vjp, jvp)
double lens_stack(const std::vector<std::array<double, 2>> &lenses, double height, double angle) {
  for (auto [focus, gap] : lenses) {
    angle -= height / focus;
    height += gap * angle;
  }
  return height;
}
#pragma soac differentiate(vjp, jvp)
double relativistic_rocket(double thrust, double time) {
  constexpr double c = 3.0;
  return c * c / thrust * (std::cosh(thrust * time / c) - 1) + c * std::asinh(thrust * time / c);
}
#pragma soac differentiate(vjp, jvp)
double projectile_range(double speed, double angle, double drag) {
  double x = 0, y = 0, vx = speed * std::cos(angle), vy = speed * std::sin(angle);
  constexpr double dt = 0.01, g = 9.81;
  double last_x = 0, last_y = 0;
  while (y >= 0) {
    last_x = x, last_y = y;
    const double v = std::hypot(vx, vy);
    vx -= drag * v * vx * dt;
    vy -= (g + drag * v * vy) * dt;
    x += vx * dt;
    y += vy * dt;
  }
  return last_x + (x - last_x) * last_y / (last_y - y);
}
/// By the arithmetic-geometric mean.
#pragma soac differentiate(vjp, jvp)
double pendulum_period(double amplitude) {
  double a = 1, b = std::cos(amplitude / 2);
  while (std::abs(a - b) > 1e-15) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
    if (std::abs(a - b) < 1e-12)
      break;
  }
  return 2 * pi / a;
}
#pragma soac differentiate(vjp, jvp)
double schroedinger_mismatch(double energy, double depth) {
  constexpr int n = 200;
  constexpr double h = 4.0 / n;
  double before = 0, psi = h;
  for (int i = 1; i < n; ++i) {
    const double x = i * h, v = x < 1 ? -depth : 0;
    const double after = 2 * psi - before + 2 * h * h * (v - energy) * psi;
    before = psi;
    psi = after;
    if (std::fabs(psi) > 1e6) {
      psi *= 1e-6;
      before *= 1e-6;
    }
  }
  return psi / (1 + std::abs(before));
}
/// Miller's algorithm: downwards from far above the order.
#pragma soac differentiate(vjp, jvp)
double bessel(int order, double x) {
  const int start = 2 * ((order + 20) / 2);
  double above = 0, here = 1e-30, sum = 0, wanted = 0;
  for (int k = start; k > 0; --k) {
    const double below = 2 * k / x * here - above;
    above = here;
    here = below;
    if (k - 1 == order)
      wanted = here;
    if ((k - 1) % 2 == 0)
      sum += k == 1 ? here : 2 * here;
  }
  return wanted / sum;
}
#pragma soac differentiate(vjp, jvp)
double legendre(int degree, double x) {
  double before = 1, here = x;
  if (degree == 0)
    return 1 + 0 * x;
  for (int k = 1; k < degree; ++k)
    before = std::exchange(here, ((2 * k + 1) * x * here - k * before) / (k + 1));
  return here;
}
#pragma soac differentiate(vjp, jvp)
double spherical_harmonic_sum(const std::array<double, 5> &c, double theta) {
  double s = 0;
  int l = 0;
  for (double a : c) {
    s += a * std::sqrt((2 * l + 1) / (4 * pi)) * legendre(l, std::cos(theta));
    ++l;
  }
  return s;
}
#pragma soac differentiate(vjp, jvp)
double stress(const double (&strain)[3][3], double lambda, double mu) {
  double trace = 0, energy = 0;
  for (int i = 0; i < 3; ++i)
    trace += strain[i][i];
  for (const auto &row : strain)
    for (const double e : row)
      energy += mu * e * e;
  return energy + lambda / 2 * trace * trace;
}
#pragma soac differentiate(vjp, jvp)
double von_mises(const std::array<std::array<double, 3>, 3> &s) {
  const double mean = (s[0][0] + s[1][1] + s[2][2]) / 3;
  double j = 0;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      const double d = s[i][k] - (i == k ? mean : 0);
      j += d * d;
    }
  return std::sqrt(1.5 * j);
}
#pragma soac differentiate(vjp, jvp)
double quantum_walk(double angle, int steps) {
  using complex = std::complex<double>;
  std::vector<std::array<complex, 2>> at(2 * steps + 1), next(at.size());
  at[steps] = {complex(1 / std::numbers::sqrt2), complex(0, 1 / std::numbers::sqrt2)};
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 0; i < at.size(); ++i)
      next[i] = {};
    for (std::size_t i = 1; i + 1 < at.size(); ++i) {
      const auto [up, down] = at[i];
      next[i - 1][0] += std::cos(angle) * up + std::sin(angle) * down;
      next[i + 1][1] += std::sin(angle) * up - std::cos(angle) * down;
    }
    at.swap(next);
  }
  double variance = 0;
  for (int i = 0; i <= 2 * steps; ++i)
    variance += (std::norm(at[i][0]) + std::norm(at[i][1])) * (i - steps) * (i - steps);
  return variance;
}

} // namespace science
