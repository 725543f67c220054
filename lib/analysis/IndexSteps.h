// By how much integers grow from one iteration of a loop to the next: where an index has a step other than zero, two
// iterations never meet at one element.
#pragma once

#include "analysis/Polynomial.h"

#include <optional>

namespace soac::analysis {

class IndexSteps {
public:
  /// Of an iteration with the body `body`, whose number is `counter`, one of the body's parameters.
  IndexSteps(const ir::ValueTable &values, const ir::Block &body, ir::Value counter);

  /// The step of an integer, as far as it is a small constant; of values from outside, 0. An index that wraps around
  /// needs more iterations than there are vector lanes.
  std::optional<std::int64_t> of(ir::Value v) const;
  /// True when at least one of the indices has a step other than zero.
  bool areDistinct(llvm::ArrayRef<ir::Value> indices) const;

private:
  ir::Value counter;
  DefUse inside;
  Polynomials polynomials;
};

} // namespace soac::analysis
