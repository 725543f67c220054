// Which array a block's result is made of in place, and by which updates.
#pragma once

#include "ir/Function.h"

#include <optional>

namespace soac::analysis {

/// The value outside the block (or parameter of it) from which the array `result` comes by element-wise changes alone:
/// updates, scatters, definitions that update it, and loops and branches of these. No value when there is none.
ir::Value inPlaceSource(ir::Value result, const ir::Block &block);
/// The operand from which a result of the statement comes so.
ir::Value inPlaceSource(const ir::Statement &statement, std::size_t position);

/// One statement of the chain from a source to a result, and which of its results is the chain's.
struct UpdateLink {
  std::size_t statement, position;
};
/// The chain of in-place statements of the block, first to last; nothing when a link is no such statement.
std::optional<llvm::SmallVector<UpdateLink, 4>> updateChain(ir::Value source, ir::Value result, const ir::Block &block);

/// The updates that make `result` from `source` in place, or nothing when they are not all updates,
/// scatters and histograms with the same number of indices.
struct UpdateShape {
  unsigned depth = 0;                      ///< indices of each update; 0 when there is no update
  std::optional<std::int64_t> mostUpdates; ///< when known: of loops around updates the counts are
  bool isExact = true;                     ///< there are always that many: none is in a branch
  bool mayBeOutside = false;               ///< indices out of range are ignored
};
/// The definitions that are invoked.
class Definitions {
public:
  virtual ~Definitions() = default;
  /// Null where it invokes itself or is being made.
  virtual const ir::Function *find(const ir::Invoke &op) const = 0;
};
/// Without `definitions`, nothing is known of their updates.
std::optional<UpdateShape> updateShape(ir::Value source, ir::Value result, const ir::Block &block,
                                       const ir::ValueTable &values, const Definitions *definitions = nullptr);
/// The same of one result of an update, a scatter, a histogram, a loop, a branch or an invocation.
std::optional<UpdateShape> updateShape(const ir::Statement &statement, std::size_t position, const ir::ValueTable &values,
                                       const Definitions *definitions = nullptr);

} // namespace soac::analysis
