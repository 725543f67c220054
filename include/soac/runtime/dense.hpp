// Handles of dense row-major arrays: `dense` borrows memory, `fixed` is a small array of constant shape on the stack.
//
// a(i, j) is an element; with fewer indices than the rank it is the sub-array, again a handle. Handles are trivially
// copyable, so that they can be captured by value and passed to a device. Indices are not checked.
#pragma once

#include "soac/runtime/config.hpp"

#include <type_traits>

namespace soac::runtime {

template <class T, int R> struct dense {
  using element = T;
  static constexpr int rank = R;

  T *pointer;
  index extents[R];

  dense() = default;
  template <class... E>
    requires(sizeof...(E) == R)
  SOAC_INLINE constexpr dense(T *memory, E... extent) : pointer(memory), extents{static_cast<index>(extent)...} {}
  /// A handle that only reads is made from one that also writes.
  template <class Other>
    requires(std::is_same_v<const Other, T>)
  SOAC_INLINE constexpr dense(const dense<Other, R> &a) : pointer(a.pointer) {
    for (int d = 0; d < R; ++d)
      extents[d] = a.extents[d];
  }

  SOAC_INLINE constexpr index extent(int d) const { return extents[d]; }
  SOAC_INLINE constexpr T *data() const { return pointer; }
  SOAC_INLINE constexpr index size() const {
    index n = 1;
    for (int d = 0; d < R; ++d)
      n *= extents[d];
    return n;
  }
  /// The number of elements of a sub-array of rank `inner`.
  template <int Inner> SOAC_INLINE constexpr index stride() const {
    index n = 1;
    for (int d = R - Inner; d < R; ++d)
      n *= extents[d];
    return n;
  }

  template <class... I>
    requires(sizeof...(I) <= R)
  SOAC_INLINE constexpr decltype(auto) operator()(I... i) const {
    constexpr int inner = R - static_cast<int>(sizeof...(I));
    index offset = 0;
    int d = 0;
    ((offset = offset * extents[d++] + static_cast<index>(i)), ...);
    if constexpr (inner == 0)
      return (pointer[offset]);
    else {
      dense<T, inner> result;
      result.pointer = pointer + offset * this->template stride<inner>();
      for (int k = 0; k < inner; ++k)
        result.extents[k] = extents[R - inner + k];
      return result;
    }
  }

  /// Rows start .. start + count - 1.
  SOAC_INLINE constexpr dense rows(index start, index count) const {
    dense result = *this;
    result.pointer = pointer + start * this->template stride<R - 1>();
    result.extents[0] = count;
    return result;
  }
  /// The same elements under other extents.
  template <class... E> SOAC_INLINE constexpr dense<T, static_cast<int>(sizeof...(E))> reshape(E... extent) const {
    return {pointer, extent...};
  }
};

/// A scalar that parallel iterations add to.
template <class T> struct dense<T, 0> {
  using element = T;
  static constexpr int rank = 0;
  T *pointer;
  SOAC_INLINE constexpr T *data() const { return pointer; }
  SOAC_INLINE constexpr index size() const { return 1; }
  SOAC_INLINE constexpr T &operator()() const { return *pointer; }
};
template <class T> SOAC_INLINE constexpr dense<T, 0> scalar(T &x) { return {&x}; }

/// Extents E... known at compile time, elements in place.
template <class T, index... E> struct fixed {
  using element = T;
  static constexpr int rank = static_cast<int>(sizeof...(E));
  static constexpr index count = (E * ... * 1);
  static constexpr std::size_t bytes = sizeof(T) * static_cast<std::size_t>(count > 0 ? count : 1);

  /// In vector registers: GCC 12 reads arrays of the stack as if they were aligned to these, whether they are or not.
  alignas(bytes >= 64 ? 64 : bytes >= 32 ? 32 : alignof(T)) T elements[count > 0 ? count : 1];

  fixed() = default;
  SOAC_INLINE constexpr explicit fixed(T value) {
    for (index i = 0; i < count; ++i)
      elements[i] = value;
  }

  static SOAC_INLINE constexpr index extent(int d) {
    const index shape[] = {E...};
    return shape[d];
  }
  static SOAC_INLINE constexpr index size() { return count; }
  SOAC_INLINE constexpr T *data() { return elements; }
  SOAC_INLINE constexpr const T *data() const { return elements; }
  SOAC_INLINE constexpr operator dense<T, rank>() { return {elements, E...}; }
  SOAC_INLINE constexpr operator dense<const T, rank>() const { return {elements, E...}; }

  template <class... I> SOAC_INLINE constexpr decltype(auto) operator()(I... i) {
    if constexpr (sizeof...(I) == rank)
      return (elements[offset(i...)]);
    else
      return dense<T, rank>(*this)(i...);
  }
  template <class... I> SOAC_INLINE constexpr decltype(auto) operator()(I... i) const {
    if constexpr (sizeof...(I) == rank)
      return (elements[offset(i...)]);
    else
      return dense<const T, rank>(*this)(i...);
  }
  SOAC_INLINE constexpr dense<T, rank> rows(index start, index n) { return dense<T, rank>(*this).rows(start, n); }
  SOAC_INLINE constexpr dense<const T, rank> rows(index start, index n) const {
    return dense<const T, rank>(*this).rows(start, n);
  }
  template <class... D> SOAC_INLINE constexpr auto reshape(D... extent) {
    return dense<T, rank>(*this).reshape(extent...);
  }
  template <class... D> SOAC_INLINE constexpr auto reshape(D... extent) const {
    return dense<const T, rank>(*this).reshape(extent...);
  }

private:
  template <class... I> static SOAC_INLINE constexpr index offset(I... i) {
    index result = 0;
    int d = 0;
    ((result = result * extent(d++) + static_cast<index>(i)), ...);
    return result;
  }
};

// Any handle as `dense`.
template <class T, int R> SOAC_INLINE constexpr dense<T, R> handle(const dense<T, R> &a) { return a; }
template <class T, index... E> SOAC_INLINE constexpr dense<T, sizeof...(E)> handle(fixed<T, E...> &a) { return a; }
template <class T, index... E> SOAC_INLINE constexpr dense<const T, sizeof...(E)> handle(const fixed<T, E...> &a) {
  return a;
}

} // namespace soac::runtime
