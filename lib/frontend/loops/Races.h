// Whether the iterations of a loop, run in parallel, race on what the loop carries.
//
// A variable is safe when every iteration only adds to it (or multiplies, takes the minimum, ..) where OpenMP combines
// the contributions: a reduction, or an update that one thread does at a time. An array is also safe when no two
// iterations meet at an element. A race is reported where it is seen: at indices that are the same in every iteration,
// or that another iteration a few steps away has. Where none is seen, the loop is taken at its word.
#pragma once

#include "frontend/loops/OpenMp.h"
#include "ir/Walk.h"

#include <map>

namespace soac::frontend {

/// One value that the loop carries: a parameter of its body, and what the body makes of it.
struct SharedValue {
  ir::Value parameter, result;
  std::string name;
  std::optional<Combination> reduction; ///< how, where it is a reduction
};

/// The body of a loop: what defines its values, and its integers as polynomials of others.
class IterationBody {
public:
  /// `counter` is the parameter that tells iterations apart and `next` what it is in the next one; both unset where
  /// there is none.
  IterationBody(const ir::ValueTable &values, const ir::Block &body, ir::Value counter, ir::Value next);

  struct Definition {
    const ir::Statement *statement = nullptr; ///< null for parameters of the body itself
    const ir::Block *block = nullptr;         ///< of which it is a parameter; null for results
    std::size_t position = 0;                 ///< among the results, or among the block's parameters
  };
  /// Null for what is defined outside.
  const Definition *definition(ir::Value v) const;
  /// How many operands and results of blocks are the value.
  unsigned uses(ir::Value v) const { return useCounts.lookup(v); }
  bool isSameValue(ir::Value a, ir::Value b) const; ///< the same computation on the same values

  using Monomial = std::vector<ir::Value>; ///< a product
  using Polynomial = std::map<Monomial, std::int64_t>;
  /// slope * counter + rest, neither of which differs between iterations.
  struct Line {
    Polynomial slope, rest;
  };
  std::optional<Line> line(ir::Value index) const;
  /// By how much the counter changes; 0 where that is not known.
  std::int64_t stride() const { return counterStride; }
  /// True for a comparison that holds in one iteration at most.
  bool holdsOnce(ir::Value condition) const;

  const ir::ValueTable &values;
  const ir::Block &body;

private:
  void define(const ir::Block &block);
  void count(ir::Value v) { ++useCounts[v]; }
  bool isSame(ir::Value v) const;
  Polynomial polynomial(ir::Value v, unsigned depth = 0) const;

  ir::Value counter;
  std::int64_t counterStride = 0;
  llvm::DenseMap<ir::Value, Definition> definitions;
  llvm::DenseMap<ir::Value, unsigned> useCounts;
};

/// What goes wrong with the value; empty where no race is seen. `isGuarded` says of values whether one thread at a time
/// makes them.
std::string raceOn(const SharedValue &shared, const IterationBody &body, llvm::function_ref<bool(ir::Value)> isGuarded);

} // namespace soac::frontend
