// What a program in the making may use: the values in scope with their concrete shapes, and random choices among them.
#pragma once

#include "ir/Builder.h"
#include "ops/rules/RuntimeValue.h"

#include <functional>
#include <optional>
#include <random>

namespace soac::property {

using ir::Builder;
using ir::Scalar;
using ir::Type;
using ir::Value;
using ir::Values;
using ops::Extents;
using prims::Prim;

struct Variable {
  Value value;
  Type type;
  Extents shape;
  std::int64_t size() const { return ops::product(shape); }
};

/// An integer 0 <= value < limit.
struct Counter {
  Value value;
  std::int64_t limit;
};

class Random {
public:
  explicit Random(std::uint64_t seed) : engine(seed) {}
  /// 0 <= result < n.
  template <class T> T below(T n) { return n <= 1 ? T() : static_cast<T>(engine() % static_cast<std::uint64_t>(n)); }
  bool chance(double p) { return uniform(0, 1) < p; }
  double uniform(double a, double b) { return a + (b - a) * static_cast<double>(engine() >> 11) * 0x1p-53; }
  /// An input: often 0 or from a coarse grid, so that products have zeros and comparisons have ties.
  double number() {
    if (chance(0.12))
      return 0;
    return chance(0.3) ? static_cast<double>(below(7)) * 0.5 - 1.5 : uniform(-1.5, 1.5);
  }
  template <class T> T pick(std::initializer_list<T> xs) { return *(xs.begin() + below(xs.size())); }
  template <class C> const auto &of(const C &xs) { return xs[below(xs.size())]; }

private:
  std::mt19937_64 engine;
};

/// The values in scope. Inner scopes see outer ones; `Mark` closes a scope.
struct Scope {
  std::vector<Variable> variables;
  std::vector<Counter> counters;
  std::vector<Variable> accumulators;

  class Mark {
  public:
    explicit Mark(Scope &scope)
        : scope(scope), variables(scope.variables.size()), counters(scope.counters.size()),
          accumulators(scope.accumulators.size()) {}
    ~Mark() {
      scope.variables.resize(variables);
      scope.counters.resize(counters);
      scope.accumulators.resize(accumulators);
    }
    Mark(const Mark &) = delete;
    std::size_t firstVariable() const { return variables; }

  private:
    Scope &scope;
    std::size_t variables, counters, accumulators;
  };

  using Predicate = llvm::function_ref<bool(const Variable &)>;
  /// A variable that satisfies `accept`, recent ones preferred; none when there is none.
  std::optional<Variable> pick(Random &random, Predicate accept) const;
  std::optional<Variable> pickArray(Random &random, unsigned minRank, unsigned maxRank, bool nonEmpty) const;
};

} // namespace soac::property
