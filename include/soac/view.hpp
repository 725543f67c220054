// view<T, R>: borrowed, strided data of R dimensions. A copy refers to the same elements.
#pragma once

#include "soac/check.hpp"

#include <algorithm>
#include <concepts>
#include <initializer_list>
#include <span>
#include <type_traits>

namespace soac {

namespace detail {

template <class T> struct is_view : std::false_type {};
template <class T, int R> struct is_view<view<T, R>> : std::true_type {};
template <class T> struct is_array : std::false_type {};
template <class T, int R> struct is_array<array<T, R>> : std::true_type {};
template <class T>
inline constexpr bool is_own = is_view<std::remove_cvref_t<T>>::value || is_array<std::remove_cvref_t<T>>::value;

/// A type that says that its elements are in a device's memory, which the host does not read.
template <class C>
concept of_a_device = requires { typename std::remove_cvref_t<C>::memory_of_a_device; };

/// A container, span or C array of T in one piece (not one of this library's types).
template <class C, class T>
concept contiguous_of =
    !is_own<C> && !of_a_device<C> && !std::is_array_v<std::remove_extent_t<std::remove_reference_t<C>>> && requires(C &c) {
      { std::data(c) };
      { std::size(c) } -> std::convertible_to<std::size_t>;
    } && std::is_convertible_v<std::remove_pointer_t<decltype(std::data(std::declval<C &>()))> (*)[], T (*)[]>;

template <class C>
using data_element = std::remove_pointer_t<decltype(std::data(std::declval<std::remove_reference_t<C> &>()))>;

template <int R> constexpr shape<R> dense_strides(const shape<R> &extents) {
  shape<R> strides{};
  index step = 1;
  for (int d = R; d-- > 0; step *= extents[static_cast<std::size_t>(d)])
    strides[static_cast<std::size_t>(d)] = step;
  return strides;
}
template <int R> constexpr index product_of(const shape<R> &extents) {
  index n = 1;
  for (index e : extents)
    n *= e;
  return n;
}
/// The shape without its first dimension.
template <std::size_t R> constexpr std::array<index, R - 1> tail(const std::array<index, R> &s) {
  std::array<index, R - 1> r{};
  std::copy(s.begin() + 1, s.end(), r.begin());
  return r;
}
template <std::size_t R> constexpr std::array<index, R + 1> prepend(index n, const std::array<index, R> &s) {
  std::array<index, R + 1> r{n};
  std::copy(s.begin(), s.end(), r.begin() + 1);
  return r;
}

/// Elements a fixed number of places apart.
template <class T> class strided_iterator {
  T *at_ = nullptr;
  index stride_ = 1;

public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_const_t<T>;
  using difference_type = index;
  using pointer = T *;
  using reference = T &;

  constexpr strided_iterator() = default;
  constexpr strided_iterator(T *at, index stride) : at_(at), stride_(stride) {}
  constexpr T &operator*() const { return *at_; }
  constexpr T *operator->() const { return at_; }
  constexpr T &operator[](index i) const { return at_[i * stride_]; }
  constexpr strided_iterator &operator++() { return *this += 1; }
  constexpr strided_iterator &operator--() { return *this += -1; }
  constexpr strided_iterator operator++(int) {
    auto r = *this;
    *this += 1;
    return r;
  }
  constexpr strided_iterator operator--(int) {
    auto r = *this;
    *this += -1;
    return r;
  }
  constexpr strided_iterator &operator+=(index n) {
    at_ += n * stride_;
    return *this;
  }
  constexpr strided_iterator &operator-=(index n) { return *this += -n; }
  friend constexpr strided_iterator operator+(strided_iterator i, index n) { return i += n; }
  friend constexpr strided_iterator operator+(index n, strided_iterator i) { return i += n; }
  friend constexpr strided_iterator operator-(strided_iterator i, index n) { return i -= n; }
  friend constexpr index operator-(strided_iterator a, strided_iterator b) { return (a.at_ - b.at_) / a.stride_; }
  friend constexpr bool operator==(strided_iterator a, strided_iterator b) { return a.at_ == b.at_; }
  friend constexpr auto operator<=>(strided_iterator a, strided_iterator b) { return (a - b) <=> 0; }
};

/// The rows of a view, as views of one rank less.
template <class T, int R> class row_iterator {
  view<T, R> of_{};
  index at_ = 0;

public:
  using iterator_category = std::input_iterator_tag;
  using value_type = view<T, R - 1>;
  using difference_type = index;
  using pointer = void;
  using reference = view<T, R - 1>;

  constexpr row_iterator() = default;
  constexpr row_iterator(view<T, R> of, index at) : of_(of), at_(at) {}
  constexpr view<T, R - 1> operator*() const { return of_[at_]; }
  constexpr row_iterator &operator++() {
    ++at_;
    return *this;
  }
  constexpr row_iterator operator++(int) {
    auto r = *this;
    ++at_;
    return r;
  }
  friend constexpr bool operator==(const row_iterator &a, const row_iterator &b) { return a.at_ == b.at_; }
};

template <class... I>
concept indices = (std::is_integral_v<std::remove_cvref_t<I>> && ...);

} // namespace detail

template <class T, int R> class view {
  static_assert(R >= 1, "soac: a view has at least one dimension");
  using element = std::remove_const_t<T>;

  T *data_ = nullptr;
  shape<R> extents_{};
  shape<R> strides_ = detail::dense_strides<R>({});

public:
  using value_type = element;
  static constexpr int rank = R;

  constexpr view() = default;
  constexpr view(const view &) = default;
  /// Refers to other elements. A row `a[i]` is no place to assign to: write its elements.
  constexpr view &operator=(const view &) & = default;

  /// `extents` elements in row-major order at `data`.
  template <class... E>
    requires(sizeof...(E) == R && detail::indices<E...>)
  constexpr view(T *data, E... extents) : view(data, shape<R>{static_cast<index>(extents)...}) {}
  constexpr view(T *data, const shape<R> &extents) : view(data, extents, detail::dense_strides<R>(extents)) {}
  /// Element (i, j, ..) is data[i * strides[0] + j * strides[1] + ..].
  constexpr view(T *data, const shape<R> &extents, const shape<R> &strides)
      : data_(data), extents_(extents), strides_(strides) {}

  constexpr view(const view<element, R> &other)
    requires std::is_const_v<T>
      : view(other.data(), other.extents(), other.strides()) {}
  // Templates: to see whether something converts to an array would need that array of elements which arrays may not have.
  template <std::same_as<array<element, R>> A> constexpr view(A &a) : view(a.data(), a.extents()) {}
  template <std::same_as<array<element, R>> A>
    requires std::is_const_v<T>
  constexpr view(const A &a) : view(a.data(), a.extents()) {}
  /// A vector, span, std::array or C array. Of a temporary, only as an argument: it must outlive the view.
  template <class C>
    requires(R == 1 && detail::contiguous_of<C, T> && (std::is_const_v<T> || std::is_lvalue_reference_v<C &&>))
  constexpr view(C &&c) : view(std::data(c), static_cast<index>(std::size(c))) {}
  constexpr view(std::initializer_list<element> list)
    requires(R == 1 && std::is_const_v<T>)
      : view(list.begin(), static_cast<index>(list.size())) {}
  template <std::size_t N, std::size_t M>
    requires(R == 2)
  constexpr view(T (&a)[N][M]) : view(&a[0][0], static_cast<index>(N), static_cast<index>(M)) {}

  constexpr T *data() const { return data_; }
  constexpr index size() const { return detail::product_of<R>(extents_); }
  constexpr bool empty() const { return size() == 0; }
  constexpr index extent(int dimension) const {
    detail::check_index(dimension, R);
    return extents_[static_cast<std::size_t>(dimension)];
  }
  constexpr index stride(int dimension) const {
    detail::check_index(dimension, R);
    return strides_[static_cast<std::size_t>(dimension)];
  }
  constexpr const shape<R> &extents() const { return extents_; }
  constexpr const shape<R> &strides() const { return strides_; }
  /// True when the elements lie in one piece, in row-major order.
  constexpr bool dense() const {
    index step = 1;
    for (int d = R; d-- > 0;) {
      const auto i = static_cast<std::size_t>(d);
      if (extents_[i] != 1 && strides_[i] != step)
        return false;
      step *= extents_[i];
    }
    return true;
  }

  template <class... I>
    requires(sizeof...(I) == R && detail::indices<I...>)
  constexpr T &operator()(I... indices) const {
    index offset = 0;
    std::size_t d = 0;
    ((detail::check_index(static_cast<index>(indices), extents_[d]),
      offset += static_cast<index>(indices) * strides_[d], ++d),
     ...);
    return data_[offset];
  }
  constexpr decltype(auto) operator[](index i) const {
    detail::check_index(i, extents_[0]);
    if constexpr (R == 1)
      return static_cast<T &>(data_[i * strides_[0]]);
    else
      return view<T, R - 1>(data_ + i * strides_[0], detail::tail(extents_), detail::tail(strides_));
  }

  constexpr auto begin() const {
    if constexpr (R == 1)
      return detail::strided_iterator<T>(data_, strides_[0]);
    else
      return detail::row_iterator<T, R>(*this, 0);
  }
  constexpr auto end() const {
    if constexpr (R == 1)
      return begin() + extents_[0];
    else
      return detail::row_iterator<T, R>(*this, extents_[0]);
  }
};

template <class T, class... E>
  requires(sizeof...(E) > 0 && detail::indices<E...>)
view(T *, E...) -> view<T, static_cast<int>(sizeof...(E))>;
template <class T, std::size_t R> view(T *, const std::array<index, R> &) -> view<T, static_cast<int>(R)>;
template <class T, std::size_t R>
view(T *, const std::array<index, R> &, const std::array<index, R> &) -> view<T, static_cast<int>(R)>;
template <class T, int R> view(array<T, R> &) -> view<T, R>;
template <class T, int R> view(const array<T, R> &) -> view<const T, R>;
template <class T, std::size_t N, std::size_t M> view(T (&)[N][M]) -> view<T, 2>;
template <class C>
  requires(!detail::is_own<C> && !detail::of_a_device<C> && !std::is_array_v<std::remove_extent_t<std::remove_reference_t<C>>>)
view(C &&) -> view<detail::data_element<C>, 1>;

} // namespace soac
