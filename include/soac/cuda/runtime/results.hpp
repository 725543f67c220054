// Handles of a call's arguments, and what it returns.
#pragma once

#include "soac/cuda/runtime/call_frame.hpp"

namespace soac::cuda {

/// The handle of an argument.
template <class T, int R> dense<const T, R> borrow(const view<const T, R> &v) {
  dense<const T, R> result;
  result.pointer = v.data();
  for (int d = 0; d < R; ++d)
    result.extents[d] = v.extent(d);
  return result;
}
template <class T, int R> dense<T, R> borrow_mutable(const view<T, R> &v) {
  dense<T, R> result;
  result.pointer = v.data();
  for (int d = 0; d < R; ++d)
    result.extents[d] = v.extent(d);
  return result;
}

template <class T> dense<T, 0> borrow(scalar<T> &x) { return {x.data()}; }
template <class S, class T> dense<T, 0> borrow(const leaf_positions<S, T, 0> &x) {
  static_assert(sizeof(S) == sizeof(T)); // the same type, or an enumeration and the type under it
  return {x.begin()};
}

/// An object for a result, its bytes zero.
template <class S> S object(call_frame &f) {
  S result(f.where());
  f.clear(result.data(), sizeof(*result.data()));
  return result;
}
/// An array for a result, without values.
template <class A, class... E> A container(call_frame &f, E... extent) {
  return A(f.where(), std::array<index, sizeof...(E)>{static_cast<index>(extent)...});
}
/// A result that is a copy of an array of the call's.
template <class A, class T, int R> A to_container(call_frame &f, const dense<T, R> &a) {
  std::array<index, R> extents{};
  for (int d = 0; d < R; ++d)
    extents[static_cast<std::size_t>(d)] = a.extent(d);
  A result(f.where(), extents);
  f.copy(dense<std::remove_const_t<T>, R>(borrow_mutable(view<std::remove_const_t<T>, R>(result))), a);
  return result;
}
/// A number for a result, of the function's own type: an enumeration, a `long long`, which is stored as a T.
template <class T, class S = scalar<T>> S to_scalar(call_frame &f, const dense<T, 0> &cell) {
  S result(f.where());
  static_assert(sizeof(*result.data()) == sizeof(T));
  f.copy(dense<T, 0>{reinterpret_cast<T *>(result.data())}, cell);
  return result;
}
template <class T, class S = scalar<T>> S to_scalar(call_frame &f, T value) {
  S result(f.where());
  static_assert(sizeof(*result.data()) == sizeof(T));
  f.fill(dense<T, 1>(reinterpret_cast<T *>(result.data()), 1), value);
  return result;
}

} // namespace soac::cuda
