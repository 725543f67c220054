// The elements of reduce_by_index by bins: a stable sort puts the elements of a bin side by side, in the order in which
// they are combined [DPP24]:
//   keys [1, 0, 1], values [a, b, c]:  elements [b, a, c], begins [1, 1, 0], ends [1, 0, 1]
#pragma once

#include "ir/Builder.h"

namespace soac::ops {

/// 0 <= key < extent.
ir::Value isInRange(ir::Builder &b, ir::Value key, ir::Value extent);

/// f where the condition holds, else `otherwise`.
ir::Value orElse(ir::Builder &b, ir::Value condition, llvm::function_ref<ir::Value(ir::Builder &)> f,
                 ir::Value otherwise);

/// The values by segments, one for each bin that has values: the values with its key. Keys out of range are left out.
class SortedBins {
public:
  SortedBins(ir::Value bins, ir::Value keys, ir::Builder &b);

  ir::Value count;        ///< of the elements
  ir::Value keys;         ///< the bin of every element
  ir::Value begins, ends; ///< does a segment begin, end there?

  /// The values by bins.
  ir::Value sorted(ir::Value values, ir::Builder &b) const;
  /// Elements back in the order of the values; zero where the key is out of range.
  ir::Value unsorted(ir::Value elements, ir::Builder &b) const;
  /// The elements, but the first of every segment is combined with its bin's element of `dests`, from the left.
  ir::Values withStarts(const ir::Block &op, llvm::ArrayRef<ir::Value> dests, llvm::ArrayRef<ir::Value> elements,
                        ir::Builder &b) const;
  /// r = bins, but a bin that has values gets the element where its segment begins.
  ir::Value scatterFirsts(ir::Value bins, ir::Value elements, ir::Builder &b) const;

private:
  ir::Value all;   ///< the number of values, including those with keys out of range
  ir::Value order; ///< positions of the elements in the values
};

/// Running results of an operator (one array per component), begun anew where `begins` holds.
ir::Values segmentedScan(const ir::Block &op, llvm::ArrayRef<ir::Value> neutral, ir::Value begins,
                         llvm::ArrayRef<ir::Value> elements, ir::Builder &b);
/// The same from the right: at i the elements from i to the end of its segment, combined in their order.
ir::Values segmentedSuffixes(const ir::Block &op, llvm::ArrayRef<ir::Value> neutral, ir::Value ends,
                             llvm::ArrayRef<ir::Value> elements, ir::Builder &b);

} // namespace soac::ops
