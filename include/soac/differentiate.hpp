// The differential operators: constant objects whose call runs generated code.
//
//   jvp<F>(x..., dx...)             the tangent of the result
//   value_and_jvp<F>(x..., dx...)   (result, tangent)
//   vjp<F>(x..., ybar)              the adjoints of the parameters
//   value_and_vjp<F>(x..., ybar)    (result, adjoints)
//   gradient<F>(x...)               the adjoints, for a floating-point result and seed 1
//   value_and_gradient<F>(x...)     (result, adjoints)
//   run<F>(x...)                    the result, computed by the generated primal
//
// Each also takes soac::with(workspace) in front of its arguments.
//
// Result types follow from F's signature alone, so a file parses before its derivatives exist. A call forwards to
// soac::implementation<the operator's type>, which the generated header specialises.
#pragma once

#include "soac/array.hpp"
#include "soac/signature.hpp"

namespace soac {

class workspace;

/// The memory of one call of an operator; made by `with`.
struct with_workspace {
  workspace &memory;
};
/// As first argument of an operator, `soac::gradient<f>(soac::with(workspace), x...)`: the call takes its memory from
/// `memory`, which keeps it. With the sizes of an earlier call it allocates nothing but what is returned. One call at a
/// time.
inline with_workspace with(workspace &memory) { return {memory}; }

/// The generated code of an operator: specialised by *.soac.hpp, with a static member `call`, and where that takes
/// memory `with`, whose last argument is a workspace.
template <class Operator> struct implementation;

namespace detail {

/// Runs a call without a place: here.
template <class Operator> struct dispatch {
  template <class R, class... P> static R call(P &&...arguments) {
    return implementation<Operator>::call(static_cast<P &&>(arguments)...);
  }
};

/// Call of an operator: the parameter list and the result are fixed, so braces and conversions work as in a call of F.
template <class Operator, class Signature> struct operator_call;
template <class Operator, class R, class... P> struct operator_call<Operator, R(P...)> {
  using result_type = R;
#ifdef __SOAC__
  static_assert(((sizeof(std::remove_reference_t<P>) > 0) && ...)); // the generator looks into the types
  static_assert(sizeof(std::conditional_t<std::is_void_v<R>, int, R>) > 0);
  R operator()(P... arguments) const;
  R operator()(with_workspace memory, P... arguments) const;
#else
  R operator()(P... arguments) const {
    return dispatch<Operator>::template call<R, P...>(static_cast<P &&>(arguments)...);
  }
  R operator()(with_workspace memory, P... arguments) const {
    if constexpr (requires { implementation<Operator>::with; })
      return implementation<Operator>::with(static_cast<P &&>(arguments)..., memory.memory);
    else
      return implementation<Operator>::call(static_cast<P &&>(arguments)...);
  }
#endif
  using function_type = R (*)(P...);
  /// The call somewhere else than on this thread: on a device, soac::cuda::on(stream).
  template <class Place, class... X>
    requires requires { typename Place::is_place; }
  typename Place::template result<R> operator()(const Place &place, X &&...arguments) const {
    return place.template call<Operator, R>(static_cast<X &&>(arguments)...);
  }
};

template <class R, class Parameters> struct function_type;
template <class R, class... P> struct function_type<R, types<P...>> {
  using type = R(P...);
};
template <class Operator, class R, class Parameters>
using call = operator_call<Operator, typename function_type<R, Parameters>::type>;

template <class List> struct tangents_of;
template <class... T> struct tangents_of<types<T...>> {
  using type = types<tangent_t<T>...>;
};
template <class List> struct seeds_of;
template <class... T> struct seeds_of<types<T...>> {
  using type = types<seed_t<T>...>;
};

/// The pieces that operators' signatures are made of.
template <auto F, class Wrt, bool = checked<F, Wrt>::ok> struct request {
  using S = signature_of<F>;
  using W = chosen_t<F, Wrt>;
  using parameters = typename S::parameters;
  using picked = typename pick<parameters, W>::type;
  using value = value_t<typename S::result>;
  using tangent = tangent_t<value>;
  using adjoint = typename one_or_tuple<typename tangents_of<picked>::type>::type;
  using value_and_tangent = std::tuple<value, tangent>;
  using value_and_adjoint = std::tuple<value, adjoint>;
  using with_tangents = join_t<parameters, typename seeds_of<picked>::type>;
  using with_seed = join_t<parameters, types<seed_t<value>>>;
  static constexpr bool scalar = std::is_floating_point_v<value>;
#ifdef __SOAC__
  static_assert(sizeof(tangent) > 0 && sizeof(adjoint) > 0); // the generator looks into the types
#endif

  /// Positions of the tangents among the parameters of jvp<F>.
  template <class Range> struct tangent_positions;
  template <int... I> struct tangent_positions<std::integer_sequence<int, I...>> {
    using type = wrt<static_cast<int>(parameters::size) + I...>;
  };
  using tangents = typename tangent_positions<std::make_integer_sequence<int, picked::size>>::type;
};
template <auto F, class Wrt> struct request<F, Wrt, false> { // reported by `checked`; keeps further errors away
  using W = wrt<>;
  using parameters = types<>;
  using picked = types<>;
  using value = void;
  using tangent = void;
  using adjoint = void;
  using value_and_tangent = void;
  using value_and_adjoint = void;
  using with_tangents = types<>;
  using with_seed = types<>;
  using tangents = wrt<>;
  static constexpr bool scalar = true;
};

/// Around jvp<F>: all of its parameters, or those that its wrt names.
template <auto F, class Wrt> struct default_of_jvp {
  using type = Wrt;
};
template <auto F>
struct default_of_jvp<F, all> : join_wrt<typename request<F, all>::W, typename request<F, all>::tangents> {};

} // namespace detail

template <auto F, class Wrt = all>
struct jvp_t : detail::call<jvp_t<F, Wrt>, typename detail::request<F, Wrt>::tangent,
                            typename detail::request<F, Wrt>::with_tangents> {
  using default_wrt = typename detail::default_of_jvp<F, Wrt>::type;
};

template <auto F, class Wrt = all>
struct value_and_jvp_t : detail::call<value_and_jvp_t<F, Wrt>, typename detail::request<F, Wrt>::value_and_tangent,
                                      typename detail::request<F, Wrt>::with_tangents> {
  using default_wrt = typename detail::default_of_jvp<F, Wrt>::type;
};

template <auto F, class Wrt = all>
struct vjp_t : detail::call<vjp_t<F, Wrt>, typename detail::request<F, Wrt>::adjoint,
                            typename detail::request<F, Wrt>::with_seed> {
  using default_wrt = typename detail::request<F, Wrt>::W;
};

template <auto F, class Wrt = all>
struct value_and_vjp_t : detail::call<value_and_vjp_t<F, Wrt>, typename detail::request<F, Wrt>::value_and_adjoint,
                                      typename detail::request<F, Wrt>::with_seed> {
  using default_wrt = typename detail::request<F, Wrt>::W;
};

template <auto F, class Wrt = all>
struct gradient_t : detail::call<gradient_t<F, Wrt>, typename detail::request<F, Wrt>::adjoint,
                                 typename detail::request<F, Wrt>::parameters> {
  static_assert(detail::request<F, Wrt>::scalar,
                "soac: gradient is for functions with one floating-point result; use vjp with a seed");
  using default_wrt = typename detail::request<F, Wrt>::W;
};

template <auto F, class Wrt = all>
struct value_and_gradient_t
    : detail::call<value_and_gradient_t<F, Wrt>, typename detail::request<F, Wrt>::value_and_adjoint,
                   typename detail::request<F, Wrt>::parameters> {
  static_assert(
      detail::request<F, Wrt>::scalar,
      "soac: value_and_gradient is for functions with one floating-point result; use value_and_vjp with a seed");
  using default_wrt = typename detail::request<F, Wrt>::W;
};

template <auto F>
struct run_t : detail::call<run_t<F>, detail::value_t<typename detail::signature_of<F>::result>,
                            typename detail::signature_of<F>::parameters> {
  static_assert(detail::signature_of<F>::known,
                "soac: what is run must be a function, or a constant function object or lambda without captures whose "
                "operator() is const and not a template");
  using default_wrt = typename detail::default_wrt<std::remove_cv_t<decltype(F)>>::type;
};

template <auto F, class Wrt = all> inline constexpr jvp_t<F, Wrt> jvp{};
template <auto F, class Wrt = all> inline constexpr value_and_jvp_t<F, Wrt> value_and_jvp{};
template <auto F, class Wrt = all> inline constexpr vjp_t<F, Wrt> vjp{};
template <auto F, class Wrt = all> inline constexpr value_and_vjp_t<F, Wrt> value_and_vjp{};
template <auto F, class Wrt = all> inline constexpr gradient_t<F, Wrt> gradient{};
template <auto F, class Wrt = all> inline constexpr value_and_gradient_t<F, Wrt> value_and_gradient{};
template <auto F> inline constexpr run_t<F> run{};

namespace detail {
template <class Operator> inline constexpr bool missing = false;
}

template <class Operator> struct implementation {
  static_assert(detail::missing<Operator>,
                "soac: this operator has no generated code here. Run soac on the source file "
                "that uses it, and include its *.soac.hpp before the use");
  template <class... X> static typename Operator::result_type call(X &&...);
};

} // namespace soac
