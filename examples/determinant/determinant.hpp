#pragma once

#include <soac/soac.hpp>

/// The determinant of a square matrix, by elimination with row exchanges.
double determinant(soac::view<const double, 2> a);

/// Its gradient: the cofactors (Jacobi's formula).
soac::array<double, 2> cofactors(soac::view<const double, 2> a);
