#include "ad/Unfuse.h"

#include "ir/Builder.h"
#include "ir/Walk.h"

namespace soac::ad {
namespace {

void append(ir::MapReduce &op, const ir::Statement &statement, ir::ValueTable &values,
            std::vector<ir::Statement> &out) {
  ir::Builder b(values, out, statement.location);
  std::size_t reduced = 0;
  for (const ir::Reduction &reduction : op.reductions)
    reduced += reduction.neutral.size();
  const llvm::ArrayRef<ir::Value> results = statement.results;
  ir::Values mapped;
  for (std::size_t k = 0; k < op.fn.results.size(); ++k)
    mapped.push_back(k < reduced ? values.fresh(values.type(op.fn.results[k]).withRank(values.type(op.fn.results[k]).rank + 1u))
                                 : results[k]);
  out.push_back({mapped, ir::Map{op.count, op.arrays, std::move(op.fn)}, statement.location});
  std::size_t first = 0;
  for (ir::Reduction &reduction : op.reductions) {
    const std::size_t n = reduction.neutral.size();
    ir::Reduce reduce{op.count, ir::Values(llvm::ArrayRef(mapped).slice(first, n)), std::move(reduction.neutral),
                      std::move(reduction.op)};
    out.push_back({ir::Values(results.slice(first, n)), std::move(reduce), statement.location});
    first += n;
  }
}

} // namespace

void unfuse(ir::Block &block, ir::ValueTable &values) {
  std::vector<ir::Statement> out;
  out.reserve(block.statements.size());
  for (ir::Statement &statement : block.statements) {
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { unfuse(inner, values); });
    if (auto *fused = std::get_if<ir::MapReduce>(&statement.op))
      append(*fused, statement, values, out);
    else
      out.push_back(std::move(statement));
  }
  block.statements = std::move(out);
}

} // namespace soac::ad
