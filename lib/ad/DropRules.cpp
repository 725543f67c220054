#include "ad/DropRules.h"

#include "ir/Walk.h"

namespace soac::ad {

void dropRules(ir::Block &block, ir::ValueTable &values) {
  std::vector<ir::Statement> out;
  out.reserve(block.statements.size());
  ir::ValueMap results;
  for (ir::Statement &statement : block.statements) {
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { dropRules(inner, values); });
    if (const auto *op = std::get_if<ir::WithRules>(&statement.op)) {
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

} // namespace soac::ad
