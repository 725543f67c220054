// Compares the derivatives that soac generated for a random program with the program run on dual numbers, and its
// adjoint with its tangent.
#pragma once

#include "dual.hpp"
#include "records.hpp"

#include <soac/testing/derivatives.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace fuzz {

// The same storage, of dual numbers.
inline dual lifted(double) { return {}; }
inline int lifted(int n) { return n; }
inline body<dual> lifted(const body<double> &) { return {}; }
inline std::vector<dual> lifted(const std::vector<double> &v) { return std::vector<dual>(v.size()); }
template <std::size_t N> std::array<dual, N> lifted(const std::array<double, N> &) { return {}; }
inline std::vector<body<dual>> lifted(const std::vector<body<double>> &v) { return std::vector<body<dual>>(v.size()); }
inline soac::array<dual, 1> lifted(const soac::array<double, 1> &a) { return soac::array<dual, 1>(a.extent(0)); }
inline soac::array<dual, 2> lifted(const soac::array<double, 2> &a) {
  return soac::array<dual, 2>(a.extent(0), a.extent(1));
}

/// Numbers and their tangents, or what differs.
struct trial {
  std::vector<double> values, tangents;
  void split(const std::vector<double> &both) {
    for (std::size_t i = 0; i < both.size(); i += 2) {
      values.push_back(both[i]);
      tangents.push_back(both[i + 1]);
    }
  }
};

/// The program on dual numbers: y and J v.
template <class R, class... P, class Storage>
trial reference(R (*f)(P...), const Storage &storage, const std::vector<double> &x, const std::vector<double> &v) {
  using results = soac::testing::detail::result_of<R>;
  auto duals = std::apply([](const auto &...s) { return std::make_tuple(lifted(s)...); }, storage);
  std::vector<double> both, y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    both.push_back(x[i]);
    both.push_back(v[i]);
  }
  const double *next = both.data();
  soac::testing::detail::each_parameter<false, P...>(duals, soac::testing::detail::assign{next});
  const auto result = [&]<std::size_t... I>(std::index_sequence<I...>) {
    using calls = typename soac::testing::detail::calls<R(P...), decltype(duals)>;
    return calls::value_of(f, soac::testing::detail::pass<P>(std::get<I>(duals))...);
  }
  (std::index_sequence_for<P...>{});
  if constexpr (results::active)
    soac::testing::append_leaves(result, y);
  soac::testing::detail::each_parameter<true, P...>(duals, soac::testing::detail::append{y});
  trial out;
  out.split(y);
  return out;
}

/// "" when the two agree to rounding, relative to the largest number.
inline std::string differ(const char *what, const std::vector<double> &got, const std::vector<double> &expected) {
  double scale = 1e-6;
  for (double e : expected)
    scale = std::fmax(scale, std::fabs(e));
  if (got.size() != expected.size())
    return std::string(what) + ": another count of numbers";
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!(std::fabs(got[i] - expected[i]) <= 1e-8 * scale)) {
      char text[200];
      std::snprintf(text, sizeof text, "%s %zu: %.17g, expected %.17g", what, i, got[i], expected[i]);
      return text;
    }
  return "";
}

/// What is wrong with the derivatives of one program at one point, or "".
template <class Reference>
std::string compare(const soac::testing::detail::numeric_function &f, const Reference &expected_along) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&](std::size_t n) {
    std::vector<double> drawn(n);
    for (double &e : drawn)
      e = uniform(random);
    return drawn;
  };
  for (int times = 0; times < 2; ++times) {
    const std::vector<double> v = draw(f.x.size()), w = draw(f.y.size());
    const trial expected = expected_along(f.x, v);
    const auto [y, tangents] = f.tangent(f.x, v);
    if (auto wrong = differ("primal", f.y, expected.values); !wrong.empty())
      return wrong;
    if (auto wrong = differ("value by f_jvp", y, expected.values); !wrong.empty())
      return wrong;
    if (auto wrong = differ("tangent", tangents, expected.tangents); !wrong.empty())
      return wrong;
    const auto [again, adjoints] = f.adjoint(f.x, w, std::vector<double>(f.x.size()));
    if (auto wrong = differ("value by f_vjp", again, expected.values); !wrong.empty())
      return wrong;
    const auto forward = soac::testing::detail::dot(w, expected.tangents);
    const auto reverse = soac::testing::detail::dot(adjoints, v);
    const double allowed = 1e-8 * std::fmax(1e-6, std::fmax(forward.magnitude, reverse.magnitude));
    if (!(std::fabs(forward.sum - reverse.sum) <= allowed))
      return soac::testing::detail::describe("<f_vjp(w), v> against <w, J v>", reverse.sum, forward.sum, allowed);
  }
  return "";
}

/// Checks one program and reports it by name.
template <class Signature, class Reference, class F, class Jvp, class Vjp, class... Owner>
bool check(const char *name, Reference *on_duals, F f, Jvp jvp, Vjp vjp, const std::tuple<Owner...> &storage) {
  using calls = typename soac::testing::detail::calls<Signature, std::tuple<Owner...>>::all;
  using at = soac::testing::detail::point<Signature, std::tuple<Owner...>>;
  const at point(storage, {&f, &calls::template primal<F>}, {&jvp, &calls::template jvp<Jvp>},
                 {&vjp, &calls::template vjp<Vjp>}, [](const auto &) {});
  const std::string wrong = compare(point, [&](const std::vector<double> &x, const std::vector<double> &v) {
    return reference(on_duals, storage, x, v);
  });
  std::printf("%s: %s\n", name, wrong.empty() ? "right" : wrong.c_str());
  return wrong.empty();
}

} // namespace fuzz

/// Checks program `name`; one value per parameter.
#define FUZZ_CHECK(name, ...)                                                                                          \
  ::fuzz::check<decltype(name)>(                                                                                       \
      #name, ::reference::name, [](auto &&...x) -> decltype(auto) { return name(static_cast<decltype(x)>(x)...); },    \
      [](auto &&...x) -> decltype(auto) { return name##_jvp(static_cast<decltype(x)>(x)...); },                        \
      [](auto &&...x) -> decltype(auto) { return name##_vjp(static_cast<decltype(x)>(x)...); },                        \
      ::std::make_tuple(__VA_ARGS__))
