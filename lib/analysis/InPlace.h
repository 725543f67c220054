// Which array a block's result is made of in place, and by which updates:
//   |i, a| { b = update a[i] = x;  c = loop m, (b) |j, s| { t = update s[j] = y  yield t }  yield c }
//   c comes from a; its chain has the update and the loop, and every update has 1 index
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

namespace soac::analysis {

/// The value outside the block (or parameter of it) from which the array `result` comes by changes in place alone:
/// updates, scatters, histograms, definitions that update it, and loops and branches of these. Unset when there is
/// none.
ir::Value inPlaceSource(ir::Value result, const ir::Block &block);
/// The operand (for a branch, the value outside it) from which a result of the statement comes by changes in place
/// alone.
ir::Value inPlaceSource(const ir::Statement &statement, std::size_t position);

/// One statement of the chain from a source to a result, and which of its results is the chain's.
struct UpdateLink {
  std::size_t statement, position;
};
/// The chain of in-place statements of the block, first to last; none when a link is no such statement.
std::optional<llvm::SmallVector<UpdateLink, 4>> updateChain(ir::Value source, ir::Value result, const ir::Block &block);

/// The properties that the updates, scatters and histograms on the way from `source` to `result` have in common.
struct UpdateShape {
  unsigned depth = 0;                      ///< indices of each update; 0 when there is no update
  std::optional<std::int64_t> mostUpdates; ///< the largest number; unset where unknown or too large to reserve
  bool isExact = true;                     ///< never fewer than `mostUpdates`: the arms of branches have equal numbers
  bool mayBeOutside = false;               ///< indices may be out of range, and are ignored then
};
/// Finds the definitions that are invoked.
class Definitions {
public:
  virtual ~Definitions() = default;
  /// Null where the definition invokes itself, or where it or one that it invokes is still being made.
  virtual const ir::Function *find(const ir::Invoke &op) const = 0;
};
/// None where the updates between `source` and `result` have different numbers of indices, or are not known: the
/// updates of invoked definitions are known only with `definitions`.
std::optional<UpdateShape> updateShape(ir::Value source, ir::Value result, const ir::Block &block,
                                       const ir::ValueTable &values, const Definitions *definitions = nullptr);
/// The same for one result of an update, a scatter, a histogram, a loop, a branch or an invocation.
std::optional<UpdateShape> updateShape(const ir::Statement &statement, std::size_t position, const ir::ValueTable &values,
                                       const Definitions *definitions = nullptr);
/// Does `ofIndex` hold of all indices of the updates on the way from `source` to `result`, and `ofControl` of the
/// counts of the loops and of the conditions of the branches around these updates? Not where scatters, histograms,
/// invocations or loops that are not counted change the array.
bool holdsOfUpdates(ir::Value source, ir::Value result, const ir::Block &block,
                    llvm::function_ref<bool(ir::Value)> ofIndex, llvm::function_ref<bool(ir::Value)> ofControl);
/// Does each trip of the loop update the same elements of the array that it carries as result number `position`, in the same
/// order? Known where indices, counts and conditions are made of values from outside and of the counters of inner loops.
bool updatesTheSameElements(const ir::Loop &loop, std::size_t position);

} // namespace soac::analysis
