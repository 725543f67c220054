#include "numerics.hpp"

#include "check.hpp"
#include "numerics.soac.hpp"

#include <cmath>
#include <complex>

namespace numerics {

using reals = std::vector<double>;

namespace {
const reals five{0.3, -1.2, 0.7, 2.0, 0.4};
} // namespace

DERIVATIVES(Numerics, golden_section, 0.3, 0.8)
DERIVATIVES(Numerics, secant, 1.0, 1.5)
DERIVATIVES(Numerics, logistic_map, 3.2, 0.3, 8)
DERIVATIVES(Numerics, kahan_sum, five, 5)
DERIVATIVES(Numerics, welford, five, 5)
DERIVATIVES(Numerics, clenshaw, five, 5, 0.3)
DERIVATIVES(Numerics, bessel_series, 1.7)
TEST(Numerics, spline) {
  for (double at : {0.1, 0.7, 1.9, 2.6})
    EXPECT_DERIVATIVES(spline, reals{0, 0.5, 1.5, 2, 3}, five, 5, at);
}
DERIVATIVES(Numerics, quaternion_angle, 0.3, 0.8, -0.2)

} // namespace numerics

using reals = std::vector<double>;

namespace {
const reals x{0.5, -1.2, 2.0, 0.3, 1.1, -0.4, 0.9, 0.2};
const reals image{1, 2, 0.5, -1, 3, 0.2, 1.5, -2, 0.7, 1, 0.4, 2.5, -0.3, 1.2, 0.9, 2, -1, 0.1, 0.6, 1.4, 0.3, -0.8, 2.2, 1, 0.5};
} // namespace

DERIVATIVES(Signals, power_spectrum, x)
DERIVATIVES(Signals, fourier_by_records, reals{1, 2, -0.5, 0.3, 0.7}, reals{0.1, -1, 0.4, 0.2, 2}, 5)
DERIVATIVES(Signals, slow_transform, x, 2)
DERIVATIVES(Signals, convolution_and_pooling, image, 5, 5, reals{0.5, -1, 0.25, 2}, 2)
DERIVATIVES(Signals, chebyshev, reals{1, -0.5, 0.25, 2}, 4, 0.3)
DERIVATIVES(Signals, horner, reals{1, -0.5, 0.25, 2}, 0.7)
DERIVATIVES(Signals, spline, reals{0, 0.5, 1.5, 2, 3}, reals{1, -1, 2, 0.5, 0}, 1.7)
DERIVATIVES(Signals, bilinear, image, 5, 5, 2.3, 1.6)
DERIVATIVES(Signals, haar, x)
DERIVATIVES(Signals, total_variation, image, 5, 5, 0.1)
DERIVATIVES(Signals, autocorrelation, x, 3)
DERIVATIVES(Signals, mandelbrot_distance, 0.4, 0.45, 50)
DERIVATIVES(Signals, roots_of_cubic, -1.5, 0.3)
DERIVATIVES(Signals, transfer_function, 0.3, 1.0, 0.5, 0.8)

// Parseval: the power is n times the signal's, so its gradient is 2 n x.
TEST(Signals, TransformKeepsPower) {
  reals adjoint(8);
  double power = 0;
  for (int k = 0; k < 8; ++k) {
    std::complex<double> sum;
    for (int t = 0; t < 8; ++t)
      sum += x[t] * std::polar(1.0, -2 * 3.14159265358979323846 * k * t / 8);
    power += std::norm(sum) * (1 + k) + std::abs(sum);
  }
  EXPECT_NEAR(power_spectrum_vjp(x, 1.0, adjoint), power, 1e-10);
}

// t^3 + p t + q = 0, so dt = -(t dp + dq) / (3 t^2 + p).
TEST(Signals, RootOfCubicIsImplicit) {
  for (const auto &[p, q] : {std::pair(-1.5, 0.3), std::pair(2.0, 1.0)}) {
    double p_adj = 0, q_adj = 0;
    const double t = roots_of_cubic_vjp(p, q, 1.0, p_adj, q_adj);
    EXPECT_NEAR(t * t * t + p * t + q, 0, 1e-12);
    EXPECT_NEAR(p_adj, -t / (3 * t * t + p), 1e-9);
    EXPECT_NEAR(q_adj, -1 / (3 * t * t + p), 1e-9);
  }
}

TEST(Signals, BiquadAgainstDifferences) {
  double b[3] = {0.3, 0.2, 0.1}, a[2] = {-0.5, 0.25}, b_adj[3] = {}, a_adj[2] = {};
  reals x_adj(8);
  EXPECT_EQ(biquad_vjp(x.data(), 8, b, a, 1.0, x_adj.data(), b_adj, a_adj), biquad(x.data(), 8, b, a));
  const auto difference = [&](double &at) {
    const double kept = at, h = 1e-6;
    at = kept + h;
    const double up = biquad(x.data(), 8, b, a);
    at = kept - h;
    const double down = biquad(x.data(), 8, b, a);
    at = kept;
    return (up - down) / (2 * h);
  };
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(b_adj[i], difference(b[i]), 1e-6);
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(a_adj[i], difference(a[i]), 1e-6);
}
