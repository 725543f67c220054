// What reductions by any associative operator give to their elements: of one array as a whole, or of its segments.
#pragma once

#include "ops/Rule.h"

namespace soac::ops {

/// Reductions of the segments of `elements` (one array per component) that are differentiated together.
struct Segments {
  ir::Value count;
  ir::Values elements;
  ir::Values prefixes; ///< at i: the elements from the first of i's segment up to i, combined
  ir::Values suffixes; ///< at i: those from i up to the last
  std::function<ir::Value(ir::Builder &, ir::Value i)> hasBefore, hasAfter; ///< in i's segment
  std::function<ir::Values(ir::Builder &, ir::Value i)> seeds; ///< adjoints of the active components of i's reduction
  /// What i's segment is combined with from the left; part of the prefixes. Unset: the neutral element.
  std::function<ir::Values(ir::Builder &, ir::Value i)> starts;
};

/// For each active component the elements' adjoints; then, where segments start with something, what the first element of
/// each segment gives to that, beside numbers without meaning. What the operator's free variables receive is added.
ir::Values elementAdjoints(const ir::Block &op, llvm::ArrayRef<bool> active, const Segments &segments,
                           Adjoints &adjoints);

} // namespace soac::ops
