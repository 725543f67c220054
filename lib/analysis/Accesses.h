// The elements of arrays that blocks read and write: of all arrays, where a block does little else; and of one array
// that a loop carries, with the distances between the iterations that access the same element.
//
// The array is a chain of versions, each made of the version before by an update, a loop or a branch; versions are
// numbered along the chain. A read sees the writes whose number is not above its own. Where the chain forks, nothing is
// known.
//   loop n, (a) |i, a0| { y = index a0[i - 1];  a1 = update a0[i] = y  yield a1 }     the write in iteration i and the
//   read in i' = i + 1 meet at element i: the distance i' - i from the write to the read is 1
#pragma once

#include "analysis/Polynomial.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

#include <map>
#include <optional>

namespace soac::analysis {

/// One element that a statement reads, writes (`Update`) or adds to (`Accumulate`).
struct ElementAccess {
  enum Kind { Read, Write, Addition } kind;
  const ir::Statement *statement;
  ir::Value array;
  const ir::Values *indices;
  bool isInBranch;
};
struct ElementAccesses {
  std::vector<ElementAccess> all; ///< in order
  std::vector<const ir::Statement *> branches;
};
/// The accesses of a block that does nothing else but scalar operations, extents and branches; else none.
std::optional<ElementAccesses> elementAccesses(const ir::Block &block, const ir::ValueTable &values);

struct Access {
  /// A block on the way from the loop's body to the access.
  struct Step {
    const ir::Statement *statement = nullptr; ///< the statement that holds the block; null for the loop's own body
    const ir::Block *block = nullptr;
  };
  bool isWrite = false;
  const ir::Statement *statement = nullptr; ///< the `Index` or `Update`; null where the whole array is read
  ir::Values indices;              ///< as many as the updates have; empty: the whole array
  unsigned version = 0;            ///< the version that is read or made
  llvm::SmallVector<Step, 4> path; ///< outermost first

  bool isInside(const ir::Block &block) const {
    return llvm::any_of(path, [&](const Step &step) { return step.block == &block; });
  }
};

/// i' - i for the counters of the loops around two accesses to the same element, from the first access in iteration i
/// to the second in iteration i'.
struct Distances {
  std::map<const ir::Block *, std::int64_t> of; ///< by the body that has the counter
  bool isComplete = true;                       ///< every dimension is understood
};

class ArrayAccesses {
public:
  /// The accesses to carried value number `position`.
  ArrayAccesses(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values);

  /// False where the array is not a chain of updates.
  bool isKnown() const { return known; }
  /// The number of indices of each update; at least 1.
  unsigned depth() const { return indexCount; }
  const std::vector<Access> &all() const { return accesses; }
  bool isVersion(ir::Value v) const { return versions.contains(v); }
  /// The number of the last version.
  unsigned last() const { return next - 1; }

  /// From a to b; none where these never access the same element.
  std::optional<Distances> distances(const Access &a, const Access &b) const;
  const DefUse &body() const { return inside; }

private:
  /// A value of the body as a sum of counters with constant coefficients and of a rest from outside the loop.
  std::optional<Polynomial> affine(ir::Value v) const;
  /// The counter of the loop or of one in it?
  bool isCounter(ir::Value v) const { return v == own || inside.isCounter(v); }
  void walk(const ir::Block &block, bool isOperator);
  void walkIn(const ir::Statement &statement, const ir::Block &block, bool isOperator);
  void visit(const ir::Statement &statement, bool isOperator);
  void visit(const ir::Loop &inner, const ir::Statement &statement, bool isOperator);
  void visit(const ir::If &branch, const ir::Statement &statement, bool isOperator);
  void access(bool isWrite, const ir::Statement *statement, llvm::ArrayRef<ir::Value> indices, ir::Value version);
  void readWhole(ir::Value v);
  void link(ir::Value v, bool isOperator);
  void addVersion(ir::Value v) { versions.try_emplace(v, next++); }

  ir::Value own; ///< the loop's counter, where it has one
  DefUse inside;
  Polynomials polynomials;
  bool known = true;
  unsigned indexCount = 0, next = 0;
  llvm::DenseMap<ir::Value, unsigned> versions;
  llvm::DenseSet<ir::Value> linked; ///< versions that a later version is made of
  std::vector<Access> accesses;
  llvm::SmallVector<Access::Step, 4> path;
};

} // namespace soac::analysis
