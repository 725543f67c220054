// One line per checked function: see derivatives.hpp for what is compared with what.
#pragma once

#include <gtest/gtest.h>
#include <soac/testing/derivatives.hpp>

/// The call f(x...) of a derivative; tests/cuda has another.
#ifndef SOAC_TEST_CALL
#define SOAC_TEST_CALL(f, x) f(static_cast<decltype(x)>(x)...)
#endif

/// The value of a parameter T (&)[N].
template <class T, std::size_t N> auto c_array(const T (&c)[N]) {
  soac::testing::detail::elements<T[N]> owner(1);
  soac::testing::detail::assign_value(*owner.data(), c);
  return owner;
}

/// Checks f_jvp and f_vjp at a point: one value per parameter of `f` (a std::vector or soac::array for a pointer, span
/// or view). `f` is neither overloaded nor a template.
#define EXPECT_DERIVATIVES(f, ...)                                                                                     \
  EXPECT_EQ("", ::soac::testing::check_derivatives<decltype(f)>(                                                       \
                    [](auto &&...x) -> decltype(auto) { return f(static_cast<decltype(x)>(x)...); },                   \
                    [](auto &&...x) -> decltype(auto) { return SOAC_TEST_CALL(f##_jvp, x); },                            \
                    [](auto &&...x) -> decltype(auto) { return SOAC_TEST_CALL(f##_vjp, x); },                            \
                    ::std::make_tuple(__VA_ARGS__))                                                                    \
                    .failures)

/// The same as a test of its own, named after the function.
#define DERIVATIVES(group, f, ...)                                                                                     \
  TEST(group, f) { EXPECT_DERIVATIVES(f, __VA_ARGS__); }
