// Numbers that are to be marked as held by elements of an array (ops/rules/FinalElements.h).
#pragma once

#include "ir/Walk.h"

namespace soac::ad {

struct FinalElementMark {
  ir::Value counter;    ///< of the loop
  std::size_t position; ///< of the array among what it carries
  ir::Values indices;
};
class FinalElementMarks {
public:
  /// Unless the same element is marked already: by a loop around.
  void add(ir::Value number, FinalElementMark mark);
  llvm::ArrayRef<FinalElementMark> of(ir::Value number) const;
  bool empty() const { return marks.empty(); }

private:
  /// Elements of several arrays may hold a number.
  llvm::DenseMap<ir::Value, llvm::SmallVector<FinalElementMark, 1>> marks;
};

/// Puts marks behind each number, where their indices are known there, or can be computed there.
void insertMarks(ir::Block &block, const FinalElementMarks &marks, ir::ValueTable &values);

} // namespace soac::ad
