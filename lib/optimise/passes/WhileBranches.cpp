// A search by halves chooses, by one comparison, which end of its interval moves. What a `while` loop carries and one
// condition selects becomes one branch, and an offset that is widened from numbers of which the loop computes the sum
// becomes the widened sum, as a programmer writes it:
//   m = add exact a, h;  x = index t[add (cast a), (cast h)];  c = gt x, y;  p = select c, a, m;  q = select c, m, b
//     ->   m = add exact a, h;  x = index t[cast m];  c = gt x, y;  p, q = if c { yield a, m } else { yield m, b }
// Compilers make conditional moves of it. Of two selections in turn GCC 12 makes jumps, which half of the comparisons
// of a search mispredict; with the widened end beside the narrow one there are three moves, and again it makes jumps.
#include "analysis/DefUse.h"
#include "ir/Walk.h"
#include "optimise/passes/PassList.h"
#include "prims/Prims.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

const Apply *applied(const Statement &s, Prim prim) {
  const auto *apply = std::get_if<Apply>(&s.op);
  return apply && apply->prim == prim ? apply : nullptr;
}

class WhileBranches {
public:
  explicit WhileBranches(Function &f) : uses(f.body) { block(f.body); }

private:
  void block(Block &b) {
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (auto *loop = std::get_if<Loop>(&s.op); loop && !loop->isCounted()) {
        narrowSums(loop->body);
        branches(loop->body);
      }
    }
  }

  /// Of the narrow integers a and b, where `v` is (cast a) and `w` is (cast b), and of i64 by now.
  std::optional<std::pair<Value, Value>> widened(const Apply &sum) const {
    const auto *a = uses.as<Apply>(sum.arguments[0]), *b = uses.as<Apply>(sum.arguments[1]);
    const bool are = sum.type == Scalar::I64 && a && b && a->prim == Prim::Cast && b->prim == Prim::Cast;
    return are ? std::optional(std::pair(a->arguments[0], b->arguments[0])) : std::nullopt;
  }
  void narrowSums(Block &body) {
    llvm::DenseMap<std::pair<Value, Value>, Value> narrow; ///< exact sums
    for (Statement &s : body.statements) {
      const Apply *sum = applied(s, Prim::Add);
      if (!sum)
        continue;
      const auto [a, b] = std::pair(sum->arguments[0], sum->arguments[1]);
      if (sum->isExact && bitWidth(sum->type) < 64)
        narrow[{a, b}] = narrow[{b, a}] = s.results[0];
      else if (const auto parts = widened(*sum))
        if (const Value v = narrow.lookup(*parts))
          s.op = Apply{Prim::Cast, Scalar::I64, {v}};
    }
  }

  void branches(Block &body) {
    llvm::MapVector<Value, llvm::SmallVector<std::size_t, 2>> groups; ///< selections by their conditions
    for (auto [at, s] : llvm::enumerate(body.statements))
      if (const Apply *choice = applied(s, Prim::Select); choice && isInteger(choice->type) &&
                                                          uses.uses(s.results[0]) == 1 &&
                                                          llvm::is_contained(body.results, s.results[0]))
        groups[choice->arguments[0]].push_back(at);
    llvm::SmallVector<std::size_t> merged;
    for (const auto &[condition, group] : groups) {
      if (group.size() < 2)
        continue;
      Statement &last = body.statements[group.back()];
      Statement branch{{}, If{condition, {}, {}}, last.location};
      auto &op = std::get<If>(branch.op);
      for (const std::size_t at : group) {
        const Statement &s = body.statements[at];
        const Apply &choice = std::get<Apply>(s.op);
        branch.results.push_back(s.results[0]);
        op.then.results.push_back(choice.arguments[1]);
        op.otherwise.results.push_back(choice.arguments[2]);
      }
      last = std::move(branch);
      merged.append(group.begin(), std::prev(group.end()));
    }
    llvm::sort(merged);
    for (const std::size_t at : llvm::reverse(merged))
      body.statements.erase(body.statements.begin() + static_cast<std::ptrdiff_t>(at));
  }

  DefUse uses;
};

} // namespace

Function branchInWhiles(Function function) {
  WhileBranches run(function);
  return function;
}

} // namespace soac::optimise
