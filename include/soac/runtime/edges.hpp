// Between a function's C++ parameters and results and the dense arrays inside.
//
// `borrow<T, R>` gives a handle on a container's memory where that is contiguous and of the very element type, else on a
// packed copy (runtime/nested.hpp); `write_back` is its inverse. `container` and `to_container` build results.
#pragma once

#include "soac/runtime/complex.hpp"
#include "soac/runtime/map.hpp"
#include "soac/runtime/nested.hpp"

#include <array>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace soac::runtime {

/// A handle on the elements of `c`, which is not written to.
template <class T, int R, class C> dense<const T, R> borrow(workspace &w, const C &c) {
  if constexpr (requires { c.data(); }) {
    if constexpr (std::is_same_v<std::remove_cv_t<std::remove_pointer_t<decltype(c.data())>>, T>)
      if (detail::contiguous(c)) {
        dense<const T, R> result;
        result.pointer = c.data();
        for (int d = 0; d < R; ++d)
          result.extents[d] = detail::container_extent(c, d);
        return result;
      }
  }
  return pack<T, R>(w, c, identity{});
}
/// A handle through which the elements of `c` are read and written; `write_back` ends it.
template <class T, int R, class C> dense<T, R> borrow_mutable(workspace &w, C &c) {
  if constexpr (requires { c.data(); }) {
    if constexpr (std::is_same_v<decltype(c.data()), T *>)
      if (detail::contiguous(c)) {
        dense<T, R> result;
        result.pointer = c.data();
        for (int d = 0; d < R; ++d)
          result.extents[d] = detail::container_extent(c, d);
        return result;
      }
  }
  return pack<T, R>(w, c, identity{});
}
/// A view, span or pointer C to elements T that looks at an array: at a copy where that has elements of another type.
template <class C, class T, class A> C lend(workspace &w, const A &from) {
  const auto source = handle(from);
  using Given = std::remove_const_t<typename decltype(source)::element>;
  const auto look = [&](const T *elements) -> C {
    if constexpr (std::is_pointer_v<C>)
      return elements;
    else if constexpr (detail::has_extents<C>)
      return [&]<std::size_t... D>(std::index_sequence<D...>) {
        return C(elements, source.extent(static_cast<int>(D))...);
      }(std::make_index_sequence<static_cast<std::size_t>(source.rank)>{});
    else
      return C(elements, static_cast<std::size_t>(source.size()));
  };
  if constexpr (std::is_same_v<T, Given>) {
    return look(source.data());
  } else {
    const auto copy = w.make<T>(source.size());
    for (index i = 0; i < source.size(); ++i)
      copy(i) = static_cast<T>(source.data()[i]);
    return look(copy.data());
  }
}
/// A pointer's elements; how many is not known.
template <class T> dense<T, 1> borrow_pointer(T *p) { return {p, 0}; }

/// As many elements as a derivative needs, counted by generated code: -1 where the function uses others before these.
inline void check_begins(index n) {
  if (n < 0)
    workspace::raise("soac: an array is used before the place where its pointer points, and its derivative copies it: "
                     "pass a pointer to its begin, or a soac::view");
}
template <class T> dense<T, 1> first_elements(const dense<T, 1> &elements, index n) {
  check_begins(n);
  return elements.reshape(n);
}

namespace detail {
/// How many numbers a member of a record is: one, or the elements of a fixed array of any rank.
template <class T> inline constexpr index numbers_in = 1;
template <class T, std::size_t N> inline constexpr index numbers_in<T[N]> = static_cast<index>(N) * numbers_in<T>;
template <class T, std::size_t N>
inline constexpr index numbers_in<std::array<T, N>> = static_cast<index>(N) * numbers_in<T>;

/// Number `k` of a member.
template <class T> auto &number_of(T &member, index k) {
  if constexpr (requires { member[0]; }) {
    constexpr index inner = numbers_in<std::remove_cvref_t<decltype(member[0])>>;
    return number_of(member[static_cast<std::size_t>(k / inner)], k % inner);
  } else
    return member;
}
/// Number `i` of a field of the records, counted through them all. It may lie before the first.
template <class P, class Project> auto &number_of(P *records, Project project, index i) {
  constexpr index count = numbers_in<std::remove_cvref_t<decltype(project(*records))>>;
  const index record = i / count - (i % count < 0);
  return number_of(project(records[record]), i - record * count);
}
} // namespace detail

/// One field of the records that a pointer points to, a number or a fixed array; how many there are is not known.
template <class P, class Project> struct field_pointer {
  P *records;
  Project project;
  field_pointer(P *p, Project f) : records(p), project(f) {}
  decltype(auto) operator()(index i) const { return detail::number_of(records, project, i); }
};
template <class P, class Project> field_pointer<P, Project> handle(const field_pointer<P, Project> &field) { return field; }

/// A copy of the first n numbers of the field.
template <class T, class P, class Project> dense<T, 1> pack_pointer(workspace &w, index n, P *records, Project project) {
  check_begins(n);
  const auto result = w.make<T>(n);
  for (index i = 0; i < n; ++i)
    result(i) = static_cast<T>(detail::number_of(records, project, i));
  return result;
}
template <class A, class P, class Project> void unpack_pointer(const A &from, P *records, Project project) {
  for (index i = 0; i < from.extent(0); ++i) {
    auto &field = detail::number_of(records, project, i);
    field = static_cast<std::remove_cvref_t<decltype(field)>>(from(i));
  }
}

/// Writes `from` to the container `c`; a std::vector or soac::array takes its shape. Nothing moves when it is there.
template <class T, class A, class C> void write_back(const A &from, C &c) {
  const auto source = handle(from);
  constexpr int rank = decltype(source)::rank;
  if constexpr (requires { c.data(); })
    if (static_cast<const void *>(c.data()) == static_cast<const void *>(source.data()))
      return;
  bool same = true;
  for (int d = 0; d < detail::container_rank_v<C>; ++d)
    same = same && detail::container_extent(c, d) == source.extent(d);
  if (!same) {
    if constexpr (requires { c.resize(std::size_t(0)); } && rank == 1)
      c.resize(static_cast<std::size_t>(source.extent(0)));
    else if constexpr (detail::owns_shape<C>)
      c = make_container<C>(source);
    else
      detail::shape_mismatch<C>();
  }
  unpack(source, c, identity{});
}
template <class T, class A> void write_back_pointer(const A &from, T *p) {
  const auto source = handle(from);
  if (static_cast<const void *>(source.data()) != static_cast<const void *>(p))
    std::memmove(p, source.data(), static_cast<std::size_t>(source.size()) * sizeof(T));
}

/// A container of the given extents for a result that is computed in it: its elements have no value yet where the
/// container allows it.
template <class C, class... E> C container(E... extent) {
  if constexpr (requires { C(soac::detail::uninitialized{}, shape<sizeof...(E)>{extent...}); })
    return C(soac::detail::uninitialized{}, shape<sizeof...(E)>{extent...});
  else
    return C(static_cast<std::size_t>(extent)...);
}
/// A container of scalars with the elements of `from`.
template <class C, class A> C to_container(const A &from) {
  const auto source = handle(from);
  using T = std::remove_const_t<typename decltype(source)::element>;
  if constexpr (std::is_same_v<C, std::vector<T>>)
    return C(source.data(), source.data() + source.size());
  C result = make_container<C>(source);
  if constexpr (requires { result.data(); }) {
    if constexpr (std::is_same_v<decltype(result.data()), T *>) {
      copy(dense<T, 1>(result.data(), source.size()), source);
      return result;
    }
  }
  unpack(source, result, identity{});
  return result;
}

} // namespace soac::runtime
