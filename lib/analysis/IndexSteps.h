// By how much integers grow from one iteration of a loop to the next: where an index has a step other than zero, the
// iterations in the lanes of a vector never access the same element:
//   |i, ..| { k = 2 * i + j;  y = index a[k] .. }     with j from outside, k has step 2
#pragma once

#include "analysis/Polynomial.h"

#include <optional>

namespace soac::analysis {

class IndexSteps {
public:
  /// The steps of values in a loop body; its parameter `counter` is the number of the iteration.
  IndexSteps(const ir::ValueTable &values, const ir::Block &body, ir::Value counter);

  /// The step of an integer where it is a small constant; 0 for values from outside the body. An integer with a small
  /// step wraps around only after more iterations than there are vector lanes.
  std::optional<std::int64_t> of(ir::Value v) const;
  /// True when at least one of the indices has a step other than zero.
  bool areDistinct(llvm::ArrayRef<ir::Value> indices) const;

private:
  ir::Value counter;
  DefUse inside;
  Polynomials polynomials;
};

} // namespace soac::analysis
