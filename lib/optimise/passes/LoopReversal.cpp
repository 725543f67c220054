// Loops of return sweeps run backwards: iteration i works on element n - 1 - i. Iterations that may run in any order run
// forwards instead, for which memory is read fastest and indices are simplest:
//
//   loop n |i| { a = sub n, i; j = add a, -1; .. x[j] .. }   ->   loop n |j| { .. x[j] .. }
//   loop n |i| { a = sub m, i; .. x[a] .. }                  ->   loop n |j| { a = j + (m - n + 1); .. x[a] .. }
#include "analysis/Effects.h"
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
    for (auto [body, count] : found) // inner ones first
      reverse(*body, count);
  }

private:
  void find(Block &b, const analysis::DefUse &definitions) {
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { find(inner, definitions); });
      if (auto *loop = std::get_if<Loop>(&s.op)) {
        if (loop->count && isBackwards(loop->body) &&
            (addsOnly(s) || orderFreeBesideSums(*loop, values, definitions) || hasFreeOrderBesideSums(*loop, values, definitions)))
          found.push_back({&loop->body, loop->count});
      } else if (auto *kernel = std::get_if<MapReduce>(&s.op)) {
        if (isBackwards(kernel->fn) && orderFree(*kernel, values))
          found.push_back({&kernel->fn, kernel->count});
      }
    }
  }

  // Does the loop carry nothing and check nothing? Its iterations have nothing in common but what they add to.
  static bool addsOnly(const Statement &s) { return std::get<Loop>(s.op).inits.empty() && !analysis::hasCheck(s.op); }

  // m - i with m from outside, the only use of the counter.
  static Statement *distanceOf(Block &body) {
    const Value i = body.parameters[0];
    const auto found = llvm::find_if(body.statements, [&](const Statement &s) {
      const auto *apply = std::get_if<Apply>(&s.op);
      return apply && apply->prim == Prim::Sub && apply->type == Scalar::I64 && apply->arguments[1] == i;
    });
    if (found == body.statements.end() || countUses(i, body) != 1)
      return nullptr;
    const Value m = std::get<Apply>(found->op).arguments[0];
    const bool isInside = llvm::is_contained(body.parameters, m) ||
                          llvm::any_of(body.statements, [&](const Statement &s) { return llvm::is_contained(s.results, m); });
    return isInside ? nullptr : &*found;
  }
  static bool isBackwards(Block &body) { return distanceOf(body); }

  // The new counter j is count - 1 - i, so that m - i is j + 1 + (m - count).
  void reverse(Block &body, Value count) {
    Statement &distance = *distanceOf(body);
    const Value old = distance.results[0], m = std::get<Apply>(distance.op).arguments[0];
    const Value j = values.fresh(indexType);
    body.parameters[0] = j;
    std::vector<Statement> front;
    Builder b(values, front, distance.location);
    const Value first = m == count ? b.index(1) : b.add(b.sub(m, count), b.index(1));
    distance.op = Apply{Prim::Add, Scalar::I64, {j, first}};
    ValueMap same;
    if (m == count)
      llvm::erase_if(body.statements, [&](const Statement &s) {
        const auto *apply = std::get_if<Apply>(&s.op);
        const bool isCounter = apply && apply->prim == Prim::Add && apply->arguments[0] == old && values.asInt(apply->arguments[1]) == -1;
        if (isCounter) {
          values.setName(j, values.name(s.results[0]));
          same[s.results[0]] = j;
        }
        return isCounter;
      });
    body.statements.insert(body.statements.begin(), std::make_move_iterator(front.begin()), std::make_move_iterator(front.end()));
    substitute(body, same);
  }

  ValueTable &values;
  std::vector<std::pair<Block *, Value>> found; ///< bodies and counts
};

} // namespace

Function reverseLoops(Function function) {
  LoopReversal run(function);
  return function;
}

} // namespace soac::optimise
