// The extents of arrays, traced back to scalars and extents that are known earlier, so that a result can be allocated
// before it is computed:
//   %y = map %n, () |%i| { .. %i .. }   ->   extent 0 of %y is %n
#pragma once

#include "analysis/OverwrittenFirst.h"
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
  /// Is the scalar equal to this extent of the array?
  bool isExtent(ir::Value scalar, ir::Value array, unsigned dimension) const {
    return numbers.ofScalar(scalar) == numbers.of(array, dimension);
  }
  /// True when `d` can be computed where `block` begins: from values defined outside of it, by scalar operations.
  bool outside(const Dim &d, const ir::Block &block) const;
  bool outside(ir::Value v, const ir::Block &block) const;
  /// analysis::isOverwritten: the array that the statement makes needs no values.
  bool isOverwritten(const ir::Statement &made) const { return analysis::isOverwritten(made, values, uses, numbers); }
  /// The array's extents when all are constants.
  std::optional<llvm::SmallVector<std::int64_t, 4>> constant(ir::Value array) const;

private:
  const ir::ValueTable &values;
  const Uses &uses;
  mutable analysis::Shapes numbers;
};

} // namespace soac::schedule
