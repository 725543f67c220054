// The contexts through which rules recurse, so that `ops` never depends on `ad` or `eval`.
#pragma once

#include "ir/Builder.h"

#include <functional>

namespace soac::ops {

class Evaluation; // ops/Evaluation.h

/// Forward mode. A rule emits the primal statement and the tangents of its results side by side.
class Tangents {
public:
  virtual ~Tangents() = default;
  virtual ir::Builder &builder() = 0;
  /// The tangent of `v`, or no value where it is zero. Never materialises a zero.
  virtual ir::Value of(ir::Value v) = 0;
  virtual void set(ir::Value v, ir::Value tangent) = 0;
  /// The tangent of `v` with zeros made real.
  ir::Value dense(ir::Value v);
  /// The tangent accumulator that goes with an accumulator in scope, or none.
  virtual ir::Value accumulator(ir::Value accumulator) = 0;
  virtual void setAccumulator(ir::Value accumulator, ir::Value tangent) = 0;
  /// Transforms `block` into one whose parameters are its own followed by tangents of those whose flag in
  /// `activeParameters` is set, and whose results are its own followed by tangents of `activeResults`.
  virtual ir::Block transform(const ir::Block &block, llvm::ArrayRef<bool> activeParameters,
                              llvm::ArrayRef<bool> activeResults) = 0;
  /// Which results of `block` have a nonzero tangent when the flagged parameters have one.
  virtual llvm::SmallVector<bool, 4> activeResults(const ir::Block &block,
                                                   llvm::ArrayRef<bool> activeParameters) = 0;
};

} // namespace soac::ops
