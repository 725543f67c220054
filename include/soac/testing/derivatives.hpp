// Checks the plain derivatives f_jvp and f_vjp of one function at one point.
//
// The function is seen as a map from numbers to numbers (numbers.hpp): x are the floating-point leaves of all
// parameters at entry, y those of the result and of the output parameters at exit.
//
// What is instantiated for one function is a call of it and of its derivatives; the rest depends on the types alone.
#pragma once

#include "soac/signature.hpp"
#include "soac/testing/numbers.hpp"
#include "soac/testing/owners.hpp"

#include <tuple>

namespace soac::testing {

/// Stands for a derivative that was not generated.
struct absent {};

namespace detail {

template <class T> struct parameter_kind {
  static constexpr bool output = false;
};
template <class T> struct parameter_kind<T &> {
  static constexpr bool output = !std::is_const_v<T>;
};
template <class T> struct parameter_kind<T *> {
  static constexpr bool output = !std::is_const_v<T>;
};
template <class T, int R> struct parameter_kind<view<T, R>> {
  static constexpr bool output = !std::is_const_v<T>;
};
template <class T, std::size_t N> struct parameter_kind<std::span<T, N>> {
  static constexpr bool output = !std::is_const_v<T>;
};
/// Written by the function, so also part of y.
template <class P>
inline constexpr bool is_output = parameter_kind<std::remove_cv_t<P>>::output && soac::detail::differentiable_v<P>;

/// How the adjoint is passed: what points to const data has one that is written, a temporary one that stays.
template <class P> struct changeable {
  using type = P;
};
template <class T> struct changeable<const T *> {
  using type = T *;
};
template <class T> struct changeable<T &&> {
  using type = T &;
};
template <class T, std::size_t N> struct changeable<std::span<T, N>> {
  using type = std::span<std::remove_const_t<T>>;
};
template <class P> using changeable_t = typename changeable<std::remove_cv_t<P>>::type;

/// A function of an object that outlives it; none where there is no function.
template <class R, class... A> struct bound {
  const void *object = nullptr;
  R (*function)(const void *, A...) = nullptr;

  explicit operator bool() const { return function; }
  R operator()(A... a) const { return function(object, a...); }
};

/// Calls `g(storage)` for each parameter in the tuple `all` whose leaves belong to x (or, with `Outputs`, to y).
template <bool Outputs, class... P, class Tuple, class G> void each_parameter(Tuple &all, G &&g) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (
        [&] {
          if constexpr (Outputs ? is_output<P> : soac::detail::differentiable_v<P>)
            g(std::get<I>(all));
        }(),
        ...);
  }(std::index_sequence_for<P...>{});
}

/// What a function gives: a value, its tangent, and whether it is differentiated. 0 stands for void.
template <class R> struct result_of {
  using type = soac::detail::value_t<R>;
  using tangent = tangent_t<type>;
  static constexpr bool active = soac::detail::differentiable_v<R>;
};
template <> struct result_of<void> {
  using type = int;
  using tangent = int;
  static constexpr bool active = false;
};

template <class Signature, class Storage> class point;
/// One evaluation point of a function R(P...): `storage`, a tuple, owns the arguments.
template <class R, class... P, class Storage> class point<R(P...), Storage> final : public numeric_function {
  using results = result_of<R>;
  using result_tangent = typename results::tangent;
  using Tangents = derivative_t<Storage>;

public:
  using result = typename results::type;
  using primal_call = bound<result, Storage &>;
  using jvp_call = bound<result, Storage &, Tangents &, result_tangent &>;
  using vjp_call = bound<result, Storage &, const result_tangent &, Tangents &>;

private:
  Storage storage;
  Tangents tangents;        // of the shape that those of the arguments have
  result_tangent shape{};   // of the result's tangents and seeds
  primal_call primal;
  jvp_call jvp;
  vjp_call vjp;

  template <class Values> static numbers inputs(const Values &s) {
    numbers x;
    each_parameter<false, P...>(s, append{x});
    return x;
  }
  template <class Values> static void set_inputs(Values &s, const numbers &x) {
    const double *next = x.data();
    each_parameter<false, P...>(s, assign{next});
  }
  template <class Values, class Result> static numbers outputs(const Values &s, const Result &value) {
    numbers y;
    if constexpr (results::active)
      append_leaves(value, y);
    each_parameter<true, P...>(s, append{y});
    return y;
  }
  Storage arguments(const numbers &at) const {
    Storage s = copy_of(storage);
    set_inputs(s, at);
    return s;
  }
  /// The result and y. Where the function itself cannot be called from here, as a derivative computes them.
  std::pair<result, numbers> evaluate(Storage &s) const {
    if (primal) {
      result r = primal(s);
      numbers given = outputs(s, r);
      return {std::move(r), std::move(given)};
    }
    Tangents zeros = copy_of(tangents);
    each_parameter<false, P...>(zeros, clear{});
    result_tangent nothing{};
    result r = jvp ? jvp(s, zeros, nothing) : vjp(s, nothing, zeros);
    numbers given = outputs(s, r);
    return {std::move(r), std::move(given)};
  }

public:
  /// `known` hears of the copy of the arguments that the function is first called with.
  template <class Know>
  point(const Storage &given, primal_call f, jvp_call forward, vjp_call reverse, const Know &know)
      : storage(given), tangents(derivative<Storage>::of(given)), primal(f), jvp(forward), vjp(reverse) {
    x = inputs(storage);
    Storage s = arguments(x);
    know(s);
    auto [r, at_entry] = first_value([&] { return evaluate(s); });
    if constexpr (std::is_constructible_v<result_tangent, const result &>)
      shape = result_tangent(r);
    y = std::move(at_entry);
    has_tangent = bool(jvp);
    has_adjoint = bool(vjp);
    Tangents mask = tangents;
    set_inputs(mask, numbers(x.size(), 1.0));
    each_parameter<true, P...>(mask, clear{});
    pure = inputs(mask);
  }

  numbers value(const numbers &at) const override {
    Storage s = arguments(at);
    entering(primal ? stage::primal : stage::derivative);
    return evaluate(s).second;
  }
  std::pair<numbers, numbers> tangent(const numbers &at, const numbers &v) const override {
    Storage s = arguments(at);
    Tangents directions = copy_of(tangents);
    result_tangent r_tan = shape;
    set_inputs(directions, v);
    entering(stage::derivative);
    const result r = jvp(s, directions, r_tan);
    return {outputs(s, r), outputs(directions, r_tan)};
  }
  std::pair<numbers, numbers> adjoint(const numbers &at, const numbers &w, const numbers &initial) const override {
    Storage s = arguments(at);
    Tangents adjoints = copy_of(tangents);
    result_tangent seed = shape;
    set_inputs(adjoints, initial);
    const double *next = w.data();
    if constexpr (results::active)
      set_leaves(seed, next);
    each_parameter<true, P...>(adjoints, assign{next});
    entering(stage::derivative);
    const result r = vjp(s, seed, adjoints);
    return {outputs(s, r), inputs(adjoints)};
  }
};

/// Calls of functions R(P...) and their derivatives, with arguments from tuples that own them: I are all parameters, J
/// those that are differentiated.
template <class Signature, class Storage> struct calls;
template <class R, class... P, class Storage> struct calls<R(P...), Storage> {
  using results = result_of<R>;
  using result = typename results::type;
  using result_tangent = typename results::tangent;
  using Tangents = derivative_t<Storage>;
  template <int J> using parameter = changeable_t<std::tuple_element_t<J, std::tuple<P...>>>;

  template <class F, class... A> static result value_of(const F &f, A &&...a) {
    if constexpr (std::is_void_v<R>)
      return f(static_cast<A &&>(a)...), 0;
    else
      return result(f(static_cast<A &&>(a)...));
  }

  template <class Every, class Active> struct with;
  template <std::size_t... I, int... J> struct with<std::index_sequence<I...>, wrt<J...>> {
    template <class F>
    static constexpr bool callable =
        std::is_invocable_v<const F &, decltype(pass<P>(std::get<I>(std::declval<Storage &>())))...>;

    template <class F> static result primal(const void *f, Storage &s) {
      return value_of(*static_cast<const F *>(f), pass<P>(std::get<I>(s))...);
    }
    template <class F> static result jvp(const void *f, Storage &s, Tangents &tangents, result_tangent &r_tan) {
      if constexpr (results::active)
        return value_of(*static_cast<const F *>(f), pass<P>(std::get<I>(s))...,
                        pass<parameter<J>>(std::get<J>(tangents))..., r_tan);
      else
        return value_of(*static_cast<const F *>(f), pass<P>(std::get<I>(s))...,
                        pass<parameter<J>>(std::get<J>(tangents))...);
    }
    template <class F> static result vjp(const void *f, Storage &s, const result_tangent &seed, Tangents &adjoints) {
      if constexpr (results::active)
        return value_of(*static_cast<const F *>(f), pass<P>(std::get<I>(s))..., seed,
                        pass<parameter<J>>(std::get<J>(adjoints))...);
      else
        return value_of(*static_cast<const F *>(f), pass<P>(std::get<I>(s))...,
                        pass<parameter<J>>(std::get<J>(adjoints))...);
    }
  };
  using all = with<std::index_sequence_for<P...>,
                   typename soac::detail::differentiable_positions<soac::detail::types<changeable_t<P>...>>::type>;
};

/// The checks at one point; a function that computes with floats is good to single precision.
template <class Signature, class F, class Jvp, class Vjp, class... Owner, class Know>
report check_at(const F &f, const Jvp &jvp, const Vjp &vjp, const std::tuple<Owner...> &storage, std::uint64_t seed,
                tolerances tolerance, const Know &know) {
  using calls = typename detail::calls<Signature, std::tuple<Owner...>>::all;
  using at = detail::point<Signature, std::tuple<Owner...>>;
  typename at::primal_call primal;
  typename at::jvp_call forward;
  typename at::vjp_call reverse;
  if constexpr (calls::template callable<F>)
    primal = {&f, &calls::template primal<F>};
  if constexpr (!std::is_same_v<Jvp, absent>)
    forward = {&jvp, &calls::template jvp<Jvp>};
  if constexpr (!std::is_same_v<Vjp, absent>)
    reverse = {&vjp, &calls::template vjp<Vjp>};
  if constexpr ((has_float<Owner>() || ...) || has_float<typename at::result>())
    tolerance = tolerances::single();
  return detail::check(at(storage, primal, forward, reverse, know), seed, tolerance);
}

} // namespace detail

/// Checks the derivatives of the function of type `Signature` at the point in `storage`. Each of `jvp` and `vjp` may be
/// `absent`. `storage` owns one value per parameter: pointers, views and spans are made from arrays and vectors.
template <class Signature, class F, class Jvp, class Vjp, class... Owner>
report check_derivatives(F f, Jvp jvp, Vjp vjp, const std::tuple<Owner...> &storage, std::uint64_t seed = 1,
                         tolerances tolerance = {}) {
  report out = detail::check_at<Signature>(f, jvp, vjp, storage, seed, tolerance, [](const auto &) {});
  if (out.not_finite)
    out.failures += "the function's value is not finite at this point\n";
  else if (!out.has_numbers)
    out.failures += "nothing to differentiate: no floating-point input or output at this point\n";
  out.failures += out.singular.empty() ? out.unsettled : out.singular;
  return out;
}

} // namespace soac::testing
