// Where values are used. Statements have positions in the order of the text; a block's results are used at a position
// of their own at the block's end.
#pragma once

#include "analysis/DefUse.h"

#include <vector>

namespace soac::schedule {

struct Span {
  unsigned begin = 0, end = 0; ///< begin: the statement itself (its operands); end: past the statements inside it
};

class Uses : public analysis::DefUse {
public:
  explicit Uses(const ir::Function &function);

  /// The statement that defines `v`; none for parameters and constants.
  const ir::Statement *definition(ir::Value v) const { return statement(v); }
  Span span(const ir::Statement &s) const { return spans.lookup(&s); }
  /// The position of the block's results.
  unsigned end(const ir::Block &b) const { return ends.lookup(&b); }
  /// The position of every use of `v`, in order. An `Extent` of an array is no use.
  llvm::ArrayRef<unsigned> positions(ir::Value v) const { return used[v.id]; }
  std::size_t count(ir::Value v) const { return used[v.id].size(); }
  bool isMeasured(ir::Value v) const { return measured[v.id]; } ///< an `Extent` reads its shape
  /// The statement at a position (none where a block ends), and its block.
  const ir::Statement *statementAt(unsigned position) const { return at[position].first; }
  const ir::Block *blockAt(unsigned position) const { return at[position].second; }
  /// The number of uses of `v` at from <= position < to.
  std::size_t countBetween(ir::Value v, unsigned from, unsigned to) const;

private:
  std::vector<std::vector<unsigned>> used;
  std::vector<bool> measured;
  llvm::DenseMap<const ir::Statement *, Span> spans;
  llvm::DenseMap<const ir::Block *, unsigned> ends;
  std::vector<std::pair<const ir::Statement *, const ir::Block *>> at;
  unsigned next = 0;

  void visit(const ir::Block &block);
};

} // namespace soac::schedule
