// The extents of arrays, traced back to what they are made of, so that a result can be allocated before it is computed.
#pragma once

#include "analysis/Shapes.h"
#include "exec/Tree.h"
#include "schedule/Uses.h"

namespace soac::schedule {

using exec::Dim;

class Shapes {
public:
  Shapes(const ir::Function &function, const Uses &uses)
      : values(function.values), uses(uses), numbers(function) {}

  Dim of(ir::Value array, unsigned dimension) const;
  /// Is the scalar that extent of the array?
  bool isExtent(ir::Value scalar, ir::Value array, unsigned dimension) const {
    return numbers.ofScalar(scalar) == numbers.of(array, dimension);
  }
  /// True when `d` can be computed where `block` begins: from values defined outside of it, by scalar operations.
  bool outside(const Dim &d, const ir::Block &block) const;
  bool outside(ir::Value v, const ir::Block &block) const;
  /// The array's extents when all are constants.
  std::optional<llvm::SmallVector<std::int64_t, 4>> constant(ir::Value array) const;

private:
  const ir::ValueTable &values;
  const Uses &uses;
  mutable analysis::Shapes numbers;
};

} // namespace soac::schedule
