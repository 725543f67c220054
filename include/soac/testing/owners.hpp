// What owns the data of arguments: pointers, spans, views and references to arrays refer to it.
//
//   parameter              owner
//   T, T &                 T
//   T *, span<T>           elements<T>, whose T may be a C array
//   T (&)[n]               elements<T[n]> of one element
//   view<T, R>             array<T, R>
//   a record with views    borrower<T>, with an owner of each member
#pragma once

#include "soac/testing/leaves.hpp"
#include "soac/testing/watcher.hpp"

#include <algorithm>
#include <memory>
#include <span>

namespace soac::testing {

namespace detail {

template <class To, class From> void assign_value(To &to, From &&from) {
  if constexpr (std::is_array_v<To>)
    for (std::size_t i = 0; i < std::extent_v<To>; ++i)
      detail::assign_value(to[i], from[i]);
  else
    to = from;
}

/// n elements in one piece.
template <class T> class elements {
  std::unique_ptr<T[]> data_;
  std::size_t size_ = 0;

public:
  using value_type = T;

  elements() = default;
  explicit elements(std::size_t n) : data_(new T[n]()), size_(n) {}
  elements(const elements &other) : elements(other.size_) {
    for (std::size_t i = 0; i < size_; ++i)
      detail::assign_value(data_[i], other.data_[i]);
  }
  elements(elements &&other) noexcept = default;
  elements &operator=(elements other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  T *data() { return data_.get(); }
  const T *data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T *begin() { return data(); }
  T *end() { return data() + size_; }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size_; }
};

template <class T> struct is_borrowed : std::false_type {};
template <class T, int R> struct is_borrowed<view<T, R>> : std::true_type {};
template <class T, std::size_t N> struct is_borrowed<std::span<T, N>> : std::true_type {};

/// The types of the members of a record.
template <class T> struct member_types {
  template <class... M> static soac::detail::types<std::remove_cvref_t<M>...> list(std::tuple<M...>);
  using type = decltype(list(members(std::declval<T &>())));
};
/// Is it a record with a view or a span in it?
template <class T> constexpr bool borrows() {
  if constexpr (is_borrowed<T>::value)
    return true;
  else if constexpr (has_members<T>())
    return []<class... M>(soac::detail::types<M...>) { return (borrows<M>() || ...); }(typename member_types<T>::type{});
  else
    return false;
}


template <class P> struct owner {
  using type = std::remove_cv_t<P>;
};
template <class P>
  requires(!is_borrowed<std::remove_cv_t<P>>::value && borrows<std::remove_cv_t<P>>())
struct owner<P> {
  using type = borrower<std::remove_cv_t<P>>;
};
template <class T> struct owner<T &> : owner<std::remove_cv_t<T>> {};
template <class T> struct owner<T &&> : owner<std::remove_cv_t<T>> {};
template <class T> struct owner<T *> {
  using type = elements<std::remove_cv_t<T>>;
};
template <class T, std::size_t N> struct owner<T (&)[N]> {
  using type = elements<std::remove_cv_t<T>[N]>;
};
template <class T, int R> struct owner<view<T, R>> {
  using type = array<std::remove_cv_t<T>, R>;
};
template <class T, std::size_t N> struct owner<std::span<T, N>> {
  using type = elements<std::remove_cv_t<T>>;
};
template <class P> using owner_t = typename owner<std::remove_cv_t<P>>::type;

/// A tuple with the owners of members of these types.
template <class List> struct owners_of;
template <class... M> struct owners_of<soac::detail::types<M...>> {
  template <class T> struct member {
    using type = owner_t<T>;
  };
  template <class T, std::size_t N> struct member<T[N]> {
    using type = elements<T>;
  };
  using type = std::tuple<typename member<M>::type...>;
};

/// A record with views or spans, and what these refer to. Its leaves are those of its members' owners.
template <class T> struct borrower {
  template <class Member, class Owner> static void lend(Member &member, Owner &owner) {
    if constexpr (std::is_array_v<Member>)
      detail::assign_value(member, owner.data());
    else if constexpr (is_borrower<Owner>::value)
      member = owner.lent();
    else
      member = owner;
  }
  template <class M, int R, class Owner> static void lend(view<M, R> &member, Owner &owner) {
    member = view<M, R>(owner);
  }
  template <class M, std::size_t N, class Owner> static void lend(std::span<M, N> &member, Owner &owner) {
    member = std::span<M, N>(owner.data(), owner.size());
  }

  typename owners_of<typename member_types<T>::type>::type owners;

  T lent() {
    T record{};
    auto targets = members(record);
    [&]<std::size_t... I>(std::index_sequence<I...>) { (lend(std::get<I>(targets), std::get<I>(owners)), ...); }
    (std::make_index_sequence<std::tuple_size_v<decltype(owners)>>{});
    return record;
  }
};

/// What has the tangents and adjoints of an argument that `Storage` owns.
template <class Storage> struct derivative {
  using type = Storage;
  static const Storage &of(const Storage &s) { return s; }
};
template <class Storage> using derivative_t = typename derivative<Storage>::type;

template <class T> struct derivative<borrower<T>> {
  using type = tangent_t<T>;

  template <class Member, class Owner> static void take(Member &member, const Owner &owner) {
    const auto &from = derivative<Owner>::of(owner);
    if constexpr (std::is_assignable_v<Member &, decltype(from)>) {
      member = from;
    } else {
      if constexpr (requires { member.resize(from.size()); })
        member.resize(from.size());
      std::copy(std::begin(from), std::end(from), std::begin(member));
    }
  }
  static type of(const borrower<T> &s) {
    type out{};
    const auto take_all = [&]<std::size_t... I>(auto members, std::index_sequence<I...>) {
      (take(std::get<I>(members), std::get<I>(s.owners)), ...);
    };
    const auto every = std::make_index_sequence<std::tuple_size_v<decltype(s.owners)>>{};
    if constexpr (tuple_like<type>)
      take_all(std::apply([](auto &...member) { return std::tie(member...); }, out), every);
    else
      take_all(members(out), every);
    return out;
  }
};
template <class... S> struct derivative<std::tuple<S...>> {
  using type = std::tuple<typename derivative<S>::type...>;
  static type of(const std::tuple<S...> &all) {
    return std::apply([](const S &...s) { return type(derivative<S>::of(s)...); }, all);
  }
};
template <class P> inline constexpr bool fixed_span = false;
template <class T, std::size_t N> inline constexpr bool fixed_span<std::span<T, N>> = N != std::dynamic_extent;

/// An argument as the parameter P takes it from what owns the data; a copy for what may be moved from.
template <class P, class Storage> decltype(auto) pass(Storage &storage) {
  using Plain = std::remove_reference_t<P>;
  if constexpr (std::is_rvalue_reference_v<P>)
    return Storage(storage);
  else if constexpr (is_borrower<Storage>::value)
    return storage.lent();
  else if constexpr (fixed_span<std::remove_cvref_t<P>>)
    return std::remove_cvref_t<P>(storage.data(), storage.size());
  else if constexpr (std::is_array_v<Plain> && !std::is_array_v<Storage>)
    return (*storage.data());
  else if constexpr (std::is_pointer_v<P> && std::is_array_v<Storage>)
    return static_cast<P>(storage);
  else if constexpr (std::is_pointer_v<P> && requires { storage.data(); })
    return static_cast<P>(storage.data());
  else if constexpr (std::is_pointer_v<P>)
    return static_cast<P>(&storage);
  else
    return (storage);
}

} // namespace detail

} // namespace soac::testing
