#include "analysis/LastUses.h"

#include "ir/Fields.h"
#include "ir/Walk.h"
#include "support/Overloaded.h"

#include <limits>
#include <utility>

namespace soac::analysis {
namespace {

class Analysis {
public:
  Analysis(const ir::ValueTable &values, llvm::DenseMap<const ir::Block *, BlockLastUses> &blocks)
      : blocks(blocks), isTracked(values.size()), last(values.size()), mark(values.size()) {
    // An accumulator lives as long as its scope.
    for (std::uint32_t id = 0; id < values.size(); ++id)
      isTracked[id] = values.type({id}).isArray() && !values.type({id}).accumulator;
  }

  void run(const ir::Block &block) {
    collectFree(block);
    visit(block, {});
  }

private:
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

  /// Fills `free` for the block and the blocks inside it.
  void collectFree(const ir::Block &block);
  void visit(const ir::Block &block, llvm::ArrayRef<ir::Value> inherited);
  void addDeaths(const ir::Statement &statement, Deaths &deaths);
  /// Calls `f` on every array that the blocks of the statement use from outside of them, once for each block.
  template <class F> void forEachNested(const ir::Statement &statement, F f) const {
    ir::forEachBlock(statement.op, [&](const ir::Block &inner) {
      for (ir::Value v : free.find(&inner)->second)
        f(v);
    });
  }

  llvm::DenseMap<const ir::Block *, BlockLastUses> &blocks;
  llvm::DenseMap<const ir::Block *, ir::Values> free; ///< the arrays that a block uses and does not define
  // By value id.
  std::vector<bool> isTracked;
  std::vector<std::uint32_t> last; ///< the statement of the block visited where a value that it owns is used last
  std::vector<std::uint32_t> mark; ///< the number of the last block that met the value
  std::uint32_t number = 0;
};

void Analysis::collectFree(const ir::Block &block) {
  for (const ir::Statement &s : block.statements)
    ir::forEachBlock(s.op, [&](const ir::Block &inner) { collectFree(inner); });
  ir::Values found;
  ++number;
  const auto meet = [&](ir::Value v) { return isTracked[v.id] && std::exchange(mark[v.id], number) != number; };
  const auto use = [&](ir::Value v) {
    if (meet(v))
      found.push_back(v);
  };
  llvm::for_each(block.parameters, meet);
  for (const ir::Statement &s : block.statements) {
    ir::forEachOperand(s.op, use);
    forEachNested(s, use);
    llvm::for_each(s.results, meet);
  }
  llvm::for_each(block.results, use);
  free[&block] = std::move(found);
}

void Analysis::visit(const ir::Block &block, llvm::ArrayRef<ir::Value> inherited) {
  const auto n = static_cast<std::uint32_t>(block.statements.size());
  for (ir::Value v : inherited)
    last[v.id] = never;
  for (ir::Value v : block.parameters)
    last[v.id] = never;
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto use = [&](ir::Value v) { last[v.id] = i; };
    llvm::for_each(block.statements[i].results, use);
    ir::forEachOperand(block.statements[i].op, use);
    forEachNested(block.statements[i], use);
  }
  for (ir::Value v : block.results)
    last[v.id] = n;

  BlockLastUses info;
  info.statements.resize(n);
  const auto own = [&](llvm::ArrayRef<ir::Value> vs) {
    for (ir::Value v : vs)
      if (isTracked[v.id] && last[v.id] < n)
        info.statements[last[v.id]].released.push_back(v);
  };
  own(inherited);
  own(block.parameters);
  for (const ir::Statement &s : block.statements)
    own(s.results);
  ++number;
  const auto owns = [&](llvm::ArrayRef<ir::Value> vs) {
    for (ir::Value v : vs)
      if (isTracked[v.id])
        mark[v.id] = number;
  };
  owns(inherited);
  owns(block.parameters);
  for (const ir::Statement &s : block.statements)
    owns(s.results);
  for (std::size_t i = 0; i < block.results.size(); ++i) {
    const auto later = llvm::ArrayRef(block.results).drop_front(i + 1);
    info.movableResults.push_back(mark[block.results[i].id] == number && !llvm::is_contained(later, block.results[i]));
  }
  for (std::uint32_t i = 0; i < n; ++i)
    addDeaths(block.statements[i], info.statements[i]);
  blocks[&block] = std::move(info);
}

void Analysis::addDeaths(const ir::Statement &statement, Deaths &deaths) {
  ir::Values dyingInside;
  for (ir::Value v : deaths.released) {
    unsigned direct = 0;
    bool isNested = false;
    ir::forEachOperand(statement.op, [&](ir::Value operand) { direct += operand == v; });
    forEachNested(statement, [&](ir::Value used) { isNested |= used == v; });
    if (direct == 1 && !isNested)
      deaths.movable.push_back(v);
    else if (direct == 0)
      dyingInside.push_back(v);
  }
  const bool runsOnce =
      std::holds_alternative<ir::If>(statement.op) || std::holds_alternative<ir::WithAccumulators>(statement.op);
  ir::forEachBlock(statement.op, [&](const ir::Block &block) {
    visit(block, runsOnce ? llvm::ArrayRef<ir::Value>(dyingInside) : llvm::ArrayRef<ir::Value>());
    for (ir::Value v : block.parameters)
      if (isTracked[v.id])
        deaths.released.push_back(v);
    const auto &movable = blocks[&block].movableResults;
    for (std::size_t i = 0; i < block.results.size(); ++i)
      if (movable[i] && !llvm::is_contained(dyingInside, block.results[i]))
        deaths.released.push_back(block.results[i]);
  });
}

void markConsumed(const ir::Block &block, std::vector<bool> &consumed) {
  const auto mark = [&](ir::Value v) { consumed[v.id] = true; };
  const auto markAll = [&](llvm::ArrayRef<ir::Value> vs) { llvm::for_each(vs, mark); };
  for (const ir::Statement &s : block.statements) {
    std::visit(Overloaded{
                   [&](const ir::Update &op) { mark(op.array); },
                   [&](const ir::Scatter &op) { mark(op.dest); },
                   [&](const ir::ReduceByIndex &op) { markAll(op.dests); },
                   [&](const ir::Loop &op) { markAll(op.inits); },
                   [&](const ir::Reduce &op) { markAll(op.neutral); },
                   [&](const ir::WithAccumulators &op) { markAll(op.inits); },
                   [](const OneOf<ir::If, ir::Map, ir::Scan, ir::MapReduce, ir::WithRules, ir::Differentiate> auto &) {},
                   [](const ir::WithoutBlocks auto &) {},
               },
               s.op);
    ir::forEachBlock(s.op, [&](const ir::Block &inner) {
      markAll(inner.results);
      markConsumed(inner, consumed);
    });
  }
}

} // namespace

LastUses::LastUses(const ir::Function &function) { Analysis(function.values, blocks).run(function.body); }

std::vector<bool> consumedValues(const ir::Function &function) {
  std::vector<bool> consumed(function.values.size());
  markConsumed(function.body, consumed);
  return consumed;
}

} // namespace soac::analysis
