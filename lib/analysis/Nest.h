// Perfect nests of counted loops, and other orders of their iterations:
//
//   loop n |i| { loop m |j| { a[j, i] = x[i] } }
//   interchanged   loop m |j| { loop n |i| { a[j, i] = x[i] } }
//   in strips      loop (n + 7) / 8 |block| { loop min(n - 8 block, 8) |k| { i = 8 block + k; loop m |j| { .. } } }
//   in tiles       strips of both loops, those over blocks outside: 8 x 8 elements of a, then the next ones
//
// Interchanging keeps every result to the bit, except sums of accumulators, whose terms come in another order.
#pragma once

#include "ir/Builder.h"
#include "ir/Walk.h"

namespace soac::analysis {

/// Of every max(n, 0) in the block and in its blocks: n.
ir::ValueMap positiveParts(const ir::Block &block);

/// A counted loop with the loops in it. The body of each but the innermost ends with the next one, which gets all that
/// is carried, arrays alone, and whose results it yields; before it stand scalars that follow from counters and from
/// values that the nest does not change. The innermost body reads, writes and adds to elements, and branches.
class Nest {
public:
  /// The nest that begins with this loop, which may be the only one of it. The loops must stay where they are.
  /// `positives` are those of the function.
  Nest(ir::Loop &outermost, const ir::ValueMap &positives, ir::ValueTable &values);

  /// Outermost first. None where the loop is no counted one.
  llvm::ArrayRef<ir::Loop *> loops() const { return all; }
  std::size_t depth() const { return all.size(); }
  /// Does every result stay as it is when the loop at `level` becomes the innermost one?
  bool mayBeInnermost(std::size_t level) const;
  /// Changes the places of the loop at `level` and the next one.
  void interchange(std::size_t level);
  /// Strips of the innermost loop and of the one around it, those over blocks of `size` iterations outside; they must be
  /// interchangeable. Statements in front of the nest go to `front`.
  void tile(std::int64_t size, std::vector<ir::Statement> &front, ir::SourceLocation location);
private:
  void look(ir::Loop &outermost);

  const ir::ValueMap &positives;
  ir::ValueTable &values;
  llvm::SmallVector<ir::Loop *, 4> all;
};

/// The loop over blocks of `size` iterations of `loop`, around one over the iterations of a block. `size`, at least 1, and
/// the loop's count are known in front of `b`, which computes the number of blocks. Annotations stay with the iterations.
ir::Loop inStrips(ir::Loop loop, ir::Value size, ir::Builder &b);

} // namespace soac::analysis
