// Passes over a function and its definitions (ir::Invoke) together: which definitions are kept, and which of their
// parameters and results.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace soac::optimise {

using namespace ir;

/// Puts the definitions for which `isInlined` holds, and which do not invoke themselves, in place of their invocations.
Function inlineDefinitions(Function function, llvm::function_ref<bool(unsigned number)> isInlined);

/// Puts definitions in place that are invoked once, or so small that a call says no less.
Function inlineSmallDefinitions(Function function);

/// Puts arguments that are the same constant in every invocation into definitions.
Function propagateConstants(Function function);

/// Computes results of definitions where they are invoked, where a few operations on numbers give them: how often a
/// loop in the definition runs, say. True where there are any.
bool exposeResults(Function &function);

/// Takes away results of definitions that no invocation uses, arguments that are not used, results that are an argument
/// as it was, and all but one of definitions that are the same.
Function pruneDefinitions(Function function);

} // namespace soac::optimise
