// Many directions at once, and the operators built on them.
//
//   jmp<F>(x..., dxs...)   k tangents of the result; each of dxs has k as its first dimension
//   mjp<F>(x..., ybars)    k adjoints of every parameter
//   jmp<F, all, 4>, ..     the same for four directions: the code is made for this number of them
//   jacobian_forward<F>(x...), jacobian_reverse<F>(x...)   result extents, then parameter extents
//   hessian<F>(x...)       the second derivative of a floating-point result, a block per pair of parameters
//   hvp<F>(x..., dx...)    the Hessian times a direction: the tangent of the gradient
//
// A scalar with k in front is an array of rank 1, an array one of one rank more, a tuple goes member by member, a
// record becomes an array of records.
#pragma once

#include "soac/differentiate.hpp"

namespace soac {

/// As many directions as the seeds of the call have.
inline constexpr int any_directions = -1;

namespace detail {

/// A tangent type with k as its leading dimension.
template <class T> struct batch {
  using type = array<T, 1>;
};
template <class T, int R> struct batch<array<T, R>> {
  using type = array<T, R + 1>;
};
template <class T, class A> struct batch<std::vector<T, A>> {
  using type = array<T, 2>;
};
template <class T, class A> struct batch<std::deque<T, A>> {
  using type = array<T, 2>;
};
template <class T, std::size_t N> struct batch<std::array<T, N>> {
  using type = array<T, 2>;
};
template <class... T> struct batch<std::tuple<T...>> {
  using type = std::tuple<typename batch<T>::type...>;
};
template <class A, class B> struct batch<std::pair<A, B>> {
  using type = std::pair<typename batch<A>::type, typename batch<B>::type>;
};
template <class T> using batch_t = typename batch<tangent_t<T>>::type;

template <class List> struct batches_of;
template <class... T> struct batches_of<types<T...>> {
  using type = types<batch_t<T>...>;
};
template <> struct batches_of<types<void>> {
  using type = types<void>;
};

/// The element and the rank of a tangent type.
template <class T> struct dimensions {
  using element = T;
  static constexpr int rank = 0;
};
template <class T, int R> struct dimensions<array<T, R>> {
  using element = T;
  static constexpr int rank = R;
};
template <class T, class A> struct dimensions<std::vector<T, A>> {
  using element = T;
  static constexpr int rank = 1;
};
template <class T, class A> struct dimensions<std::deque<T, A>> {
  using element = T;
  static constexpr int rank = 1;
};
template <class T, std::size_t N> struct dimensions<std::array<T, N>> {
  using element = T;
  static constexpr int rank = 1;
};

template <class T, std::size_t N> struct dimensions<T[N]> {
  using element = typename dimensions<T>::element;
  static constexpr int rank = 1 + dimensions<T>::rank;
};

template <class T, int Rank> struct ranked {
  using type = array<T, Rank>;
};
template <class T> struct ranked<T, 0> {
  using type = T;
};

/// Of two elements, the record; of two numbers, the wider.
template <class A, class B> struct block_element {
  using type = std::conditional_t<std::is_arithmetic_v<A>, B, A>;
};
template <class A, class B>
  requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
struct block_element<A, B> {
  using type = std::common_type_t<A, B>;
};

template <class Result, class Parameter> struct block;

/// Of a std::array of numbers, or of such arrays: how many dimensions it has; of others 0.
template <class T> inline constexpr int fixed_rank = 0;
template <class T, std::size_t N>
  requires(std::is_arithmetic_v<T> || fixed_rank<T> > 0)
inline constexpr int fixed_rank<std::array<T, N>> = 1 + fixed_rank<T>;

/// Between two elements that are records: a tuple with the derivative of each of the result's members. Of an array of
/// records, a member is the array of what its elements have there.
template <class Members, class Parameter, int Rank> struct record_block {
  static_assert(missing<Parameter>, "soac: a Jacobian between two record types needs to list the result's members: it must "
                                    "be an aggregate without base classes");
  using type = void;
};
template <class... Member, class Parameter, int Rank> struct record_block<types<Member...>, Parameter, Rank> {
  template <class M> using D = dimensions<std::remove_cvref_t<M>>;
  using type =
      std::tuple<typename block<typename ranked<typename D<Member>::element, Rank + D<Member>::rank>::type, Parameter>::type...>;
};

template <class Result, class Parameter, bool AreRecords> struct plain_block {
  using R = dimensions<Result>;
  using P = dimensions<Parameter>;
  using type =
      typename ranked<typename block_element<typename R::element, typename P::element>::type, R::rank + P::rank>::type;
};
template <class Result, class Parameter>
struct plain_block<Result, Parameter, true>
    : record_block<fields_of_t<typename dimensions<Result>::element>, Parameter, dimensions<Result>::rank> {};
/// Between elements that are fixed arrays of numbers: the result's stay elements, and the dimensions within the parameter's
/// come behind its others.
template <class Result, class Parameter>
  requires(fixed_rank<typename dimensions<Result>::element> > 0 && fixed_rank<typename dimensions<Parameter>::element> > 0)
struct plain_block<Result, Parameter, true> {
  using R = dimensions<Result>;
  using P = dimensions<Parameter>;
  using type = typename ranked<typename R::element, R::rank + P::rank + fixed_rank<typename P::element>>::type;
};

/// The derivative of a result by a parameter, both tangent types: tuples go member by member, the result's outside.
template <class Result, class Parameter>
struct block : plain_block<Result, Parameter,
                           !std::is_arithmetic_v<typename dimensions<Result>::element> &&
                               !std::is_arithmetic_v<typename dimensions<Parameter>::element>> {};
template <class Result, class... P> struct block<Result, std::tuple<P...>> {
  using type = std::tuple<typename block<Result, P>::type...>;
};
template <class Result, class P, class Q> struct block<Result, std::pair<P, Q>> {
  using type = std::tuple<typename block<Result, P>::type, typename block<Result, Q>::type>;
};
template <class... R, class P> struct block<std::tuple<R...>, P> {
  using type = std::tuple<typename block<R, P>::type...>;
};
template <class... R, class... P> struct block<std::tuple<R...>, std::tuple<P...>> {
  using type = std::tuple<typename block<R, std::tuple<P...>>::type...>;
};
template <class... R, class P, class Q> struct block<std::tuple<R...>, std::pair<P, Q>> {
  using type = std::tuple<typename block<R, std::pair<P, Q>>::type...>;
};
template <class R, class S, class P> struct block<std::pair<R, S>, P> : block<std::tuple<R, S>, P> {};
template <class R, class S, class... P>
struct block<std::pair<R, S>, std::tuple<P...>> : block<std::tuple<R, S>, std::tuple<P...>> {};
template <class R, class S, class P, class Q>
struct block<std::pair<R, S>, std::pair<P, Q>> : block<std::tuple<R, S>, std::pair<P, Q>> {};
template <> struct block<void, void> {
  using type = void;
};

template <auto F, class Wrt, bool = checked<F, Wrt>::ok> struct batch_request {
  using Q = request<F, Wrt>;
  using tangent = batch_t<typename Q::value>;
  using adjoint = typename one_or_tuple<typename batches_of<typename Q::picked>::type>::type;
  using with_tangents =
      join_t<typename Q::parameters, typename seeds_of<typename batches_of<typename Q::picked>::type>::type>;
  using with_seed = join_t<typename Q::parameters, types<seed_t<tangent>>>;
};
template <auto F, class Wrt> struct batch_request<F, Wrt, false> {
  using tangent = void;
  using adjoint = void;
  using with_tangents = types<>;
  using with_seed = types<>;
};
template <auto F, class Wrt>
using jacobian_t = typename block<typename request<F, Wrt>::tangent, typename request<F, Wrt>::adjoint>::type;
template <auto F, class Wrt>
using hessian_of_t = typename block<typename request<F, Wrt>::adjoint, typename request<F, Wrt>::adjoint>::type;

} // namespace detail

template <auto F, class Wrt = all, int K = any_directions>
struct jmp_t : detail::call<jmp_t<F, Wrt, K>, typename detail::batch_request<F, Wrt>::tangent,
                            typename detail::batch_request<F, Wrt>::with_tangents> {
  static_assert(K > 0 || K == any_directions, "soac: the number of directions of jmp is at least one");
  using default_wrt = typename detail::default_of_jvp<F, Wrt>::type;
};

template <auto F, class Wrt = all, int K = any_directions>
struct mjp_t : detail::call<mjp_t<F, Wrt, K>, typename detail::batch_request<F, Wrt>::adjoint,
                            typename detail::batch_request<F, Wrt>::with_seed> {
  static_assert(K > 0 || K == any_directions, "soac: the number of directions of mjp is at least one");
  using default_wrt = typename detail::request<F, Wrt>::W;
};

template <auto F, class Wrt = all>
struct jacobian_forward_t : detail::call<jacobian_forward_t<F, Wrt>, detail::jacobian_t<F, Wrt>,
                                         typename detail::request<F, Wrt>::parameters> {
  using default_wrt = typename detail::request<F, Wrt>::W;
};

template <auto F, class Wrt = all>
struct jacobian_reverse_t : detail::call<jacobian_reverse_t<F, Wrt>, detail::jacobian_t<F, Wrt>,
                                         typename detail::request<F, Wrt>::parameters> {
  using default_wrt = typename detail::request<F, Wrt>::W;
};

template <auto F, class Wrt = all>
struct hessian_t
    : detail::call<hessian_t<F, Wrt>, detail::hessian_of_t<F, Wrt>, typename detail::request<F, Wrt>::parameters> {
  static_assert(detail::request<F, Wrt>::scalar, "soac: hessian is for functions with one floating-point result");
  using default_wrt = typename detail::request<F, Wrt>::W;
};

template <auto F, class Wrt = all>
struct hvp_t : detail::call<hvp_t<F, Wrt>, typename detail::request<F, Wrt>::adjoint,
                            typename detail::request<F, Wrt>::with_tangents> {
  static_assert(detail::request<F, Wrt>::scalar, "soac: hvp is for functions with one floating-point result");
  using default_wrt = typename detail::default_of_jvp<F, Wrt>::type;
};

template <auto F, class Wrt = all, int K = any_directions> inline constexpr jmp_t<F, Wrt, K> jmp{};
template <auto F, class Wrt = all, int K = any_directions> inline constexpr mjp_t<F, Wrt, K> mjp{};
template <auto F, class Wrt = all> inline constexpr jacobian_forward_t<F, Wrt> jacobian_forward{};
template <auto F, class Wrt = all> inline constexpr jacobian_reverse_t<F, Wrt> jacobian_reverse{};
template <auto F, class Wrt = all> inline constexpr hessian_t<F, Wrt> hessian{};
template <auto F, class Wrt = all> inline constexpr hvp_t<F, Wrt> hvp{};

} // namespace soac
