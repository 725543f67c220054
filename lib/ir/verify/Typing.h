// The types of a statement's results, from its operands.
#pragma once

#include "ir/Function.h"

namespace soac::ir {

using Types = llvm::SmallVector<Type, 4>;

/// The result types of `op`. The operands must be well-typed (the verifier checks them).
Types resultTypes(const Op &op, const ValueTable &values);

} // namespace soac::ir
