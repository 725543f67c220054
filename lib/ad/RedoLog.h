// Redo logs: final contents of arrays that the return sweep restores to their contents at entry.
//
// The return sweep undoes in-place updates (Note [Restored arrays] in ops/rules/Rule.h), yet the final contents of an
// array that is a result are wanted too. Instead of keeping a copy of the array, which needs its extent and reads all
// of it, the contents of the changed elements are saved when the forward sweep ends and are written back when the
// return sweep ends, as with the indices of a log:
//   saved[e] = result[indices[e]];  ..  for e: source[indices[e]] = saved[e]
// All saved contents are final, so the order does not matter. Only updated elements are read or written.
#pragma once

#include "ops/rules/ChangedElements.h"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace soac::ad {

class RedoLog {
public:
  /// `result` is `source` changed at these elements.
  void add(ir::Value source, ir::Value result, std::shared_ptr<const ops::ChangedElements> elements);

  /// The array of which the logged updates made `result`; `result` itself where there are none.
  ir::Value source(ir::Value result) const;

  /// The contents of a result at every element at which updates changed it.
  struct Saved {
    struct Part {
      std::shared_ptr<const ops::ChangedElements> elements;
      ir::Value contents;
    };
    std::vector<Part> parts;
  };
  Saved save(ir::Value result, ir::Builder &b) const;

  /// `array`, the source as it was at entry, with the saved contents written back.
  static ir::Value redo(ir::Value array, const Saved &saved, ir::Builder &b);

private:
  struct Link {
    ir::Value source;
    std::shared_ptr<const ops::ChangedElements> elements;
  };
  llvm::DenseMap<ir::Value, Link> links; ///< by result
};

} // namespace soac::ad
