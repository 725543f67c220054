// The values of a derivative that depend on the direction: Note [Directions] in ad/Directions.h.
#pragma once

#include "ir/Walk.h"

#include <llvm/ADT/DenseSet.h>

namespace soac::ad {

/// A monotone analysis of a block of which some parameters depend on the direction.
class Variation {
public:
  Variation(const ir::ValueTable &values, const ir::Block &block, llvm::ArrayRef<ir::Value> parameters);

  bool varies(ir::Value v) const { return varying.contains(v); }
  /// Does the statement use or define a value that varies?
  bool varies(const ir::Statement &statement) const;
  /// Must the statement run once per direction: does it work on scalars, or do the directions take different ways in
  /// it?
  bool isPerDirection(const ir::Statement &statement) const;
  /// False where shapes vary: then no array holds a value's contents in all directions.
  bool isRegular() const { return !isIrregular; }

private:
  bool anyVaries(llvm::ArrayRef<ir::Value> vs) const;
  bool mark(ir::Value v) { return varying.insert(v).second; }
  bool visit(llvm::ArrayRef<ir::Statement> statements);
  bool irregularIf(bool isSo);
  bool markAll(const ir::Statement &statement);
  bool isIrregularStatement(const ir::Op &op) const;

  const ir::ValueTable &values;
  llvm::DenseSet<ir::Value> varying;
  bool isIrregular = false;
};

} // namespace soac::ad
