#include "ops/rules/InPlace.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {
namespace {

struct Definition {
  const ir::Statement *statement = nullptr;
  std::size_t position = 0;
};

Definition definition(ir::Value v, const ir::Block &block) {
  for (const ir::Statement &statement : llvm::reverse(block.statements)) {
    const auto it = llvm::find(statement.results, v);
    if (it != statement.results.end())
      return {&statement, static_cast<std::size_t>(it - statement.results.begin())};
  }
  return {};
}

ir::Value throughLoop(const ir::Loop &loop, std::size_t k) {
  const ir::Value parameter = loop.body.parameters[k + loop.isCounted()];
  return inPlaceSource(loop.body.results[k], loop.body) == parameter ? loop.inits[k] : ir::Value();
}

ir::Value throughIf(const ir::If &branch, std::size_t k) {
  const ir::Value then = inPlaceSource(branch.then.results[k], branch.then);
  return then == inPlaceSource(branch.otherwise.results[k], branch.otherwise) ? then : ir::Value();
}

} // namespace

ir::Value inPlaceSource(ir::Value result, const ir::Block &block) {
  ir::Value v = result;
  while (v) {
    const Definition d = definition(v, block);
    if (!d.statement)
      return v;
    if (const auto *update = std::get_if<ir::Update>(&d.statement->op))
      v = update->array;
    else if (const auto *scatter = std::get_if<ir::Scatter>(&d.statement->op))
      v = scatter->dest;
    else if (const auto *histogram = std::get_if<ir::ReduceByIndex>(&d.statement->op))
      v = histogram->dests[d.position];
    else if (const auto *loop = std::get_if<ir::Loop>(&d.statement->op))
      v = throughLoop(*loop, d.position);
    else if (const auto *invoke = std::get_if<ir::Invoke>(&d.statement->op))
      v = invoke->types[d.position].isArray() ? invoke->arguments[*invoke->argumentOf(d.position)] : ir::Value();
    else if (const auto *branch = std::get_if<ir::If>(&d.statement->op))
      v = throughIf(*branch, d.position);
    else
      return {};
  }
  return {};
}

} // namespace soac::ops
