// The parts of a std::complex as lvalues: the standard lets a complex number be seen as an array of two.
#pragma once

#include <type_traits>

namespace soac::runtime {

/// The real (0) or imaginary (1) part.
template <int K, class Complex> auto &part(Complex &z) {
  using T = typename Complex::value_type;
  using Parts = std::conditional_t<std::is_const_v<Complex>, const T[2], T[2]>;
  return reinterpret_cast<Parts &>(z)[K];
}

} // namespace soac::runtime
