// The statements of one block as positions that can be moved and merged, with their definitions and uses.
// analysis/DefUse is for statements that stay where they are.
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

  /// The free variables of the statement and its blocks.
  const ir::ValueSet &usesAt(unsigned position) const { return uses[position]; }
  /// The positions that use the value; `end` stands for the block's results.
  llvm::ArrayRef<unsigned> usersOf(ir::Value v) const;
  std::optional<unsigned> definedAt(ir::Value v) const;
  /// True when the statement at `by` uses a result of the statement at `position`.
  bool isUsedBy(unsigned position, unsigned by) const;

  /// The position at which two statements, first < second, may stand as one: the second's, if no statement in between
  /// reads the first's results, consumes the first's operands, or may rely on a check in the first; else the first's, if
  /// the second's operands are defined there and no statement from there to the second has an effect; else none. None
  /// either where the first may leave by an exit of the program and the second writes values that the caller sees.
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
