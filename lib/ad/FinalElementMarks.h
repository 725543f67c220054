// Numbers that are to be marked as held by elements of an array (ops/rules/FinalElements.h).
#pragma once

#include "ir/Walk.h"

namespace soac::ad {

struct FinalElementMark {
  ir::Value counter;    ///< of the loop
  std::size_t position; ///< of the array among what it carries
  ir::Values indices;
};
using FinalElementMarks = llvm::DenseMap<ir::Value, FinalElementMark>; ///< by number

/// Puts a mark behind each number whose indices are known there, or can be computed there.
void insertMarks(ir::Block &block, const FinalElementMarks &marks, ir::ValueTable &values);

} // namespace soac::ad
