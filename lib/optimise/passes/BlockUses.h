// The statements of one block as positions that can be moved and merged, with who uses what: analysis/DefUse is of
// statements that stay where they are.
#pragma once

#include "ir/Function.h"
#include "ir/Walk.h"

#include <optional>
#include <vector>

namespace soac::optimise {

class BlockUses {
public:
  /// `consumed`: see Note [Consumed values].
  BlockUses(ir::Block &block, const ir::ValueTable &values, const std::vector<bool> &consumed);

  std::vector<ir::Statement> &statements;

  /// The values of the scopes around it that the statement and its blocks use.
  const ir::ValueSet &usesAt(unsigned position) const { return uses[position]; }
  /// The positions that use the value; `end` stands for the block's results.
  llvm::ArrayRef<unsigned> usersOf(ir::Value v) const;
  std::optional<unsigned> definedAt(ir::Value v) const;
  /// True when the statement at `by` uses a result of the one at `position`.
  bool isUsedBy(unsigned position, unsigned by) const;

  /// Where two statements may stand as one, first < second: where the second stands, if nothing in between reads the
  /// first's results, consumes what it reads, or may rely on a check in it; else where the first stands, if all that
  /// the second uses is known there and nothing from there on has an effect. Where the first may leave by an exit of the
  /// program, the caller sees nothing of the second.
  std::optional<unsigned> placeOf(unsigned first, unsigned second) const;

  /// Takes the statement out; its position stays, empty.
  ir::Statement take(unsigned position);
  /// Puts a statement at an empty position.
  void put(unsigned position, ir::Statement statement);
  bool isEmpty(unsigned position) const { return empty[position]; }
  /// Closes the empty positions. The object is of no use after it.
  void compact();

  static constexpr unsigned end = ~0u;

private:
  void enter(unsigned position);
  bool isOutput(unsigned position) const;

  const ir::ValueTable &values;
  const std::vector<bool> &consumed;
  std::vector<ir::ValueSet> uses; ///< by position
  std::vector<bool> empty;        ///< by position
  llvm::DenseMap<ir::Value, llvm::SmallVector<unsigned, 4>> users;
  llvm::DenseMap<ir::Value, unsigned> definitions;
};

} // namespace soac::optimise
