// Where the values of a block are defined, and how often they are used.
#pragma once

#include "ir/Walk.h"

namespace soac::analysis {

/// Where a value comes from: result number `position` of a statement, or parameter number `position` of a block.
struct Definition {
  const ir::Statement *statement = nullptr; ///< of a parameter: the one that holds its block, null for the outermost
  const ir::Block *parameterOf = nullptr;   ///< null for results
  const ir::Block *home = nullptr;          ///< the block that has the parameter or the statement
  unsigned position = 0;
};

/// The definitions of all values that a block or a statement, and the blocks in it, define. The block or statement must
/// stay at its address.
class DefUse {
public:
  explicit DefUse(const ir::Block &block) { visit(block, nullptr); }
  explicit DefUse(const ir::Statement &statement) { visit(statement, nullptr); }
  explicit DefUse(llvm::ArrayRef<ir::Statement> statements) {
    for (const ir::Statement &s : statements)
      visit(s, nullptr);
  }
  /// Of a block beside those that `other` knows, which defines other values.
  DefUse(const DefUse &other, const ir::Block &block) : DefUse(other) { visit(block, nullptr); }

  /// Null for values defined outside, and for constants.
  const Definition *of(ir::Value v) const {
    const auto found = definitions.find(v);
    return found == definitions.end() ? nullptr : &found->second;
  }
  bool isInside(ir::Value v) const { return definitions.contains(v); }
  /// True when `v` is defined in `b`, one of the blocks, or in a block inside it.
  bool isInside(ir::Value v, const ir::Block &b) const;
  bool isParameter(ir::Value v) const { return of(v) && of(v)->parameterOf; }
  /// The statement that gives the value; null for parameters too.
  const ir::Statement *statement(ir::Value v) const {
    return of(v) && !of(v)->parameterOf ? of(v)->statement : nullptr;
  }
  /// The op that gives the value, where it is a T.
  template <class T> const T *as(ir::Value v) const {
    const ir::Statement *s = statement(v);
    return s ? std::get_if<T>(&s->op) : nullptr;
  }
  /// True for the number of an iteration of a counted loop.
  bool isCounter(ir::Value v) const;
  /// True for values that are the same, in the same iteration of the loops in the block, each time the block runs: made
  /// of values from outside and of the counters of loops whose counts are fixed in this sense.
  bool isFixed(ir::Value v) const;
  /// The number of operands and of results of blocks that are the value.
  unsigned uses(ir::Value v) const { return useCounts.lookup(v); }
  /// The block in which the value is defined; null for values defined outside, and for constants.
  const ir::Block *home(ir::Value v) const { return of(v) ? of(v)->home : nullptr; }
  const ir::Block *home(const ir::Statement &s) const { return homes.lookup(&s); }
  /// The statement that holds the block, and the block of that statement; null for the outermost block.
  const ir::Statement *owner(const ir::Block &b) const { return owners.lookup(&b); }
  const ir::Block *parent(const ir::Block &b) const { return owner(b) ? home(*owner(b)) : nullptr; }
  /// The statement that holds the block of `s`; null in the outermost block.
  const ir::Statement *around(const ir::Statement &s) const { return home(s) ? owner(*home(s)) : nullptr; }

private:
  void visit(const ir::Block &block, const ir::Statement *owner);
  void visit(const ir::Statement &statement, const ir::Block *home);

  llvm::DenseMap<ir::Value, Definition> definitions;
  llvm::DenseMap<ir::Value, unsigned> useCounts;
  llvm::DenseMap<const ir::Statement *, const ir::Block *> homes;
  llvm::DenseMap<const ir::Block *, const ir::Statement *> owners;
};

} // namespace soac::analysis
