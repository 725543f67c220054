#include "eval/Liveness.h"

#include "ir/Walk.h"

#include <llvm/ADT/DenseSet.h>

namespace soac::eval {
namespace {

using ValueUses = llvm::DenseMap<ir::Value, unsigned>;

class Analysis {
public:
  Analysis(const ir::ValueTable &values, llvm::DenseMap<const ir::Block *, BlockLiveness> &blocks)
      : values(values), blocks(blocks) {}

  void visit(const ir::Block &block, const ir::ValueSet &inherited);

private:
  /// An accumulator lives as long as its scope.
  bool isTracked(ir::Value v) const { return values.type(v).isArray() && !values.type(v).accumulator; }
  /// Every array that is used in the block or the blocks inside it.
  void collectUses(const ir::Block &block, ValueUses &uses) const;
  ValueUses directUses(const ir::Op &op) const;
  ValueUses nestedUses(const ir::Op &op) const;
  void addDeaths(const ir::Statement &statement, const ir::Values &dying, Deaths &deaths);

  const ir::ValueTable &values;
  llvm::DenseMap<const ir::Block *, BlockLiveness> &blocks;
};

ValueUses Analysis::directUses(const ir::Op &op) const {
  ValueUses uses;
  ir::forEachOperand(op, [&](ir::Value v) {
    if (isTracked(v))
      ++uses[v];
  });
  return uses;
}

ValueUses Analysis::nestedUses(const ir::Op &op) const {
  ValueUses uses;
  ir::forEachBlock(op, [&](const ir::Block &block) { collectUses(block, uses); });
  return uses;
}

void Analysis::collectUses(const ir::Block &block, ValueUses &uses) const {
  for (const ir::Statement &s : block.statements) {
    for (auto [v, n] : directUses(s.op))
      uses[v] += n;
    ir::forEachBlock(s.op, [&](const ir::Block &inner) { collectUses(inner, uses); });
  }
  for (ir::Value v : block.results)
    if (isTracked(v))
      ++uses[v];
}

void Analysis::visit(const ir::Block &block, const ir::ValueSet &inherited) {
  ir::ValueSet owned = inherited;
  const auto own = [&](llvm::ArrayRef<ir::Value> vs) {
    for (ir::Value v : vs)
      if (isTracked(v))
        owned.insert(v);
  };
  own(block.parameters);
  for (const ir::Statement &s : block.statements)
    own(s.results);

  const std::size_t n = block.statements.size();
  llvm::DenseMap<ir::Value, std::size_t> last;
  for (std::size_t i = 0; i < n; ++i) {
    for (ir::Value v : block.statements[i].results)
      last[v] = i;
    for (auto [v, count] : directUses(block.statements[i].op))
      last[v] = i;
    for (auto [v, count] : nestedUses(block.statements[i].op))
      last[v] = i;
  }
  for (ir::Value v : block.results)
    last[v] = n;

  BlockLiveness info;
  info.statements.resize(n);
  std::vector<ir::Values> dying(n);
  for (ir::Value v : owned)
    if (auto it = last.find(v); it != last.end() && it->second < n)
      dying[it->second].push_back(v);
  for (std::size_t i = 0; i < n; ++i)
    addDeaths(block.statements[i], dying[i], info.statements[i]);
  for (std::size_t i = 0; i < block.results.size(); ++i) {
    const auto later = llvm::ArrayRef(block.results).drop_front(i + 1);
    info.movableResults.push_back(owned.contains(block.results[i]) && !llvm::is_contained(later, block.results[i]));
  }
  blocks[&block] = std::move(info);
}

void Analysis::addDeaths(const ir::Statement &statement, const ir::Values &dying, Deaths &deaths) {
  const ValueUses direct = directUses(statement.op), nested = nestedUses(statement.op);
  ir::ValueSet dyingInside;
  for (ir::Value v : dying) {
    deaths.released.push_back(v);
    if (direct.lookup(v) == 1 && !nested.contains(v))
      deaths.movable.push_back(v);
    else if (!direct.contains(v))
      dyingInside.insert(v);
  }
  const bool runsOnce =
      std::holds_alternative<ir::If>(statement.op) || std::holds_alternative<ir::WithAccumulators>(statement.op);
  ir::forEachBlock(statement.op, [&](const ir::Block &block) {
    visit(block, runsOnce ? dyingInside : ir::ValueSet());
    for (ir::Value v : block.parameters)
      if (isTracked(v))
        deaths.released.push_back(v);
    const auto &movable = blocks[&block].movableResults;
    for (std::size_t i = 0; i < block.results.size(); ++i)
      if (movable[i] && !dyingInside.contains(block.results[i]))
        deaths.released.push_back(block.results[i]);
  });
}

} // namespace

Liveness::Liveness(const ir::Function &function) { Analysis(function.values, blocks).visit(function.body, {}); }

} // namespace soac::eval
