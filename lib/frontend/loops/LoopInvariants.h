// What stays as it is in every trip of a loop in SSA form, computed in front of the loop.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

class LoopInvariants {
public:
  /// The extents of the carried arrays in `growing` change. What is found is written by the current builder, in front
  /// of the loop, which must stay as it is meanwhile.
  LoopInvariants(Lowering &l, const ir::Loop &loop, llvm::ArrayRef<unsigned> growing);

  /// The value that `v` has at entry and in every trip; unset where there is none.
  ir::Value outside(ir::Value v);
  /// The same of an integer, in 64 bits.
  ir::Value outsideWide(ir::Value v);

  /// The statement of the loop that computes `v`; null for parameters and for what is not of the loop.
  const ir::Statement *statement(ir::Value v) const;
  const ir::Apply *apply(ir::Value v) const;
  /// The position among the carried values of a parameter of the condition or of the body.
  std::optional<unsigned> carried(ir::Value v) const;

private:
  struct Definition {
    const ir::Statement *statement = nullptr;
    bool isAlways = false; ///< executed whenever the loop is reached
  };
  void define(const ir::Block &block, bool isAlways);
  ir::Value computeOutside(ir::Value v);
  ir::Value folded(const ir::Apply &computed, const ir::ValueMap &map);
  ir::Value shapeAtEntry(ir::Value array);

  Lowering &l;
  ir::ValueTable &values;
  const ir::Loop &loop;
  llvm::ArrayRef<unsigned> growing;
  llvm::DenseMap<ir::Value, unsigned> parameters;
  llvm::DenseMap<ir::Value, Definition> definitions;
  llvm::DenseSet<ir::Value> inside;
  ir::ValueMap outsides;
};

} // namespace soac::frontend
