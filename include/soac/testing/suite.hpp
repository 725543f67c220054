// The main program of generated gradient tests: one named test per function, run at random points.
//
//   program --list          the names
//   program NAME...         these tests (all when none is given); exit code 1 when one fails, 77 when the only one is
//                           skipped
#pragma once

#include "soac/testing/derivatives.hpp"
#include "soac/testing/operators.hpp"
#include "soac/testing/sampling.hpp"

#include <array>
#include <string_view>

namespace soac::testing {

namespace detail {

/// Values and derivatives of a function at a random point.
template <class Signature, class F, class Jvp, class Vjp> struct random_check;
template <class R, class... P, class F, class Jvp, class Vjp> struct random_check<R(P...), F, Jvp, Vjp> {
  std::array<std::string, sizeof...(P)> names;
  tolerances tolerance;
  F f;
  Jvp jvp;
  Vjp vjp;

  /// The first parameter whose arguments cannot be made; as many as there are when all can.
  static constexpr std::size_t first_unknown() {
    const bool can[] = {can_make<owner_t<P>>()..., false};
    std::size_t i = 0;
    while (can[i])
      ++i;
    return i;
  }

  template <std::size_t... I> report at(source &from, std::uint64_t seed, std::index_sequence<I...>) const {
    std::tuple<owner_t<P>...> storage{random_value<P>(from, names[I])...};
    if (watching)
      watching->chose(from.choices);
    return check_at<R(P...)>(f, jvp, vjp, storage, seed, tolerance, [&](const auto &copy) {
      (know_arrays(std::get<I>(copy), names[I]), ...);
    });
  }
};

} // namespace detail

class suite {
  struct test {
    std::string name;
    std::function<detail::verdict()> run; ///< empty: skipped
    std::string reason;
  };
  std::vector<test> tests;
  static constexpr int skipped = 77;

  void add_check(const char *name, const settings &values, const detail::point_check &check) {
    tests.push_back({name, [check, values] { return detail::check_at_random_points(values, check); }, ""});
  }
  /// 0 where it passes, 1 where it fails, 77 where nothing could be compared.
  static int run_one(const test &t) {
    const detail::verdict v = t.run ? t.run() : detail::verdict{"", t.reason, 0, ""};
    const bool is_skipped = v.failures.empty() && v.compared == 0;
    std::string reason = v.reason;
    while (reason.ends_with('\n'))
      reason.pop_back();
    if (is_skipped)
      std::printf("skipped %s: %s%s\n", t.name.c_str(), reason.c_str(),
                  t.run ? "; settings give it other arguments (docs/cmake.md)" : "");
    else
      std::printf("%s %s\n%s", v.failures.empty() ? "passed" : "FAILED", t.name.c_str(), v.failures.c_str());
    return is_skipped ? skipped : !v.failures.empty();
  }

public:
  /// The derivatives of a function of type `Signature`; `names` are its parameters', `values` their settings.
  template <class Signature, std::size_t N, class F, class Jvp, class Vjp>
  void add(const char *name, const std::array<std::string, N> &names, const settings &values, tolerances tolerance, F f,
           Jvp jvp, Vjp vjp) {
    using check_type = detail::random_check<Signature, F, Jvp, Vjp>;
    if constexpr (check_type::first_unknown() < N) {
      skip(name, "an argument for '" + names[check_type::first_unknown()] + "' cannot be made from its type alone");
    } else {
      const check_type check{names, tolerance, f, jvp, vjp};
      add_check(name, values, [check](source &from, std::uint64_t seed) {
        return check.at(from, seed, std::make_index_sequence<N>{});
      });
    }
  }
  /// The generated code of `Operator`; `names` are the parameters of the function in it.
  template <class Operator>
  void add_operator(const char *name, const std::vector<std::string> &names, const settings &values,
                    tolerances tolerance) {
    if constexpr (detail::callee<Operator{}>::supported()) {
      const detail::operator_check<Operator> check{names, tolerance};
      add_check(name, values, [check](source &from, std::uint64_t seed) { return check.at(from, seed); });
    } else {
      skip(name, "its arguments or seeds cannot be made from their types alone");
    }
  }
  void skip(const char *name, const std::string &reason) { tests.push_back({name, nullptr, reason}); }

  int run(int argc, char **argv) const {
    if (argc == 2 && std::string_view(argv[1]) == "--list") {
      for (const test &t : tests)
        std::puts(t.name.c_str());
      return 0;
    }
    int failed = 0, found = 0, last = 0;
    for (const test &t : tests) {
      bool wanted = argc < 2;
      for (int i = 1; i < argc; ++i)
        wanted = wanted || t.name == argv[i];
      if (!wanted)
        continue;
      ++found;
      last = run_one(t);
      failed += last == 1;
    }
    if (found == 0 && argc > 1)
      std::puts("there is no such test");
    if (argc == 2 && last == skipped)
      return skipped;
    return failed > 0 || (found == 0 && argc > 1);
  }
};

} // namespace soac::testing
