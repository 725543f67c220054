#include "science.hpp"

#include "check.hpp"
#include "science.soac.hpp"

#include <cmath>

using namespace science;

namespace {
const planet earth{{1.0, 0.1, -0.2}, {0.1, 0.9, 0.05}, 0.7};
const gas carbon_dioxide{0.3640, 4.267e-5};
const std::vector<double> path{0.1, 0.5, 0.7, 0.4};
const double strain[3][3] = {{0.1, 0.02, -0.03}, {0.02, -0.05, 0.01}, {-0.03, 0.01, 0.2}};
} // namespace

DERIVATIVES(Science, orbital_energy, earth, 1.3)
DERIVATIVES(Science, kepler_step, earth, 1.3, 0.05, 12)
DERIVATIVES(Science, lorentz_force, (vec{1, 2, 3}), (vec{0.2, -0.1, 0.5}), (vec{0.3, 0.7, -0.6}), 1.6)
DERIVATIVES(Science, coulomb, (std::vector<vec>{{0, 0, 0}, {1, 0.2, 0}, {0.1, 1.1, 0.4}}), (std::vector<double>{1, -2, 0.5}))
DERIVATIVES(Science, harmonic_action, path, 0.1, 1.7)
DERIVATIVES(Science, wave_energy, path, 0.4, 6)
DERIVATIVES(Science, ising_mean_field, 1.4, 1.1)
DERIVATIVES(Science, van_der_waals_pressure, (gas{0.4, 0.03}), 0.8, 300.0)
DERIVATIVES(Science, molar_volume, (gas{0.4, 0.03}), 2000.0, 300.0)
DERIVATIVES(Science, reaction, (std::array<arrhenius, 2>{{{2.0, 0.9}, {1.5, 1.2}}}), 1.1, 0.9, 2.0)
DERIVATIVES(Science, partition, path, (std::vector<int>{1, 3, 2, 1}), 4, 0.6)
DERIVATIVES(Science, morse_chain, (std::vector<double>{0.0, 1.1, 1.9, 3.2}), 4, 0.8, 1.4)
DERIVATIVES(Science, lens_stack, (std::vector<std::array<double, 2>>{{0.5, 0.3}, {-0.8, 0.4}}), 0.1, 0.02)
DERIVATIVES(Science, relativistic_rocket, 0.7, 2.0)
DERIVATIVES(Science, projectile_range, 20.0, 0.6, 0.01)
DERIVATIVES(Science, pendulum_period, 1.1)
DERIVATIVES(Science, schroedinger_mismatch, -0.8, 2.0)
DERIVATIVES(Science, bessel, 2, 1.7)
DERIVATIVES(Science, spherical_harmonic_sum, (std::array<double, 5>{1, 0.5, -0.3, 0.2, 0.1}), 0.7)
DERIVATIVES(Science, von_mises, (std::array<std::array<double, 3>, 3>{{{1, 0.2, 0}, {0.2, 2, 0.1}, {0, 0.1, -1}}}))
DERIVATIVES(Science, quantum_walk, 0.7, 5)

TEST(Science, Snell) {
  EXPECT_DERIVATIVES(snell, 0.4, 1.0, 1.5);
  double a = 0, n1 = 0, n2 = 0;
  snell_vjp(0.4, 1.0, 1.5, 1.0, a, n1, n2); // cos(t) dt = n1/n2 cos(angle) dangle
  EXPECT_NEAR(a, std::cos(0.4) / 1.5 / std::cos(std::asin(std::sin(0.4) / 1.5)), 1e-15);
  a = n1 = 0;
  snell_vjp(1.4, 1.5, 1.0, 1.0, a, n1, n2);
  EXPECT_EQ(a, -1);
  EXPECT_EQ(n1, 0);
}
TEST(Science, MoleculesObeyTheImplicitFunctionTheorem) { // p(v, T) = p: dv/dp = 1 / (dp/dv)
  gas g{0, 0}, h{0, 0};
  double dp = 0, dt = 0, dv = 0, unused = 0;
  const double v = molar_volume_vjp(carbon_dioxide, 1e6, 320.0, 1.0, g, dp, dt);
  EXPECT_NEAR(van_der_waals_pressure_vjp(carbon_dioxide, v, 320.0, 1.0, h, dv, unused), 1e6, 1e-3);
  EXPECT_NEAR(dp * dv, 1, 1e-10);
  EXPECT_NEAR(dt, -unused / dv, 1e-15);
}
TEST(Science, MeanField) { // m = tanh(b J m): dm/db = J m (1 - m^2) / (1 - b J (1 - m^2))
  double db = 0, dj = 0;
  const double m = ising_mean_field_vjp(1.4, 1.1, 1.0, db, dj), q = 1 - m * m;
  EXPECT_NEAR(db, 1.1 * m * q / (1 - 1.4 * 1.1 * q), 1e-10);
  EXPECT_NEAR(dj, 1.4 * m * q / (1 - 1.4 * 1.1 * q), 1e-10);
}
TEST(Science, ElasticEnergyGivesStress) { // 2 mu e + lambda tr(e) I
  double s[3][3] = {}, dl = 0, dm = 0;
  EXPECT_DERIVATIVES(stress, c_array(strain), 1.5, 0.8);
  EXPECT_NEAR(stress_vjp(strain, 1.5, 0.8, 1.0, s, dl, dm), stress(strain, 1.5, 0.8), 1e-15);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(s[i][j], 2 * 0.8 * strain[i][j] + (i == j ? 1.5 * 0.25 : 0), 1e-15);
  EXPECT_NEAR(dl, 0.25 * 0.25 / 2, 1e-15);
}
TEST(Science, DiffusionKeepsTheSum) {
  double u[8] = {0.1, 0.4, 0.9, 0.2, 0, 0.7, 0.3, 0.5}, u_adj[8] = {1, 1, 1, 1, 1, 1, 1, 1}, rate = 0;
  EXPECT_DERIVATIVES(diffusion, c_array(u), 0.2);
  diffusion_vjp(u, 0.2, 0.0, u_adj, rate);
  for (double a : u_adj)
    EXPECT_NEAR(a, 1, 1e-15);
  EXPECT_NEAR(rate, 0, 1e-15);
}
TEST(Science, BesselFunctions) { // J2' = (J1 - J3) / 2
  double dx = 0;
  EXPECT_NEAR(bessel_vjp(2, 1.7, 1.0, dx), std::cyl_bessel_j(2, 1.7), 1e-12);
  EXPECT_NEAR(dx, (std::cyl_bessel_j(1, 1.7) - std::cyl_bessel_j(3, 1.7)) / 2, 1e-12);
}
TEST(Science, LegendrePolynomials) { // P3' = (15 x^2 - 3) / 2
  double dx = 0;
  legendre_vjp(3, 0.3, 1.0, dx);
  EXPECT_NEAR(dx, (15 * 0.09 - 3) / 2, 1e-14);
  EXPECT_DERIVATIVES(legendre, 5, 0.3);
}
TEST(Science, Planck) { // Wien: the maximum is at hc / (4.965 kT)
  double dw = 0, dt = 0;
  const double at = 2.897771955e-3 / 5000;
  const double value = planck_vjp(at, 5000.0, 1.0, dw, dt);
  EXPECT_NEAR(dw * at / value, 0, 1e-8);
  EXPECT_NEAR(dt * 5000 / value, 5, 1e-7); // b'(x) = x e^x/(e^x - 1) = 5 there
}
TEST(Science, Titration) {
  double acid = 0, base = 0, ka = 0;
  const double ph = titration_vjp(0.1, 0.05, 1.8e-5, 1.0, acid, base, ka);
  EXPECT_NEAR(ph, -std::log10(1.8e-5), 1e-3); // half neutralised
  const double e = 1e-7, slope = (titration(0.1, 0.05 + e, 1.8e-5) - titration(0.1, 0.05 - e, 1.8e-5)) / (2 * e);
  EXPECT_NEAR(base, slope, 1e-4 * std::fabs(slope));
}
