// Arrays whose elements a block writes before it reads them: their contents when the block begins do not matter.
#pragma once

#include "analysis/DefUse.h"
#include "analysis/Shapes.h"

namespace soac::analysis {

/// True when the block reads no element of its parameter `array` before it has written the element, and no result but
/// number `position` may hold an old element. `definitions` and `shapes` are those of the whole function.
///
///   |i, a| { b = loop extent(a), (a) |j, c| { d = update c[j] = x  yield d };  y = index b[k];  yield b }   is so
///   |i, a| { b = update a[i] = x;  y = index b[k];  yield b }                                              is not
bool isOverwrittenFirst(ir::Value array, std::size_t position, const ir::Block &block, const ir::ValueTable &values,
                        const DefUse &definitions, Shapes &shapes);

} // namespace soac::analysis
