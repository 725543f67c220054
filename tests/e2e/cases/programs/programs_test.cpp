#include "programs.hpp"

#include "check.hpp"
#include "programs.soac.hpp"

using reals = std::vector<double>;
using vector = soac::array<double>;
using matrix = soac::array<double, 2>;

DERIVATIVES(Programs, matrix_multiply, reals{1, 2, 3, 4, 5, 6}, reals{1, -1, 0.5, 2, 3, 1}, reals(4), 2, 3, 2)
DERIVATIVES(Programs, solve_and_dot, reals{4, 1, 0.5, 1, 5, 2, 0.3, 1, 6}, reals{1, 2, 3}, 3)
DERIVATIVES(Programs, black_scholes, 100.0, 95.0, 0.03, 0.2, 0.75)
DERIVATIVES(Programs, heat, reals{0, 1, 3, -1, 2, 0.5}, 0.2, 4)
DERIVATIVES(Programs, square_root_by_newton, 2.0)
DERIVATIVES(Programs, simpson, -0.5, 1.25, 6)
DERIVATIVES(Programs, log_sum_exp, reals{0.3, 2.0, -1.0, 1.9})
DERIVATIVES(Programs, softmax, reals{0.3, 2.0, -1.0, 1.9})
DERIVATIVES(Programs, gravity, (std::vector<Body>{{{0, 0.5, 1}, 2}, {{1, 0.2, -1}, 1}, {{-1, 0.7, 0.1}, 3}}))
DERIVATIVES(Programs, orbit, (Complex{-0.4, 0.55}), 7)
DERIVATIVES(Programs, warping_distance, reals{0.1, 1.0, 2.2, 0.7}, reals{0.2, 0.9, 2.0, 2.4, 0.6})
DERIVATIVES(Programs, clipped, reals{0.5, -1.0, 3.0, 1.7, 200.0, 5.0}, 6, 0.8, 2.5)
DERIVATIVES(Programs, convolve, vector{1, 2, 0.5, -1, 3}, vector{0.5, 1, -0.25}, vector{9, 9, 9, 9})
DERIVATIVES(Programs, distances, (matrix{{0, 1}, {2, 0.5}, {1, 3}}), (matrix{{1, 1.5}, {0.3, -2}}))
DERIVATIVES(Programs, two_layers, (matrix{{0.1, 0.4, -0.2}, {1, -0.5, 0.3}}), vector{0.1, -0.3}, vector{1.5, 2},
            vector{0.7, -1, 2})
DERIVATIVES(Programs, determinant, (matrix{{4, 1, 0.5}, {1, 5, 2}, {0.3, 1, 6}}))
DERIVATIVES(Programs, single_precision, (std::vector<float>{0.5f, 1.25f, -0.75f}), 3)
DERIVATIVES(Programs, first_above, reals{0.5, -1.0, 3.0, 1.7}, 4, 1.0)
