// Which of the arrays that a loop carries have another shape in the next trip. Not which extents are equal
// (analysis/Shapes) but from what they follow: the answer decides which loops check at run time that an extent stays.
#pragma once

#include "analysis/DefUse.h"

#include <llvm/ADT/DenseMap.h>

namespace soac::frontend {

/// How an extent of an array in the next trip follows from this one.
enum class NextExtent {
  Same,   ///< that of the loop's parameter
  Fixed,  ///< one number for all trips; whether the parameter has it at entry too is not known
  Changes ///< it follows from values that the loop changes
};

/// Looks at the body of a loop backwards, from an array to the numbers that determine its extents.
class LoopShapes {
public:
  /// `variant`: values that differ from trip to trip. `shapeRoots`: arrays of the same shapes as others.
  LoopShapes(const ir::Block &body, const ir::ValueTable &values, llvm::ArrayRef<ir::Value> variant,
             const llvm::DenseMap<ir::Value, ir::Value> &shapeRoots);

  /// The next trip carries `array` for `parameter`. The arrays in `changing` do not keep their shapes.
  NextExtent next(ir::Value array, unsigned dimension, ir::Value parameter,
                  const llvm::DenseSet<ir::Value> &changing);

private:
  NextExtent extent(ir::Value array, unsigned dimension) const;
  NextExtent extentOfParameter(const analysis::Definition &maker, unsigned dimension) const;
  NextExtent extentOfResult(const ir::Statement &s, ir::Value result, unsigned dimension) const;
  NextExtent number(ir::Value v) const;
  NextExtent computed(const ir::Apply &op) const;

  const ir::ValueTable &values;
  llvm::DenseSet<ir::Value> variant;
  const llvm::DenseMap<ir::Value, ir::Value> &shapeRoots;
  analysis::DefUse makers;
  ir::Value subject; ///< the parameter that is asked for
  const llvm::DenseSet<ir::Value> *changing = nullptr;
};

} // namespace soac::frontend
