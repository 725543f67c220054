// A map, reduction or map-reduction in one form, so that two can be made one.
#pragma once

#include "ir/Function.h"

namespace soac::optimise {

/// For all i < count: fn(i, arrays[0][i], ..). The first results of fn go into `reductions`, in order, the others are
/// mapped out; `reduced` and `mapped` are the values that the statement defines.
struct Kernel {
  ir::Value count;
  ir::Values arrays;
  ir::Block fn;
  std::vector<ir::Reduction> reductions;
  ir::Values reduced, mapped;
  ir::SourceLocation location;

  /// The element that goes into reduction component k, or is mapped out as result k.
  ir::Value reducedElement(std::size_t k) const { return fn.results[k]; }
  ir::Value mappedElement(std::size_t k) const { return fn.results[reduced.size() + k]; }
};

bool isKernel(const ir::Op &op);
/// Of a kernel.
ir::Value countOf(const ir::Op &op);
llvm::ArrayRef<ir::Value> arraysOf(const ir::Op &op);
/// How many of its results, the first ones, are reduced.
std::size_t reducedResults(const ir::Op &op);
/// The body of a counted loop, or of a kernel that maps: its first parameter is the number of the iteration. Null for others.
const ir::Block *iterationBody(const ir::Op &op);
ir::Block *iterationBody(ir::Op &op);
/// How often it runs.
ir::Value tripsOf(const ir::Op &op);
/// Takes a map, reduce or map_reduce statement apart.
Kernel takeKernel(ir::Statement statement, ir::ValueTable &values);
/// A map where there are no reductions, else a map_reduce.
ir::Statement statementOf(Kernel kernel);

/// Both in one, with equal counts: `first`'s body, then `second`'s. Where `second` reads mapped results of `first`, it
/// does so at its own index only; it gets the elements. Of first's mapped results, only those that `keep` says remain.
Kernel fused(Kernel first, Kernel second, llvm::ArrayRef<bool> keep);

/// True when the op, a kernel, uses `results` at its own index only: as arrays it maps over, in reads at [i, ..], and
/// for their extents.
bool readsAtOwnIndex(const ir::Op &op, llvm::ArrayRef<ir::Value> results);

/// Of a body that can be computed again for each of its additions: numbers, elements, additions, branches, and maps and counted
/// loops that give no arrays. What is inside is not looked at.
bool isPlainForAdditions(const ir::Statement &s, const ir::ValueTable &values);

/// Pairs (k, j): reduced result k equals reduced result j. It does when both reduce the same elements by the same
/// operator; the second may be a component of a larger operator that does not look at the others (the value of an
/// arg-min).
llvm::SmallVector<std::pair<std::size_t, std::size_t>, 2> sharedReductions(const ir::MapReduce &op);

} // namespace soac::optimise
