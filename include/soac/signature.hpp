// The signature of a function to differentiate, and which of its parameters an operator differentiates by.
//
// An operator object is a function object with one operator() like any other, so operators nest. Its `default_wrt`
// says which parameters an operator around it takes when none are named: the same ones as it does itself.
#pragma once

#include "soac/tangent.hpp"

namespace soac {

/// Chooses parameters by position; their order is the order of tangents, seeds and adjoints.
template <int... I> struct wrt {};
/// Every parameter with a floating-point part; around an operator, those that the operator itself takes.
struct all {};

namespace detail {

template <class F> struct signature {
  static constexpr bool known = false;
  using result = void;
  using parameters = types<>;
};
template <class R, class... P> struct signature<R (*)(P...)> {
  static constexpr bool known = true;
  using result = R;
  using parameters = types<P...>;
};
template <class R, class... P> struct signature<R (*)(P...) noexcept> : signature<R (*)(P...)> {};
template <class C, class R, class... P> struct signature<R (C::*)(P...) const> : signature<R (*)(P...)> {};
template <class C, class R, class... P> struct signature<R (C::*)(P...) const noexcept> : signature<R (*)(P...)> {};
template <class F>
  requires requires { typename F::function_type; typename F::default_wrt; } // an operator
struct signature<F> : signature<typename F::function_type> {};
template <class F>
  requires requires { &F::operator(); }
struct signature<F> : signature<decltype(&F::operator())> {};

template <auto F> using signature_of = signature<std::remove_cv_t<decltype(F)>>;

template <class List, std::size_t I> struct type_at;
template <class Head, class... Tail, std::size_t I>
struct type_at<types<Head, Tail...>, I> : type_at<types<Tail...>, I - 1> {};
template <class Head, class... Tail> struct type_at<types<Head, Tail...>, 0> {
  using type = Head;
};
template <class List, std::size_t I> using type_at_t = typename type_at<List, I>::type;

template <class... List> struct join;
template <class... A> struct join<types<A...>> {
  using type = types<A...>;
};
template <class... A, class... B, class... Rest>
struct join<types<A...>, types<B...>, Rest...> : join<types<A..., B...>, Rest...> {};
template <class... List> using join_t = typename join<List...>::type;

template <class... Wrt> struct join_wrt;
template <int... I> struct join_wrt<wrt<I...>> {
  using type = wrt<I...>;
};
template <int... I, int... J, class... Rest>
struct join_wrt<wrt<I...>, wrt<J...>, Rest...> : join_wrt<wrt<I..., J...>, Rest...> {};

/// The positions, from `From` on, of the types of the list that carry a derivative.
template <class List, int From = 0> struct differentiable_positions;
template <int From> struct differentiable_positions<types<>, From> {
  using type = wrt<>;
};
template <class Head, class... Tail, int From>
struct differentiable_positions<types<Head, Tail...>, From>
    : join_wrt<std::conditional_t<differentiable_v<Head>, wrt<From>, wrt<>>,
               typename differentiable_positions<types<Tail...>, From + 1>::type> {};

template <class F> struct default_wrt : differentiable_positions<typename signature<F>::parameters> {};
template <class F>
  requires requires { typename F::default_wrt; }
struct default_wrt<F> {
  using type = typename F::default_wrt;
};

/// `Wrt` with `all` replaced by positions.
template <auto F, class Wrt> struct chosen {
  using type = Wrt;
};
template <auto F> struct chosen<F, all> : default_wrt<std::remove_cv_t<decltype(F)>> {};
template <auto F, class Wrt> using chosen_t = typename chosen<F, Wrt>::type;

// What may be wrong with a request; each has its sentence in `checked`.
template <int... I> constexpr bool distinct(wrt<I...>) {
  constexpr int n = sizeof...(I);
  const int positions[n + 1] = {I..., -1};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (positions[i] == positions[j])
        return false;
  return true;
}
template <class... P, int... I> constexpr bool in_range(types<P...>, wrt<I...>) {
  return ((I >= 0 && I < static_cast<int>(sizeof...(P))) && ...);
}
template <class Parameters, int... I> constexpr bool all_differentiable(wrt<I...>) {
  if constexpr (in_range(Parameters{}, wrt<I...>{}))
    return (differentiable_v<type_at_t<Parameters, I>> && ...);
  else
    return true;
}

template <class T> struct is_wrt : std::false_type {};
template <int... I> struct is_wrt<wrt<I...>> : std::true_type {};

template <auto F, class Wrt> struct checked {
  using S = signature_of<F>;
  using given = chosen_t<F, Wrt>;
  using W = std::conditional_t<is_wrt<given>::value, given, wrt<>>;
  static_assert(S::known, "soac: what is differentiated must be a function, or a constant function object or lambda "
                          "without captures whose operator() is const and not a template");
  static_assert(!S::known || !std::is_void_v<typename S::result>,
                "soac: operators are for functions that return their result; a function with output parameters has "
                "the plain derivatives f_vjp and f_jvp");
  static_assert(!S::known || std::is_void_v<typename S::result> || differentiable_v<typename S::result>,
                "soac: a bool or integer result has no derivative");
  static_assert(is_wrt<given>::value, "soac: the second argument of an operator is soac::wrt<positions...>");
  static_assert(in_range(typename S::parameters{}, W{}) || !S::known,
                "soac: wrt names a parameter that the function does not have");
  static_assert(distinct(W{}), "soac: wrt names a parameter twice");
  static_assert(
      all_differentiable<typename S::parameters>(W{}),
      "soac: wrt names a parameter without a floating-point part, which has no derivative, or one whose members "
      "cannot be listed: a class with constructors or base classes");
  static_assert(!S::known || !std::is_same_v<given, wrt<>>,
                "soac: the function has no parameter with a floating-point part");

  static constexpr bool ok = S::known && differentiable_v<typename S::result> &&
                             in_range(typename S::parameters{}, W{}) && distinct(W{}) &&
                             all_differentiable<typename S::parameters>(W{}) && !std::is_same_v<W, wrt<>>;
};

template <class List, class Wrt> struct pick;
template <class List, int... I> struct pick<List, wrt<I...>> {
  using type = types<type_at_t<List, I>...>;
};

/// One type is itself, several are a tuple.
template <class List> struct one_or_tuple;
template <class T> struct one_or_tuple<types<T>> {
  using type = T;
};
template <class... T>
  requires(sizeof...(T) != 1)
struct one_or_tuple<types<T...>> {
  using type = std::tuple<T...>;
};

} // namespace detail
} // namespace soac
