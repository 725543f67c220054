// One number of the records in a device's memory, seen from the host: where it lies in each of them.
//
//   view<const point> v  ->  leaf<double, 1>(v, [](auto &it) -> auto & { return it.x; })     v[0].x, v[1].x, ..
//   scalar<point> p      ->  leaf<double, 0>(p, [](auto &it) -> auto & { return it.x; })     p.x
//   view<const std::array<double, 3>> v  ->  leaf<double, 2>(v, identity{}, identity{})      v[0][0], v[0][1], ..
//
// Positions are found on a record of the host's that has no value.
#pragma once

#include "soac/cuda/array.hpp"
#include "soac/runtime/complex.hpp"
#include "soac/runtime/dense.hpp"
#include "soac/runtime/edges.hpp"

namespace soac::cuda {

using runtime::dense;

/// `Source`: the number's type in memory; dimension d has `extents[d]` of them, `strides[d]` bytes apart.
template <class Source, class T, int R> struct leaf_positions {
  char *base;
  index extents[R > 0 ? R : 1], strides[R > 0 ? R : 1];

  index size() const {
    index n = 1;
    for (int d = 0; d < R; ++d)
      n *= extents[d];
    return n;
  }
  /// Numbers of type T one behind the other?
  bool is_dense() const {
    index expected = sizeof(T);
    for (int d = R; d-- > 0;) {
      if (strides[d] != expected && extents[d] != 1)
        return size() == 0;
      expected *= extents[d];
    }
    return std::is_same_v<Source, T>;
  }
  /// The extents, and memory for as many numbers of type T.
  dense<T, R> at(T *memory) const {
    dense<T, R> result;
    result.pointer = memory;
    for (int d = 0; d < R; ++d)
      result.extents[d] = extents[d];
    return result;
  }
  T *begin() const { return reinterpret_cast<T *>(base); }
};

namespace detail {

/// Room for an object that is never made.
template <class E> union model {
  char none;
  E object;
  model() : none() {}
  model(const model &) = delete;
  model &operator=(const model &) = delete;
  ~model() {}
};

template <class C> inline constexpr bool is_fixed_container = requires { std::tuple_size<C>::value; } || std::is_array_v<C>;
template <class A, std::size_t N> auto &first_element(std::array<A, N> &a) { return a[0]; }
template <class A, std::size_t N> auto &first_element(A (&a)[N]) { return a[0]; }
template <class A, std::size_t N> constexpr index length(const std::array<A, N> &) { return static_cast<index>(N); }
template <class A, std::size_t N> constexpr index length(const A (&)[N]) { return static_cast<index>(N); }

/// The dimensions of `object` and of the containers in it, from dimension `d` on; `origin` is where the model begins.
template <class T, int R, class Object, class... Rest>
auto positions(char *base, const char *origin, const index (&extents)[R + 1], const index (&strides)[R + 1], int d, Object &object,
               Rest... rest) {
  if constexpr (sizeof...(Rest) == 0) {
    leaf_positions<std::remove_cv_t<Object>, T, R> result{};
    result.base = base + (reinterpret_cast<const char *>(&object) - origin);
    for (int k = 0; k < R; ++k) {
      result.extents[k] = extents[k];
      result.strides[k] = strides[k];
    }
    return result;
  } else {
    index own[R + 1], apart[R + 1];
    for (int k = 0; k < R; ++k) {
      own[k] = extents[k];
      apart[k] = strides[k];
    }
    auto &first = first_element(object);
    own[d] = length(object);
    apart[d] = static_cast<index>(sizeof(first));
    const auto next = [&](auto project, auto... others) {
      return positions<T, R>(base, origin, own, apart, d + 1, project(first), others...);
    };
    return next(rest...);
  }
}

} // namespace detail

/// A leaf of a record, or of a fixed array, in a scalar: `project` leads to it or to the first array around it.
template <class T, int R, class P, class Project, class... Rest> auto leaf(scalar<P> &object, Project project, Rest... rest) {
  static detail::model<P> model;
  const index none[R + 1] = {};
  return detail::positions<T, R>(reinterpret_cast<char *>(object.data()), reinterpret_cast<const char *>(&model.object), none, none, 0,
                                 project(model.object), rest...);
}
/// A leaf of the elements of an array.
template <class T, int R, class E, int D, class Project, class... Rest>
auto leaf(const view<E, D> &elements, Project project, Rest... rest) {
  using Element = std::remove_const_t<E>;
  static detail::model<Element> model;
  index extents[R + 1] = {}, strides[R + 1] = {}, stride = sizeof(Element);
  for (int d = D; d-- > 0;) {
    extents[d] = elements.extent(d);
    strides[d] = stride;
    stride *= extents[d];
  }
  return detail::positions<T, R>(const_cast<char *>(reinterpret_cast<const char *>(elements.data())),
                                 reinterpret_cast<const char *>(&model.object), extents, strides, D, project(model.object), rest...);
}
template <class T, int R, class E, int D, class... Project> auto leaf(array<E, D> &elements, Project... project) {
  return leaf<T, R>(view<E, D>(elements), project...);
}

} // namespace soac::cuda
