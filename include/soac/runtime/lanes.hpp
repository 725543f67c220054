// Sixteen numbers side by side, in the vector registers of the machine: one of each iteration of a block, which go through a loop
// together. A loop over the lanes is written once, for a lane that stands for all:
//
//   in_lanes([&](auto lane) { put(y, at(x, lane) * scale, lane); });   // y(l) = x(l) * scale, for all 16
//
// Arithmetic is that of the elements; functions are those of vector_math.hpp, with its accuracy.
#pragma once

#include "soac/runtime/dense.hpp"
#include "soac/runtime/hyperbolic.hpp"
#include "soac/runtime/per_lane.hpp"
#include "soac/runtime/vector_math.hpp"

#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

namespace soac::runtime {

// Functions
// ----------------------------------------------------------------------------------------------------------------------

template <class T> SOAC_INLINE per_lane<T> sqrt(const per_lane<T> &a) {
  alignas(sizeof(typename per_lane<T>::part)) T numbers[lane_count];
  a.store(numbers);
  for (T &x : numbers)
    x = runtime::sqrt(x);
  return per_lane<T>::load(numbers);
}

#if SOAC_SHARES_EXPONENTIAL
namespace detail {
template <class T>
using exponential_of_lanes =
    half_exponential<T, typename vector_of<typename binary<T>::bits, per_lane<T>::width>::type, typename per_lane<T>::part>;
} // namespace detail
#endif

// Those of libmvec take registers: "_ZGVdN4v_exp" is that of four doubles with AVX2.
#if !SOAC_STRICT_MATH && defined(__x86_64__) && defined(__GLIBC__) && !defined(__CUDACC__) && defined(__GNUC__) &&           \
    (!defined(__AVX__) || defined(__AVX2__))
#if defined(__AVX512F__)
#define SOAC_DOUBLES "_ZGVeN8"
#define SOAC_FLOATS "_ZGVeN16"
#elif defined(__AVX2__)
#define SOAC_DOUBLES "_ZGVdN4"
#define SOAC_FLOATS "_ZGVdN8"
#else
#define SOAC_DOUBLES "_ZGVbN2"
#define SOAC_FLOATS "_ZGVbN4"
#endif
#define SOAC_LANES1(function)                                                                                          \
  extern "C" per_lane<double>::part soac_lanes_##function(per_lane<double>::part) noexcept __asm__(SOAC_DOUBLES "v_" #function);      \
  extern "C" per_lane<float>::part soac_lanes_##function##f(per_lane<float>::part) noexcept __asm__(SOAC_FLOATS "v_" #function "f"); \
  SOAC_INLINE per_lane<double> function(const per_lane<double> &a) {                                                         \
    per_lane<double> r;                                                                                                   \
    detail::each<per_lane<double>::registers>([&](int k) { r.parts[k] = soac_lanes_##function(a.parts[k]); });            \
    return r;                                                                                                          \
  }                                                                                                                    \
  SOAC_INLINE per_lane<float> function(const per_lane<float> &a) {                                                           \
    per_lane<float> r;                                                                                                    \
    detail::each<per_lane<float>::registers>([&](int k) { r.parts[k] = soac_lanes_##function##f(a.parts[k]); });          \
    return r;                                                                                                          \
  }
#if __GLIBC_PREREQ(2, 35)
#define SOAC_LANES1_SINCE_2_35 SOAC_LANES1
#endif
#else
#define SOAC_LANES1 SOAC_LANES1_ONE_BY_ONE
#endif
#define SOAC_LANES1_ONE_BY_ONE(function)                                                                               \
  template <class T> SOAC_INLINE per_lane<T> function(const per_lane<T> &a) {                                                \
    alignas(sizeof(typename per_lane<T>::part)) T numbers[lane_count];                                                    \
    a.store(numbers);                                                                                                  \
    for (T &x : numbers)                                                                                               \
      x = runtime::function(x);                                                                                        \
    return per_lane<T>::load(numbers);                                                                                    \
  }
#ifndef SOAC_LANES1_SINCE_2_35
#define SOAC_LANES1_SINCE_2_35 SOAC_LANES1_ONE_BY_ONE
#endif

SOAC_LANES1(cos)
SOAC_LANES1(exp)
SOAC_LANES1(log)
SOAC_LANES1(sin)
SOAC_LANES1_SINCE_2_35(atan)
SOAC_LANES1_SINCE_2_35(cosh)
SOAC_LANES1_SINCE_2_35(exp2)
SOAC_LANES1_SINCE_2_35(expm1)
SOAC_LANES1_SINCE_2_35(log10)
SOAC_LANES1_SINCE_2_35(log1p)
SOAC_LANES1_SINCE_2_35(log2)
SOAC_LANES1_SINCE_2_35(sinh)
SOAC_LANES1_SINCE_2_35(tan)

#if SOAC_SHARES_EXPONENTIAL
template <class T> SOAC_INLINE per_lane<T> tanh(const per_lane<T> &a) {
  per_lane<T> r;
  detail::each<per_lane<T>::registers>([&](int k) { r.parts[k] = detail::exponential_of_lanes<T>(a.parts[k]).tanh(); });
  return r;
}
template <class T> SOAC_INLINE per_lane<T> sech(const per_lane<T> &a) {
  per_lane<T> r;
  detail::each<per_lane<T>::registers>([&](int k) { r.parts[k] = detail::exponential_of_lanes<T>(a.parts[k]).sech(); });
  return r;
}
#else
SOAC_LANES1_SINCE_2_35(tanh)
template <class T> SOAC_INLINE per_lane<T> sech(const per_lane<T> &a) { return T(1) / cosh(a); }
#endif

#undef SOAC_LANES1
#undef SOAC_LANES1_SINCE_2_35
#undef SOAC_LANES1_ONE_BY_ONE
#undef SOAC_DOUBLES
#undef SOAC_FLOATS

// Memory
// -------------------------------------------------------------------------------------------------------------------------

namespace detail {

/// The number of an element, which may differ between lanes.
template <class A, class I> SOAC_INLINE auto offset(const A &, int, I i) { return i; }
template <class A, class I, class J, class... K> SOAC_INLINE auto offset(const A &array, int d, I i, J j, K... k) {
  return offset(array, d + 1, i * array.extent(d + 1) + j, k...);
}

} // namespace detail

namespace detail {

/// Numbers that lie in one row in memory. Those of a field of records (runtime/edges.hpp) do not.
template <class A>
concept has_data = requires(const A &array) { array.data(); };

} // namespace detail

/// array(i, ..); of indices that differ between lanes the element of each lane.
template <class A, class... I> SOAC_INLINE auto at(const A &array, I... i) {
  using T = std::remove_const_t<typename A::element>;
  const auto where = detail::offset(array, 0, i...);
  using Where = std::remove_const_t<decltype(where)>;
  const T *const data = array.data();
  if constexpr (std::is_integral_v<Where>)
    return data[where];
  else if constexpr (std::is_same_v<Where, lane_range>)
    return per_lane<T>::load(data + where.first);
  else if constexpr (std::is_same_v<Where, lane_rest>)
    return per_lane<T>::load(data + where.first, where);
  else if constexpr (std::is_same_v<Where, lane_steps>)
    return per_lane<T>::of([&](int l) { return data[where.first + l * where.step]; });
  else {
    T numbers[lane_count];
    where.for_each([&](auto k, int l) { numbers[l] = data[k]; });
    return per_lane<T>::load(numbers);
  }
}

template <class A, class I>
  requires(!detail::has_data<A>)
SOAC_INLINE auto at(const A &field, I i) {
  if constexpr (std::is_integral_v<I>)
    return field(i);
  else {
    std::remove_cvref_t<decltype(field(index{}))> numbers[lane_count];
    detail::all(i).for_each([&](auto k, int l) { numbers[l] = field(k); });
    return per_lane<std::remove_extent_t<decltype(numbers)>>::load(numbers);
  }
}

/// array(i, ..) = x, in the order of the lanes.
template <class A, class X, class... I>
  requires detail::has_data<std::remove_cvref_t<A>>
SOAC_INLINE void put(A &&array, const X &x, I... i) {
  using T = typename std::remove_cvref_t<A>::element;
  const auto where = detail::offset(array, 0, i...);
  using Where = std::remove_const_t<decltype(where)>;
  T *const data = array.data();
  if constexpr (std::is_integral_v<Where>)
    data[where] = x;
  else if constexpr (lane_index<X>)
    put(array, detail::all(x), i...);
  else if constexpr (!is_per_lane<X>)
    put(array, per_lane<T>(x), i...);
  else if constexpr (std::is_same_v<Where, lane_range>)
    x.store(data + where.first);
  else if constexpr (std::is_same_v<Where, lane_rest>)
    x.store(data + where.first, where);
  else if constexpr (std::is_same_v<Where, lane_steps>)
    x.for_each([&](T number, int l) { data[where.first + l * where.step] = number; });
  else {
    T numbers[lane_count];
    x.store(numbers);
    where.for_each([&](auto k, int l) { data[k] = numbers[l]; });
  }
}

template <class A, class X, class I>
  requires(!detail::has_data<std::remove_cvref_t<A>>)
SOAC_INLINE void put(A &&field, const X &x, I i) {
  using T = std::remove_cvref_t<decltype(field(index{}))>;
  if constexpr (std::is_integral_v<I>)
    field(i) = x;
  else if constexpr (!is_per_lane<X> && !lane_index<X>)
    put(field, per_lane<T>(x), i);
  else {
    T numbers[lane_count];
    detail::all(x).for_each([&](auto number, int l) { numbers[l] = static_cast<T>(number); });
    detail::all(i).for_each([&](auto k, int l) { field(k) = numbers[l]; });
  }
}

// Loops over the lanes
// -----------------------------------------------------------------------------------------------------------

template <class F> SOAC_INLINE void in_lanes(F &&f) { f(lane_range{0}); }
/// f for the iterations begin .. end - 1, sixteen after sixteen. A rest of few is left to the compiler's lanes.
template <class F> SOAC_INLINE void in_lanes(index begin, index end, F &&f) {
  index i = begin;
  for (; i + lane_count <= end; i += lane_count)
    f(lane_range{i});
  const int rest = static_cast<int>(end - i);
  if (rest >= lane_rest::half) {
    f(lane_rest{i, 1, rest});
    return;
  }
  SOAC_INDEPENDENT
  for (int k = 0; k < rest; ++k)
    f(i + k);
}
template <class F> SOAC_INLINE void in_lanes(index count, F &&f) { in_lanes(0, count, static_cast<F &&>(f)); }

namespace detail {

/// Numbers whose sum is that of all lanes.
template <class T> SOAC_INLINE typename per_lane<T>::part in_one_register(per_lane<T> a) {
  for (int n = per_lane<T>::registers / 2; n > 0; n /= 2)
    for (int k = 0; k < n; ++k)
      a.parts[k] = a.parts[k] + a.parts[k + n];
  return a.parts[0];
}

#if defined(__GNUC__) && __has_builtin(__builtin_shufflevector)
template <class T, int width, int... k>
SOAC_INLINE auto halves_sum(typename vector_of<T, width>::type v, std::integer_sequence<int, k...>) {
  return __builtin_shufflevector(v, v, k...) + __builtin_shufflevector(v, v, (k + width / 2)...);
}
template <class T, int width> SOAC_INLINE T total(typename vector_of<T, width>::type v) {
  if constexpr (width > 2)
    return total<T, width / 2>(halves_sum<T, width>(v, std::make_integer_sequence<int, width / 2>()));
  else
    return v[0] + v[1];
}
#else
template <class T, int width> SOAC_INLINE T total(typename vector_of<T, width>::type v) {
  T numbers[width];
  std::memcpy(numbers, &v, sizeof(v));
  for (int n = width / 2; n > 0; n /= 2)
    for (int l = 0; l < n; ++l)
      numbers[l] += numbers[l + n];
  return numbers[0];
}
#endif

/// Terms of iterations that are in both halves are zero in one of them.
template <class T> SOAC_INLINE per_lane<T> each_once(const per_lane<T> &terms, lane_rest lanes) {
  alignas(sizeof(typename per_lane<T>::part)) T numbers[lane_count];
  terms.store(numbers);
  return per_lane<T>::of([&](int l) { return lanes.is_first(l) ? numbers[l] : T(0); });
}

} // namespace detail

/// The sum over all lanes.
template <class T> SOAC_INLINE T total(const per_lane<T> &a) {
  return detail::total<T, per_lane<T>::width>(detail::in_one_register(a));
}
template <class T>
  requires std::is_arithmetic_v<T>
SOAC_INLINE T total(T same) {
  return static_cast<T>(lane_count) * same;
}
/// The sum of f(lane) over all lanes.
template <class F> SOAC_INLINE auto sum_of_lanes(F &&f) { return total(f(lane_range{0})); }
/// The sum of f over the iterations begin .. end - 1, sixteen after sixteen.
template <class F> SOAC_INLINE auto sum_of_lanes(index begin, index end, F &&f) {
  using T = decltype(f(begin));
  per_lane<T> sum(0);
  index i = begin;
  for (; i + lane_count <= end; i += lane_count)
    sum = sum + f(lane_range{i});
  const int rest = static_cast<int>(end - i);
  if (rest >= lane_rest::half) {
    const lane_rest lanes{i, 1, rest};
    return total(sum + detail::each_once(per_lane<T>(f(lanes)), lanes));
  }
  T all = total(sum);
  for (int k = 0; k < rest; ++k)
    all += f(i + k);
  return all;
}
template <class F> SOAC_INLINE auto sum_of_lanes(index count, F &&f) { return sum_of_lanes(0, count, static_cast<F &&>(f)); }

/// The sums of what f gives, each from its start, over the iterations 0 .. count - 1.
template <class... T, class F> SOAC_INLINE std::tuple<T...> sums_of_lanes(std::tuple<T...> start, index count, F &&f) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) SOAC_INLINED {
    std::tuple<per_lane<T>...> sums(per_lane<T>(0)...);
    const auto add = [&](const std::tuple<per_lane<T>...> &terms) SOAC_INLINED {
      ((std::get<K>(sums) = std::get<K>(sums) + std::get<K>(terms)), ...);
    };
    index i = 0;
    for (; i + lane_count <= count; i += lane_count)
      add(f(lane_range{i}));
    int rest = static_cast<int>(count - i);
    if (rest >= lane_rest::half) {
      const lane_rest lanes{i, 1, rest};
      const std::tuple<per_lane<T>...> terms = f(lanes);
      add({detail::each_once(std::get<K>(terms), lanes)...});
      rest = 0;
    }
    if (count >= lane_rest::half)
      ((std::get<K>(start) += total(std::get<K>(sums))), ...);
    for (int k = 0; k < rest; ++k) {
      const std::tuple<T...> terms = f(i + k);
      ((std::get<K>(start) += std::get<K>(terms)), ...);
    }
    return start;
  }(std::index_sequence_for<T...>{});
}

// Sums that go to neighbouring elements
// -----------------------------------------------------------------------------------------------------------

/// What an iteration adds to an element: the sum of `terms` over the lanes.
template <class T, bool isBesideNext> struct lane_addend {
  static constexpr bool is_beside_next = isBesideNext; ///< is the element of the next iteration the next one in memory?
  T *to;
  per_lane<T> terms;
};
template <class A, class X, class... I> SOAC_INLINE auto addend(const A &array, const X &terms, I... i) {
  if constexpr (detail::has_data<A>)
    return lane_addend<typename A::element, true>{array.data() + detail::offset(array, 0, i...), terms};
  else
    return lane_addend<std::remove_cvref_t<decltype(array(i...))>, false>{&array(i...), terms};
}

namespace detail {

/// Of each 2 n numbers: the sums of a[l] and a[l + n], l < n, then those of b.
#if defined(__GNUC__) && __has_builtin(__builtin_shufflevector)
template <int n, class T, class V, int... l> SOAC_INLINE V pair_sums(V a, V b, std::integer_sequence<int, l...>) {
  constexpr int width = sizeof...(l);
  return __builtin_shufflevector(a, b, (l / n % 2 == 0 ? l : width + l)...) +
         __builtin_shufflevector(a, b, (l / n % 2 == 0 ? l + n : width + l - n)...);
}
#else
template <int n, class T, class V, int... l> SOAC_INLINE V pair_sums(V a, V b, std::integer_sequence<int, l...>) {
  T x[sizeof...(l)], y[sizeof...(l)];
  std::memcpy(x, &a, sizeof(a));
  std::memcpy(y, &b, sizeof(b));
  const T sums[] = {(l / n % 2 == 0 ? x[l] + x[(l + n) % sizeof...(l)] : y[l] + y[l / n % 2 * (l - n)])...};
  std::memcpy(&a, sums, sizeof(a));
  return a;
}
#endif

/// The sums over the lanes of the terms k, k + step, .., each at its number in a register: those of numbers that differ by half a
/// register are halved together, and so on, in the order in which `total` adds up those of one alone.
template <int step, class T, class F> SOAC_INLINE typename per_lane<T>::part sums_in_lanes(const F &terms, index k) {
  constexpr int width = per_lane<T>::width;
  if constexpr (step == width)
    return in_one_register(terms(k));
  else
    return pair_sums<step, T>(sums_in_lanes<2 * step, T>(terms, k), sums_in_lanes<2 * step, T>(terms, k + step),
                              std::make_integer_sequence<int, width>());
}

} // namespace detail

/// *f(i, lanes).to += the sum of its terms, for i = 0 .. count - 1. Where the element of i + 1 is behind that of i in memory, as many
/// sums as a register holds are formed and added together.
template <class F> SOAC_INLINE void add_sums_of_lanes(index count, F &&f) {
  using addend_type = decltype(f(index{0}, lane_range{0}));
  using T = std::remove_pointer_t<decltype(addend_type::to)>;
  constexpr int width = per_lane<T>::width;
  index i = 0;
  if constexpr (addend_type::is_beside_next)
    for (; i + width <= count; i += width) {
      T *const to = f(i, lane_range{0}).to;
      typename per_lane<T>::part numbers;
      detail::load<width>(numbers, to);
      numbers = numbers + detail::sums_in_lanes<1, T>([&](index k) SOAC_INLINED { return f(k, lane_range{0}).terms; }, i);
      detail::store<width>(to, numbers);
    }
  for (; i < count; ++i) {
    const auto one = f(i, lane_range{0});
    *one.to += total(one.terms);
  }
}

} // namespace soac::runtime
