// Containers inside of containers: one leaf of their elements as a dense array, and back.
//
// `pack<T, R>(w, xs, project...)` copies one scalar leaf of an array of records: project[k] leads from an element of the
// k-th nested container to the next container or to the scalar. `write_back_leaf` is its inverse. Rows, vectors inside of
// containers, may differ in length where that is said: the array has room for the longest then.
#pragma once

#include "soac/array.hpp"
#include "soac/runtime/arrays.hpp"
#include "soac/runtime/workspace.hpp"

#include <array>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace soac::runtime {

/// Leads from an element to itself.
struct identity {
  template <class X> constexpr X &operator()(X &x) const { return x; }
};

namespace detail {

template <class C>
concept has_extents = requires(C &c) { c.extent(0); };

/// How many indices a container takes.
template <class C> struct container_rank : std::integral_constant<int, 1> {};
template <template <class, int> class C, class T, int R>
  requires(has_extents<C<T, R>>) // Clang lets std::array<T, N> match, too
struct container_rank<C<T, R>> : std::integral_constant<int, R> {};
template <class C> inline constexpr int container_rank_v = container_rank<std::remove_cvref_t<C>>::value;

template <class C> index container_extent(C &c, int d) {
  if constexpr (has_extents<C>)
    return c.extent(d);
  else
    return static_cast<index>(std::size(c));
}
template <class C, std::size_t... D>
decltype(auto) container_element(C &c, const index *at, std::index_sequence<D...>) {
  if constexpr (has_extents<C>)
    return c(at[D]...);
  else
    return c[static_cast<std::size_t>(at[0])];
}

/// True when all rows of a view lie one after another.
template <class C> bool contiguous(const C &c) {
  if constexpr (requires { c.stride(0); }) {
    index expected = 1;
    for (int d = container_rank_v<C> - 1; d >= 0; --d) {
      if (c.extent(d) != 1 && c.stride(d) != expected)
        return c.size() == 0;
      expected *= c.extent(d);
    }
  }
  return true;
}

/// The element of `c` behind `at`; false where that was the last one.
template <int R> bool to_next(index (&at)[R], const index (&extents)[R]) {
  for (int d = R - 1; d >= 0; --d) {
    if (++at[d] < extents[d])
      return true;
    at[d] = 0;
  }
  return false;
}

template <class C> inline constexpr bool is_fixed_array = std::is_array_v<C>;
template <class T, std::size_t N> inline constexpr bool is_fixed_array<std::array<T, N>> = true;

/// The extents of a leaf: those of each nested container in turn, of which `out` gets the largest ones; it begins with
/// zeros. False where containers inside of others differ.
template <class C, class Project, class... Rest>
bool leaf_extents(C &c, index *out, bool is_first, Project project, Rest... rest) {
  constexpr int rank = container_rank_v<C>;
  index own[rank], at[rank] = {};
  bool are_equal = true, is_empty = false;
  for (int d = 0; d < rank; ++d) {
    own[d] = container_extent(c, d);
    are_equal = are_equal && (is_first || own[d] == out[d]);
    is_empty = is_empty || own[d] == 0;
    if (own[d] > out[d])
      out[d] = own[d];
  }
  if constexpr (sizeof...(Rest) > 0)
    if (!is_empty)
      do {
        auto &&element = container_element(c, at, std::make_index_sequence<rank>{});
        are_equal = leaf_extents(project(element), out + rank, is_first, rest...) && are_equal;
        is_first = false;
        if (sizeof...(Rest) == 1 && is_fixed_array<std::remove_cvref_t<decltype(project(element))>>)
          break;
      } while (to_next(at, own));
  return are_equal;
}
template <class T, int R, class C, class... Project> bool leaf_extents(C &c, dense<T, R> &out, Project... project) {
  for (int d = 0; d < R; ++d)
    out.extents[d] = 0;
  return leaf_extents(c, out.extents, true, project...);
}
[[noreturn]] inline void rows_differ() {
  throw std::invalid_argument("soac: the rows of an array differ in length");
}

/// Calls visit(place, leaf) for every leaf: its place among all, in row-major order, of an array of these extents.
template <class C, class Visit, class Project, class... Rest>
void for_each_leaf(C &c, index place, const index *extents, Visit &visit, Project project, Rest... rest) {
  constexpr int rank = container_rank_v<C>;
  const auto enter = [&](index inner, auto &&element) {
    if constexpr (sizeof...(Rest) > 0)
      for_each_leaf(project(element), inner, extents + rank, visit, rest...);
    else
      visit(inner, project(element));
  };
  if constexpr (rank == 1) {
    const index own = container_extent(c, 0), first = place * extents[0];
    for (index i = 0; i < own; ++i)
      enter(first + i, container_element(c, &i, std::make_index_sequence<1>{}));
  } else {
    index own[rank], at[rank] = {};
    for (int d = 0; d < rank; ++d)
      if ((own[d] = container_extent(c, d)) == 0)
        return;
    do {
      index inner = place;
      for (int d = 0; d < rank; ++d)
        inner = inner * extents[d] + at[d];
      enter(inner, container_element(c, at, std::make_index_sequence<rank>{}));
    } while (to_next(at, own));
  }
}

} // namespace detail

/// Whether the rows of a leaf, vectors inside of containers, may differ in length. Then an array has room for the longest.
enum class rows { equal, own };

/// A copy of one leaf of `c`; T is the scalar, R the leaf's rank. What lies behind the ends of rows is 0.
template <class T, int R, rows Rows = rows::equal, class C, class... Project>
dense<T, R> pack(workspace &w, C &c, Project... project) {
  dense<T, R> result;
  const bool are_equal = detail::leaf_extents(c, result, project...);
  if (Rows == rows::equal && !are_equal)
    detail::rows_differ();
  const auto memory = are_equal ? w.make<T>(result.size()) : w.filled<T>(T(0), result.size());
  result.pointer = memory.data();
  const auto visit = [&](index i, const auto &leaf) { memory(i) = static_cast<T>(leaf); };
  detail::for_each_leaf(c, 0, result.extents, visit, project...);
  return result;
}

/// Writes a leaf of `c` back, as far as `c` has elements.
template <class A, class C, class... Project> void unpack(const A &from, C &c, Project... project) {
  const auto source = handle(from);
  const auto visit = [&](index i, auto &&leaf) {
    leaf = static_cast<std::remove_cvref_t<decltype(leaf)>>(source.data()[i]);
  };
  detail::for_each_leaf(c, 0, source.extents, visit, project...);
}

/// How long the containers are to which the projections lead, D levels inside of `c`.
template <int D, class C, class... Project> dense<index, D> row_lengths(workspace &w, C &c, Project... project) {
  dense<index, D> result;
  detail::leaf_extents(c, result, project...);
  const auto memory = w.filled<index>(0, result.size());
  result.pointer = memory.data();
  const auto visit = [&](index i, const auto &row) { memory(i) = detail::container_extent(row, 0); };
  detail::for_each_leaf(c, 0, result.extents, visit, project...);
  return result;
}

/// Have the vectors to which the projections lead, and those in between, one length each?
template <class C, class... Project> bool have_equal_rows(C &c, Project... project) {
  index extents[16] = {};
  return detail::leaf_extents(c, extents, true, project...);
}
/// Cuts rows, which have room for the longest one, to these lengths.
template <class A, class C, class... Project> void cut_rows(const A &lengths, C &c, Project... project) {
  const auto source = handle(lengths);
  const auto visit = [&](index i, auto &row) { row.resize(static_cast<std::size_t>(source.data()[i])); };
  detail::for_each_leaf(c, 0, source.extents, visit, project...);
}
/// Throws where the lengths of two arrays' rows differ.
template <class T, class U, int D> void check_rows(const dense<T, D> &a, const dense<U, D> &b, const char *message) {
  bool are_equal = true;
  for (int d = 0; d < D; ++d)
    are_equal = are_equal && a.extent(d) == b.extent(d);
  for (index i = 0; are_equal && i < a.size(); ++i)
    are_equal = a.data()[i] == b.data()[i];
  if (!are_equal)
    throw std::invalid_argument(message);
}

namespace detail {
/// True for containers that are made of their extents.
template <class C, class = std::make_index_sequence<container_rank_v<C>>> struct made_of_extents : std::false_type {};
template <class C, std::size_t... D>
  requires has_extents<C>
struct made_of_extents<C, std::index_sequence<D...>>
    : std::bool_constant<std::is_constructible_v<C, decltype(static_cast<index>(D))...>> {};
template <class C> inline constexpr bool owns_shape = made_of_extents<C>::value;
} // namespace detail

/// A container of the shape of `leaf` with elements of no value, as far as its type has a shape of its own.
template <class C, class A> C make_container(const A &leaf) {
  const auto shape = handle(leaf);
  if constexpr (requires(C &c) { c.resize(std::size_t(0)); })
    return C(static_cast<std::size_t>(shape.extent(0)));
  else if constexpr (detail::owns_shape<C>) {
    return [&]<std::size_t... D>(std::index_sequence<D...>) {
      return C(shape.extent(static_cast<int>(D))...);
    }(std::make_index_sequence<static_cast<std::size_t>(detail::container_rank_v<C>)>{});
  } else
    return C{};
}

namespace detail {
template <class C> [[noreturn]] void shape_mismatch() {
  throw std::invalid_argument("soac: a result has another shape than the array it is written to");
}
} // namespace detail

namespace detail {
template <class C, class Project, class... Rest>
void shape_inner(C &c, const index *extents, Project project, Rest... rest) {
  if constexpr (sizeof...(Rest) > 0) {
    index at[container_rank_v<C>] = {}, count = 1, all[container_rank_v<C>];
    for (int d = 0; d < container_rank_v<C>; ++d)
      count *= all[d] = container_extent(c, d);
    for (index i = 0; i < count; ++i) {
      auto &inner = project(container_element(c, at, std::make_index_sequence<container_rank_v<C>>{}));
      using Inner = std::remove_cvref_t<decltype(inner)>;
      if constexpr (requires { inner.resize(std::size_t(0)); })
        inner.resize(static_cast<std::size_t>(extents[0]));
      else if constexpr (owns_shape<Inner>)
        inner = [&]<std::size_t... D>(std::index_sequence<D...>) {
          return Inner(extents[D]...);
        }(std::make_index_sequence<static_cast<std::size_t>(container_rank_v<Inner>)>{});
      shape_inner(inner, extents + container_rank_v<Inner>, rest...);
      for (int d = container_rank_v<C> - 1; d >= 0 && ++at[d] == all[d]; --d)
        at[d] = 0;
    }
  }
}
} // namespace detail

/// Writes one leaf of the elements of `c`: the containers on the way to it take its shape where they have another, what
/// lies beside them in elements that there are stays.
template <rows Rows = rows::equal, class A, class C, class... Project>
void write_back_leaf(const A &from, C &c, Project... project) {
  const auto source = handle(from);
  constexpr int rank = detail::container_rank_v<C>;
  const auto has_shape = [&] {
    auto shape = source;
    bool same = detail::leaf_extents(c, shape, project...) || Rows == rows::own;
    for (int d = 0; d < source.rank; ++d)
      same = same && shape.extent(d) == source.extent(d);
    return same;
  };
  if (!has_shape()) {
    bool has_outer = true;
    for (int d = 0; d < rank; ++d)
      has_outer = has_outer && detail::container_extent(c, d) == source.extent(d);
    if (!has_outer) {
      if constexpr (requires { c.resize(std::size_t(0)); })
        c.resize(static_cast<std::size_t>(source.extent(0)));
      else if constexpr (detail::owns_shape<C>)
        c = make_container<C>(source);
    }
    detail::shape_inner(c, source.extents + rank, project...);
    if (!has_shape())
      detail::shape_mismatch<C>();
  }
  unpack(source, c, project...);
}

} // namespace soac::runtime
