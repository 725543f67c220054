// Fusion: kernels (maps, reductions, map-reductions) of one count become one.
//
//   vertical    a kernel reads an array that another has mapped, at its own index only: it takes the elements as they are
//               made, and an array that no other statement reads is never stored. A reduction of mapped elements becomes a
//               map-reduction:      a = map n |i| { f(i) };  s = sum a   ->   s = sum i { f(i) }
//   horizontal  two kernels that do not depend on each other and read a common array.
//
// Every iteration is executed once, as before: fusion duplicates no work. BlockUses::placeOf decides where the fused
// kernel stands.
#include "analysis/LastUses.h"
#include "optimise/passes/BlockUses.h"
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include "analysis/Shapes.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

// The kernels of one block.
class BlockFusion {
public:
  BlockFusion(Block &block, ValueTable &values, Shapes &shapes, const std::vector<bool> &consumed)
      : uses(block, values, consumed), statements(block.statements), values(values), shapes(shapes) {}

  void run() {
    for (unsigned position = 0; position < statements.size(); ++position)
      vertical(position);
    horizontal();
    uses.compact();
  }

private:
  bool isKernelAt(unsigned position) const { return !uses.isEmpty(position) && isKernel(statements[position].op); }
  bool sameCount(unsigned a, unsigned b) const {
    const Value x = countOf(statements[a].op), y = countOf(statements[b].op);
    return x == y || shapes.ofScalar(x) == shapes.ofScalar(y);
  }
  // Positions, the last first, each once.
  static void order(llvm::SmallVectorImpl<unsigned> &positions) {
    llvm::sort(positions, std::greater<>());
    positions.erase(llvm::unique(positions), positions.end());
  }

  // Again and again, the last producer first, until no producer fits.
  void vertical(unsigned consumer) {
    for (bool isChanged = true; isChanged && isKernelAt(consumer);) {
      isChanged = false;
      llvm::SmallVector<unsigned, 8> producers;
      for (Value v : uses.usesAt(consumer))
        if (const auto position = uses.definedAt(v); position && isKernelAt(*position))
          producers.push_back(*position);
      order(producers);
      for (unsigned producer : producers) {
        const Statement &p = statements[producer];
        if (std::holds_alternative<Reduce>(p.op) || !sameCount(producer, consumer) || usesReduced(consumer, p) ||
            !readsAtOwnIndex(statements[consumer].op, p.results))
          continue;
        if (const auto place = uses.placeOf(producer, consumer)) {
          merge(producer, consumer, *place);
          isChanged = *place == consumer; // the walk has passed any other place, and has seen all producers there
          break;
        }
      }
    }
  }
  bool usesReduced(unsigned consumer, const Statement &producer) const {
    return llvm::any_of(llvm::ArrayRef(producer.results).take_front(reducedResults(producer.op)),
                        [&](Value v) { return uses.usesAt(consumer).contains(v); });
  }

  // Fuses neighbours among the kernels of one count that read a common array.
  void horizontal() {
    llvm::DenseMap<Value, llvm::SmallVector<unsigned, 4>> readers;
    for (unsigned second = 0; second < statements.size(); ++second) {
      if (!isKernelAt(second))
        continue;
      llvm::SmallVector<unsigned, 8> partners;
      for (Value v : arraysOf(statements[second].op))
        for (unsigned first : readers[v])
          if (isKernelAt(first))
            partners.push_back(first);
      order(partners);
      unsigned place = second;
      for (unsigned first : llvm::ArrayRef(partners).take_front(8)) {
        if (!sameCount(first, second) || uses.isUsedBy(first, second))
          continue;
        if (const auto found = uses.placeOf(first, second)) {
          merge(first, second, *found);
          place = *found;
          break;
        }
      }
      for (Value v : arraysOf(statements[place].op))
        readers[v].push_back(place);
    }
  }

  void merge(unsigned first, unsigned second, unsigned place) {
    Kernel a = takeKernel(uses.take(first), values), b = takeKernel(uses.take(second), values);
    llvm::SmallVector<bool, 8> keep;
    for (Value v : a.mapped)
      keep.push_back(!uses.usersOf(v).empty());
    uses.put(place, statementOf(fused(std::move(a), std::move(b), keep)));
  }

  BlockUses uses;
  std::vector<Statement> &statements;
  ValueTable &values;
  Shapes &shapes;
};

// Outer kernels first: fusing them brings the inner ones together.
void fuseIn(Block &block, ValueTable &values, Shapes &shapes, const std::vector<bool> &consumed) {
  BlockFusion(block, values, shapes, consumed).run();
  for (Statement &s : block.statements)
    forEachBlock(s.op, [&](Block &inner) { fuseIn(inner, values, shapes, consumed); });
}

} // namespace

Function fuse(Function function) {
  Shapes shapes(function);
  const std::vector<bool> consumed = consumedValues(function);
  fuseIn(function.body, function.values, shapes, consumed);
  return function;
}

} // namespace soac::optimise
