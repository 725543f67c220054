#include "dynamics.hpp"

#include "check.hpp"
#include "dynamics.soac.hpp"
#include "waves.hpp"

#include <cmath>

using reals = std::vector<double>;

namespace {
const std::vector<Particle> particles{{{0, 0, 0}, {0.1, 0, 0.2}, 1}, {{1.1, 0.2, -0.1}, {0, -0.3, 0}, 2}, {{-0.4, 1, 0.7}, {0.2, 0.1, 0}, 1.5}};
}

DERIVATIVES(Dynamics, pendulum_energy_drift, 0.8, 0.1, 1.2, 5, 0.05)
DERIVATIVES(Dynamics, lorenz, (std::array<double, 3>{1, 1.2, 0.9}), 10.0, 28.0, 8.0 / 3, 12)
DERIVATIVES(Dynamics, predator_and_prey, 1.0, 0.5, reals{1.1, 0.4, 0.1, 0.4}, 1.37, 0.02)
DERIVATIVES(Dynamics, lennard_jones, particles, 0.7, 0.9)
DERIVATIVES(Dynamics, three_bodies, particles, 0.05, 4)
DERIVATIVES(Dynamics, spinning_body, (Quaternion{1, 0, 0, 0}), (Vector3{0.3, 2, 0.1}), (Vector3{1, 2, 3.5}), 0.05, 6)
DERIVATIVES(Dynamics, eccentric_anomaly, 0.9, 0.4)
DERIVATIVES(Dynamics, ising_energy, std::vector<int>{1, -1, 1, 1, 1, -1, -1, 1, 1}, 3, 0.8, 0.1)
DERIVATIVES(Dynamics, kalman, reals{0.2, 0.5, 1.1, 1.3, 2.2}, 5, 0.1, 0.3)
DERIVATIVES(Dynamics, double_pendulum, (std::array<double, 4>{0.5, -0.3, 0.1, 0.2}), 0.02, 5)
DERIVATIVES(Dynamics, random_walk, 0.02, 0.7, 20, 88172645463325252ull)
DERIVATIVES(Dynamics, heat_implicit, reals{0, 1, 3, -1, 2}, 0.4, 3)
DERIVATIVES(Dynamics, bouncing_ball, 2.0, 0.8, 4)

TEST(Dynamics, ElectromagneticWaves) {
  for (const int n : {1, 2, 3, 25})
    for (const int steps : {0, 1, 4})
      EXPECT_DERIVATIVES(electromagnetic_wave, 0.3, e2e::waves(n, 1.0, 2.0), e2e::waves(n, 0.7, 1.4, 2), e2e::waves(n, -1.0, 1.0, 3), steps);
}

// dE/dM = 1 / (1 - e cos E) and dE/de = sin E / (1 - e cos E).
TEST(Dynamics, KeplersEquation) {
  double by_mean = 0, by_eccentricity = 0;
  const double e = eccentric_anomaly_vjp(0.9, 0.4, 1.0, by_mean, by_eccentricity);
  const double denominator = 1 - 0.4 * std::cos(e);
  EXPECT_NEAR(by_mean, 1 / denominator, 1e-10);
  EXPECT_NEAR(by_eccentricity, std::sin(e) / denominator, 1e-10);
}

// t = sqrt(2 h / g) (1 + 2 (r + .. + r^n))
TEST(Dynamics, BouncesAreAGeometricSum) {
  double height = 0, restitution = 0;
  const double time = bouncing_ball_vjp(2.0, 0.5, 3, 1.0, height, restitution);
  EXPECT_NEAR(time, std::sqrt(4 / 9.81) * (1 + 2 * (0.5 + 0.25 + 0.125)), 1e-14);
  EXPECT_NEAR(height, time / 4, 1e-14);
  EXPECT_NEAR(restitution, std::sqrt(4 / 9.81) * 2 * (1 + 2 * 0.5 + 3 * 0.25), 1e-13);
}
