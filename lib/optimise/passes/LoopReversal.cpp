// Loops of return sweeps run backwards: iteration i works on element n - 1 - i. Iterations that may run in any order run
// forwards instead, for which memory is read fastest and indices are simplest:
//
//   loop n |i| { a = sub n, i; j = add a, -1; .. x[j] .. }   ->   loop n |j| { .. x[j] .. }
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PassList.h"

#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class LoopReversal {
public:
  explicit LoopReversal(Function &f) : values(f.values) {
    const analysis::DefUse definitions(f.body);
    find(f.body, definitions);
    llvm::for_each(found, [&](Block *body) { reverse(*body); }); // none is in another one
  }

private:
  void find(Block &b, const analysis::DefUse &definitions) {
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { find(inner, definitions); });
      if (auto *loop = std::get_if<Loop>(&s.op)) {
        if (isBackwards(loop->body, loop->count) && orderFree(*loop, values, &definitions))
          found.push_back(&loop->body);
      } else if (auto *kernel = std::get_if<MapReduce>(&s.op)) {
        if (isBackwards(kernel->fn, kernel->count) && orderFree(*kernel, values))
          found.push_back(&kernel->fn);
      }
    }
  }

  // The only use of the counter is count - i.
  static const Statement *distanceOf(const Block &body, Value count) {
    const Value i = body.parameters[0];
    const Statement *result = nullptr;
    for (const Statement &s : body.statements)
      if (const auto *apply = std::get_if<Apply>(&s.op);
          apply && apply->prim == Prim::Sub && apply->arguments[0] == count && apply->arguments[1] == i)
        result = &s;
    return countUses(i, body) == 1 ? result : nullptr;
  }
  bool isLast(const Statement &s, Value distance) const {
    const auto *apply = std::get_if<Apply>(&s.op);
    return apply && apply->prim == Prim::Add && apply->arguments[0] == distance &&
           values.asInt(apply->arguments[1]) == -1;
  }
  bool isBackwards(const Block &body, Value count) const {
    const Statement *distance = count ? distanceOf(body, count) : nullptr;
    return distance &&
           llvm::any_of(body.statements, [&](const Statement &s) { return isLast(s, distance->results[0]); });
  }

  // The new counter j is count - 1 - i, so that count - i is j + 1.
  void reverse(Block &body) {
    const Value i = body.parameters[0];
    auto isDistance = [&](const Statement &s) {
      const auto *apply = std::get_if<Apply>(&s.op);
      return apply && llvm::is_contained(apply->arguments, i);
    };
    Statement &distance = *llvm::find_if(body.statements, isDistance);
    const Value old = distance.results[0];
    Value j;
    ValueMap same;
    llvm::erase_if(body.statements, [&](const Statement &s) {
      if (!isLast(s, old))
        return false;
      if (!j)
        j = values.fresh(indexType, values.name(s.results[0]));
      same[s.results[0]] = j;
      return true;
    });
    Statement &now = *llvm::find_if(body.statements, isDistance);
    now.op = Apply{Prim::Add, Scalar::I64, {j, values.constantIndex(1)}};
    body.parameters[0] = j;
    substitute(body, same);
  }

  ValueTable &values;
  std::vector<Block *> found;
};

} // namespace

Function reverseLoops(Function function) {
  LoopReversal run(function);
  return function;
}

} // namespace soac::optimise
