// Where arrays are used for the last time, so that the interpreter writes them in place and releases them:
//   b = update a[i] = x;  y = index b[j]  yield y    a dies at the update, which writes it in place; b dies at the read
//
// A value dies at the last statement of its block that uses it, directly or inside nested blocks. That statement may
// move it out when it uses it exactly once, as a direct operand. Where the statement runs its nested blocks at most
// once (`if`, `with_accumulators`), the value dies inside them instead.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace soac::analysis {

/// The arrays that die at one statement.
struct Deaths {
  ir::Values movable;  ///< operands that the statement may take
  ir::Values released; ///< values, also of its blocks, that are not used after the statement
};

struct BlockLastUses {
  std::vector<Deaths> statements;            ///< one per statement
  llvm::SmallVector<bool, 4> movableResults; ///< one per result: the block owns it, and no later result is the same
};

class LastUses {
public:
  explicit LastUses(const ir::Function &function);
  const BlockLastUses &of(const ir::Block &block) const { return blocks.find(&block)->second; }

private:
  llvm::DenseMap<const ir::Block *, BlockLastUses> blocks;
};

/// Which values end as the target of an update: their storage is written in place when they are not read afterwards, so
/// no pass should make them live longer. Indexed by value id.
///
/// Note [Consumed values]: an array that is updated, scattered into, accumulated into (also as the bins of a histogram
/// or the start value of a reduction), carried by a loop or returned by a nested block is consumed. Moving or adding a
/// read of the array past that place would keep the meaning and cost a copy.
std::vector<bool> consumedValues(const ir::Function &function);

} // namespace soac::analysis
