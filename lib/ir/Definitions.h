// The table of a function's definitions as a whole: who invokes whom.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace soac::ir {

/// Calls `f` on every `Invoke`, with its statement.
void forEachInvoke(Block &block, llvm::function_ref<void(Invoke &, Statement &)> f);
/// Of the function and its definitions.
void forEachInvoke(Function &function, llvm::function_ref<void(Invoke &, Statement &)> f);

/// What `from` computes, as a block of `to`, in which its values are new.
Block imported(const Function &from, Function &to);

/// Says in every `Invoke` whether its definition may fail.
void settleInvokes(Function &function);

/// Takes away definitions that neither the function nor one that it needs invokes; the others get other numbers.
void dropUnusedDefinitions(Function &function);

} // namespace soac::ir
