// The scalars that are written where they are used instead of getting a variable: scalars with a single use, unless they
// have a name of the user's, would be computed more often there, or read memory that is overwritten in between.
//   %1 = mul %x, %y;  %2 = add %1, 1.0;  %z = sin %2   ->   const double z = soac::runtime::sin(x * y + 1.0);
#pragma once

#include "schedule/MemoryPlan.h"

namespace soac::schedule {

class Inlining {
public:
  Inlining(const ir::Function &function, const Uses &uses, const Shapes &shapes, const MemoryPlan &plan)
      : function(function), uses(uses), shapes(shapes), plan(plan) {}

  /// Is `v` part of the expression that uses it?
  bool isInlined(ir::Value v) const;
  /// An `If` of one scalar whose branches are expressions.
  bool isTernary(const ir::Statement &s) const;
  /// Does the C++ expression for `v` read `variable`?
  bool reads(ir::Value v, ir::Value variable) const;

private:
  const ir::Function &function;
  const Uses &uses;
  const Shapes &shapes;
  const MemoryPlan &plan;
  mutable llvm::DenseMap<ir::Value, bool> known;

  bool isScalar(ir::Value v) const { return function.type(v).isScalar(); }
  bool isArray(ir::Value v) const { return function.type(v).isArray() && !function.type(v).accumulator; }
  bool decide(ir::Value v) const;
  bool isDuplicated(ir::Value v, const ir::Statement &user) const;
  bool isSimple(const ir::Block &branch) const;
  std::size_t sizeOf(ir::Value v) const;
  void forEachPart(const ir::Statement &s, llvm::function_ref<void(ir::Value)> f) const;
  bool readsChangingMemory(ir::Value v) const;
  bool writesBetween(const ir::Block &block, unsigned from, unsigned to) const;
  bool mayWrite(const ir::Statement &s) const;
};

} // namespace soac::schedule
