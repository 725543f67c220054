#include "optimise/passes/LaneWork.h"

#include "analysis/IndexSteps.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class WorkOfLanes {
public:
  WorkOfLanes(const Block &body, const LaneValues &kinds, const ValueTable &values)
      : kinds(kinds), values(values), steps(values, body, body.parameters[0]) {
    count(body, 1, false);
  }
  LaneWork work;

private:
  const LaneValues &kinds;
  const ValueTable &values;
  analysis::IndexSteps steps;

  void count(const Block &b, double times, bool isOwn) {
    for (const Statement &s : b.statements) {
      if (!isOwn && !kinds.isVarying(s))
        continue;
      const bool isLoop = std::holds_alternative<Loop>(s.op);
      if (isOwn)
        work.own += times;
      else if (const auto *read = std::get_if<Index>(&s.op); read && !kinds.isVarying(read->array))
        access(read->indices, times);
      else if (const auto *addition = std::get_if<Accumulate>(&s.op); addition && !kinds.isVarying(addition->accumulator))
        access(addition->indices, 2 * times);
      else if (!isIndexPart(s))
        work.operations += times;
      work.hasLoops |= isLoop && !isOwn && kinds.isShared(s);
      work.hasSums |= isLoop && !isOwn && kinds.isShared(s) && llvm::any_of(s.results, [&](Value v) { return values.type(v).isScalar() && kinds.isVarying(v); });
      const bool isInnerOwn = isOwn || kinds.hasOwnLoops(s);
      forEachBlock(s.op, [&](const Block &inner) { count(inner, isLoop ? times * LaneWork::trips : times, isInnerOwn); });
    }
  }
  bool isIndexPart(const Statement &s) const {
    return std::holds_alternative<Apply>(s.op) && isInteger(values.type(s.results[0]).scalar);
  }
  /// Of an array from outside.
  void access(const Values &indices, double times) {
    const bool isOfAll = llvm::none_of(indices, [&](Value v) { return kinds.isVarying(v); });
    (isOfAll || isInOrder(indices) ? work.operations : work.gathers) += times;
  }
  bool isInOrder(const Values &indices) const {
    return llvm::all_of(llvm::drop_end(indices), [&](Value v) { return !kinds.isVarying(v); }) && steps.of(indices.back()) == 1;
  }
};

} // namespace

LaneWork laneWorkOf(const Block &body, const LaneValues &kinds, const ValueTable &values) { return WorkOfLanes(body, kinds, values).work; }

} // namespace soac::optimise
