#include "ad/PrimalCopy.h"

#include "ad/DropRules.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {

void PrimalCopy::add(llvm::ArrayRef<ir::Statement> statements) {
  for (ir::Statement statement : statements) {
    ir::substitute(statement.op, primal);
    if (const auto *op = std::get_if<ir::Differentiate>(&statement.op))
      addPrimal(*op, statement.results);
    else if (dependsOnDerivatives(statement.op))
      drop(statement);
    else if (auto *map = std::get_if<ir::Map>(&statement.op))
      addMap(*map, statement);
    else
      copy.statements.push_back(std::move(statement));
  }
}

std::vector<ir::Statement> PrimalCopy::take() {
  ir::Block fresh = ir::cloneBlock(copy, values);
  dropRules(fresh, values);
  return std::move(fresh.statements);
}

void PrimalCopy::addPrimal(const ir::Differentiate &op, llvm::ArrayRef<ir::Value> results) {
  std::vector<ir::Statement> body;
  const ir::Values found = ir::inlineBlock(op.fn, op.arguments, values, body);
  add(body);
  for (auto [result, v] : llvm::zip(results, found)) {
    primal[result] = primal.contains(v) ? primal.lookup(v) : v;
    if (dropped.contains(v))
      dropped.insert(result);
  }
  if (results.size() > found.size())
    dropped.insert(results.begin() + found.size(), results.end());
}

// A map whose operator contains derivatives becomes a map of their primals.
void PrimalCopy::addMap(ir::Map map, const ir::Statement &statement) {
  std::vector<ir::Statement> around = std::exchange(copy.statements, {});
  add(map.fn.statements);
  map.fn.statements = std::exchange(copy.statements, std::move(around));
  ir::Values kept, results;
  for (auto [v, result] : llvm::zip(map.fn.results, statement.results)) {
    if (dropped.contains(v)) {
      dropped.insert(result);
      continue;
    }
    kept.push_back(primal.contains(v) ? primal.lookup(v) : v);
    results.push_back(result);
  }
  map.fn.results = kept;
  copy.statements.push_back({results, std::move(map), statement.location});
}

// A derivative inside a dropped statement still accesses the arrays of its primal, so the primal is added.
void PrimalCopy::drop(const ir::Statement &statement) {
  dropped.insert(statement.results.begin(), statement.results.end());
  const ir::ValueSet outside = ir::freeVariables(statement.op, values);
  ir::forEachBlock(statement.op, [&](const ir::Block &block) { addNested(block, outside); });
}

void PrimalCopy::addNested(const ir::Block &block, const ir::ValueSet &outside) {
  for (const ir::Statement &inner : block.statements) {
    const auto *op = std::get_if<ir::Differentiate>(&inner.op);
    if (!op) {
      ir::forEachBlock(inner.op, [&](const ir::Block &deeper) { addNested(deeper, outside); });
      continue;
    }
    ir::ValueSet used = ir::freeVariables(op->fn, values);
    used.insert(op->arguments.begin(), op->arguments.end());
    if (llvm::all_of(
            used, [&](ir::Value v) { return values.asConstant(v) || (outside.contains(v) && !dropped.contains(v)); }))
      addPrimal(*op, {});
    else
      unknown.insert(used.begin(), used.end());
  }
}

bool PrimalCopy::dependsOnDerivatives(const ir::Op &op) const {
  const auto *extent = std::get_if<ir::Extent>(&op);
  return (extent && llvm::is_contained(pointers, extent->array)) ||
         llvm::any_of(ir::freeVariables(op, values), [&](ir::Value v) { return dropped.contains(v); });
}

} // namespace soac::ad
