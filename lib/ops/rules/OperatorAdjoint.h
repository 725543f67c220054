// The adjoint of one application x op y of an operator on scalars, for the rules of reductions and scans.
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

class OperatorAdjoint {
public:
  using Flags = llvm::SmallVector<bool, 8>; ///< one for each component
  using Seeds = llvm::SmallVector<Adjoints::Seed, 4>;

  /// The `active` components of the result have adjoints.
  OperatorAdjoint(const ir::Block &op, llvm::ArrayRef<bool> active, Adjoints &adjoints);

  /// One application x op y: the adjoints of the flagged components of x, then of the flagged components of y. The
  /// contributions to the operator's free variables are added to their adjoints where `reachFree`.
  ir::Values at(llvm::ArrayRef<ir::Value> x, llvm::ArrayRef<ir::Value> y, llvm::ArrayRef<bool> ofX,
                llvm::ArrayRef<bool> ofY, llvm::ArrayRef<Adjoints::Seed> seeds, bool reachFree = true) const;

  /// The first application of a reduction, start op y: the adjoints of the active components of y, then of the flagged
  /// components of the start. Where the derivative is not defined (hypot at 0, 0) and start op y is y, the start counts as
  /// neutral: y gets the result's adjoint unchanged.
  ir::Values atStart(llvm::ArrayRef<ir::Value> start, llvm::ArrayRef<ir::Value> y, llvm::ArrayRef<bool> ofStart,
                     llvm::ArrayRef<ir::Value> adjointsOfResult) const;

  /// One seed for each component, from the adjoints of the active components; empty for the others.
  Seeds seeds(llvm::ArrayRef<ir::Value> adjointsOfActive) const;

  const Flags active, none;
  const FreeVariables free; ///< the operator's active free variables

private:
  ir::Values applied(llvm::ArrayRef<ir::Value> x, llvm::ArrayRef<ir::Value> y, llvm::ArrayRef<ir::Value> freeScalars,
                     llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)> body) const;
  ir::Value isUndefined(llvm::ArrayRef<ir::Value> start, llvm::ArrayRef<ir::Value> y, const Seeds &seeds) const;

  const ir::Block &op;
  Adjoints &adjoints;
};

} // namespace soac::ops
