#include "operator_uses.hpp"

#include "check.hpp"
#include "operator_uses.soac.hpp"

namespace {

using namespace uses;
const soac::array<double> x{0.7, -1.2, 0.4}, v{0.3, 0.5, -0.8}, b{1.0, 0.7, 0.4, 0.35};
const std::vector<double> w{1.5, -0.5};
const soac::array<double, 2> weights = soac::unflatten(soac::array<double>{0.7, -1.2, 0.4, 1.1, 0.3, -0.8}, 2, 3);
const std::vector<double> bias{0.1, -0.2};
const std::vector<Spring> all_springs{{1.5, 0.3, 1}, {0.6, -0.2, 2}};

} // namespace

#define KNOWN(function, expected, ...)                                                                                  \
  TEST(OperatorUses, function##_isKnown) {                                                                              \
    const double value = expected;                                                                                      \
    EXPECT_NEAR(function(__VA_ARGS__), value, 1e-11 * (1 + std::fabs(value)));                                          \
  }

KNOWN(all_of_mixed, 2 * 1.5 * 3 * 2 - 0.5 + 2 * 2.25 * 3 + 3 * 2 * 1.5 * (0.7 - 1.2 + 0.4) + 4 * (0.49 + 1.44 + 0.16) + 5 * 1.5, 1.5,
      3, 2.0f, x, w)
KNOWN(of_objects, (-2 + 0.8) * (1 + 6 * 0.8), 0.8)
KNOWN(of_lambda, -std::sin(0.8), 0.8)
KNOWN(of_templates, 4 * 0.512 + 1.6 * 3 * 0.64, 0.8)
KNOWN(of_member, 2 * 0.8 * 1.6, 0.8)
KNOWN(of_static, std::exp(0.8) * 1.8 + 2 * std::cos(1.6), 0.8)
KNOWN(of_noexcept, std::sinh(0.8), 0.8)
KNOWN(of_default, 8.0, 0.8)
KNOWN(newton_by_derivative, std::cbrt(5.0), 5.0)
KNOWN(in_condition, 1 + 6 * 0.8, 0.8)
KNOWN(taylor, 0.8 * std::exp(0.8) + 0.1 * 1.8 * std::exp(0.8) + 0.005 * 2.8 * std::exp(0.8) + 0.001 / 6 * 3.8 * std::exp(0.8), 0.8, 0.1)
KNOWN(mixed_third, 12 * 0.8 * 0.6, 0.8, 0.6)
KNOWN(determinant, 1 / std::hypot(0.8, 0.6), 0.8, 0.6)
KNOWN(stop_inside, 0.64 + 1.6 * 0, 0.8)
KNOWN(of_float, 1.5 * 2, 4.0f)
KNOWN(of_value_and, 0.4096 + 10 * 4 * 0.512 + 100 * 4 * 0.512 + 1000 * 12 * 0.64, 0.8)
KNOWN(laplacian, hessian_trace(x), x)

DERIVATIVES(OperatorUses, all_of_mixed, 1.1, 3, 2.0f, x, w)
DERIVATIVES(OperatorUses, backwards, 1.1, 3, 2.0f, x, w)
DERIVATIVES(OperatorUses, by_pair, 1.1, x)
DERIVATIVES(OperatorUses, of_objects, 0.8)
DERIVATIVES(OperatorUses, of_templates, 0.8)
DERIVATIVES(OperatorUses, of_member, 0.8)
DERIVATIVES(OperatorUses, of_static, 0.8)
DERIVATIVES(OperatorUses, newton_by_derivative, 5.0)
DERIVATIVES(OperatorUses, gradient_descent, x, 6)
DERIVATIVES(OperatorUses, penalised, x, 0.3)
DERIVATIVES(OperatorUses, in_map, x)
DERIVATIVES(OperatorUses, in_condition, 0.8)
DERIVATIVES(OperatorUses, in_while, 3.1)
DERIVATIVES(OperatorUses, taylor, 0.8, 0.1)
DERIVATIVES(OperatorUses, mixed_third, 0.8, 0.6)
DERIVATIVES(OperatorUses, through_layers, weights, bias, 1.3, x)
DERIVATIVES(OperatorUses, sensitivity, weights, bias, 1.3, x)
DERIVATIVES(OperatorUses, springs, all_springs, 0.8)
DERIVATIVES(OperatorUses, spring_forces, all_springs, 0.8)
DERIVATIVES(OperatorUses, laplacian, x)
DERIVATIVES(OperatorUses, determinant, 0.8, 0.6)
DERIVATIVES(OperatorUses, hessian_trace, x)
DERIVATIVES(OperatorUses, directional, x, v)
DERIVATIVES(OperatorUses, by_mjp, x)
DERIVATIVES(OperatorUses, by_jmp, 0.8)
DERIVATIVES(OperatorUses, gauss_newton, soac::array<double>({1.1, 0.4}), b)
DERIVATIVES(OperatorUses, hvp_norm, x, v)
DERIVATIVES(OperatorUses, of_complex, 0.8, 0.6)
DERIVATIVES(OperatorUses, of_value_and, 0.8)
DERIVATIVES(OperatorUses, implicit, 0.8)
DERIVATIVES(OperatorUses, curvature_of_curve, 0.8)
