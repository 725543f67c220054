// The extents of arrays, traced back to what they are made of, so that a result can be allocated before it is computed.
#pragma once

#include "exec/Tree.h"
#include "schedule/Uses.h"

namespace soac::schedule {

using exec::Dim;

class Shapes {
public:
  Shapes(const ir::Function &function, const Uses &uses) : values(function.values), uses(uses) {}

  Dim of(ir::Value array, unsigned dimension) const;
  /// The scalar; one that asks for an extent is traced on.
  Dim scalar(ir::Value v) const;
  /// True when `d` can be computed where `block` begins: from values defined outside of it, by scalar operations.
  bool outside(const Dim &d, const ir::Block &block) const;
  bool outside(ir::Value v, const ir::Block &block) const;
  /// The array's extents when all are constants.
  std::optional<llvm::SmallVector<std::int64_t, 4>> constant(ir::Value array) const;
  /// True when the loop's carried value keeps this extent from iteration to iteration.
  bool invariant(const ir::Loop &loop, std::size_t carried, unsigned dimension) const;

private:
  const ir::ValueTable &values;
  const Uses &uses;
  mutable llvm::SmallVector<std::pair<const ir::Loop *, std::size_t>, 4> assumed;

  Dim extentOf(ir::Value array, unsigned d) const { return {array, true, d}; }
  Dim ofParameter(ir::Value p, unsigned d) const;
  Dim ofResult(const ir::Statement &s, ir::Value v, unsigned d) const;
};

} // namespace soac::schedule
