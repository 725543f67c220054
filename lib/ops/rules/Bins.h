// The elements of reduce_by_index by bins: a stable sort puts those of a bin side by side, in the order in which they are
// combined [DPP24].
#pragma once

#include "ir/Builder.h"

namespace soac::ops {

/// 0 <= key < extent.
ir::Value isInRange(ir::Builder &b, ir::Value key, ir::Value extent);

/// f where the condition holds, else `otherwise`.
ir::Value orElse(ir::Builder &b, ir::Value condition, llvm::function_ref<ir::Value(ir::Builder &)> f,
                 ir::Value otherwise);

/// Segments of values, one for each bin that has any: those with its key. Keys out of range are left out.
class SortedBins {
public:
  SortedBins(ir::Value bins, ir::Value keys, ir::Builder &b);

  ir::Value count;        ///< of the elements
  ir::Value keys;         ///< the bin of every element
  ir::Value begins, ends; ///< does a segment begin, end there?

  /// The values by bins.
  ir::Value sorted(ir::Value values, ir::Builder &b) const;
  /// The way back; zero where the key is out of range.
  ir::Value unsorted(ir::Value elements, ir::Builder &b) const;
  /// The elements, but the first of every segment is combined with its bin of `dests`, from the left.
  ir::Values withStarts(const ir::Block &op, llvm::ArrayRef<ir::Value> dests, llvm::ArrayRef<ir::Value> elements,
                        ir::Builder &b) const;
  /// r = bins, but a bin that has values gets the element where its segment begins.
  ir::Value scatterFirsts(ir::Value bins, ir::Value elements, ir::Builder &b) const;

private:
  ir::Value all;   ///< how many values there are, with those of keys out of range
  ir::Value order; ///< positions of the elements in the values
};

/// Running results of an operator (one array per component) that begins anew where the flags hold.
ir::Values segmentedScan(const ir::Block &op, llvm::ArrayRef<ir::Value> neutral, ir::Value begins,
                         llvm::ArrayRef<ir::Value> elements, ir::Builder &b);
/// The same from the right: at i the elements from i to the end of its segment, combined in their order.
ir::Values segmentedSuffixes(const ir::Block &op, llvm::ArrayRef<ir::Value> neutral, ir::Value ends,
                             llvm::ArrayRef<ir::Value> elements, ir::Builder &b);

} // namespace soac::ops
