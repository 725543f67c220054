// What several passes ask about a statement or value.
#pragma once

#include "ir/Function.h"

#include <vector>

namespace soac::optimise {

/// True when the primitive has a value for all operands: it may be executed where the program would not.
bool isTotal(prims::Prim prim, ir::Scalar operandType, ir::Scalar resultType);
bool isTotal(const ir::Apply &apply, const ir::ValueTable &values);

/// True when computing it again costs no more than reading it from memory.
bool isCheap(const ir::Apply &apply, const ir::ValueTable &values);

/// True when `block` is one application of `prim` to its two parameters, in either order, element by element for
/// array-valued operators.
bool isOperator(const ir::Block &block, prims::Prim prim, const ir::ValueTable &values);

/// Which values end as the target of an update: their storage is written in place when they are not read afterwards, so
/// nobody should make them live longer. Indexed by value id.
///
/// Note [Consumed values]: an array that is updated, scattered into, accumulated into, carried by a loop or returned by
/// a block is consumed. Moving or adding a read of it past that place would keep the meaning and cost a copy.
std::vector<bool> consumedValues(const ir::Function &function);

/// A number that changes when the function does (with the usual odds).
std::uint64_t fingerprint(const ir::Function &function);

} // namespace soac::optimise
