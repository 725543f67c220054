// The adjoint of a definition. Its parameters: those of the definition that are no accumulators, then seeds, then the
// accumulators that adjoints of arrays are added to. Its results: the adjoints of scalars, the adjoints of updated
// arrays with a seed (in the memory of the seed), and all updated arrays as they were at entry.
//   f(x, a) -> (b), b = a with a[0] = x     has     f_adj(x, a, b_adj) -> (x_adj, a_adj, a)
#include "ad/AdjointTransform.h"

#include "ad/DropRules.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {

ir::Block AdjointTransform::transform(const ir::Block &definition, llvm::ArrayRef<bool> active,
                                      llvm::ArrayRef<bool> seeded, llvm::ArrayRef<unsigned> updated) {
  ir::Block block;
  frames.push_back(std::make_unique<Frame>(values, block.statements, ir::SourceLocation()));
  const auto parameterLike = [&](ir::Value v, bool accumulates) {
    const ir::Type type = values.type(v);
    block.parameters.push_back(values.fresh({type.scalar, type.rank, accumulates}, ir::adjointOf(values.name(v))));
    return block.parameters.back();
  };
  ir::Values arguments;
  for (ir::Value p : definition.parameters) {
    arguments.push_back(values.freshLike(p));
    if (!values.type(p).accumulator)
      block.parameters.push_back(arguments.back());
  }
  llvm::SmallVector<Seed, 4> seeds;
  for (auto [r, hasSeed] : llvm::zip(definition.results, seeded))
    seeds.push_back(hasSeed ? Seed(parameterLike(r, false)) : Seed());
  ir::Values carried;
  const unsigned *nextUpdated = updated.begin();
  for (auto [r, hasSeed] : llvm::zip(definition.results, seeded))
    if (values.type(r).isArray()) {
      const unsigned argument = *nextUpdated++;
      if (hasSeed && active[argument])
        carried.push_back(arguments[argument]);
    }
  const bool *next = seeded.begin() + definition.results.size();
  for (ir::Value v : arguments)
    if (values.type(v).accumulator)
      setAccumulator(v, *next++ ? parameterLike(v, false) : ir::Value());
  for (auto [v, isActive] : llvm::zip(arguments, active))
    if (isActive && values.type(v).isArray() && !llvm::is_contained(carried, v))
      accumulators[v] = parameterLike(v, true);
  sweep(definition, arguments, active, seeds, true, {});
  for (auto [v, isActive] : llvm::zip(arguments, active))
    if (isActive && values.type(v).isScalar())
      block.results.push_back(of(v));
  for (ir::Value v : carried)
    block.results.push_back(of(v));
  for (const unsigned argument : updated)
    block.results.push_back(current(arguments[argument]));
  frames.pop_back();
  dropKeptNumbers(block, values);
  finishSweeps(block, values, undoneUpdates, lastContents);
  return block;
}

} // namespace soac::ad
