// Integers that are made from active values and become floating-point numbers again, as in `double(int(x))`: the
// derivative would be lost without a message, so they are refused. A look-up in an array, `grid[int(x)]`, ends the
// derivative, too, and is accepted. Optimisation turns the look-up into `h * double(int(x))` where `grid` is computed
// from its index, so the places that the user wrote are collected before optimisation.
#pragma once

#include "ad/Activity.h"

#include <set>

namespace soac::ad {

/// Calls `f` on the statements that make floating-point numbers of integers that were computed from active values, in a
/// block and in definitions that it invokes. Functions with rules are not visited.
void forEachRoundTrip(const ir::Block &block, const Activity &activity, DefinitionActivity &definitions,
                      llvm::function_ref<void(const ir::Statement &)> f);

/// The places where the function, before optimisation, makes floating-point numbers of integers that no active value
/// made.
std::set<ir::SourceLocation> harmlessConversions(const ir::Function &function);

} // namespace soac::ad
