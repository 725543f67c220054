#include "optimise/passes/BlockUses.h"

#include "analysis/Effects.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace analysis;
using namespace ir;

BlockUses::BlockUses(Block &block, const ValueTable &values, const std::vector<bool> &consumed)
    : statements(block.statements), values(values), consumed(consumed), uses(block.statements.size()),
      empty(block.statements.size()) {
  for (Value v : block.results)
    users[v].push_back(end);
  for (unsigned position = 0; position < statements.size(); ++position)
    enter(position);
}

void BlockUses::enter(unsigned position) {
  uses[position] = freeVariables(statements[position].op, values);
  for (Value v : uses[position])
    users[v].push_back(position);
  for (Value v : statements[position].results)
    definitions[v] = position;
}

Statement BlockUses::take(unsigned position) {
  for (Value v : uses[position])
    llvm::erase(users[v], position);
  uses[position].clear();
  empty[position] = true;
  return std::move(statements[position]);
}

void BlockUses::put(unsigned position, Statement statement) {
  statements[position] = std::move(statement);
  empty[position] = false;
  enter(position);
}

void BlockUses::compact() {
  std::vector<Statement> kept;
  kept.reserve(statements.size());
  for (unsigned position = 0; position < statements.size(); ++position)
    if (!empty[position])
      kept.push_back(std::move(statements[position]));
  statements = std::move(kept);
}

llvm::ArrayRef<unsigned> BlockUses::usersOf(Value v) const {
  const auto it = users.find(v);
  return it == users.end() ? llvm::ArrayRef<unsigned>() : llvm::ArrayRef<unsigned>(it->second);
}

std::optional<unsigned> BlockUses::definedAt(Value v) const {
  const auto it = definitions.find(v);
  return it == definitions.end() ? std::nullopt : std::optional(it->second);
}

bool BlockUses::isUsedBy(unsigned position, unsigned by) const {
  return llvm::any_of(statements[position].results, [&](Value v) { return uses[by].contains(v); });
}

/// Does the statement have an effect, or define an array that the block returns, which the caller may see?
bool BlockUses::isOutput(unsigned position) const {
  return hasEffect(statements[position].op) || llvm::any_of(statements[position].results, [&](Value v) {
           return values.type(v).isArray() && llvm::is_contained(usersOf(v), end);
         });
}

std::optional<unsigned> BlockUses::placeOf(unsigned first, unsigned second) const {
  if (isOutput(second) && hasExit(statements[first].op))
    return std::nullopt;
  bool isBound = hasCheck(statements[first].op) && second > first + 1;
  for (Value v : statements[first].results)
    for (unsigned user : usersOf(v))
      isBound |= user < second;
  for (Value v : uses[first])
    if (v.id < consumed.size() && consumed[v.id] && values.type(v).isArray())
      for (unsigned user : usersOf(v))
        isBound |= first < user && user < second;
  if (!isBound)
    return second;
  for (Value v : uses[second])
    if (const auto position = definedAt(v); position && *position > first)
      return std::nullopt;
  for (unsigned position = first + 1; position <= second; ++position)
    if (!empty[position] && hasEffect(statements[position].op))
      return std::nullopt;
  return first;
}

} // namespace soac::optimise
