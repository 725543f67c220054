// Where values are defined and used. Statements have positions in the order of the text; a block's results are used at
// a position of their own at the block's end.
#pragma once

#include "ir/Walk.h"

#include <vector>

namespace soac::schedule {

struct Span {
  unsigned begin = 0, end = 0; ///< begin: the statement itself (its operands); end: past the statements inside it
};

class Uses {
public:
  explicit Uses(const ir::Function &function);

  /// The statement that defines `v`; none for parameters and constants.
  const ir::Statement *definition(ir::Value v) const { return definitions[v.id]; }
  Span span(const ir::Statement &s) const { return spans.lookup(&s); }
  /// The position of the block's results.
  unsigned end(const ir::Block &b) const { return ends.lookup(&b); }
  /// Every use of `v`, in order, one entry for each. Asking for an array's extent does not use it.
  llvm::ArrayRef<unsigned> of(ir::Value v) const { return uses[v.id]; }
  std::size_t count(ir::Value v) const { return uses[v.id].size(); }
  bool isMeasured(ir::Value v) const { return measured[v.id]; } ///< some `Extent` asks for its shape
  /// The statement at a position (none where a block ends), and the block it is in.
  const ir::Statement *statementAt(unsigned position) const { return at[position].first; }
  const ir::Block *blockAt(unsigned position) const { return at[position].second; }
  /// How many uses of `v` lie at from <= position < to.
  std::size_t countBetween(ir::Value v, unsigned from, unsigned to) const;
  /// The block in which `v` is defined; none for constants.
  const ir::Block *home(ir::Value v) const { return homes[v.id]; }
  /// True when `v` is defined in `b` or a block inside it.
  bool isInside(ir::Value v, const ir::Block &b) const;
  /// The statement that holds the block, none for the function's body; the block in which that statement is.
  const ir::Statement *owner(const ir::Block &b) const { return owners.lookup(&b).first; }
  const ir::Block *parent(const ir::Block &b) const { return owners.lookup(&b).second; }

private:
  std::vector<const ir::Statement *> definitions;
  std::vector<const ir::Block *> homes;
  std::vector<std::vector<unsigned>> uses;
  std::vector<bool> measured;
  llvm::DenseMap<const ir::Statement *, Span> spans;
  llvm::DenseMap<const ir::Block *, unsigned> ends;
  llvm::DenseMap<const ir::Block *, std::pair<const ir::Statement *, const ir::Block *>> owners;
  std::vector<std::pair<const ir::Statement *, const ir::Block *>> at;
  unsigned next = 0;

  void visit(const ir::Block &block);
};

} // namespace soac::schedule
