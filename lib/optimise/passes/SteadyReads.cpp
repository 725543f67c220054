// Reads of an element that a loop leaves as it is stand in front of the loop, though it writes others of that array:
//
//   loop m, (a) |j, p| { x = index p[i, k];  p[i, k + 1 + j] -= x * p[k, k + 1 + j] }
//   ->   x = index a[i, k];  loop m, (a) |j, p| { p[i, k + 1 + j] -= x * p[k, k + 1 + j] }
//
// so that what is computed of it goes there, too, and is kept once by an adjoint. That they are other elements follows
// from the counts of the loops (analysis/IndexRanges.h). The element must exist where the loop makes no trip: it is
// known to make one, or the element has been read or written in front of it.
#include "optimise/passes/PassList.h"

#include "optimise/passes/SteadyElements.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class SteadyReads {
public:
  explicit SteadyReads(Function &f) : elements(f) {
    forEachStatement(f.body, [&](const Statement &s) {
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        find(*loop, s);
    });
    if (!arrays.empty())
      move(f.body);
  }

private:
  using Front = SteadyElements::Front;

  void find(const Loop &loop, const Statement &s) {
    const DefUse &definitions = elements.definitions;
    const auto isAtFixedPlace = [&](const Statement &inner) {
      const auto *read = std::get_if<Index>(&inner.op);
      return read && elements.values.type(inner.results[0]).isScalar() &&
             definitions.isInside(read->array, loop.body) &&
             llvm::none_of(read->indices, [&](Value i) { return definitions.isInside(i, loop.body); });
    };
    if (llvm::none_of(loop.body.statements, isAtFixedPlace) || SteadyElements::mayFail(s))
      return;
    for (std::size_t k = 0; k < loop.inits.size(); ++k) {
      if (!elements.values.type(loop.inits[k]).isArray())
        continue;
      const ArrayAccesses accesses(loop, k, elements.values);
      if (!accesses.isKnown())
        continue;
      for (const Access &access : accesses.all())
        if (!access.isWrite && access.path.size() == 1 && access.statement && isAtFixedPlace(*access.statement) &&
            elements.isSteady(access.indices, loop, accesses))
          find(*access.statement, {&s, loop.inits[k]});
    }
  }
  void find(const Statement &read, const Front &front) {
    const Values &indices = std::get<Index>(read.op).indices;
    if (!elements.makesTrip(*front.loop) && !elements.isAccessedBefore(*front.loop, front.array, indices))
      return;
    const Front foremost = elements.foremost(front, indices, indices);
    arrays[read.results[0]] = foremost.array;
    moved[counterOf(*foremost.loop)].push_back(read);
  }
  static Value counterOf(const Statement &loop) { return std::get<Loop>(loop.op).body.parameters[0]; }

  void move(Block &b) {
    std::vector<Statement> out;
    out.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      const auto *read = std::get_if<Index>(&s.op);
      if (read && arrays.contains(s.results[0]))
        continue;
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        for (Statement &inFront : moved[counterOf(s)]) {
          std::get<Index>(inFront.op).array = arrays.lookup(inFront.results[0]);
          out.push_back(std::move(inFront));
        }
      forEachBlock(s.op, [&](Block &inner) { move(inner); });
      out.push_back(std::move(s));
    }
    b.statements = std::move(out);
  }

  const SteadyElements elements;
  llvm::DenseMap<Value, Value> arrays;                 ///< of what is read: the array in front of a loop
  llvm::DenseMap<Value, std::vector<Statement>> moved; ///< by the counter of that loop
};

} // namespace

Function readSteadyElements(Function function) {
  SteadyReads run(function);
  return function;
}

} // namespace soac::optimise
