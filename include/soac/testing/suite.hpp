// The main program of generated gradient tests: one named test per function, run at random points.
//
//   program --list          the names
//   program NAME...         these tests (all when none is given); exit code 1 when one fails, 77 when NAME is skipped
#pragma once

#include "soac/testing/derivatives.hpp"
#include "soac/testing/operators.hpp"
#include "soac/testing/random.hpp"

#include <array>
#include <exception>
#include <functional>
#include <string_view>

namespace soac::testing {

using settings = std::map<std::string, std::string>;

namespace detail {

/// Two sizes, three ranges of numbers: functions with poles or limited domains have a value in one of them.
template <class Check> report at_random_points(const settings &values, Check &&check) {
  constexpr std::pair<double, double> ranges[] = {{0.25, 0.95}, {1.1, 1.9}, {-1.0, 1.0}};
  report out;
  int checked = 0;
  std::uint64_t seed = 0;
  for (const index extent : {3, 4})
    for (const auto &[low, high] : ranges) {
      source from;
      from.low = low;
      from.high = high;
      from.extent = extent;
      from.settings = values;
      const report last = check(from, ++seed);
      if (last.not_finite)
        continue;
      ++checked;
      if (!last.ok()) {
        char where[120];
        std::snprintf(where, sizeof where, "with numbers in [%g, %g], extents %lld, seed %llu:\n", low, high,
                      static_cast<long long>(extent), static_cast<unsigned long long>(seed));
        out.failures += where + last.failures;
      }
    }
  if (checked == 0)
    out.failures += "the function has no finite value at the points that were tried; give it values with SETTINGS\n";
  return out;
}

/// Values and derivatives at a random point; nothing when the function has no finite value there.
template <class Signature, class F, class Jvp, class Vjp> struct random_check;
template <class R, class... P, class F, class Jvp, class Vjp> struct random_check<R(P...), F, Jvp, Vjp> {
  std::array<std::string, sizeof...(P)> names;
  F f;
  Jvp jvp;
  Vjp vjp;

  template <std::size_t... I> report at(source from, std::uint64_t seed, std::index_sequence<I...>) const {
    from.random.seed(seed);
    std::tuple<owner_t<P>...> storage{random_value<P>(from, names[I])...};
    return check_derivatives<R(P...)>(f, jvp, vjp, storage, seed);
  }

  report operator()(const settings &values) const {
    return at_random_points(values, [&](const source &from, std::uint64_t seed) {
      return at(from, seed, std::index_sequence_for<P...>{});
    });
  }
};

} // namespace detail

class suite {
  struct test {
    std::string name;
    std::function<report()> run; ///< empty: skipped
    std::string reason;
  };
  std::vector<test> tests;
  static constexpr int skipped = 77;

public:
  /// The derivatives of a function of type `Signature`; `names` are its parameters', `values` their settings.
  template <class Signature, std::size_t N, class F, class Jvp, class Vjp>
  void add(const char *name, const std::array<std::string, N> &names, const settings &values, F f, Jvp jvp, Vjp vjp) {
    detail::random_check<Signature, F, Jvp, Vjp> check{names, f, jvp, vjp};
    tests.push_back({name, [check, values] { return check(values); }, ""});
  }
  /// The generated code of `Operator`; `names` are the parameters of the function in it.
  template <class Operator>
  void add_operator(const char *name, const std::vector<std::string> &names, const settings &values) {
    if constexpr (detail::callee<Operator{}>::supported()) {
      const detail::operator_check<Operator> check{names};
      tests.push_back({name,
                       [check, values] {
                         return detail::at_random_points(values, [&](const source &from, std::uint64_t seed) {
                           return check.at(from, seed);
                         });
                       },
                       ""});
    } else {
      skip(name, "its seeds are of a type that cannot be made from the function's arguments");
    }
  }
  void skip(const char *name, const char *reason) { tests.push_back({name, nullptr, reason}); }

  int run(int argc, char **argv) const {
    if (argc == 2 && std::string_view(argv[1]) == "--list") {
      for (const test &t : tests)
        std::puts(t.name.c_str());
      return 0;
    }
    int failed = 0, found = 0;
    for (const test &t : tests) {
      bool wanted = argc < 2;
      for (int i = 1; i < argc; ++i)
        wanted = wanted || t.name == argv[i];
      if (!wanted)
        continue;
      ++found;
      if (!t.run) {
        std::printf("skipped %s: %s\n", t.name.c_str(), t.reason.c_str());
        if (argc > 1)
          return skipped;
        continue;
      }
      report result;
      try {
        result = t.run();
      } catch (const std::exception &error) {
        result.failures = std::string("the function throws: ") + error.what() + "; give it sizes with SETTINGS\n";
      }
      std::printf("%s %s\n%s", result.ok() ? "passed" : "FAILED", t.name.c_str(), result.failures.c_str());
      failed += !result.ok();
    }
    if (found == 0 && argc > 1)
      std::puts("there is no such test");
    return failed > 0 || (found == 0 && argc > 1);
  }
};

} // namespace soac::testing
