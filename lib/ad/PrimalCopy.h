// A function's primal, in which inspectors look for the accesses to its arrays.
#pragma once

#include "ir/Walk.h"

namespace soac::ad {

/// Copies statements with each `Differentiate` replaced by its primal, and without statements that depend on a
/// derivative or on the extent of a pointer, which only derivatives use:
///   y, x_adj = differentiate adjoint (x), .. |a| { s = sin a  yield s };  z = neg x_adj     becomes     y = sin x
class PrimalCopy {
public:
  PrimalCopy(ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers) : values(values), pointers(pointers) {}

  void add(llvm::ArrayRef<ir::Statement> statements);
  std::vector<ir::Statement> take();

  /// The pointers of derivatives that cannot be followed.
  ir::ValueSet unknown;

private:
  void addPrimal(const ir::Differentiate &op, llvm::ArrayRef<ir::Value> results);
  void addMap(ir::Map map, const ir::Statement &statement);
  void drop(const ir::Statement &statement);
  void addNested(const ir::Block &block, const ir::ValueSet &outside);
  bool dependsOnDerivatives(const ir::Op &op) const;

  ir::ValueTable &values;
  llvm::ArrayRef<ir::Value> pointers;
  ir::Block copy;
  ir::ValueMap primal; ///< primal results of `Differentiate`s -> their values in the copy
  llvm::DenseSet<ir::Value> dropped; ///< values that have no counterpart in the copy
};

} // namespace soac::ad
