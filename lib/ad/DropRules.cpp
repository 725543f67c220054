#include "ad/DropRules.h"

#include "ir/Walk.h"
#include "ops/rules/KeptNumbers.h"

namespace soac::ad {
namespace {

void drop(ir::Block &block, ir::ValueTable &values, llvm::function_ref<bool(const ir::WithRules &)> isMeant) {
  std::vector<ir::Statement> out;
  out.reserve(block.statements.size());
  ir::ValueMap results;
  for (ir::Statement &statement : block.statements) {
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { drop(inner, values, isMeant); });
    if (const auto *op = std::get_if<ir::WithRules>(&statement.op); op && isMeant(*op)) {
      ir::Values arguments;
      for (ir::Value v : op->arguments)
        arguments.push_back(results.contains(v) ? results.lookup(v) : v);
      const ir::Values inlined = ir::inlineBlock(op->fn, arguments, values, out);
      for (std::size_t k = 0; k < inlined.size(); ++k)
        results[statement.results[k]] = inlined[k];
    } else {
      out.push_back(std::move(statement));
    }
  }
  block.statements = std::move(out);
  ir::substitute(block, results);
}

} // namespace

void dropRules(ir::Block &block, ir::ValueTable &values) {
  drop(block, values, [](const ir::WithRules &) { return true; });
}

void dropKeptNumbers(ir::Block &block, ir::ValueTable &values) { drop(block, values, ops::isKeptNumber); }

} // namespace soac::ad
