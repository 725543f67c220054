// Which values a derivative may reach: those that depend on active inputs through differentiable operations.
#pragma once

#include "ir/Function.h"
#include "ir/Walk.h"

#include <llvm/ADT/DenseSet.h>

namespace soac::ad {

/// A monotone analysis: marks only grow. Values of nested blocks are marked too.
class Activity {
public:
  explicit Activity(const ir::ValueTable &values) : values(values) {}
  /// Of what `op` differentiates.
  static Activity of(const ir::Differentiate &op, const ir::ValueTable &values);

  /// Of a block whose parameters are active as flagged.
  static Activity of(const ir::Block &block, llvm::ArrayRef<bool> active, const ir::ValueTable &values);

  bool isActive(ir::Value v) const { return active.contains(v); }
  void mark(ir::Value v) { active.insert(v); }
  /// Marks what the statements make active, to a fixed point.
  void analyse(llvm::ArrayRef<ir::Statement> statements);
  void analyse(const ir::Block &block) { analyse(block.statements); }

  /// Integers that were computed from the value (not only chosen by a comparison) of an active one.
  bool isTainted(ir::Value v) const { return tainted.contains(v); }

private:
  bool markActive(ir::Value v);
  bool markTainted(ir::Value v);
  /// `to` is at least as active as `from`.
  bool flow(ir::Value from, ir::Value to);
  bool visit(const ir::Statement &statement);
  bool visit(const ir::Apply &op, ir::Value result);
  bool visit(llvm::ArrayRef<ir::Statement> statements);

  const ir::ValueTable &values;
  llvm::DenseSet<ir::Value> active, tainted;
  bool isInsideRuled = false; ///< a function with rules: what it calls as it is has its derivative by these
};

} // namespace soac::ad
