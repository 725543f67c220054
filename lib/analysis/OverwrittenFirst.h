// Arrays whose elements a block writes before it reads them: their contents when the block begins do not matter.
#pragma once

#include "analysis/DefUse.h"
#include "analysis/Regions.h"
#include "analysis/Shapes.h"

namespace soac::analysis {

/// What the definitions of a function do with the arrays that they are given.
class OverwritingCalls {
public:
  struct Argument {
    ir::Value parameter;
    bool isOverwrittenFirst = false; ///< an array: no element is read before it is written, and one result at most may hold old ones
    std::vector<Region> regions;     ///< written for certain, by parameters of the definition and values in it
  };
  using Arguments = std::vector<Argument>;

  explicit OverwritingCalls(const ir::Function &root);
  /// Null where nothing is known, as of definitions that invoke themselves while they are looked at.
  const Arguments *of(const ir::Invoke &op) const;

private:
  void look(const ir::Function &root, unsigned number, std::vector<bool> &isOpen);
  std::vector<std::optional<Arguments>> known; ///< by definition
};

/// True when the block reads no element of its parameter `array` before it has written the element, and no result but
/// number `position` may hold an old element. `definitions` and `shapes` are those of the whole function.
///
///   |i, a| { b = loop extent(a), (a) |j, c| { d = update c[j] = x  yield d };  y = index b[k];  yield b }   is so
///   |i, a| { b = update a[i] = x;  y = index b[k];  yield b }                                              is not
///   |i, a| { b = update a[0] = x;  c = loop n - 1, (b) |j, d| { .. d[j + 1] = x .. };  .. }                is so for n = extent(a)
///   |i, a| { b = loop n, (a) |j, d| { .. d[j] = x .. };  .. b[k] in a loop of n - 1 trips |k| .. }        is so, of any extent
///   |i, a| { b = update a[0] = x;  c = loop n, (b) |j, d| { y = index d[j];  .. d[j + 1] = f(y) .. };  .. }   is so
bool isOverwrittenFirst(ir::Value array, std::size_t position, const ir::Block &block, const ir::ValueTable &values,
                        const DefUse &definitions, Shapes &shapes, const OverwritingCalls *calls = nullptr);

/// The same of a loop's carried array `position`: reads of the array that the loop begins with are none, and its result has nothing of it.
bool overwrites(const ir::Statement &loop, std::size_t position, const ir::ValueTable &values, const DefUse &definitions, Shapes &shapes);

/// The same of the statement `first` and those behind it in its block, of which no result may hold an old element.
bool isOverwrittenFrom(ir::Value array, const ir::Statement &first, const ir::ValueTable &values, const DefUse &definitions,
                       Shapes &shapes, const OverwritingCalls *calls = nullptr);

/// True when every element of the statement's result is written before any is read: its own values do not matter.
bool isOverwritten(const ir::Statement &made, const ir::ValueTable &values, const DefUse &definitions, Shapes &shapes);

} // namespace soac::analysis
