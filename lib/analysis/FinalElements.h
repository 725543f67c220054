// Numbers that elements of an array still hold when the loop that changes it has ended.
//
//   loop n, (a) |k, a0| {
//     x = index a0[k, k]                        final: no iteration overwrites it from then on
//     a1 = loop n - k - 1, (a0) |i, a2| {
//       y = index a2[k + i + 1, k]              not final: the same iteration overwrites it
//       z = div y, x                            final: the element that it is written to keeps it
//       a3 = update a2[k + i + 1, k] = z  yield a3 }
//     yield a1 }
#pragma once

#include "analysis/Accesses.h"
#include "analysis/IndexRanges.h"

namespace soac::analysis {

/// A number, as the array holds it in the end.
struct FinalElement {
  ir::Value number;   ///< a scalar
  ir::Values indices; ///< of the element; values that are known where the number is computed, or a few lines below
};

/// Which writes may come to the element that an access of the array reads or writes, behind it.
class LaterWrites {
public:
  LaterWrites(const ArrayAccesses &accesses, const ir::ValueTable &values, const DefUse &definitions)
      : accesses(accesses), values(values), definitions(definitions) {}

  /// May the write come in the same iteration of the loop that carries the array?
  bool mayFollowInIteration(const Access &access, const Access &write);
  /// In a later one?
  bool mayFollowInLaterIteration(const Access &access, const Access &write) {
    return mayFollowInLaterIteration(access, write, access.path[0]);
  }
  /// The number that the access reads or writes, where it is known by its indices in the block that makes it.
  std::optional<FinalElement> elementOf(const Access &access) const;

private:
  bool mayFollowInLaterIteration(const Access &access, const Access &write, const Access::Step &step);
  const IndexRanges &ranges(const ir::Block &block);

  const ArrayAccesses &accesses;
  const ir::ValueTable &values;
  const DefUse &definitions;
  std::map<const ir::Block *, std::optional<IndexRanges>> byBlock;
};

/// False where there are so many accesses that it would take long to compare them.
bool areComparable(const ArrayAccesses &accesses);

/// Those of the array that a counted loop carries as number `position`. Known where updates alone change the array, all
/// in loops and branches, and where the loop's indices are sums of counters and numbers from outside. `definitions` are
/// those of the whole function.
std::vector<FinalElement> finalElements(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values,
                                        const DefUse &definitions);
/// Is each number that the loop reads of this array such a one?
bool areReadsFinal(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values, const DefUse &definitions);

} // namespace soac::analysis
