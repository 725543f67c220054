// Rearrangements: transpose, slice, row, column, reverse are views of what they are given (arrays when it is a
// temporary); rotate, concat, flatten, unflatten, gather, zip, unzip are new arrays.
#pragma once

#include "soac/map.hpp"

namespace soac {

namespace detail {

/// A view of an argument, which keeps its constness.
template <class T, int R> view<T, R> borrow(const view<T, R> &v) { return v; }
template <class T, int R> view<T, R> borrow(array<T, R> &a) { return a; }
template <class T, int R> view<const T, R> borrow(const array<T, R> &a) { return a; }
template <class C>
  requires(!is_own<C> && !of_a_device<C>)
auto borrow(C &c) {
  return view(c);
}

template <class X> struct is_span : std::false_type {};
template <class T, std::size_t N> struct is_span<std::span<T, N>> : std::true_type {};

/// True for arguments that own their elements and end with the expression.
template <class X>
inline constexpr bool is_temporary = !std::is_lvalue_reference_v<X> && !is_view<std::remove_cvref_t<X>>::value &&
                                     !is_span<std::remove_cvref_t<X>>::value;

/// The elements of an argument as an array of its own; a temporary array gives its own memory.
template <class D> array<scalar_of<D>, rank_of<D>> take_or_copy(D &&x) {
  if constexpr (is_array<std::remove_cvref_t<D>>::value)
    return std::forward<D>(x);
  else
    return array<scalar_of<D>, rank_of<D>>(detail::as_view(x));
}

/// The view, or its elements when it borrows from a temporary X.
template <class X, class T, int R> auto keep(const view<T, R> &v) {
  if constexpr (is_temporary<X>)
    return array<std::remove_const_t<T>, R>(v);
  else
    return v;
}

} // namespace detail

/// The first two dimensions exchanged.
template <class X>
  requires(detail::array_like<X> && detail::rank_of<X> >= 2)
auto transpose(X &&x) {
  const auto v = detail::borrow(x);
  auto extents = v.extents(), strides = v.strides();
  std::swap(extents[0], extents[1]);
  std::swap(strides[0], strides[1]);
  return detail::keep<X>(decltype(detail::borrow(x))(v.data(), extents, strides));
}
/// Elements begin .. end-1 of the first dimension.
template <class X>
  requires detail::array_like<X>
auto slice(X &&x, index begin, index end) {
  const auto v = detail::borrow(x);
  detail::check_that(0 <= begin && begin <= end && end <= v.extents()[0], "slice", "the range is not within the array");
  auto extents = v.extents();
  extents[0] = end - begin;
  return detail::keep<X>(decltype(detail::borrow(x))(v.data() + begin * v.strides()[0], extents, v.strides()));
}
/// x[i] for an array of rank 2 or more.
template <class X>
  requires(detail::array_like<X> && detail::rank_of<X> >= 2)
auto row(X &&x, index i) {
  return detail::keep<X>(detail::borrow(x)[i]);
}
/// Elements (0, j), (1, j), .. .
template <class X>
  requires(detail::array_like<X> && detail::rank_of<X> >= 2)
auto column(X &&x, index j) {
  return detail::keep<X>(soac::transpose(detail::borrow(x))[j]);
}
/// r[i] = x[n-1-i].
template <class X>
  requires detail::array_like<X>
auto reverse(X &&x) {
  const auto v = detail::borrow(x);
  auto strides = v.strides();
  const index last = v.extents()[0] > 0 ? v.extents()[0] - 1 : 0;
  strides[0] = -strides[0];
  return detail::keep<X>(decltype(detail::borrow(x))(v.data() + last * v.strides()[0], v.extents(), strides));
}
/// The same elements with the first dimension split into these.
template <class X, class... E>
  requires(detail::array_like<X> && sizeof...(E) > 0 && detail::indices<E...>)
auto unflatten(X &&x, E... extents) {
  auto copy = detail::take_or_copy(std::forward<X>(x));
  const std::array<index, sizeof...(E)> outer{static_cast<index>(extents)...};
  bool fits = detail::product_of<sizeof...(E)>(outer) == copy.extents()[0];
  for (index e : outer)
    fits = fits && e >= 0;
  detail::check_that(fits, "unflatten", "the number of elements changes");
  return detail::split_first(std::move(copy), outer);
}
/// The elements in row-major order.
template <class X>
  requires detail::array_like<X>
auto flatten(X &&x) {
  auto copy = detail::take_or_copy(std::forward<X>(x));
  const index n = copy.size();
  return std::move(copy).template reshaped<1>({n});
}
/// r[i] = x[(i + k) mod n], for any k.
template <class X>
  requires detail::array_like<X>
auto rotate(const X &x, index k) {
  const auto v = detail::as_view(x);
  const index n = v.extents()[0];
  const index by = n > 0 ? (k % n + n) % n : 0;
  return detail::gather_calls<typename detail::element_of<detail::view_of<X>>::value>("rotate", n, [&](index i) {
    return typename detail::element_of<detail::view_of<X>>::value(detail::at(v, i < n - by ? i + by : i + by - n));
  });
}
/// r[i] = x[indices[i]]; an index out of range is an error.
template <class X, class I>
  requires(detail::array_like<X> && detail::array_like<I> && std::is_integral_v<detail::scalar_of<I>>)
auto gather(const X &x, const I &indices) {
  const auto v = detail::as_view(x);
  return map(
      [&](const auto &i) -> detail::element_t<X> {
        detail::check_index(static_cast<index>(i), v.extents()[0]);
        return detail::at(v, static_cast<index>(i));
      },
      indices);
}
/// The arrays one after another along the first dimension.
template <class X, class... Xs>
  requires(detail::array_like<X> && ... && detail::array_like<Xs>)
auto concat(const X &x, const Xs &...xs) {
  using A = array<detail::scalar_of<X>, detail::rank_of<X>>;
  const auto first = detail::as_view(x);
  const auto row = detail::tail(first.extents());
  (detail::check_shape("concat", row, detail::tail(detail::as_view(xs).extents())), ...);
  A r(detail::uninitialized{}, detail::prepend((first.extents()[0] + ... + detail::as_view(xs).extents()[0]), row));
  auto *to = r.data();
  const auto append = [&](const auto &v) {
    if (v.dense()) {
      to = std::uninitialized_copy_n(v.data(), v.size(), to);
    } else {
      const A copy(v);
      to = std::uninitialized_copy_n(copy.data(), copy.size(), to);
    }
  };
  append(first);
  (append(detail::view_of<X>(detail::as_view(xs))), ...);
  return r;
}

/// r(i, ..) = (x(i, ..), y(i, ..), ..) as a std::tuple, of arrays of equal shape.
template <class X, class... Xs>
  requires(detail::array_like<X> && ... && detail::array_like<Xs>)
auto zip(const X &x, const Xs &...xs) {
  (detail::check_shape("zip", detail::as_view(x).extents(), detail::as_view(xs).extents()), ...);
  using Tuple = std::tuple<detail::scalar_of<X>, detail::scalar_of<Xs>...>;
  array<Tuple, detail::rank_of<X>> r(detail::uninitialized{}, detail::as_view(x).extents());
  const std::tuple sources(array<detail::scalar_of<X>, detail::rank_of<X>>(detail::as_view(x)),
                           array<detail::scalar_of<Xs>, detail::rank_of<Xs>>(detail::as_view(xs))...);
  for (index i = 0; i < r.size(); ++i)
    std::apply([&](const auto &...a) { ::new (static_cast<void *>(r.data() + i)) Tuple(a.data()[i]...); }, sources);
  return r;
}
/// An array of tuples or pairs as a tuple of arrays.
template <class X>
  requires(detail::array_like<X> && requires { std::tuple_size<detail::scalar_of<X>>::value; })
auto unzip(const X &x) {
  const array<detail::scalar_of<X>, detail::rank_of<X>> all(detail::as_view(x));
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto member = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
      array<std::tuple_element_t<J, detail::scalar_of<X>>, detail::rank_of<X>> r(detail::uninitialized{},
                                                                                 all.extents());
      for (index i = 0; i < all.size(); ++i)
        ::new (static_cast<void *>(r.data() + i))
            std::tuple_element_t<J, detail::scalar_of<X>>(std::get<J>(all.data()[i]));
      return r;
    };
    return std::tuple(member(std::integral_constant<std::size_t, I>{})...);
  }(std::make_index_sequence<std::tuple_size_v<detail::scalar_of<X>>>{});
}

} // namespace soac
