// Orders of nested loops in which memory is read as it lies:
//
//   loop n |j| { loop n |i| { a[i, j] += x[i] y[j] } }   ->   loop n |i| { loop n |j| { a[i, j] += x[i] y[j] } }
//
// The loop whose counter steps through the elements of most arrays one by one becomes the innermost, where that keeps every
// result. Where no order has such steps for all arrays, as for a transpose, the two loops that have go in tiles.
#include "optimise/passes/PassList.h"
#include "optimise/passes/Steps.h"

#include "analysis/Nest.h"
#include "prims/Prims.h"

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::int64_t tileLength = 32; ///< rows and columns of some arrays of doubles that fit in the nearest cache

class Interchange {
public:
  explicit Interchange(Function &f) : values(f.values), positives(positiveParts(f.body)) {
    forEachStatement(f.body, [&](const Statement &s) {
      const auto *apply = std::get_if<Apply>(&s.op);
      if (apply && apply->prim == Prim::Min && values.asInt(apply->arguments[1]))
        atMost[s.results[0]] = *values.asInt(apply->arguments[1]);
    });
    block(f.body);
  }

private:
  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      auto *loop = std::get_if<Loop>(&s.op);
      if (!loop || !order(*loop, s.location, kept))
        forEachBlock(s.op, [&](Block &inner) { block(inner); });
      kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }

  /// False where the loop is no nest.
  bool order(Loop &loop, SourceLocation location, std::vector<Statement> &front) {
    Nest nest(loop, positives, values);
    const auto accesses = nest.depth() > 1 ? elementAccesses(nest.loops().back()->body, values) : std::nullopt;
    if (!accesses)
      return false;
    llvm::SmallVector<Value, 4> counters;
    for (const Loop *l : nest.loops())
      counters.push_back(l->body.parameters[0]);
    std::size_t best = nest.depth() - 1;
    {
      const DefUse definitions(loop.body);
      const Polynomials polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; });
      std::int64_t least = steps(*accesses, counters[best], polynomials);
      for (std::size_t level = best; level-- > 0;) {
        const std::int64_t sum = steps(*accesses, counters[level], polynomials);
        if (sum < least && mayBeInnermost(nest, level, fewTrips)) {
          best = level;
          least = sum;
        }
      }
    }
    for (; best + 1 < nest.depth(); ++best)
      nest.interchange(best);
    if (crosses(nest) && mayBeInnermost(nest, nest.depth() - 2, 2 * tileLength))
      nest.tile(tileLength, front, location);
    return true;
  }

  bool mayBeInnermost(const Nest &nest, std::size_t level, std::int64_t leastTrips) const {
    return mayHave(leastTrips, *nest.loops()[level]) && nest.mayBeInnermost(level);
  }
  bool mayHave(std::int64_t trips, const Loop &loop) const {
    const auto most = atMost.find(loop.count);
    return values.asInt(loop.count).value_or(most == atMost.end() ? trips : most->second) >= trips;
  }

  /// Does the innermost loop go from line to line of an array through which the loop around it goes element by element?
  bool crosses(const Nest &nest) const {
    const Loop &inner = *nest.loops().back(), &outer = *nest.loops()[nest.depth() - 2];
    const DefUse definitions(outer.body);
    const Polynomials polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; });
    const auto accesses = elementAccesses(inner.body, values);
    return mayHave(2 * tileLength, inner) &&
           llvm::any_of(accesses->all, [&](const ElementAccess &access) {
             return step(*access.indices, inner.body.parameters[0], polynomials) == lineLength &&
                    step(*access.indices, outer.body.parameters[0], polynomials) == 1;
           });
  }

  ValueTable &values;
  const ValueMap positives;
  llvm::DenseMap<Value, std::int64_t> atMost; ///< k of every min(n, k)
};

} // namespace

Function interchange(Function function) {
  Interchange pass(function);
  return function;
}

} // namespace soac::optimise
