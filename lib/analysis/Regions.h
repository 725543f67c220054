// Regions of arrays of one dimension: the elements that nests of loops write at indices which are sums of products of counters
// and sizes.
//
//   loop 4 |v| { loop nz |k| { loop nx + 1 |i| { a[v nz (nx + 1) + k (nx + 1) + i] = .. } } }
//
// has the region of base 0 and the axes (stride nz (nx + 1), count 4), (nx + 1, nz), (1, nx + 1). The index p is in it where it is
//   base + place * stride + place' * stride' + ..      with 0 <= place < count, 0 <= place' < count', ..
// Such places are found by dividing p - base by the strides, the longest polynomial first, and that they are in their ranges
// follows from the counts of the loops around (IndexRanges).
#pragma once

#include "analysis/IndexRanges.h"

#include <optional>

namespace soac::analysis {

struct Region {
  struct Axis {
    Polynomial stride, count; ///< none where the count is negative
    friend bool operator==(const Axis &, const Axis &) = default;
  };
  Polynomial base;
  llvm::SmallVector<Axis, 3> axes;
  const ir::Block *home = nullptr; ///< the block that writes the region whenever it runs
};

/// What a counted loop writes, of which each iteration writes `one`; `trips` is its count without a maximum of it and 0. None
/// where iterations do not write the same region a fixed stride apart. The loop is a statement of the block `home`.
std::optional<Region> ofAllTrips(const Region &one, const ir::Loop &loop, const Polynomial &trips, const ir::Block *home,
                                 const ir::ValueTable &values, const DefUse &definitions);

/// Is each element that the block `at` accesses at the index in one of the regions for certain? Where the index has a counter of
/// few trips, each of its numbers may be in another region.
bool areIn(llvm::ArrayRef<Region> regions, const Polynomial &index, const ir::Block &at, const ir::ValueTable &values,
           const DefUse &definitions);

/// The region with other polynomials in the place of values; none where `by` has none for one of the values.
std::optional<Region> replaced(const Region &region, const ir::Block *home,
                               llvm::function_ref<std::optional<Polynomial>(ir::Value)> by);

} // namespace soac::analysis
