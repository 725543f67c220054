// Which types carry a derivative, and what the tangent of a type is.
//
// Scalars and aggregates of scalars are their own tangent type. What borrows (view, span, pointer) has an owning
// tangent. Integers and enumerations inside records keep their place in the tangent, as zero; alone they have no
// tangent.
#pragma once

#include "soac/fields.hpp"
#include "soac/names.hpp"

#include <array>
#include <deque>
#include <span>
#include <vector>

namespace soac {

/// The tangent type of T as `tangent<T>::type`. A user may specialise it for a record with views, to name its tangent.
template <class T> struct tangent;
template <class T> using tangent_t = typename tangent<std::remove_cvref_t<T>>::type;

namespace detail {

template <class T> struct differentiable;

/// True for types with a floating-point part.
template <class T> inline constexpr bool differentiable_v = differentiable<std::remove_cvref_t<T>>::value;

/// Members that cannot be listed (private ones, base classes) count as differentiable where the class is plain data.
template <class T, class Fields>
struct differentiable_record : std::bool_constant<std::is_trivially_copyable_v<T> && !std::is_empty_v<T>> {};
template <class T, class... Field>
struct differentiable_record<T, types<Field...>> : std::bool_constant<(differentiable_v<Field> || ...)> {};

template <class T>
struct differentiable
    : std::conditional_t<
          std::is_arithmetic_v<T> || std::is_enum_v<T>, std::is_floating_point<T>,
          std::conditional_t<std::is_class_v<T>, differentiable_record<T, fields_of_t<T>>, std::false_type>> {};
template <class T> struct differentiable<T *> : std::bool_constant<differentiable_v<T>> {};
template <class R, class... P> struct differentiable<R (*)(P...)> : std::false_type {};
template <class T, std::size_t N> struct differentiable<T[N]> : std::bool_constant<differentiable_v<T>> {};
template <class T, int R> struct differentiable<view<T, R>> : std::bool_constant<differentiable_v<T>> {};
template <class T, int R> struct differentiable<array<T, R>> : std::bool_constant<differentiable_v<T>> {};
template <class T, class A> struct differentiable<std::vector<T, A>> : std::bool_constant<differentiable_v<T>> {};
template <class T, class A> struct differentiable<std::deque<T, A>> : std::bool_constant<differentiable_v<T>> {};
template <class T, std::size_t N> struct differentiable<std::span<T, N>> : std::bool_constant<differentiable_v<T>> {};
template <class T, std::size_t N> struct differentiable<std::array<T, N>> : std::bool_constant<differentiable_v<T>> {};
template <class... T> struct differentiable<std::tuple<T...>> : std::bool_constant<(differentiable_v<T> || ...)> {};
template <class A, class B>
struct differentiable<std::pair<A, B>> : std::bool_constant<differentiable_v<A> || differentiable_v<B>> {};

/// A record is its own tangent when its members are; otherwise the tangent is a tuple of theirs.
template <class T, class Fields> struct record_tangent {
  using type = T;
};
template <class T, class... Field> struct record_tangent<T, types<Field...>> {
  template <class F> using leaf = std::remove_cvref_t<std::remove_all_extents_t<std::remove_reference_t<F>>>;
  static constexpr bool own = (std::is_same_v<typename tangent<leaf<Field>>::type, leaf<Field>> && ...);
  using type = std::conditional_t<own, T, std::tuple<typename tangent<std::remove_cvref_t<Field>>::type...>>;
};

} // namespace detail

template <class T> struct tangent : detail::record_tangent<T, detail::fields_of_t<T>> {};
template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
struct tangent<T> {
  using type = T;
};
template <class T> struct tangent<T *> {
  using type = array<tangent_t<T>, 1>;
};
template <class T>
  requires(std::is_function_v<T> || std::is_void_v<T> || std::is_same_v<std::remove_cv_t<T>, char>)
struct tangent<T *> { // text or a function, not numbers
  using type = T *;
};
template <class T, std::size_t N> struct tangent<T[N]> {
  using type = std::array<tangent_t<T>, N>;
};
template <class T, int R> struct tangent<view<T, R>> {
  using type = array<tangent_t<T>, R>;
};
template <class T, int R> struct tangent<array<T, R>> {
  using type = array<tangent_t<T>, R>;
};
template <class T, class A> struct tangent<std::vector<T, A>> {
  using type = std::vector<tangent_t<T>>;
};
template <class T, class A> struct tangent<std::deque<T, A>> {
  using type = std::deque<tangent_t<T>>;
};
template <class T, std::size_t N> struct tangent<std::span<T, N>> {
  using type = std::vector<tangent_t<T>>;
};
template <class T, std::size_t N> struct tangent<std::array<T, N>> {
  using type = std::array<tangent_t<T>, N>;
};
template <class... T> struct tangent<std::tuple<T...>> {
  using type = std::tuple<tangent_t<T>...>;
};
template <class A, class B> struct tangent<std::pair<A, B>> {
  using type = std::pair<tangent_t<A>, tangent_t<B>>;
};

namespace detail {

/// How a tangent or seed of a T is passed: what converts to an argument converts to it.
template <class T> struct seed {
  using type = const tangent_t<T> &;
};
template <class T>
  requires std::is_arithmetic_v<T>
struct seed<T> {
  using type = T;
};
template <class T> struct seed<T *> {
  using type = const tangent_t<T> *;
};
template <class T, int R> struct seed<view<T, R>> {
  using type = view<const tangent_t<T>, R>;
};
template <class T, int R> struct seed<array<T, R>> {
  using type = view<const tangent_t<T>, R>;
};
template <class T, class A> struct seed<std::vector<T, A>> { // a view holds no containers
  using type = std::conditional_t<std::is_trivially_destructible_v<tangent_t<T>>, view<const tangent_t<T>, 1>,
                                  const std::vector<tangent_t<T>> &>;
};
template <class T, std::size_t N> struct seed<std::span<T, N>> {
  using type = view<const tangent_t<T>, 1>;
};
template <class T> using seed_t = typename seed<std::remove_cvref_t<T>>::type;

/// The result as a value: what borrows becomes what owns.
template <class T> struct value {
  using type = T;
};
template <class T, int R> struct value<view<T, R>> {
  using type = array<std::remove_const_t<T>, R>;
};
template <class T, std::size_t N> struct value<std::span<T, N>> {
  using type = std::vector<std::remove_const_t<T>>;
};
template <class... T> struct value<std::tuple<T...>> {
  using type = std::tuple<typename value<std::remove_cvref_t<T>>::type...>;
};
template <class A, class B> struct value<std::pair<A, B>> {
  using type = std::pair<typename value<std::remove_cvref_t<A>>::type, typename value<std::remove_cvref_t<B>>::type>;
};
template <class T> using value_t = typename value<std::remove_cvref_t<T>>::type;

} // namespace detail
} // namespace soac
