#include "dynamics.hpp"
#include "dynamics.soac.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>

Vector3 operator+(Vector3 a, Vector3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vector3 operator-(Vector3 a, Vector3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector3 operator*(double s, Vector3 a) { return {s * a.x, s * a.y, s * a.z}; }

namespace {

double dot(const Vector3 &a, const Vector3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Quaternion operator*(const Quaternion &a, const Quaternion &b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

/// One step of the classical Runge-Kutta method; the state is anything with + and scaling by an array of numbers.
template <std::size_t N, class F>
std::array<double, N> runge_kutta(const F &f, const std::array<double, N> &y, double dt) {
  const auto plus = [](std::array<double, N> a, double s, const std::array<double, N> &b) {
    for (std::size_t i = 0; i < N; ++i)
      a[i] += s * b[i];
    return a;
  };
  const auto k1 = f(y), k2 = f(plus(y, dt / 2, k1)), k3 = f(plus(y, dt / 2, k2)), k4 = f(plus(y, dt, k3));
  auto next = y;
  for (std::size_t i = 0; i < N; ++i)
    next[i] += dt / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  return next;
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double pendulum_energy_drift(double angle, double velocity, double length, int steps, double dt) {
  const double g = 9.81;
  const auto energy = [&](double a, double v) { return 0.5 * length * length * v * v - g * length * std::cos(a); };
  const double before = energy(angle, velocity);
  std::array<double, 2> y{angle, velocity};
  for (int i = 0; i < steps; ++i)
    y = runge_kutta<2>([&](const std::array<double, 2> &s) { return std::array{s[1], -g / length * std::sin(s[0])}; }, y, dt);
  return (energy(y[0], y[1]) - before) * 1e3 + y[0];
}

#pragma soac differentiate(vjp, jvp)
std::array<double, 3> lorenz(const std::array<double, 3> &start, double sigma, double rho, double beta, int steps) {
  auto flow = [=](const auto &s) {
    const auto &[x, y, z] = s;
    return std::array<double, 3>{sigma * (y - x), x * (rho - z) - y, x * y - beta * z};
  };
  auto state = start;
  while (steps-- > 0)
    state = runge_kutta(flow, state, 0.01);
  return state;
}

// Euler's and Heun's step side by side: the difference chooses the next step's size.
#pragma soac differentiate(vjp, jvp)
double predator_and_prey(double prey, double predators, const double *rates, double end, double tolerance) {
  const auto flow = [rates](double a, double b) {
    return std::pair(rates[0] * a - rates[1] * a * b, rates[2] * a * b - rates[3] * b);
  };
  double t = 0, h = 0.1;
  int accepted = 0;
  while (t < end && accepted < 200) {
    if (t + h > end)
      h = end - t;
    const auto [a1, b1] = flow(prey, predators);
    const auto [a2, b2] = flow(prey + h * a1, predators + h * b1);
    const double error = std::hypot(h / 2 * (a2 - a1), h / 2 * (b2 - b1));
    if (error > tolerance) {
      h /= 2;
      continue;
    }
    prey += h / 2 * (a1 + a2);
    predators += h / 2 * (b1 + b2);
    t += h;
    ++accepted;
    if (error < tolerance / 4)
      h *= 1.5;
  }
  return prey * predators;
}

#pragma soac differentiate(vjp, jvp)
double lennard_jones(const std::vector<Particle> &particles, double epsilon, double sigma) {
  double energy = 0;
  for (std::size_t i = 0; i < particles.size(); ++i)
    for (std::size_t j = i + 1; j < particles.size(); ++j) {
      const Vector3 d = particles[i].position - particles[j].position;
      const double r2 = dot(d, d);
      if (r2 > 6.25 * sigma * sigma)
        continue;
      const double q = sigma * sigma / r2, q3 = q * q * q;
      energy += 4 * epsilon * (q3 * q3 - q3);
    }
  return energy;
}

#pragma soac differentiate(vjp, jvp)
double three_bodies(std::vector<Particle> bodies, double dt, int steps) {
  const std::size_t n = bodies.size();
  std::vector<Vector3> force(n);
  const auto accelerate = [&] {
    for (auto &f : force)
      f = {0, 0, 0};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Vector3 d = bodies[j].position - bodies[i].position;
        const double r2 = dot(d, d) + 0.01;
        const Vector3 f = bodies[i].mass * bodies[j].mass / (r2 * std::sqrt(r2)) * d;
        force[i] = force[i] + f;
        force[j] = force[j] - f;
      }
  };
  accelerate();
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < n; ++i) {
      Particle &p = bodies[i];
      p.velocity = p.velocity + 0.5 * dt / p.mass * force[i];
      p.position = p.position + dt * p.velocity;
    }
    accelerate();
    for (std::size_t i = 0; i < n; ++i)
      bodies[i].velocity = bodies[i].velocity + 0.5 * dt / bodies[i].mass * force[i];
  }
  double kinetic = 0;
  for (const auto &[position, velocity, mass] : bodies)
    kinetic += 0.5 * mass * dot(velocity, velocity) + position.x;
  return kinetic;
}

#pragma soac differentiate(vjp, jvp)
Quaternion spinning_body(Quaternion attitude, Vector3 omega, Vector3 inertia, double dt, int steps) {
  for (int i = 0; i < steps; i++) {
    const Vector3 torque_free{(inertia.y - inertia.z) / inertia.x * omega.y * omega.z,
                              (inertia.z - inertia.x) / inertia.y * omega.z * omega.x,
                              (inertia.x - inertia.y) / inertia.z * omega.x * omega.y};
    omega = omega + dt * torque_free;
    const Quaternion rate = attitude * Quaternion{0, omega.x, omega.y, omega.z};
    attitude.w += 0.5 * dt * rate.w;
    attitude.x += 0.5 * dt * rate.x;
    attitude.y += 0.5 * dt * rate.y;
    attitude.z += 0.5 * dt * rate.z;
    const double norm = std::sqrt(attitude.w * attitude.w + attitude.x * attitude.x + attitude.y * attitude.y +
                                  attitude.z * attitude.z);
    attitude = {attitude.w / norm, attitude.x / norm, attitude.y / norm, attitude.z / norm};
  }
  return attitude;
}

// Kepler's equation by Newton's method, until the step is small.
#pragma soac differentiate(vjp, jvp)
double eccentric_anomaly(double mean_anomaly, double eccentricity) {
  double e = mean_anomaly;
  for (;;) {
    const double step = (e - eccentricity * std::sin(e) - mean_anomaly) / (1 - eccentricity * std::cos(e));
    e -= step;
    if (std::fabs(step) < 1e-13)
      break;
  }
  return e;
}

#pragma soac differentiate(vjp, jvp)
double ising_energy(const int *spins, int n, double coupling, double field) {
  double energy = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const int s = spins[i * n + j];
      const int right = spins[i * n + (j + 1) % n], below = spins[((i + 1) % n) * n + j];
      energy -= coupling * s * (right + below) + field * s;
    }
  return energy * std::exp(-coupling * coupling);
}

#pragma soac differentiate(vjp, jvp)
double kalman(const double *measured, int n, double process_noise, double measurement_noise) {
  double x[2] = {0, 0};
  double p[2][2] = {{1, 0}, {0, 1}};
  double likelihood = 0;
  for (int t = 0; t < n; ++t) {
    x[0] += x[1];
    const double p00 = p[0][0] + p[0][1] + p[1][0] + p[1][1] + process_noise;
    const double p01 = p[0][1] + p[1][1], p10 = p[1][0] + p[1][1];
    const double p11 = p[1][1] + process_noise;
    const double innovation = measured[t] - x[0], s = p00 + measurement_noise;
    likelihood -= 0.5 * (innovation * innovation / s + std::log(s));
    const double gain[2] = {p00 / s, p10 / s};
    x[0] += gain[0] * innovation;
    x[1] += gain[1] * innovation;
    p[0][0] = (1 - gain[0]) * p00;
    p[0][1] = (1 - gain[0]) * p01;
    p[1][0] = p10 - gain[1] * p00;
    p[1][1] = p11 - gain[1] * p01;
  }
  return likelihood;
}

#pragma soac differentiate(vjp, jvp)
double double_pendulum(std::array<double, 4> state, double dt, int steps) {
  constexpr double g = 9.81;
  struct Flow {
    double m1 = 1, m2 = 0.5, l1 = 1, l2 = 0.8;
    std::array<double, 4> operator()(const std::array<double, 4> &s) const {
      const double d = s[0] - s[1], denominator = 2 * m1 + m2 - m2 * std::cos(2 * d);
      return {s[2], s[3],
              (-g * (2 * m1 + m2) * std::sin(s[0]) - m2 * g * std::sin(s[0] - 2 * s[1]) -
               2 * std::sin(d) * m2 * (s[3] * s[3] * l2 + s[2] * s[2] * l1 * std::cos(d))) /
                  (l1 * denominator),
              2 * std::sin(d) *
                  (s[2] * s[2] * l1 * (m1 + m2) + g * (m1 + m2) * std::cos(s[0]) +
                   s[3] * s[3] * l2 * m2 * std::cos(d)) /
                  (l2 * denominator)};
    }
  };
  const Flow flow{.m2 = 0.6};
  do
    state = runge_kutta<4>(flow, state, dt);
  while (--steps > 0);
  return state[0] * state[1] + state[2] - state[3];
}

#pragma soac differentiate(vjp, jvp)
double random_walk(double drift, double width, int steps, unsigned long long seed) {
  std::uint64_t s = seed;
  double x = 0, highest = 0;
  for (int i = 0; i < steps; ++i) {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    const double u = static_cast<double>(s >> 11) * 0x1.0p-53;
    x += drift + ((s & 1) ? width : -width) * u;
    if (x > highest)
      highest = x;
  }
  return highest + 0.1 * x;
}

// The tridiagonal system of an implicit step, by Thomas' algorithm.
#pragma soac differentiate(vjp, jvp)
double heat_implicit(std::vector<double> u, double ratio, int steps) {
  const int n = static_cast<int>(u.size());
  std::vector<double> c(n), d(n);
  for (int step = 0; step < steps; ++step) {
    c[0] = -ratio / (1 + 2 * ratio);
    d[0] = u[0] / (1 + 2 * ratio);
    for (int i = 1; i < n; ++i) {
      const double m = 1 + 2 * ratio + ratio * c[i - 1];
      c[i] = -ratio / m;
      d[i] = (u[i] + ratio * d[i - 1]) / m;
    }
    u[n - 1] = d[n - 1];
    for (int i = n - 2; i >= 0; --i)
      u[i] = d[i] - c[i] * u[i + 1];
  }
  double energy = 0;
  for (double v : u)
    energy += v * v;
  return energy;
}

#pragma soac differentiate(vjp, jvp)
double bouncing_ball(double height, double restitution, int bounces) {
  double time = std::sqrt(2 * height / 9.81), speed = 9.81 * time;
  int k = 0;
  while (true) {
    if (k++ == bounces)
      return time;
    speed *= restitution;
    time += 2 * speed / 9.81;
  }
}

// The fields lie between each other's points [Yee 1966].
#pragma soac differentiate(vjp, jvp)
double electromagnetic_wave(double dt, const std::vector<double> &permittivity, const std::vector<double> &permeability,
                            std::vector<double> e, int steps) {
  const int n = static_cast<int>(e.size());
  std::vector<double> h(n);
  for (int step = 0; step < steps; ++step) {
    for (int k = 0; k + 1 < n; ++k)
      h[k] += dt / permeability[k] * (e[k + 1] - e[k]);
    for (int k = 1; k < n; ++k)
      e[k] += dt / permittivity[k] * (h[k] - h[k - 1]);
  }
  double energy = 0;
  for (int k = 0; k < n; ++k)
    energy += permittivity[k] * e[k] * e[k] + permeability[k] * h[k] * h[k];
  return energy;
}
