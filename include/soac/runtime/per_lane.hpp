// Sixteen numbers side by side, in the vector registers of the machine: one of each iteration of a block, with indices and
// conditions that differ between them. Arithmetic is that of the elements.
#pragma once

#include "soac/names.hpp"
#include "soac/runtime/config.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace soac::runtime {

inline constexpr int lane_count = 16;

namespace detail {

#if defined(__AVX512F__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

/// `width` numbers as one register.
#if defined(__GNUC__)
template <class T, int width> struct vector_of {
  typedef T type __attribute__((vector_size(width * sizeof(T))));
  typedef T anywhere __attribute__((vector_size(width * sizeof(T)), aligned(alignof(T))));
};
template <class T> inline constexpr int register_width = register_bytes / static_cast<int>(sizeof(T));
#else
template <class T, int width> struct vector_of {
  using type = T;
};
template <class T> inline constexpr int register_width = 1;
#endif
template <class T> inline constexpr int lanes_width = register_width<T> < lane_count ? register_width<T> : lane_count;

// For GCC a register in memory is numbers of its type, as which nothing else is read again after a store. Clang has no such
// promise, and takes what memcpy copies for anything.
template <int width, class T> SOAC_INLINE void load(typename vector_of<T, width>::type &part, const T *from) {
#if defined(__GNUC__) && !defined(__clang__)
  part = *reinterpret_cast<const typename vector_of<T, width>::anywhere *>(from);
#else
  std::memcpy(&part, from, sizeof(part));
#endif
}
template <int width, class T> SOAC_INLINE void store(T *to, const typename vector_of<T, width>::type &part) {
#if defined(__GNUC__) && !defined(__clang__)
  *reinterpret_cast<typename vector_of<T, width>::anywhere *>(to) = part;
#else
  std::memcpy(to, &part, sizeof(part));
#endif
}

template <int bytes> struct integer_of;
template <> struct integer_of<1> { using type = std::int8_t; };
template <> struct integer_of<2> { using type = std::int16_t; };
template <> struct integer_of<4> { using type = std::int32_t; };
template <> struct integer_of<8> { using type = std::int64_t; };

/// What a comparison gives, as a mask of that type.
template <class Mask, class T> SOAC_INLINE Mask as_mask(const T &compared) {
  if constexpr (std::is_same_v<T, bool>)
    return compared ? Mask(-1) : Mask(0);
  else
    return std::bit_cast<Mask>(compared);
}

template <class F, int... k> SOAC_INLINE void each(F &&f, std::integer_sequence<int, k...>) { (f(k), ...); }
template <int n, class F> SOAC_INLINE void each(F &&f) { each(static_cast<F &&>(f), std::make_integer_sequence<int, n>()); }

} // namespace detail

/// The indices first, first + step, .. in a block of at least half as many iterations as lanes. The second half of the lanes ends with
/// the last iteration: iterations that are in both halves do and write the same twice.
struct lane_rest {
  static constexpr int half = lane_count / 2;
  index first, step;
  int count; ///< of iterations

  /// The iteration of a lane.
  SOAC_INLINE int of(int lane) const { return lane < half ? lane : lane + count - lane_count; }
  SOAC_INLINE bool is_first(int lane) const { return lane < half || of(lane) >= half; }
};

/// A T for each lane.
template <class T> struct per_lane {
  using element = T;
  static constexpr int width = detail::lanes_width<T>, registers = lane_count / width;
  using part = typename detail::vector_of<T, width>::type;

  part parts[registers];

  per_lane() = default;
  SOAC_INLINE per_lane(T x) {
    detail::each<registers>([&](int k) { parts[k] = x - part{}; }); // -0.0 + 0.0 would be 0.0
  }
  static SOAC_INLINE per_lane load(const T *from) {
    per_lane r;
    detail::each<registers>([&](int k) { detail::load<width>(r.parts[k], from + k * width); });
    return r;
  }
  SOAC_INLINE void store(T *to) const {
    detail::each<registers>([&](int k) { detail::store<width>(to + k * width, parts[k]); });
  }
  /// from[i] for the iteration i of each lane.
  static SOAC_INLINE per_lane load(const T *from, lane_rest lanes) {
    if (lanes.step != 1)
      return of([&](int l) { return from[lanes.of(l) * lanes.step]; });
    if constexpr (registers > 1) {
      per_lane r;
      detail::each<registers>([&](int k) { detail::load<width>(r.parts[k], from + lanes.of(k * width)); });
      return r;
    } else {
      alignas(sizeof(part)) T numbers[lane_count];
      std::memcpy(numbers, from, sizeof(part) / 2);
      std::memcpy(numbers + lane_rest::half, from + lanes.of(lane_rest::half), sizeof(part) / 2);
      return load(numbers);
    }
  }
  SOAC_INLINE void store(T *to, lane_rest lanes) const {
    if (lanes.step == 1 && registers > 1) {
      detail::each<registers>([&](int k) { detail::store<width>(to + lanes.of(k * width), parts[k]); });
      return;
    }
    alignas(sizeof(part)) T numbers[lane_count];
    store(numbers);
    if (lanes.step == 1) {
      std::memcpy(to, numbers, sizeof(numbers) / 2);
      std::memcpy(to + lanes.of(lane_rest::half), numbers + lane_rest::half, sizeof(numbers) / 2);
      return;
    }
    for (int l = 0; l < lane_count; ++l)
      to[lanes.of(l) * lanes.step] = numbers[l];
  }
  /// f(l) in lane l.
  template <class F> static SOAC_INLINE per_lane of(F &&f) {
    alignas(sizeof(part)) T numbers[lane_count];
    for (int l = 0; l < lane_count; ++l)
      numbers[l] = f(l);
    return load(numbers);
  }
  /// Calls f(number, l) for each lane.
  template <class F> SOAC_INLINE void for_each(F &&f) const {
    alignas(sizeof(part)) T numbers[lane_count];
    store(numbers);
    for (int l = 0; l < lane_count; ++l)
      f(numbers[l], l);
  }
};

/// Do the vector registers hold so many numbers for each lane, beside a few others?
constexpr bool holds_lanes(index numbers) {
  constexpr index bytes = detail::register_bytes * (detail::register_bytes == 64 ? 32 : 16);
  return numbers * lane_count * static_cast<index>(sizeof(double)) + 4 * detail::register_bytes <= bytes;
}

/// A condition for each lane, beside numbers of so many bytes: all bits or none.
template <int bytes> struct lane_mask {
  using numbers = per_lane<typename detail::integer_of<bytes>::type>;
  typename numbers::part parts[numbers::registers];
};

/// The indices first, first + 1, ..
struct lane_range {
  index first;
};
/// The indices first, first + step, ..
struct lane_steps {
  index first, step;
};

template <class T> inline constexpr bool is_per_lane = false;
template <class T> inline constexpr bool is_per_lane<per_lane<T>> = true;
template <class T> concept full_lanes = std::is_same_v<T, lane_range> || std::is_same_v<T, lane_steps>;
template <class T> concept lane_index = full_lanes<T> || std::is_same_v<T, lane_rest>;

// Indices
// ------------------------------------------------------------------------------------------------------------------------

SOAC_INLINE lane_steps as_steps(lane_range a) { return {a.first, 1}; }
SOAC_INLINE lane_steps as_steps(lane_steps a) { return a; }
template <full_lanes A> SOAC_INLINE per_lane<index> as_numbers(A a) {
  return per_lane<index>::of([=](int l) { return a.first + l * as_steps(a).step; });
}
SOAC_INLINE per_lane<index> as_numbers(lane_rest a) {
  return per_lane<index>::of([=](int l) { return a.first + a.of(l) * a.step; });
}

SOAC_INLINE lane_range operator+(lane_range a, index b) { return {a.first + b}; }
SOAC_INLINE lane_range operator+(index a, lane_range b) { return {a + b.first}; }
SOAC_INLINE lane_range operator-(lane_range a, index b) { return {a.first - b}; }
SOAC_INLINE lane_steps operator+(lane_steps a, index b) { return {a.first + b, a.step}; }
SOAC_INLINE lane_steps operator+(index a, lane_steps b) { return {a + b.first, b.step}; }
SOAC_INLINE lane_steps operator-(lane_steps a, index b) { return {a.first - b, a.step}; }
template <full_lanes A, full_lanes B> SOAC_INLINE lane_steps operator+(A a, B b) {
  return {a.first + b.first, as_steps(a).step + as_steps(b).step};
}
template <full_lanes A, full_lanes B> SOAC_INLINE lane_steps operator-(A a, B b) {
  return {a.first - b.first, as_steps(a).step - as_steps(b).step};
}
template <full_lanes A> SOAC_INLINE lane_steps operator-(A a) { return {-a.first, -as_steps(a).step}; }
template <full_lanes A> SOAC_INLINE lane_steps operator*(A a, index b) { return {a.first * b, as_steps(a).step * b}; }
SOAC_INLINE lane_rest operator+(lane_rest a, index b) { return {a.first + b, a.step, a.count}; }
SOAC_INLINE lane_rest operator+(index a, lane_rest b) { return b + a; }
SOAC_INLINE lane_rest operator+(lane_rest a, lane_rest b) { return {a.first + b.first, a.step + b.step, a.count}; }
SOAC_INLINE lane_rest operator-(lane_rest a) { return {-a.first, -a.step, a.count}; }
SOAC_INLINE lane_rest operator-(lane_rest a, index b) { return {a.first - b, a.step, a.count}; }
SOAC_INLINE lane_rest operator-(lane_rest a, lane_rest b) { return {a.first - b.first, a.step - b.step, a.count}; }
SOAC_INLINE lane_rest operator*(lane_rest a, index b) { return {a.first * b, a.step * b, a.count}; }
template <lane_index B> SOAC_INLINE auto operator-(index a, B b) { return -b + a; }
template <lane_index B> SOAC_INLINE auto operator*(index a, B b) { return b * a; }

// Arithmetic
// ---------------------------------------------------------------------------------------------------------------------

#define SOAC_LANES(symbol)                                                                                             \
  template <class T> SOAC_INLINE per_lane<T> operator symbol(const per_lane<T> &a, const per_lane<T> &b) {                      \
    per_lane<T> r;                                                                                                        \
    detail::each<per_lane<T>::registers>([&](int k) { r.parts[k] = a.parts[k] symbol b.parts[k]; });                      \
    return r;                                                                                                          \
  }                                                                                                                    \
  template <class T> SOAC_INLINE per_lane<T> operator symbol(const per_lane<T> &a, std::type_identity_t<T> b) {              \
    return a symbol per_lane<T>(b);                                                                                       \
  }                                                                                                                    \
  template <class T> SOAC_INLINE per_lane<T> operator symbol(std::type_identity_t<T> a, const per_lane<T> &b) {              \
    return per_lane<T>(a) symbol b;                                                                                       \
  }
SOAC_LANES(+)
SOAC_LANES(-)
SOAC_LANES(*)
SOAC_LANES(/)
SOAC_LANES(&) // of integers
SOAC_LANES(|)
#undef SOAC_LANES

// Of numbers that differ anyhow and indices.
template <lane_index B> SOAC_INLINE per_lane<index> operator+(const per_lane<index> &a, B b) { return a + as_numbers(b); }
template <lane_index A> SOAC_INLINE per_lane<index> operator+(A a, const per_lane<index> &b) { return as_numbers(a) + b; }
template <lane_index B> SOAC_INLINE per_lane<index> operator-(const per_lane<index> &a, B b) { return a - as_numbers(b); }
template <lane_index A> SOAC_INLINE per_lane<index> operator-(A a, const per_lane<index> &b) { return as_numbers(a) - b; }
template <lane_index B> SOAC_INLINE per_lane<index> operator*(const per_lane<index> &a, B b) { return a * as_numbers(b); }
template <lane_index A> SOAC_INLINE per_lane<index> operator*(A a, const per_lane<index> &b) { return as_numbers(a) * b; }
template <lane_index A, lane_index B> SOAC_INLINE per_lane<index> operator*(A a, B b) {
  return as_numbers(a) * as_numbers(b);
}

template <class T> SOAC_INLINE per_lane<T> operator-(const per_lane<T> &a) {
  per_lane<T> r;
  detail::each<per_lane<T>::registers>([&](int k) { r.parts[k] = -a.parts[k]; });
  return r;
}

#define SOAC_LANES(symbol)                                                                                             \
  template <class T> SOAC_INLINE lane_mask<sizeof(T)> operator symbol(const per_lane<T> &a, const per_lane<T> &b) {          \
    lane_mask<sizeof(T)> r;                                                                                            \
    using mask = typename lane_mask<sizeof(T)>::numbers::part;                                                         \
    detail::each<per_lane<T>::registers>([&](int k) { r.parts[k] = detail::as_mask<mask>(a.parts[k] symbol b.parts[k]); }); \
    return r;                                                                                                          \
  }                                                                                                                    \
  template <class T> SOAC_INLINE lane_mask<sizeof(T)> operator symbol(const per_lane<T> &a, std::type_identity_t<T> b) {  \
    return a symbol per_lane<T>(b);                                                                                       \
  }                                                                                                                    \
  template <class T> SOAC_INLINE lane_mask<sizeof(T)> operator symbol(std::type_identity_t<T> a, const per_lane<T> &b) {  \
    return per_lane<T>(a) symbol b;                                                                                       \
  }
SOAC_LANES(<)
SOAC_LANES(<=)
SOAC_LANES(>)
SOAC_LANES(>=)
SOAC_LANES(==)
SOAC_LANES(!=)
#undef SOAC_LANES

// Of indices, as of numbers.
#define SOAC_LANES(symbol)                                                                                             \
  template <lane_index A> SOAC_INLINE auto operator symbol(A a, index b) { return as_numbers(a) symbol b; }            \
  template <lane_index B> SOAC_INLINE auto operator symbol(index a, B b) { return a symbol as_numbers(b); }            \
  template <lane_index A, lane_index B> SOAC_INLINE auto operator symbol(A a, B b) {                                   \
    return as_numbers(a) symbol as_numbers(b);                                                                         \
  }                                                                                                                    \
  template <lane_index A> SOAC_INLINE auto operator symbol(A a, const per_lane<index> &b) {                            \
    return as_numbers(a) symbol b;                                                                                     \
  }                                                                                                                    \
  template <lane_index B> SOAC_INLINE auto operator symbol(const per_lane<index> &a, B b) {                            \
    return a symbol as_numbers(b);                                                                                     \
  }
SOAC_LANES(<)
SOAC_LANES(<=)
SOAC_LANES(>)
SOAC_LANES(>=)
SOAC_LANES(==)
SOAC_LANES(!=)
SOAC_LANES(&)
SOAC_LANES(|)
#undef SOAC_LANES

/// The condition beside numbers of another size.
template <int to, int from> SOAC_INLINE lane_mask<to> beside(const lane_mask<from> &a) {
  if constexpr (to == from) {
    return a;
  } else {
    using wide = typename lane_mask<from>::numbers;
    using narrow = typename lane_mask<to>::numbers;
    lane_mask<to> r;
    detail::each<lane_count>([&](int l) {
      r.parts[l / narrow::width][l % narrow::width] = static_cast<typename narrow::element>(a.parts[l / wide::width][l % wide::width]);
    });
    return r;
  }
}

template <int n> SOAC_INLINE lane_mask<n> operator!(const lane_mask<n> &a) {
  lane_mask<n> r;
  detail::each<lane_mask<n>::numbers::registers>([&](int k) { r.parts[k] = ~a.parts[k]; });
  return r;
}
template <int n, int m> SOAC_INLINE lane_mask<n> operator&&(const lane_mask<n> &a, const lane_mask<m> &other) {
  const lane_mask<n> b = beside<n>(other);
  lane_mask<n> r;
  detail::each<lane_mask<n>::numbers::registers>([&](int k) { r.parts[k] = a.parts[k] & b.parts[k]; });
  return r;
}
template <int n, int m> SOAC_INLINE lane_mask<n> operator||(const lane_mask<n> &a, const lane_mask<m> &b) {
  return !(!a && !b);
}
template <int n> SOAC_INLINE lane_mask<n> operator&&(const lane_mask<n> &a, bool b) { return b ? a : lane_mask<n>{}; }
template <int n> SOAC_INLINE lane_mask<n> operator&&(bool a, const lane_mask<n> &b) { return b && a; }
template <int n> SOAC_INLINE lane_mask<n> operator||(const lane_mask<n> &a, bool b) { return b ? !lane_mask<n>{} : a; }
template <int n> SOAC_INLINE lane_mask<n> operator||(bool a, const lane_mask<n> &b) { return b || a; }

namespace detail {
template <class T> SOAC_INLINE const per_lane<T> &all(const per_lane<T> &a) { return a; }
template <lane_index A> SOAC_INLINE per_lane<index> all(A a) { return as_numbers(a); }
template <class T>
  requires std::is_arithmetic_v<T>
SOAC_INLINE per_lane<T> all(T a) {
  return a;
}
} // namespace detail

/// a where the condition holds, else b.
template <int n, class A, class B> SOAC_INLINE auto select(const lane_mask<n> &condition, const A &a, const B &b) {
  if constexpr (is_per_lane<A> || lane_index<A>) {
    const auto x = detail::all(a);
    using L = std::remove_const_t<decltype(x)>;
    L y;
    if constexpr (std::is_arithmetic_v<B>)
      y = L(static_cast<typename L::element>(b));
    else
      y = detail::all(b);
    const auto c = beside<sizeof(typename L::element)>(condition);
    L r;
    detail::each<L::registers>([&](int k) { r.parts[k] = c.parts[k] ? x.parts[k] : y.parts[k]; });
    return r;
  } else if constexpr (is_per_lane<B> || lane_index<B>) {
    return select(!condition, b, a);
  } else {
    return select(condition, per_lane<A>(a), per_lane<A>(b));
  }
}
template <class A, class B> SOAC_INLINE auto select(bool c, const A &a, const B &b) {
  if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
    return c ? a : b;
  else if constexpr (std::is_arithmetic_v<A>)
    return c ? std::remove_cvref_t<decltype(detail::all(b))>(a) : detail::all(b);
  else
    return c ? detail::all(a) : std::remove_cvref_t<decltype(detail::all(a))>(detail::all(b));
}

/// Converts as static_cast does.
template <class To, class T> SOAC_INLINE auto to(const T &x) {
  if constexpr (full_lanes<T>)
    return per_lane<To>::of([=](int l) { return static_cast<To>(as_steps(x).first + l * as_steps(x).step); });
  else if constexpr (lane_index<T>)
    return to<To>(as_numbers(x));
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<To>(x);
  else if constexpr (std::is_same_v<To, typename T::element>)
    return x;
  else {
    alignas(sizeof(typename T::part)) typename T::element numbers[lane_count];
    x.store(numbers);
    return per_lane<To>::of([&](int l) { return static_cast<To>(numbers[l]); });
  }
}

template <class T> SOAC_INLINE per_lane<T> min(const per_lane<T> &a, const per_lane<T> &b) { return select(b < a, b, a); }
template <class T> SOAC_INLINE per_lane<T> max(const per_lane<T> &a, const per_lane<T> &b) { return select(a < b, b, a); }
template <class T> SOAC_INLINE per_lane<T> simd_seed_mul(const per_lane<T> &d, const per_lane<T> &partial) {
  return select(d != T(0), d * partial, per_lane<T>(0));
}
template <class T> SOAC_INLINE per_lane<T> simd_seed_div(const per_lane<T> &d, const per_lane<T> &divisor) {
  return select(d != T(0), d / divisor, per_lane<T>(0));
}
template <class T> SOAC_INLINE per_lane<T> simd_strong_mul(const per_lane<T> &a, const per_lane<T> &b) {
  return select(a != T(0) && b != T(0), a * b, per_lane<T>(0));
}
#define SOAC_LANES(function)                                                                                           \
  template <class T> SOAC_INLINE per_lane<T> function(const per_lane<T> &a, std::type_identity_t<T> b) {                     \
    return function(a, per_lane<T>(b));                                                                                   \
  }                                                                                                                    \
  template <class T> SOAC_INLINE per_lane<T> function(std::type_identity_t<T> a, const per_lane<T> &b) {                     \
    return function(per_lane<T>(a), b);                                                                                   \
  }
SOAC_LANES(min)
SOAC_LANES(max)
SOAC_LANES(simd_seed_mul)
SOAC_LANES(simd_seed_div)
SOAC_LANES(simd_strong_mul)
#undef SOAC_LANES

} // namespace soac::runtime
