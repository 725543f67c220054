#include "complex_edges.hpp"

#include "check.hpp"
#include "complex_edges.soac.hpp"

using namespace complex_edges;
using list = std::vector<complex>;
using matrix = soac::array<complex, 2>;

namespace {
const complex z{0.7, -0.4}, w{-0.3, 1.2};
const list several{{0.7, -0.4}, {-0.3, 1.2}, {1.1, 0.2}};
const soac::array<complex> wave{{0.7, -0.4}, {-0.3, 1.2}, {1.1, 0.2}};
const matrix square{{{0.7, -0.4}, {-0.3, 1.2}}, {{1.1, 0.2}, {0.4, 0.6}}};

void expect_near(complex got, complex expected) {
  EXPECT_NEAR(got.real(), expected.real(), 1e-13 * (1 + std::abs(expected)));
  EXPECT_NEAR(got.imag(), expected.imag(), 1e-13 * (1 + std::abs(expected)));
}

/// Of a holomorphic function: the tangent is f'(z) dz, the adjoint conj(f'(z)) seed.
#define EXPECT_HOLOMORPHIC(f, derivative)                                                                           \
  {                                                                                                                    \
    complex tangent, adjoint{1.0, 2.0};                                                                                \
    expect_near(f##_jvp(z, w, tangent), f(z));                                                                         \
    expect_near(tangent, (derivative) * w);                                                                            \
    expect_near(f##_vjp(z, w, adjoint), f(z));                                                                         \
    expect_near(adjoint, complex{1.0, 2.0} + std::conj(derivative) * w);                                               \
  }
} // namespace

DERIVATIVES(ComplexEdges, cube, z)
DERIVATIVES(ComplexEdges, mobius, z, w)
DERIVATIVES(ComplexEdges, exponential, z)
DERIVATIVES(ComplexEdges, logarithm, z)
DERIVATIVES(ComplexEdges, square_root, z)
DERIVATIVES(ComplexEdges, power, z, w)
DERIVATIVES(ComplexEdges, real_power, z, 1.7)
DERIVATIVES(ComplexEdges, whole_power, z)
DERIVATIVES(ComplexEdges, sines, z)
DERIVATIVES(ComplexEdges, hyperbolic, z)
DERIVATIVES(ComplexEdges, conjugated, z)
DERIVATIVES(ComplexEdges, modulus, z)
DERIVATIVES(ComplexEdges, angle, z)
DERIVATIVES(ComplexEdges, squared_modulus, z)
DERIVATIVES(ComplexEdges, from_polar, 1.3, 0.8)
DERIVATIVES(ComplexEdges, parts, z)
DERIVATIVES(ComplexEdges, literals, 0.3)
DERIVATIVES(ComplexEdges, mixed, z, 1.4)
DERIVATIVES(ComplexEdges, branches, z)
DERIVATIVES(ComplexEdges, scaled, z, w)
DERIVATIVES(ComplexEdges, through_pointer, several, 3, several)
DERIVATIVES(ComplexEdges, polynomial, several, z)
DERIVATIVES(ComplexEdges, transform, (std::vector<double>{0.3, -1.2, 0.8, 0.5}))
DERIVATIVES(ComplexEdges, spectrum_energy, wave)
DERIVATIVES(ComplexEdges, filtered, wave, w)
DERIVATIVES(ComplexEdges, fft4, (std::array<complex, 4>{z, w, z * w, z + w}))
DERIVATIVES(ComplexEdges, reduced, wave)
DERIVATIVES(ComplexEdges, evaluated, (quadratic{z, w, z * w}), complex(0.4, 0.9))
DERIVATIVES(ComplexEdges, in_series, (impedance{z, 1.5}), (impedance{w, 0.8}))
DERIVATIVES(ComplexEdges, as_pair, z)
DERIVATIVES(ComplexEdges, roots, 1.0, 0.5, 2.0)
DERIVATIVES(ComplexEdges, single, std::complex<float>(0.7f, -0.4f))
DERIVATIVES(ComplexEdges, escape_modulus, complex(0.35, 0.4), 20)
DERIVATIVES(ComplexEdges, matrix_norm, square)
DERIVATIVES(ComplexEdges, in_place, wave, 0.7)

TEST(ComplexEdges, BranchesOnEverySide) {
  for (complex c : {complex(0.7, 0.4), complex(-0.7, 0.4), complex(-0.7, -0.4)})
    EXPECT_DERIVATIVES(branches, c);
}
TEST(ComplexEdges, HolomorphicFunctions) {
  EXPECT_HOLOMORPHIC(cube, 3.0 * z * z);
  EXPECT_HOLOMORPHIC(exponential, std::exp(z));
  EXPECT_HOLOMORPHIC(logarithm, 1.0 / z);
  EXPECT_HOLOMORPHIC(square_root, 0.5 / std::sqrt(z));
  EXPECT_HOLOMORPHIC(whole_power, 3.0 * z * z - 2.0 / (z * z * z));
  EXPECT_HOLOMORPHIC(sines, 2.0 * std::cos(z));
  EXPECT_HOLOMORPHIC(hyperbolic, std::cosh(z) * 2.0);
}
TEST(ComplexEdges, PowerOfTwoComplexNumbers) { // d z^w = w z^(w-1) dz + z^w log(z) dw
  const complex dz{0.2, -0.5}, dw{0.9, 0.3};
  complex tangent, z_adj, w_adj;
  power_jvp(z, w, dz, dw, tangent);
  expect_near(tangent, w * std::pow(z, w - 1.0) * dz + std::pow(z, w) * std::log(z) * dw);
  power_vjp(z, w, dz, z_adj, w_adj);
  expect_near(z_adj, std::conj(w * std::pow(z, w - 1.0)) * dz);
  expect_near(w_adj, std::conj(std::pow(z, w) * std::log(z)) * dz);
}
TEST(ComplexEdges, NotHolomorphicFunctions) {
  complex tangent, adjoint;
  conjugated_jvp(z, w, tangent); // 2 Re(conj(z) dz) + conj(dz)
  expect_near(tangent, 2 * (std::conj(z) * w).real() + std::conj(w));
  conjugated_vjp(z, w, adjoint); // 2 z Re(seed) + conj(seed)
  expect_near(adjoint, 2.0 * z * w.real() + std::conj(w));
  expect_near(gradient_of_modulus(z), z / std::abs(z));
  adjoint = 0;
  angle_vjp(z, 1.0, adjoint);
  expect_near(adjoint, complex(0, 1) * z / std::norm(z));
  adjoint = 0;
  squared_modulus_vjp(z, 1.0, adjoint);
  expect_near(adjoint, 2.0 * z);
  double r_adj = 0, t_adj = 0;
  from_polar_vjp(1.3, 0.8, w, r_adj, t_adj);
  EXPECT_NEAR(r_adj, (std::conj(w) * std::polar(1.0, 0.8)).real(), 1e-14);
  EXPECT_NEAR(t_adj, (std::conj(w) * complex(0, 1) * std::polar(1.3, 0.8)).real(), 1e-14);
}
TEST(ComplexEdges, Operators) {
  expect_near(derivative_of_cube(z, w), 3.0 * z * z * w);
  expect_near(adjoint_of_cube(z, w), std::conj(3.0 * z * z) * w);
  const complex radial = z * (std::conj(z) * w).real() / std::norm(z);
  expect_near(hessian_of_modulus(z, w), (w - radial) / std::abs(z));
  const list g = gradient_of_energy(several);
  ASSERT_EQ(g.size(), several.size());
  for (std::size_t i = 0; i < g.size(); ++i)
    expect_near(g[i], 4.0 * std::norm(several[i]) * several[i]);
}
TEST(ComplexEdges, TransformIsItsOwnTangent) { // and its adjoint is the real part of the conjugate transform
  const std::vector<double> x{0.3, -1.2, 0.8, 0.5}, dx{1, 2, -1, 0.5};
  list tangent;
  transform_jvp(x, dx, tangent);
  const list expected = transform(dx);
  for (std::size_t k = 0; k < 4; ++k)
    expect_near(tangent[k], expected[k]);
  std::vector<double> adjoint(4);
  transform_vjp(x, expected, adjoint);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(adjoint[k], 4 * dx[k], 1e-13);
}
TEST(ComplexEdges, RootsOfAQuadratic) { // dr/dc = -1 / (2 a r + b)
  const auto [first, second] = roots(1.0, 0.5, 2.0);
  double a = 0, b = 0, c = 0;
  roots_vjp(1.0, 0.5, 2.0, {complex(1, 0), complex(0, 0)}, a, b, c);
  EXPECT_NEAR(c, (-1.0 / (2.0 * first + 0.5)).real(), 1e-14);
  EXPECT_NEAR(b, (-first / (2.0 * first + 0.5)).real(), 1e-14);
  expect_near(first + second, -0.5);
}
