// Things that move: integrators, filters, particles, random walks.
#pragma once

#include <array>
#include <vector>

struct Vector3 {
  double x, y, z;
};
Vector3 operator+(Vector3 a, Vector3 b);
Vector3 operator-(Vector3 a, Vector3 b);
Vector3 operator*(double s, Vector3 a);

struct Quaternion {
  double w, x, y, z;
};

struct Particle {
  Vector3 position, velocity;
  double mass = 1;
};

double pendulum_energy_drift(double angle, double velocity, double length, int steps, double dt);
std::array<double, 3> lorenz(const std::array<double, 3> &start, double sigma, double rho, double beta, int steps);
double predator_and_prey(double prey, double predators, const double *rates, double end, double tolerance);
double lennard_jones(const std::vector<Particle> &particles, double epsilon, double sigma);
double three_bodies(std::vector<Particle> bodies, double dt, int steps);
Quaternion spinning_body(Quaternion attitude, Vector3 omega, Vector3 inertia, double dt, int steps);
double eccentric_anomaly(double mean_anomaly, double eccentricity);
double ising_energy(const int *spins, int n, double coupling, double field);
double kalman(const double *measured, int n, double process_noise, double measurement_noise);
double double_pendulum(std::array<double, 4> state, double dt, int steps);
double random_walk(double drift, double width, int steps, unsigned long long seed);
double heat_implicit(std::vector<double> u, double ratio, int steps);
double bouncing_ball(double height, double restitution, int bounces);
double electromagnetic_wave(double dt, const std::vector<double> &permittivity, const std::vector<double> &permeability,
                            std::vector<double> e, int steps);
