// By how much integers grow from one iteration of a loop to the next: where an index has a step other than zero, two
// iterations never meet at one element.
#pragma once

#include "ir/Walk.h"

namespace soac::analysis {

using namespace ir;

class IndexSteps {
public:
  /// Of an iteration with the body `body`, whose number is `counter`, one of the body's parameters.
  IndexSteps(const ValueTable &values, const Block &body, Value counter);

  /// The step of an integer, as far as it is a constant; of what the body does not define, 0. What wraps around needs
  /// more iterations than there are vector lanes.
  std::optional<std::int64_t> of(Value v) const;
  /// True when at least one of the indices has a step other than zero.
  bool areDistinct(llvm::ArrayRef<Value> indices) const;

private:
  const ValueTable &values;
  Value counter;
  llvm::DenseMap<Value, const Apply *> inside; ///< what makes the body's values; null for all but `Apply`
};

} // namespace soac::analysis
