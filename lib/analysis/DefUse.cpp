#include "analysis/DefUse.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

void DefUse::visit(const Block &block, const Statement *owner) {
  owners[&block] = owner;
  for (auto [k, v] : llvm::enumerate(block.parameters))
    definitions[v] = {owner, &block, &block, static_cast<unsigned>(k)};
  for (const Statement &s : block.statements)
    visit(s, &block);
  for (Value v : block.results)
    ++useCounts[v];
}

void DefUse::visit(const Statement &s, const Block *home) {
  homes[&s] = home;
  for (auto [k, v] : llvm::enumerate(s.results))
    definitions[v] = {&s, nullptr, home, static_cast<unsigned>(k)};
  forEachOperand(s.op, [&](Value v) { ++useCounts[v]; });
  forEachBlock(s.op, [&](const Block &inner) { visit(inner, &s); });
}

bool DefUse::isInside(Value v, const Block &b) const {
  const Block *at = home(v);
  while (at && at != &b)
    at = parent(*at);
  return at != nullptr;
}

bool DefUse::isCounter(Value v) const {
  const Definition *d = of(v);
  const auto *loop = d && d->parameterOf && d->statement ? std::get_if<Loop>(&d->statement->op) : nullptr;
  return loop && loop->isCounted() && d->position == 0;
}

bool DefUse::isFixed(Value v) const {
  const Definition *d = of(v);
  if (!d)
    return true;
  if (d->parameterOf)
    return isCounter(v) && isFixed(std::get<Loop>(d->statement->op).count);
  const auto areFixed = [&](const Values &vs) { return llvm::all_of(vs, [&](Value x) { return isFixed(x); }); };
  if (const auto *computed = std::get_if<Apply>(&d->statement->op))
    return areFixed(computed->arguments);
  if (const auto *read = std::get_if<Index>(&d->statement->op))
    return isFixed(read->array) && areFixed(read->indices);
  const auto *extent = std::get_if<Extent>(&d->statement->op);
  return extent && !isInside(extent->array);
}

} // namespace soac::analysis
