// The adjoints of the elements of reductions by any associative operator: of one array as a whole, or of its segments.
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

/// Reductions of the segments of `elements` (one array per component) that are differentiated together.
struct Segments {
  using At = std::function<ir::Values(ir::Builder &, ir::Value i)>;
  using FlagAt = std::function<ir::Value(ir::Builder &, ir::Value i)>;

  ir::Value count;
  ir::Values elements;
  ir::Values prefixes;        ///< at i: the start value of i's segment and its elements up to i, combined
  FlagAt hasBefore, hasAfter; ///< are there elements before and after i in its segment?
  At after;                   ///< the elements after i in its segment, combined; asked for where there are any
  At seeds;                   ///< adjoints of the active components of i's reduction
  At starts;                  ///< the start value of i's segment
  llvm::SmallVector<bool, 8> startsActive; ///< the components of the start values that have adjoints
};

/// For each active component the elements' adjoints; then, for each component in `startsActive`, an array with the
/// adjoint of the start value at the first element of each segment, and zeros elsewhere. Contributions to the
/// operator's free variables are added to their adjoints.
ir::Values elementAdjoints(const ir::Block &op, llvm::ArrayRef<bool> active, const Segments &segments,
                           Adjoints &adjoints);

} // namespace soac::ops
