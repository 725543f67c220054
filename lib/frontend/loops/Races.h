// Whether the iterations of a loop, run in parallel, race on the carried values.
//
// A variable is safe when every iteration only adds to it (or multiplies, takes the minimum, ..) where OpenMP combines
// the contributions: a reduction, or an update that one thread does at a time. An array is also safe when no two
// iterations meet at an element. A race is reported where it is seen: at indices that are the same in every iteration,
// or that another iteration a few steps away has. Where none is seen, the loop is taken at its word.
#pragma once

#include "analysis/Polynomial.h"
#include "frontend/loops/OpenMp.h"

namespace soac::frontend {

/// One value that the loop carries: a parameter of its body, and its value at the end of the body.
struct SharedValue {
  ir::Value parameter, result;
  std::string name;
  std::optional<Combination> reduction; ///< how, where it is a reduction
};

/// The body of a loop, and its integers as polynomials of others.
class IterationBody {
public:
  /// `counter` is the parameter that tells iterations apart and `next` what it is in the next one; both unset where
  /// there is none.
  IterationBody(const ir::ValueTable &values, const ir::Block &body, ir::Value counter, ir::Value next);

  bool isSameValue(ir::Value a, ir::Value b) const; ///< the same computation on the same values

  /// slope * counter + rest, neither of which differs between iterations.
  std::optional<analysis::Polynomial::Line> line(ir::Value index) const;
  /// By how much the counter changes; 0 where that is not known.
  std::int64_t stride() const { return counterStride; }
  /// True for a comparison that holds in one iteration at most.
  bool holdsOnce(ir::Value condition) const;

  const ir::ValueTable &values;
  const ir::Block &body;
  const analysis::DefUse definitions;

private:
  analysis::Polynomials polynomials;
  ir::Value counter;
  std::int64_t counterStride = 0;
};

/// The race on the value; empty where none is seen. `isGuarded` says of values whether one thread at a time
/// makes them.
std::string raceOn(const SharedValue &shared, const IterationBody &body, llvm::function_ref<bool(ir::Value)> isGuarded);

} // namespace soac::frontend
