// Runs the derivatives that a test asks for on a device, where they have code for one: arguments are copied there, results and
// what was written are copied back. Included before everything else of a test of tests/e2e, which is compiled as it is.
#pragma once

#include <soac/soac.hpp>

#include <soac/cuda/cuda.hpp>

#include "shim.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string_view>

namespace soac::cuda::testing {

/// Where the environment asks for it, calls run on the device; how many is said in the end.
struct device_runs {
  const bool are_wanted = std::getenv("SOAC_TEST_ON_DEVICE") != nullptr;
  bool may_rows_differ = false; ///< what a device refuses for that runs on the host
  long calls = 0;
  ~device_runs() {
    if (are_wanted)
      std::printf("%ld calls on the device, accesses are %sseen\n", calls, shim::sees_accesses() ? "" : "not ");
  }
};
inline device_runs runs;

inline const on &place() {
  static const on here = [] {
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    static workspace memory;
    return on(stream, memory);
  }();
  return here;
}

template <class T> using plain = std::remove_cvref_t<T>;
template <class T> concept is_array = detail::rank_of<plain<T>> > 0;
template <class T> inline constexpr bool has_plain_elements = [] {
  using Element = typename detail::elements_of<plain<T>>::type;
  return std::is_trivially_copyable_v<Element> && std::is_default_constructible_v<Element>;
}();
template <> inline constexpr bool has_plain_elements<std::vector<bool>> = false;
template <class T> concept has_arrays = requires { sizeof(arrays<plain<T>>); };
/// An array of tuples, or of records with a form of their own.
template <class T>
inline constexpr bool has_arrays_of_elements = [] {
  using Element = typename detail::elements_of<T>::type;
  return detail::is_tuple<Element>::value || requires { sizeof(arrays<Element, detail::rank_of<T>>); };
}();
template <class T> concept has_views = requires { sizeof(views<plain<T>>); };
/// What a function may write: an object that is given by reference, or the elements behind a view.
template <class T> inline constexpr bool is_writable = std::is_lvalue_reference_v<T> && !std::is_const_v<std::remove_reference_t<T>>;
template <class T, int R> inline constexpr bool is_writable<soac::view<T, R> &> = !std::is_const_v<T>;
template <class T, int R> inline constexpr bool is_writable<const soac::view<T, R> &> = !std::is_const_v<T>;
template <class T, int R> inline constexpr bool is_writable<soac::view<T, R> &&> = !std::is_const_v<T>;
template <class T> inline constexpr bool is_writable<std::span<T> &> = !std::is_const_v<T>;
template <class T> inline constexpr bool is_writable<const std::span<T> &> = !std::is_const_v<T>;
template <class T> inline constexpr bool is_writable<std::span<T> &&> = !std::is_const_v<T>;

/// What stands for a host's argument on the device: a copy, which is copied back where it may have been written.
template <class T> struct argument {
  T &&value;
  explicit argument(T &&x) : value(static_cast<T &&>(x)) {}
  T &&get() { return static_cast<T &&>(value); }
  void finish() {}
};
template <class T>
  requires(!is_array<T> && std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> && !std::is_const_v<T> &&
           !std::is_pointer_v<T> && !has_views<T>)
struct argument<T &> {
  T &host;
  typename cuda::device<T>::type device;
  explicit argument(T &x) : host(x), device(to_device(x, place())) {}
  auto &get() { return device; }
  void finish() { cuda::copy_to(device, host); }
};
template <class T>
  requires((is_array<T> && (has_plain_elements<plain<T>> || has_arrays_of_elements<plain<T>>)) || has_arrays<T> ||
           detail::is_tuple<plain<T>>::value)
struct argument<T> {
  T &&host;
  typename cuda::device<plain<T>>::type device;
  explicit argument(T &&x) : host(static_cast<T &&>(x)), device(to_device(host, place())) {}
  auto &get() { return device; }
  void finish() {
    if constexpr (is_writable<T &&>)
      cuda::copy_to(device, host);
  }
};
/// Of a record that holds views through which it may be written there are views alone.
template <class T> decltype(auto) as_member(T &&form) {
  if constexpr (std::is_array_v<plain<T>>)
    return to_value(form);
  else
    return static_cast<T &&>(form);
}
template <class T>
  requires(!has_arrays<T> && has_views<T>)
struct argument<T> {
  using Views = views<plain<T>>;
  using Members = decltype(Views::members(std::declval<std::remove_reference_t<T> &>()));
  template <class> struct held;
  template <class... M> struct held<std::tuple<M...>> {
    std::tuple<argument<std::conditional_t<is_array<M>, M, const plain<M> &>>...> parts;
    explicit held(std::tuple<M...> members)
        : parts(std::apply([](auto &...each) { return std::tuple<argument<std::conditional_t<is_array<M>, M, const plain<M> &>>...>(
                                                   argument<std::conditional_t<is_array<M>, M, const plain<M> &>>(each)...); },
                           members)) {}
  };
  held<Members> members;
  Views device;
  explicit argument(T &&x)
      : members(Views::members(x)), device(std::apply([](auto &...each) { return Views{as_member(each.get())...}; }, members.parts)) {}
  const Views &get() { return device; }
  void finish() {
    std::apply([](auto &...each) { (each.finish(), ...); }, members.parts);
  }
};

/// A host's result.
template <class R, class X> R made(const X &device) {
  if constexpr (std::is_convertible_v<const X &, R>) {
    return device;
  } else {
    R host{};
    cuda::copy_to(device, host);
    return host;
  }
}

template <class R, class F, class... X> R call_device(const F &f, argument<X> &&...given) {
  shim::order(static_cast<shim::Order>(runs.calls++ % 3));
  if constexpr (std::is_void_v<R>) {
    f(place(), given.get()...);
    place().wait();
    (given.finish(), ...);
  } else {
    const auto result = f(place(), given.get()...);
    (given.finish(), ...);
    return made<R>(result);
  }
}

/// Does it say that rows differ in length? On a device they may not.
inline bool is_of_rows(const std::exception &e) {
  const std::string_view what = e.what();
  return what.find("the rows of") != what.npos && (what.find("differ in length") != what.npos || what.find("different lengths") != what.npos);
}

/// f(place, arguments on the device..) where that is wanted and there is such a function, else f(arguments..).
template <class R, class F, class... X> R call(const F &f, X &&...x) {
  if constexpr (requires(argument<X &&>... a) { f(place(), a.get()...); })
    if (runs.are_wanted)
      try {
        return call_device<R, F, X &&...>(f, argument<X &&>(static_cast<X &&>(x))...);
      } catch (const std::exception &e) {
        if (!runs.may_rows_differ || !is_of_rows(e))
          throw;
      }
  return f(static_cast<X &&>(x)...);
}

} // namespace soac::cuda::testing

namespace soac::detail {
template <class Operator>
  requires requires { cuda::implementation<Operator>::call == nullptr; }
struct dispatch<Operator> {
  template <class R, class... P> static R call(P &&...arguments) {
    return cuda::testing::call<R>(
        []<class... X>(X &&...x) -> decltype(auto)
          requires(requires { implementation<Operator>::call(static_cast<X &&>(x)...); } ||
                   requires { cuda::implementation<Operator>::call(static_cast<X &&>(x)...); })
        {
          if constexpr (requires { cuda::implementation<Operator>::call(static_cast<X &&>(x)...); })
            return cuda::implementation<Operator>::call(static_cast<X &&>(x)...);
          else
            return implementation<Operator>::call(static_cast<X &&>(x)...);
        },
        static_cast<P &&>(arguments)...);
  }
};
} // namespace soac::detail

/// For tests/e2e/check.hpp.
#define SOAC_TEST_CALL(f, x)                                                                                           \
  ::soac::cuda::testing::call<decltype(f(static_cast<decltype(x)>(x)...))>(                                            \
      []<class... Y>(Y &&...y) -> decltype(f(static_cast<Y &&>(y)...)) { return f(static_cast<Y &&>(y)...); },         \
      static_cast<decltype(x)>(x)...)
