// Elements of an array that a loop reads and does not write, though it writes others, and where they can be read in
// front of it.
#pragma once

#include "analysis/Accesses.h"
#include "analysis/IndexRanges.h"

namespace soac::optimise {

class SteadyElements {
public:
  explicit SteadyElements(const ir::Function &f);

  /// Does the loop write none of the elements with these indices? Then they are as in front of it, in all of its
  /// iterations.
  bool isSteady(llvm::ArrayRef<ir::Value> indices, const ir::Loop &loop, const analysis::ArrayAccesses &inLoop) const;

  /// Does the loop make a trip, whenever it runs?
  bool makesTrip(const ir::Statement &loop) const;

  /// Is the element read or written in the block that has the loop, in front of it, in any version of the array?
  bool isAccessedBefore(const ir::Statement &loop, ir::Value array, const ir::Values &indices) const;

  /// A loop in front of which the array has these elements.
  struct Front {
    const ir::Statement *loop;
    ir::Value array;
  };
  /// In front of loops that follow each other, and do not write to the elements either. The values are `needed` there.
  Front foremost(Front front, llvm::ArrayRef<ir::Value> indices, llvm::ArrayRef<ir::Value> needed) const;

  /// What may fail does so before the element is read, which may not exist then.
  static bool mayFail(const ir::Statement &s);

  const ir::ValueTable &values;
  const analysis::DefUse definitions;
  const analysis::Polynomials polynomials;
};

} // namespace soac::optimise
