// Compares the derivatives that soac generated for a random program with the program run on dual numbers, and its
// adjoint with its tangent.
//
// A program is a map from numbers x to numbers y: the floating-point leaves of its parameters at entry; those of the
// result and of the output parameters at exit. What main.cpp says of each program is plain calls, which compile
// quickly.
#pragma once

#include "dual.hpp"
#include "records.hpp"

#include <soac/soac.hpp>
#include <soac/testing/leaves.hpp>
#include <soac/testing/numbers.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace fuzz {

[[gnu::weak]] double opaque(double x, double y) { return std::sin(x) * y + x; }
inline dual opaque_call(dual x, dual y) { return sin(x) * y + x; }

using numbers = std::vector<double>;

// The same storage, of dual numbers.
inline dual lifted(double) { return {}; }
inline body<dual> lifted(const body<double> &) { return {}; }
inline std::vector<body<dual>> lifted(const std::vector<body<double>> &v) { return std::vector<body<dual>>(v.size()); }
inline std::vector<dual> lifted(const std::vector<double> &v) { return std::vector<dual>(v.size()); }
template <std::size_t N> std::array<dual, N> lifted(const std::array<double, N> &) { return {}; }
inline soac::array<dual, 1> lifted(const soac::array<double, 1> &a) { return soac::array<dual, 1>(a.extent(0)); }
inline soac::array<dual, 2> lifted(const soac::array<double, 2> &a) {
  return soac::array<dual, 2>(a.extent(0), a.extent(1));
}

/// Numbers that are read one after the other.
class source {
public:
  explicit source(const numbers &all) : next(all.data()) {}

  /// The storage with as many of the numbers as it holds.
  template <class Storage> Storage fill(Storage storage) {
    soac::testing::set_leaves(storage, next);
    return storage;
  }

private:
  const double *next;
};

/// Numbers that are written one after the other.
struct sink {
  numbers all;
  template <class Storage> void add(const Storage &storage) { soac::testing::append_leaves(storage, all); }
};

/// What a program is called with and gives. Each way to call it uses the members that it needs.
struct call {
  source x, along;      ///< the parameters, and their tangents
  source seeds, before; ///< adjoints at entry: of the result and the outputs, and of the inputs
  sink y, tangents, entry, adjoints;

  call(const numbers &x, const numbers &along, const numbers &seeds, const numbers &before)
      : x(x), along(along), seeds(seeds), before(before) {}

  /// The adjoint of an input, to which the derivative adds.
  template <class Storage> Storage added(const Storage &storage) {
    const Storage adjoint = before.fill(storage);
    entry.add(adjoint);
    return adjoint;
  }
  /// The adjoint of an output, which becomes that of its value at entry.
  template <class Storage> Storage seeded(const Storage &storage) {
    sink leaves;
    leaves.add(storage);
    entry.all.resize(entry.all.size() + leaves.all.size());
    return seeds.fill(storage);
  }
};

struct program {
  const char *name;
  void (*point)(sink &);
  void (*value)(call &);
  void (*on_duals)(call &); ///< x and y hold each number and its tangent
  void (*jvp)(call &);
  void (*vjp)(call &);
};

/// "" when the two agree to rounding, relative to the largest number.
inline std::string differ(const char *what, const numbers &got, const numbers &expected) {
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

class check {
public:
  explicit check(const program &checked) : p(checked) {
    sink point;
    p.point(point);
    x = point.all;
  }

  /// What is wrong with the derivatives at one point, or "".
  std::string run() {
    for (int times = 0; times < 2; ++times) {
      reference(draw(x.size()));
      for (const std::string &wrong : {values(), tangents(), adjoints()})
        if (!wrong.empty())
          return wrong;
    }
    return "";
  }

private:
  numbers draw(std::size_t n) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    numbers drawn(n);
    for (double &e : drawn)
      e = uniform(random);
    return drawn;
  }

  void reference(numbers v) {
    along = std::move(v);
    numbers both;
    for (std::size_t i = 0; i < x.size(); ++i)
      both.insert(both.end(), {x[i], along[i]});
    call c(both, none, none, none);
    p.on_duals(c);
    y.clear();
    y_tan.clear();
    for (std::size_t i = 0; i < c.y.all.size(); i += 2) {
      y.push_back(c.y.all[i]);
      y_tan.push_back(c.y.all[i + 1]);
    }
  }

  std::string values() {
    call c(x, none, none, none);
    p.value(c);
    return differ("primal", c.y.all, y);
  }

  std::string tangents() {
    call c(x, along, none, none);
    p.jvp(c);
    const std::string wrong = differ("value by f_jvp", c.y.all, y);
    return wrong.empty() ? differ("tangent", c.tangents.all, y_tan) : wrong;
  }

  /// Adjoints of inputs are added to what they were.
  std::string adjoints() {
    const numbers w = draw(y.size()), before = draw(x.size());
    call c(x, none, w, before);
    p.vjp(c);
    if (const std::string wrong = differ("value by f_vjp", c.y.all, y); !wrong.empty())
      return wrong;
    numbers added = c.adjoints.all;
    for (std::size_t i = 0; i < added.size(); ++i)
      added[i] -= c.entry.all[i];
    const auto forward = soac::testing::detail::dot(w, y_tan);
    const auto reverse = soac::testing::detail::dot(added, along);
    const double allowed = 1e-8 * std::fmax(1e-6, std::fmax(forward.magnitude, reverse.magnitude));
    if (!(std::fabs(forward.sum - reverse.sum) <= allowed))
      return soac::testing::detail::describe("<f_vjp(w), v> against <w, J v>", reverse.sum, forward.sum, allowed);
    return "";
  }

  const program &p;
  std::mt19937_64 random{1};
  numbers x, along, y, y_tan;
  const numbers none;
};

/// Checks one program and reports it by name.
inline bool is_right(const program &p) {
  const std::string wrong = check(p).run();
  std::printf("%s: %s\n", p.name, wrong.empty() ? "right" : wrong.c_str());
  return wrong.empty();
}

} // namespace fuzz
