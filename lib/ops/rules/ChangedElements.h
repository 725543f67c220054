// The elements at which the forward sweep has changed an array: their final contents are saved when it ends, and
// written back when the return sweep has restored the array (ad/RedoLog.h).
#pragma once

#include "ops/rules/Rule.h"

namespace soac::ops {

class ChangedElements {
public:
  virtual ~ChangedElements() = default;
  /// The contents of `array` at all of them.
  virtual ir::Value read(ir::Value array, ir::Builder &b) const = 0;
  /// `array` with these contents.
  virtual ir::Value write(ir::Value array, ir::Value contents, ir::Builder &b) const = 0;
};

/// The element that an update changes.
std::shared_ptr<const ChangedElements> elementAt(llvm::ArrayRef<ir::Value> indices);
/// The elements that a log has in its first `count` entries; `columns`: one array for each index.
std::shared_ptr<const ChangedElements> elementsOfLog(llvm::ArrayRef<ir::Value> columns, ir::Value count);
/// The elements that the updates of a nest change, found by its loops and branches, where these follow from counters
/// alone as the nest is undone without the indices of its log (ops/rules/NestUndo.h); null for others. Where they come
/// again after a few iterations, as `k % 2 == 0` does, so many iterations do.
std::shared_ptr<const ChangedElements> elementsOfNest(const ir::Loop &loop, std::size_t position,
                                                      const ir::ValueTable &values);

} // namespace soac::ops
