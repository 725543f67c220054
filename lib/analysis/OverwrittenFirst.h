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
///   |i, a| { b = update a[0] = x;  c = loop n - 1, (b) |j, d| { .. d[j + 1] = x .. };  .. }                is so for n = extent(a)
bool isOverwrittenFirst(ir::Value array, std::size_t position, const ir::Block &block, const ir::ValueTable &values,
                        const DefUse &definitions, Shapes &shapes);

/// The same of a loop's carried array `position`: reads of the array that the loop begins with are none, and its result has nothing of it.
bool overwrites(const ir::Statement &loop, std::size_t position, const ir::ValueTable &values, const DefUse &definitions, Shapes &shapes);

/// True when every element of the statement's result is written before any is read: its own values do not matter.
bool isOverwritten(const ir::Statement &made, const ir::ValueTable &values, const DefUse &definitions, Shapes &shapes);

} // namespace soac::analysis
