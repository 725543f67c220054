// The effects of statements besides their results, and whether a statement may be executed where the program would not.
#pragma once

#include "ir/Function.h"

namespace soac::analysis {

/// True when the primitive has a value for all operands, so that it may be executed where the program would not.
bool isTotal(prims::Prim prim, ir::Scalar operandType, ir::Scalar resultType);
/// Of this use of the primitive, whose constants are known: a quotient by 2 has a value.
bool isTotal(const ir::Apply &apply, const ir::ValueTable &values);

/// True when the statement must stay though its results are unused: an `Accumulate`, a `Check`, an `Invoke` that may
/// fail or adds to an accumulator, or a statement that holds one of these with an effect outside it.
bool hasEffect(const ir::Op &op);

/// True when the statement is or holds a check, or an invocation that may fail: statements after it may rely on the
/// check.
bool hasCheck(const ir::Op &op);

/// True when the statement may leave by an exit of the user's program: by a check with an exit of its own, or by an
/// invocation that may fail.
bool hasExit(const ir::Op &op);

} // namespace soac::analysis
