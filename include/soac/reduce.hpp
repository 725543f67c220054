// reduce and what is made of it: sum, product, min, max, argmin, argmax, dot.
//
// A reduction goes block by block; the blocks' results are combined in order. The grouping depends on the length only,
// so threads do not change a result. Operators that may be reordered fold each block in independent lanes.
#pragma once

#include "soac/operators.hpp"

namespace soac {

namespace detail {

/// What reduce, scan and reduce_by_index combine: one array's elements, or those of several as a tuple or a record Ne.
template <class Ne, class... V> struct combined {
  using value = Ne;
  using passed = const Ne &;
  template <class... A> static Ne element(index i, const A &...v) { return Ne{detail::at(v, i)...}; }
};
template <class Ne, class V> struct combined<Ne, V> {
  using value = typename element_of<V>::value;
  using passed = typename element_of<V>::passed;
  template <class A> static decltype(auto) element(index i, const A &v) { return detail::at(v, i); }
};
template <class... N, class V, class V2, class... Vs> struct combined<std::tuple<N...>, V, V2, Vs...> {
  static_assert(sizeof...(N) == 2 + sizeof...(Vs), "soac: the neutral element has one member per array");
  using value =
      std::tuple<typename element_of<V>::value, typename element_of<V2>::value, typename element_of<Vs>::value...>;
  using passed = std::tuple<std::decay_t<typename element_of<V>::passed>, std::decay_t<typename element_of<V2>::passed>,
                            std::decay_t<typename element_of<Vs>::passed>...>;
  template <class... A> static passed element(index i, const A &...v) { return passed(detail::at(v, i)...); }
};

/// How values of C are gathered: of one array as its elements are, of several as a function's results.
template <class C, bool Single> struct results_of {
  using type = gathered<typename C::value>;
};
template <class C>
  requires(!is_array<typename C::value>::value)
struct results_of<C, true> {
  using type = gathered_elements<typename C::value>;
};

/// An accumulated value as an operator receives it: arrays as views.
template <class T> const T &pass(const T &value) { return value; }
template <class T, int R> view<const T, R> pass(const array<T, R> &value) { return value; }
template <class... T> decltype(auto) pass(const std::tuple<T...> &value) {
  if constexpr ((is_array<T>::value || ...))
    return std::apply(
        [](const auto &...member) {
          return std::tuple<std::decay_t<decltype(detail::pass(member))>...>(detail::pass(member)...);
        },
        value);
  else
    return (value);
}

/// Values that are combined have one shape; numbers have none, and arrays without elements may have any.
template <class A, class B> void check_same_shape([[maybe_unused]] const char *where, const A &a, const B &b) {
  if constexpr (is_own<A> && is_own<B>) {
    if (a.size() > 0 || b.size() > 0)
      detail::check_shape(where, a.extents(), b.extents());
  }
}
template <class... A, class... B>
void check_same_shape([[maybe_unused]] const char *where, const std::tuple<A...> &a, const std::tuple<B...> &b) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (detail::check_same_shape(where, std::get<I>(a), std::get<I>(b)), ...);
  }(std::index_sequence_for<A...>{});
}

/// The neutral element of n elements, which have its shape.
template <class C, class Ne, class... V>
typename C::value start_of(const char *where, const Ne &neutral, index n, const V &...v) {
  auto start = static_cast<typename C::value>(neutral);
  if (n > 0)
    detail::check_same_shape(where, start, C::element(0, v...));
  return start;
}

/// acc op element, which has the shape of acc.
template <class C, class Op, class Element>
typename C::value combine(const char *where, Op &op, const typename C::value &acc, const Element &element) {
  typename C::value r(op(detail::pass(acc), element));
  detail::check_same_shape(where, acc, r);
  return r;
}

inline constexpr index reduce_block = index{1} << 15;

/// How many elements of the first dimension make a block.
template <class T, int R> index block_length(const view<const T, R> &v) {
  const index row = R == 1 ? 1 : std::max<index>(1, product_of<R - 1>(detail::tail(v.extents())));
  return std::max<index>(1, reduce_block / row);
}
template <class T> index block_length(const view<const T, 1> &) { return reduce_block; }

/// All lanes of the array: the halves onto each other, as a vector, until one is left.
template <class Op, class T, std::size_t N> T fold_halves(const Op &op, const T (&lane)[N]) {
  if constexpr (N == 1) {
    return lane[0];
  } else {
    T half[N / 2];
    for (std::size_t l = 0; l < N / 2; ++l)
      half[l] = static_cast<T>(op(lane[l], lane[l + N / 2]));
    return detail::fold_halves(op, half);
  }
}

/// The first n / lanes * lanes numbers, at least one of each lane: the lanes are independent, so they are SIMD lanes.
template <index lanes, class Op, class T> T fold_whole(const Op &op, const T *p, index n) {
  T lane[lanes];
  for (index l = 0; l < lanes; ++l)
    lane[l] = static_cast<T>(op(lane_start<Op, T>, p[l]));
  for (const T *const end = p + n / lanes * lanes; (p += lanes) != end;)
    for (index l = 0; l < lanes; ++l)
      lane[l] = static_cast<T>(op(lane[l], p[l]));
  return detail::fold_halves(op, lane);
}

/// neutral op p[0] op .. op p[n-1] in any grouping. Long rows fill several registers, so that an addition does not wait
/// for the one before.
template <class Op, class T> T fold_lanes(const Op &op, const T *p, index n) {
  constexpr index few = 32 / sizeof(T), many = 128 / sizeof(T);
  T r = lane_start<Op, T>;
  index done = 0;
  if (n >= 4 * many) {
    r = detail::fold_whole<many>(op, p, n);
    done = n / many * many;
  }
  if (n - done >= few) {
    const T more = detail::fold_whole<few>(op, p + done, n - done);
    r = done == 0 ? more : static_cast<T>(op(r, more));
    done = n / few * few;
  }
  for (; done < n; ++done)
    r = static_cast<T>(op(r, p[done]));
  return r;
}

/// acc op elements begin .. end-1, in order.
template <class C, class Op, class... V>
typename C::value fold(const char *where, Op &op, typename C::value acc, index begin, index end, const V &...v) {
  for (index i = begin; i < end; ++i)
    acc = detail::combine<C>(where, op, acc, C::element(i, v...));
  return acc;
}

/// The reduction of elements begin .. end-1, at least one.
template <class C, class Op, class... V> typename C::value fold_block(Op &op, index begin, index end, const V &...v) {
  return detail::fold<C>("reduce", op, typename C::value(C::element(begin, v...)), begin + 1, end, v...);
}

template <class C, class Op, class... V>
[[gnu::noinline]] typename C::value reduce_blocks(Op &op, typename C::value acc, index n, index block, V... v) {
  const auto partial = [&](index begin, index end) -> typename C::value {
    if constexpr (sizeof...(V) == 1 && reorderable<std::remove_const_t<Op>, typename C::value>)
      if ((detail::is_dense(v) && ...))
        return detail::fold_lanes(op, (v.data() + begin)..., end - begin);
    return detail::fold_block<C>(op, begin, end, v...);
  };
  const index blocks = (n + block - 1) / block;
  if (blocks > 1 && detail::may_run_parallel()) {
    std::vector<typename C::value> parts(static_cast<std::size_t>(blocks));
    detail::run_parallel(0, blocks, [&](index first, index last) {
      for (index b = first; b < last; ++b)
        parts[static_cast<std::size_t>(b)] = partial(b * block, std::min(n, (b + 1) * block));
    });
    for (const auto &part : parts)
      acc = detail::combine<C>("reduce", op, acc, detail::pass(part));
    return acc;
  }
  for (index b = 0; b < blocks; ++b)
    acc = detail::combine<C>("reduce", op, acc, detail::pass(partial(b * block, std::min(n, (b + 1) * block))));
  return acc;
}

/// A short row, as inside of other combinators, becomes part of the caller.
template <class C, class Op, class... V>
[[gnu::always_inline]] inline typename C::value reduce_views(Op &op, typename C::value acc, index n, index block,
                                                             const V &...v) {
  if constexpr (sizeof...(V) == 1 && reorderable<std::remove_const_t<Op>, typename C::value>)
    if (n > 0 && n <= block && (detail::is_dense(v) && ...)) [[likely]]
      return typename C::value(op(acc, detail::fold_lanes(op, v.data()..., n)));
  return detail::reduce_blocks<C>(op, std::move(acc), n, block, v...);
}

} // namespace detail

/// neutral op x[0] op x[1] op ..: `op` is associative and `neutral` its neutral element. Over several arrays elements,
/// neutral element and results of op are std::tuples, or the record type of `neutral`. Over rank R > 1 they are arrays
/// of rank R-1 (op receives views).
template <class Op, class Ne, class X, class... Xs>
  requires(detail::array_like<X> && ... && detail::array_like<Xs>)
[[gnu::always_inline]] inline auto reduce(Op &&op, const Ne &neutral, const X &x, const Xs &...xs) {
  using C = detail::combined<Ne, detail::view_of<X>, detail::view_of<Xs>...>;
  const auto v = detail::as_view(x);
  const index n = detail::common_extent("reduce", v, detail::as_view(xs)...);
  return detail::reduce_views<C>(op, detail::start_of<C>("reduce", neutral, n, v, detail::as_view(xs)...), n,
                                 detail::block_length(v), v, detail::as_view(xs)...);
}

namespace detail {

/// The neutral element `e` for elements of the view's type: a number, or an array of it in a row's shape.
template <class T, int R> auto neutral_like(const view<const T, R> &v, T e) {
  if constexpr (R == 1) {
    return e;
  } else {
    array<T, R - 1> r(uninitialized{}, detail::tail(v.extents()));
    std::uninitialized_fill_n(r.data(), r.size(), e);
    return r;
  }
}

template <class Better, class T> index first_best(const Better &better, const view<const T, 1> &v) {
  detail::check_that(v.extents()[0] > 0, "argmin or argmax", "the array is empty");
  index best = 0;
  for (index i = 1; i < v.extents()[0]; ++i)
    if (better(detail::at(v, i), detail::at(v, best)))
      best = i;
  return best;
}

} // namespace detail

/// The sum over the first dimension: a number, or an array of one rank less.
template <class X>
  requires detail::array_like<X>
auto sum(const X &x) {
  using T = detail::scalar_of<X>;
  static_assert(!std::is_same_v<T, bool>, "soac: to count, map bool to an integer first");
  return soac::reduce(plus{}, detail::neutral_like(detail::as_view(x), T{}), x);
}
/// The product over the first dimension.
template <class X>
  requires detail::array_like<X>
auto product(const X &x) {
  return soac::reduce(multiplies{}, detail::neutral_like(detail::as_view(x), detail::scalar_of<X>(1)), x);
}
/// The smallest over the first dimension; of nothing, infinity (the largest number of an integer type).
template <class X>
  requires detail::array_like<X>
auto min(const X &x) {
  return soac::reduce(minimum{}, detail::neutral_like(detail::as_view(x), detail::largest<detail::scalar_of<X>>()), x);
}
/// The largest over the first dimension; of nothing, minus infinity (the smallest number of an integer type).
template <class X>
  requires detail::array_like<X>
auto max(const X &x) {
  return soac::reduce(maximum{}, detail::neutral_like(detail::as_view(x), detail::smallest<detail::scalar_of<X>>()), x);
}
/// Where the smallest element is, the first of equal ones; x must not be empty.
template <class X>
  requires(detail::array_like<X> && detail::rank_of<X> == 1)
index argmin(const X &x) {
  return detail::first_best([](const auto &a, const auto &b) { return a < b; }, detail::as_view(x));
}
/// Where the largest element is, the first of equal ones; x must not be empty.
template <class X>
  requires(detail::array_like<X> && detail::rank_of<X> == 1)
index argmax(const X &x) {
  return detail::first_best([](const auto &a, const auto &b) { return b < a; }, detail::as_view(x));
}
/// sum of x[i] * y[i].
template <class X, class Y>
  requires(detail::array_like<X> && detail::array_like<Y>)
auto dot(const X &x, const Y &y) {
  return soac::sum(soac::map([](const auto &a, const auto &b) { return a * b; }, x, y));
}

} // namespace soac
