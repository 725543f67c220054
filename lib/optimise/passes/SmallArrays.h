// Arrays of at most sixteen numbers that only updates, loops and branches change and pass on, element by element. A fill makes the
// first version of such an array; the others are its updates, and what loops and branches carry.
#pragma once

#include "ir/Walk.h"

namespace soac::optimise {

/// The small arrays of a function of which constants say which element is meant, everywhere.
class SmallArrays {
public:
  bool isAny() const { return !sizes.empty(); }
  bool isSmall(ir::Value v) const { return sizes.contains(v); }
  /// The number of the elements of a version.
  std::size_t size(ir::Value version) const { return sizes.lookup(version); }
  /// Which element, in row-major order, the `Index` or `Update` with this result means.
  std::size_t element(ir::Value result) const { return elements.lookup(result); }

private:
  friend SmallArrays smallArrays(const ir::Function &f);
  llvm::DenseMap<ir::Value, std::size_t> sizes, elements;
};

SmallArrays smallArrays(const ir::Function &f);

/// The counters of the loops that leave constants alone as indices of small arrays once they are their iterations. Loops along
/// the elements of another array, or with long bodies, are none of them.
llvm::DenseSet<ir::Value> loopsOverSmallArrays(const ir::Function &f);

} // namespace soac::optimise
