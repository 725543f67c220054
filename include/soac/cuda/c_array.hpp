// C arrays at the edge of a device. What a call writes of a T[N] is a scalar<std::array<T, N>>; what it reads is given by value:
//
//   double x[3] = {1, 2, 3};
//   soac::cuda::scalar<std::array<double, 3>> x_adj(place, {});
//   f_vjp(place, x, 1.0, x_adj);                       // f(const double (&x)[3])
//   soac::cuda::copy_to(x_adj, x);                     // waits for the stream
#pragma once

#include "soac/cuda/array.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <memory>

namespace soac::cuda {

namespace detail {
template <class T> struct value {
  using type = T;
};
template <class T, std::size_t N> struct value<T[N]> {
  using type = std::array<typename value<T>::type, N>;
};
} // namespace detail

/// std::array<std::array<double, 3>, 2> of double[2][3]: what lies in memory in the same way, and can be returned.
template <class A> using value_of = typename detail::value<A>::type;

/// The value of a C array.
template <class T, std::size_t N> value_of<T[N]> to_value(const T (&c)[N]) { return std::bit_cast<value_of<T[N]>>(c); }

/// A C array that a call reads: one of the host's, a std::array, or one in the device's memory, which waits for the stream.
template <class A> class given {
public:
  given(const A &c) : elements(&c) {}
  given(const value_of<A> &value) : elements(reinterpret_cast<const A *>(&value)) {}
  given(const scalar<value_of<A>> &device)
      : copy(new value_of<A>(device)), elements(reinterpret_cast<const A *>(copy.get())) {}
  const A &operator*() const { return *elements; }

private:
  std::unique_ptr<const value_of<A>> copy;
  const A *elements;
};

} // namespace soac::cuda
