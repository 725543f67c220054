// What combinators see of their arguments, and how they gather their results.
//
// Every array-like argument is looked at as a view<const T, R>; its elements are `const T &` at rank 1 and views of
// rank R-1 above. Results of one call per element are gathered into arrays: a number or record becomes an element, an
// array of rank R a row of an array of rank R+1, a tuple a tuple of such arrays.
#pragma once

#include "soac/array.hpp"
#include "soac/parallel.hpp"

#include <tuple>
#include <vector>

namespace soac::detail {

template <class T, int R> view<const T, R> as_view(const view<T, R> &v) { return v; }
template <class T, int R> view<const T, R> as_view(const view<const T, R> &v) { return v; }
template <class T, int R> view<const T, R> as_view(const array<T, R> &a) { return a; }
template <class C>
  requires(!is_own<C> && !of_a_device<C> && !std::is_array_v<std::remove_extent_t<C>>)
auto as_view(const C &c) -> view<const std::remove_const_t<data_element<const C>>, 1> {
  return c;
}
template <class T, std::size_t N, std::size_t M> view<const T, 2> as_view(const T (&a)[N][M]) {
  return view<const T, 2>(a);
}

template <class X>
concept array_like = requires(const std::remove_reference_t<X> &x) { detail::as_view(x); };

template <class X> using view_of = decltype(detail::as_view(std::declval<const std::remove_reference_t<X> &>()));
template <class X> inline constexpr int rank_of = view_of<X>::rank;
template <class X> using scalar_of = typename view_of<X>::value_type;

/// The type of an element as a function receives it, and as a value.
template <class V> struct element_of;
template <class T, int R> struct element_of<view<const T, R>> {
  using passed = view<const T, R - 1>;
  using value = array<T, R - 1>;
};
template <class T> struct element_of<view<const T, 1>> {
  using passed = const T &;
  using value = T;
};
template <class X> using passed_t = typename element_of<view_of<X>>::passed;
template <class X> using element_t = typename element_of<view_of<X>>::value;

/// Element i without a check.
template <class T, int R> view<const T, R - 1> at(const view<const T, R> &v, index i) {
  return {v.data() + i * v.strides()[0], detail::tail(v.extents()), detail::tail(v.strides())};
}
template <class T> const T &at(const view<const T, 1> &v, index i) { return v.data()[i * v.strides()[0]]; }

/// A view of rank 1 with stride 1, so that loops over it vectorise.
template <class T> struct dense_elements {
  const T *data;
};
template <class T> const T &at(const dense_elements<T> &v, index i) { return v.data[i]; }

template <class T> bool is_dense(const view<const T, 1> &v) { return v.strides()[0] == 1; }
template <class T, int R> bool is_dense(const view<const T, R> &) { return true; } // rows carry their own strides
template <class T> dense_elements<T> dense(const view<const T, 1> &v) { return {v.data()}; }
template <class T, int R> const view<const T, R> &dense(const view<const T, R> &v) { return v; }

/// The common extent of the first dimension.
template <class V, class... Vs>
index common_extent([[maybe_unused]] const char *where, const V &first, const Vs &...rest) {
#if SOAC_CHECKS
  ((rest.extents()[0] == first.extents()[0] ? void() : detail::fail_shape(where, first.extents(), rest.extents())),
   ...);
#else
  (static_cast<void>(rest), ...);
#endif
  return first.extents()[0];
}

// Gather n results: put(i, value) for every i, 0 first; then take().
template <class T> class gathered_elements {
  array<T, 1> all_;
  T *to_;

public:
  using result = array<T, 1>;
  static constexpr bool scalars = true;
  gathered_elements(const char *, index n) : all_(uninitialized{}, {n}), to_(all_.data()) {}
  void put(index i, const T &value) { ::new (static_cast<void *>(to_ + i)) T(value); }
  T *data() { return to_; }
  result take() { return std::move(all_); }
};

template <class T, int R> class gathered_rows {
  const char *where_;
  index n_, row_ = 0;
  array<T, R + 1> all_;
  shape<R> extents_{};

public:
  using result = array<T, R + 1>;
  static constexpr bool scalars = false;
  gathered_rows(const char *where, index n)
      : where_(where), n_(n), all_(uninitialized{}, detail::prepend(n, shape<R>{})) {}
  void put(index i, const view<const T, R> &value) {
    if (i == 0) {
      extents_ = value.extents();
      row_ = value.size();
      all_ = result(uninitialized{}, detail::prepend(n_, extents_));
    }
    detail::check_shape(where_, extents_, value.extents());
    if (value.dense())
      detail::construct_copies(value.data(), row_, all_.data() + i * row_);
    else
      detail::construct_copies(array<T, R>(value).data(), row_, all_.data() + i * row_);
  }
  result take() { return std::move(all_); }
};
/// How results of type U are gathered.
template <class U> struct gathered : gathered_elements<U> {
  using gathered_elements<U>::gathered_elements;
};
template <class T, int R> struct gathered<array<T, R>> : gathered_rows<T, R> {
  using gathered_rows<T, R>::gathered_rows;
};
template <class T, int R> struct gathered<view<T, R>> : gathered_rows<std::remove_const_t<T>, R> {
  using gathered_rows<std::remove_const_t<T>, R>::gathered_rows;
};
template <class T> struct gathered<std::vector<T>> : gathered_rows<T, 1> {
  using gathered_rows<T, 1>::gathered_rows;
};
template <class T, std::size_t N> struct gathered<std::span<T, N>> : gathered_rows<std::remove_const_t<T>, 1> {
  using gathered_rows<std::remove_const_t<T>, 1>::gathered_rows;
};

template <class... U> struct gathered<std::tuple<U...>> {
private:
  std::tuple<gathered<U>...> members_;

public:
  using result = std::tuple<typename gathered<U>::result...>;
  static constexpr bool scalars = false;
  gathered(const char *where, index n) : members_(((void)sizeof(U), gathered<U>(where, n))...) {}
  template <class Tuple> void put(index i, Tuple &&values) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (std::get<I>(members_).put(i, std::get<I>(std::forward<Tuple>(values))), ...);
    }(std::index_sequence_for<U...>{});
  }
  result take() {
    return std::apply([](auto &...member) { return result(member.take()...); }, members_);
  }
};

/// results[i] = call(i) for i < n, where all calls are independent.
template <class U, class Call> typename gathered<U>::result gather_calls(const char *where, index n, const Call &call) {
  gathered<U> results(where, n);
  detail::for_ranges(n, [&](index begin, index end) {
    if constexpr (gathered<U>::scalars) {
      U *__restrict const to = results.data();
      for (index i = begin; i < end; ++i)
        ::new (static_cast<void *>(to + i)) U(call(i));
    } else {
      for (index i = begin; i < end; ++i)
        results.put(i, call(i));
    }
  });
  return results.take();
}

} // namespace soac::detail
