// array<T, R>: owned data of R dimensions, in one piece, row-major. A value: a copy has its own elements.
#pragma once

#include "soac/pool.hpp"
#include "soac/view.hpp"

#include <algorithm>
#include <utility>

namespace soac {

namespace detail {
struct uninitialized {};

/// Constructs n elements at `to`, copies of those at `from`, and gives their end.
template <class T> T *construct_copies(const T *from, index n, T *to) {
  if constexpr (std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<T>)
    return std::copy_n(from, n, to);
  else
    for (const T *end = from + n; from != end; ++from, ++to)
      ::new (static_cast<void *>(to)) T(*from);
  return to;
}
/// Constructs n elements at `to`: zeros.
template <class T> void construct_zeros(index n, T *to) {
  if constexpr (std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<T>)
    std::fill_n(to, n, T());
  else
    for (T *end = to + n; to != end; ++to)
      ::new (static_cast<void *>(to)) T();
}
} // namespace detail

template <class T, int R> class array {
  static_assert(R >= 1, "soac: an array has at least one dimension");
  static_assert(std::is_same_v<T, std::remove_cvref_t<T>>, "soac: the element of an array is a plain type");
  static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= detail::memory_pool::alignment,
                "soac: elements are numbers, std::array, std::tuple, std::pair or aggregates of those");

  T *data_ = nullptr;
  shape<R> extents_{};

  static T *memory(index n) {
    return n > 0 ? static_cast<T *>(detail::acquire(static_cast<std::size_t>(n) * sizeof(T))) : nullptr;
  }

public:
  using value_type = T;
  static constexpr int rank = R;

  array() = default;
  /// Zeros (value-initialised elements).
  template <class... E>
    requires(sizeof...(E) == R && detail::indices<E...>)
  explicit array(E... extents) : array(shape<R>{static_cast<index>(extents)...}) {}
  explicit array(const shape<R> &extents) : array(detail::uninitialized{}, extents) {
    detail::construct_zeros(size(), data_);
  }
  /// Memory only: the caller constructs every element. For code that is about to.
  array(detail::uninitialized, const shape<R> &extents) : extents_(extents) {
    for ([[maybe_unused]] index e : extents)
      detail::check_that(e >= 0, "array", "an extent is negative");
    data_ = memory(size());
  }

  array(std::initializer_list<T> list)
    requires(R == 1)
      : array(list.begin(), static_cast<index>(list.size())) {}
  array(std::initializer_list<std::initializer_list<T>> rows)
    requires(R == 2)
      : array(detail::uninitialized{},
              {static_cast<index>(rows.size()), rows.size() ? static_cast<index>(rows.begin()->size()) : index{0}}) {
    T *out = data_;
    for (const auto &row : rows) {
      detail::check_shape("array", shape<1>{extents_[1]}, shape<1>{static_cast<index>(row.size())});
      out = detail::construct_copies(row.begin(), std::min(extents_[1], static_cast<index>(row.size())), out);
    }
  }
  /// Copies elements in row-major order from `data`.
  template <class... E>
    requires(sizeof...(E) == R && detail::indices<E...>)
  array(const T *data, E... extents) : array(detail::uninitialized{}, shape<R>{static_cast<index>(extents)...}) {
    detail::construct_copies(data, size(), data_);
  }
  /// Copies the elements that the view refers to.
  array(view<const T, R> v) : array(detail::uninitialized{}, v.extents()) { construct_from(v); }
  array(view<T, R> v) : array(view<const T, R>(v)) {}
  template <class C>
    requires(R == 1 && detail::contiguous_of<C, const T>)
  array(const C &c) : array(std::data(c), static_cast<index>(std::size(c))) {}
  template <std::size_t N, std::size_t M>
    requires(R == 2)
  array(const T (&a)[N][M]) : array(&a[0][0], static_cast<index>(N), static_cast<index>(M)) {}

  array(const array &other) : array(detail::uninitialized{}, other.extents_) {
    detail::construct_copies(other.data_, size(), data_);
  }
  array(array &&other) noexcept
      : data_(std::exchange(other.data_, nullptr)), extents_(std::exchange(other.extents_, {})) {}
  array &operator=(const array &other) {
    if (this != &other && size() == other.size()) {
      std::copy_n(other.data_, size(), data_);
      extents_ = other.extents_;
    } else if (this != &other) {
      *this = array(other);
    }
    return *this;
  }
  array &operator=(array &&other) noexcept {
    std::swap(data_, other.data_);
    std::swap(extents_, other.extents_);
    return *this;
  }
  ~array() {
    if (data_)
      detail::release(data_, static_cast<std::size_t>(size()) * sizeof(T));
  }

  T *data() { return data_; }
  const T *data() const { return data_; }
  index size() const { return detail::product_of<R>(extents_); }
  bool empty() const { return size() == 0; }
  index extent(int dimension) const {
    detail::check_index(dimension, R);
    return extents_[static_cast<std::size_t>(dimension)];
  }
  index stride(int dimension) const { return view<const T, R>(*this).stride(dimension); }
  const shape<R> &extents() const { return extents_; }

  template <class... I>
    requires(sizeof...(I) == R && detail::indices<I...>)
  T &operator()(I... indices) {
    return data_[offset(static_cast<index>(indices)...)];
  }
  template <class... I>
    requires(sizeof...(I) == R && detail::indices<I...>)
  const T &operator()(I... indices) const {
    return data_[offset(static_cast<index>(indices)...)];
  }
  decltype(auto) operator[](index i) {
    detail::check_index(i, extents_[0]);
    if constexpr (R == 1)
      return static_cast<T &>(data_[i]);
    else
      return view<T, R>(*this)[i];
  }
  decltype(auto) operator[](index i) const {
    detail::check_index(i, extents_[0]);
    if constexpr (R == 1)
      return static_cast<const T &>(data_[i]);
    else
      return view<const T, R>(*this)[i];
  }

  auto begin() {
    if constexpr (R == 1)
      return data_;
    else
      return view<T, R>(*this).begin();
  }
  auto end() {
    if constexpr (R == 1)
      return data_ + extents_[0];
    else
      return view<T, R>(*this).end();
  }
  auto begin() const {
    if constexpr (R == 1)
      return static_cast<const T *>(data_);
    else
      return view<const T, R>(*this).begin();
  }
  auto end() const {
    if constexpr (R == 1)
      return static_cast<const T *>(data_) + extents_[0];
    else
      return view<const T, R>(*this).end();
  }

  /// The same elements under other extents of the same product; the array is left empty.
  template <int S> array<T, S> reshaped(const shape<S> &extents) && {
    detail::check_that(detail::product_of<S>(extents) == size(), "reshape", "the number of elements changes");
    array<T, S> r;
    r.data_ = std::exchange(data_, nullptr);
    r.extents_ = extents;
    extents_ = {};
    return r;
  }
  template <class U, int S> friend class array;

private:
  template <class... I> index offset(I... i) const {
    index r = 0;
    std::size_t d = 0;
    ((detail::check_index(i, extents_[d]), r = r * extents_[d] + i, ++d), ...);
    return r;
  }
  void construct_from(view<const T, R> v) {
    if (v.dense()) {
      detail::construct_copies(v.data(), size(), data_);
    } else if constexpr (R == 1) {
      for (index i = 0; i < extents_[0]; ++i)
        ::new (static_cast<void *>(data_ + i)) T(v.data()[i * v.stride(0)]);
    } else {
      const index row = extents_[0] > 0 ? size() / extents_[0] : 0;
      for (index i = 0; i < extents_[0]; ++i) {
        array<T, R - 1> copy(
            view<const T, R - 1>(v.data() + i * v.stride(0), detail::tail(v.extents()), detail::tail(v.strides())));
        detail::construct_copies(copy.data(), row, data_ + i * row);
      }
    }
  }
};

template <class T> array(std::initializer_list<T>) -> array<T, 1>;
template <class T> array(std::initializer_list<std::initializer_list<T>>) -> array<T, 2>;
template <class T, int R> array(view<T, R>) -> array<std::remove_const_t<T>, R>;
template <class T, class... E>
  requires(sizeof...(E) > 0 && detail::indices<E...>)
array(T *, E...) -> array<std::remove_const_t<T>, static_cast<int>(sizeof...(E))>;
template <class T, std::size_t N, std::size_t M> array(T (&)[N][M]) -> array<std::remove_const_t<T>, 2>;
template <class C>
  requires(!detail::is_own<C> && !detail::of_a_device<C> && !std::is_array_v<std::remove_extent_t<C>>)
array(const C &) -> array<std::remove_const_t<detail::data_element<const C>>, 1>;

} // namespace soac
