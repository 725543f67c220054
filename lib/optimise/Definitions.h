// Passes over a function and its definitions (ir::Invoke) together: which definitions are kept, and which of their
// parameters and results.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace soac::optimise {

using namespace ir;

/// Puts the definitions for which `isInlined` holds, and which do not invoke themselves, in place of their invocations.
Function inlineDefinitions(Function function, llvm::function_ref<bool(unsigned number)> isInlined);

/// All that do not invoke themselves; what is left of the definitions are those that do.
Function inlineAllDefinitions(Function function);

/// Inlines definitions that are invoked once, and definitions of a few statements. Where the function differentiates in several
/// directions, and does not become very long, all: a call that gets arrays which depend on the direction would make the whole
/// derivative, values too, run once for each direction (ad/Variation.h).
Function inlineSmallDefinitions(Function function);

/// Replaces a definition's scalar parameter by a constant where every invocation passes that constant.
Function propagateConstants(Function function);

/// Where a few scalar operations compute a definition's result from its arguments (the trip count of a loop, say), the
/// caller computes that result itself. True where there are such results.
bool exposeResults(Function &function);

/// Makes one definition of two that are invoked side by side with the same arguments, the first of which invokes itself,
/// where the one then does not invoke the first:
///   r = invoke f (x);  d = invoke f_adj (x, s)   ->   d, r = invoke both (x, s)
Function tupleDefinitions(Function function);

/// Removes results of definitions that no invocation uses, unused parameters, array results that are unchanged arguments,
/// and all but one of equal definitions.
///   d(a, x, y) { z = mul x, x;  yield a, z }, a an array   ->   d(x) { z = mul x, x;  yield z }
Function pruneDefinitions(Function function);

/// Gives definitions arrays of their own in the place of arrays that they overwrite, and that no caller reads afterwards.
Function ownArguments(Function function);

} // namespace soac::optimise
