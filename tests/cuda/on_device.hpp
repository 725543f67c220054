// Runs the derivatives that a test asks for on a device, where they have code for one: arguments are copied there, results and
// what was written are copied back. Included before everything else of a test of tests/e2e, which is compiled as it is.
#pragma once

#include <soac/soac.hpp>

#include <soac/cuda/cuda.hpp>

#include "shim.hpp"

#include <cstdio>
#include <cstdlib>
#include <span>

namespace soac::cuda::testing {

/// Where the environment asks for it, calls run on the device; how many is said in the end.
struct device_runs {
  const bool are_wanted = std::getenv("SOAC_TEST_ON_DEVICE") != nullptr;
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

/// The view of a host's array of numbers; void of anything else.
template <class T> struct view_of {
  using type = void;
};
template <class T, int R> struct view_of<soac::view<T, R>> {
  using type = soac::view<T, R>;
};
template <class T, int R> struct view_of<soac::array<T, R>> {
  using type = soac::view<T, R>;
};
template <class T, int R> struct view_of<const soac::array<T, R>> {
  using type = soac::view<const T, R>;
};
template <class T> struct view_of<std::vector<T>> {
  using type = soac::view<T, 1>;
};
template <class T> struct view_of<const std::vector<T>> {
  using type = soac::view<const T, 1>;
};
template <class T> struct view_of<std::span<T>> {
  using type = soac::view<T, 1>;
};
template <> struct view_of<std::vector<bool>> : view_of<int> {};
template <> struct view_of<const std::vector<bool>> : view_of<int> {};
template <class T, int R> struct view_of<const soac::view<T, R>> : view_of<soac::view<T, R>> {};
template <class T> struct view_of<const std::span<T>> : view_of<std::span<T>> {};

/// What stands for a host's argument on the device: a copy, which is copied back where it may have been written.
template <class T, class View = typename view_of<std::remove_reference_t<T>>::type> struct argument {
  T &&value;
  explicit argument(T &&x) : value(static_cast<T &&>(x)) {}
  T &&get() { return static_cast<T &&>(value); }
  void finish() {}
};
template <class T>
  requires(std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> && !std::is_const_v<T> &&
           !std::is_pointer_v<T> && !std::is_array_v<T>)
struct argument<T &, void> {
  T &host;
  scalar<T> device;
  explicit argument(T &x) : host(x), device(place(), x) {}
  scalar<T> &get() { return device; }
  void finish() { host = device; }
};
template <class Container, class T, int R>
  requires(std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T>)
struct argument<Container, soac::view<T, R>> {
  soac::view<T, R> host;
  cuda::array<std::remove_const_t<T>, R> device;
  explicit argument(Container &&x) : host(x), device(soac::view<const T, R>(host), place()) {}
  cuda::array<std::remove_const_t<T>, R> &get() { return device; }
  void finish() {
    if constexpr (!std::is_const_v<T>)
      device.copy_to(host);
  }
};

template <class T> T to_host(const scalar<T> &x) { return x; }
template <class T, int R> soac::array<T, R> to_host(const cuda::array<T, R> &x) { return x.to_host(); }
template <class... T> auto to_host(const std::tuple<T...> &x) {
  return std::apply([](const auto &...each) { return std::tuple(to_host(each)...); }, x);
}
template <class A, class B> auto to_host(const std::pair<A, B> &x) { return std::pair(to_host(x.first), to_host(x.second)); }

/// A host's result of type R, made of arrays and numbers.
template <class R> struct made {
  template <class X> static R of(X &&x) { return R(static_cast<X &&>(x)); }
};
template <class T> struct made<std::vector<T>> {
  static std::vector<T> of(const soac::array<T, 1> &x) { return {x.data(), x.data() + x.size()}; }
};
template <class... T> struct made<std::tuple<T...>> {
  template <class... X> static std::tuple<T...> of(std::tuple<X...> &&x) {
    return std::apply([](X &...each) { return std::tuple<T...>{made<T>::of(std::move(each))...}; }, x);
  }
};
template <class A, class B> struct made<std::pair<A, B>> {
  template <class X, class Y> static std::pair<A, B> of(std::pair<X, Y> &&x) {
    return {made<A>::of(std::move(x.first)), made<B>::of(std::move(x.second))};
  }
};

template <class R, class F, class... X> R call_device(const F &f, argument<X> &&...given) {
  shim::order(static_cast<shim::Order>(runs.calls++ % 3));
  if constexpr (std::is_void_v<R>) {
    f(place(), given.get()...);
    place().wait();
    (given.finish(), ...);
  } else {
    const auto result = f(place(), given.get()...);
    (given.finish(), ...);
    return made<R>::of(to_host(result));
  }
}

/// f(place, arguments on the device..) where that is wanted and there is such a function, else f(arguments..).
template <class R, class F, class... X> R call(const F &f, X &&...x) {
  if constexpr (requires(argument<X &&>... a) { f(place(), a.get()...); })
    if (runs.are_wanted)
      return call_device<R, F, X &&...>(f, argument<X &&>(static_cast<X &&>(x))...);
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
