// Loop unswitching: a branch whose condition the loop does not change goes around the loop, which is there twice then
// [Allen and Cocke 1972]:
//   r = loop n, (a) |i, x| { if c { x[i] = u[i] } else { x[i] = v[i] } }
//   ->   r = if c { loop n, (a) |i, x| { x[i] = u[i] } } else { loop n, (a) |i, x| { x[i] = v[i] } }
//
// Each of the two reads and writes what is known to it: pointers that change places in turns, or an option of a method,
// leave no branch in the loop, whose elements then need no log of which were written. Branches of scalars alone stay:
// compilers do this. So do those beside inner loops, which take more time, and those on comparisons of an outer
// counter, `i > 0`, where `index_sets` parts the loop of that counter.
#include "optimise/passes/KnownBranches.h"
#include "optimise/passes/PassList.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::size_t mostStatements = 160; ///< of a loop that is there twice
constexpr unsigned mostConditions = 8;      ///< in a function

class Unswitching {
public:
  explicit Unswitching(Function &f) : values(f.values) { block(f.body); }

private:
  /// Inner loops first: a branch goes out of a nest loop by loop.
  void block(Block &b) {
    for (Statement &s : b.statements) {
      noteCounters(s);
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (const Value condition = conditionOf(s)) {
        goAround(condition, s);
        ++conditions;
      }
    }
  }
  /// Counters, what is computed of them and how they compare; not whether they are even.
  void noteCounters(const Statement &s) {
    if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
      ofCounters.insert(loop->body.parameters[0]);
    const auto *op = std::get_if<Apply>(&s.op);
    const bool isBits = op && (op->prim == Prim::Rem || (op->prim == Prim::And && op->type != Scalar::Bool));
    if (op && !isBits && llvm::any_of(op->arguments, [&](Value v) { return ofCounters.contains(v); }))
      ofCounters.insert(s.results[0]);
  }
  /// Of a branch in the loop that can go around it.
  Value conditionOf(const Statement &s) const {
    const auto *loop = std::get_if<Loop>(&s.op);
    if (!loop || !loop->annotations.areNone() || conditions == mostConditions ||
        countStatements(loop->body) > mostStatements)
      return {};
    const ValueSet outside = freeVariables(s.op, values);
    const bool isInnermost = !has<Loop>(loop->body);
    Value found;
    forEachStatement(loop->body, [&](const Statement &inner) {
      const auto *branch = std::get_if<If>(&inner.op);
      if (!found && branch && outside.contains(branch->condition) && !ofCounters.contains(branch->condition) &&
          (isInnermost ? usesArrays(*branch, inner) : hasLoops(*branch)))
        found = branch->condition;
    });
    return found;
  }
  static bool hasLoops(const If &branch) { return has<Loop>(branch.then) || has<Loop>(branch.otherwise); }
  bool usesArrays(const If &branch, const Statement &s) const {
    return llvm::any_of(s.results, [&](Value v) { return values.type(v).isArray(); }) || has<Index>(branch.then) ||
           has<Index>(branch.otherwise);
  }
  void goAround(Value condition, Statement &s) {
    Block whole;
    whole.statements.push_back(std::move(s));
    whole.results = whole.statements[0].results;
    const auto where = [&](bool holds) {
      Block copy = cloneBlock(whole, values);
      takeArms(copy, condition, holds);
      substitute(copy, {{condition, values.constantBool(holds)}});
      return copy;
    };
    If both{condition, where(true), where(false)};
    s = {whole.results, std::move(both), whole.statements[0].location};
  }

  ValueTable &values;
  ValueSet ofCounters;
  unsigned conditions = 0;
};

} // namespace

Function unswitchLoops(Function function) {
  Unswitching run(function);
  return function;
}

} // namespace soac::optimise
