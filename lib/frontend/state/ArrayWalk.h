// The part of an array that a location's dimensions describe, as statements of the IR.
#pragma once

#include "frontend/values/Value.h"
#include "ir/Builder.h"

namespace soac::frontend {

/// The sub-array: fixed dimensions are indices, ranges slices, in the order of their axes.
ir::Value walk(ir::Builder &b, ir::Value v, llvm::ArrayRef<Dimension> dimensions);
/// Likewise of an array of one dimension that is looked at as a grid. A row of it may be read `byElement` alone.
ir::Value walkGrid(ir::Builder &b, ir::Value v, const Grid &grid, llvm::ArrayRef<Dimension> dimensions,
                   bool byElement = false);
/// Writes a whole row, of which `dimensions` are the indices, element by element.
ir::Value updateRow(ir::Builder &b, ir::Value v, const Grid &grid, llvm::ArrayRef<Dimension> dimensions, ir::Value row);
/// The position in the one dimension of a grid's array; indices that are not given are 0.
ir::Value flatPosition(ir::Builder &b, const Grid &grid, llvm::ArrayRef<Dimension> fixed);

} // namespace soac::frontend
