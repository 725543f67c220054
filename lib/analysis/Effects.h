// The effects of a statement besides its results, and whether it may be executed where the program would not.
#pragma once

#include "ir/Function.h"

namespace soac::analysis {

/// True when the primitive has a value for all operands: it may be executed where the program would not.
bool isTotal(prims::Prim prim, ir::Scalar operandType, ir::Scalar resultType);
bool isTotal(const ir::Apply &apply, const ir::ValueTable &values);

/// True when the statement must stay though nothing uses its results: `Accumulate`, `Check`, or one that holds such a
/// statement with effect outside it.
bool hasEffect(const ir::Op &op);

/// True when it is a check or holds one, which may be what makes the statements after it safe.
bool hasCheck(const ir::Op &op);

/// True when the statement may leave by an exit of the user's program: by a check with an exit of its own.
bool hasExit(const ir::Op &op);

} // namespace soac::analysis
