// Two statements of a block that become one, which stands where the second did:
//   a = first ..;  p = f(a);  q = g(x);  b = second ..        ->        q = g(x);  a, b = one ..;  p = f(a)
// What stands between them and depends on the first goes behind.
#pragma once

#include "ir/Function.h"

#include <optional>
#include <vector>

namespace soac::optimise {

struct Neighbours {
  unsigned first, second;                  ///< positions in the block
  llvm::SmallVector<unsigned, 8> dependent; ///< positions in between

  /// Where the one statement stands.
  unsigned place() const { return second - 1 - static_cast<unsigned>(dependent.size()); }
};

/// The statements at these positions, first < second. None where the second uses a statement in between that depends on
/// the first, where a check would change its place, or where an array would be read after it is overwritten (`consumed`:
/// see Note [Consumed values]).
std::optional<Neighbours> neighbours(const ir::Block &block, unsigned first, unsigned second, const ir::ValueTable &values,
                                     const std::vector<bool> &consumed);

/// Puts `one` in the place of both.
void unite(ir::Block &block, const Neighbours &both, ir::Statement one);

} // namespace soac::optimise
