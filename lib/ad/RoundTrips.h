// Integers that are made from active values and become floating-point numbers again: a derivative would end there
// without a word, so they are refused. A look-up in an array ends it, too, and is accepted: `grid[int(x)]`, whatever
// `grid` holds. Optimisation turns it into `h * double(int(x))` where `grid` is computed from its index, so that what
// the user wrote is seen before optimisation alone.
#pragma once

#include "ad/Activity.h"

#include <set>

namespace soac::ad {

/// Calls `f` on each conversion to floating point of an integer that was computed from active values, in a block or in
/// definitions that it invokes. It does not look into functions that have rules.
void forEachRoundTrip(const ir::Block &block, const Activity &activity, DefinitionActivity &definitions,
                      llvm::function_ref<void(const ir::Statement &)> f);

/// Where the function, as it was read, makes floating-point numbers of integers that no active value has made.
std::set<ir::SourceLocation> harmlessConversions(const ir::Function &function);

} // namespace soac::ad
