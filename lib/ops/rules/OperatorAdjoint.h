// The adjoint of one application x op y of an operator on scalars, for the rules of reductions and scans.
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

class OperatorAdjoint {
public:
  using Flags = llvm::SmallVector<bool, 8>; ///< one for each component
  using Seeds = llvm::SmallVector<Adjoints::Seed, 4>;

  /// `active` components of the result have adjoints.
  OperatorAdjoint(const ir::Block &op, llvm::ArrayRef<bool> active, Adjoints &adjoints);

  /// What x op y gives to the flagged components of x, then to those of y. What the operator's free variables receive is
  /// added where `reachFree`.
  ir::Values at(llvm::ArrayRef<ir::Value> x, llvm::ArrayRef<ir::Value> y, llvm::ArrayRef<bool> ofX,
                llvm::ArrayRef<bool> ofY, llvm::ArrayRef<Adjoints::Seed> seeds, bool reachFree = true) const;

  /// The same of start op y, the first application of a reduction: to the active components of y, then to the flagged
  /// ones of the start. A neutral start gives its adjoint to y as it is: so it is taken where the derivative is not
  /// defined (as that of hypot at 0, 0) and the start leaves y what it is.
  ir::Values atStart(llvm::ArrayRef<ir::Value> start, llvm::ArrayRef<ir::Value> y, llvm::ArrayRef<bool> ofStart,
                     llvm::ArrayRef<ir::Value> adjointsOfResult) const;

  /// For each component its adjoint, given those of the active ones.
  Seeds seeds(llvm::ArrayRef<ir::Value> adjointsOfActive) const;

  const Flags active, none;
  const FreeVariables free; ///< of the operator, the active ones

private:
  ir::Values applied(llvm::ArrayRef<ir::Value> x, llvm::ArrayRef<ir::Value> y, llvm::ArrayRef<ir::Value> freeScalars,
                     llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)> body) const;
  ir::Value isUndefined(llvm::ArrayRef<ir::Value> start, llvm::ArrayRef<ir::Value> y, const Seeds &seeds) const;

  const ir::Block &op;
  Adjoints &adjoints;
};

} // namespace soac::ops
