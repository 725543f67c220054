// Loop-invariant checks go in front of the loop or operator that repeats them, so that shape checks leave the kernels:
//
//   map n |i| { check c;  .. }   ->   check n <= 0 or c;  map n |i| { .. }
//
// Only checks that every execution of the body reaches move: checks in one arm of a branch stay, as do checks in
// `while` loops; those that both arms begin with go in front of the branch. An exit of the user's program keeps its
// order with all other statements that may leave the program.
#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "optimise/passes/PassList.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class Checks {
public:
  explicit Checks(Function &f) : values(f.values) { block(f.body); }

private:
  void block(Block &b) {
    std::vector<Statement> out;
    out.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      liftFrom(s, out);
      out.push_back(std::move(s));
    }
    b.statements = std::move(out);
  }

  // The checks of the statement's blocks that use no value defined in these blocks go to `out`.
  void liftFrom(Statement &s, std::vector<Statement> &out) {
    if (auto *branch = std::get_if<If>(&s.op))
      liftFromBoth(*branch, out);
    else if (std::holds_alternative<WithAccumulators>(s.op))
      forEachBlock(s.op, [&](Block &inner) { lift(inner, {}, out); });
    else if (const Value count = countOf(s.op))
      forEachBlock(s.op, [&](Block &inner) { lift(inner, count, out); });
  }

  static Values operandsOf(const Check &check) {
    Values all = check.operands;
    all.push_back(check.condition);
    if (check.number)
      all.push_back(check.number);
    return all;
  }

  static Value countOf(const Op &op) {
    if (const auto *map = std::get_if<Map>(&op))
      return map->count;
    if (const auto *reduce = std::get_if<Reduce>(&op))
      return reduce->count;
    if (const auto *scan = std::get_if<Scan>(&op))
      return scan->count;
    if (const auto *mapReduce = std::get_if<MapReduce>(&op))
      return mapReduce->count;
    if (const auto *loop = std::get_if<Loop>(&op))
      return loop->count;
    return {};
  }

  void lift(Block &b, Value count, std::vector<Statement> &out) {
    if (llvm::none_of(b.statements, [](const Statement &s) { return std::holds_alternative<Check>(s.op); }))
      return;
    llvm::DenseSet<std::uint32_t> inside;
    for (Value v : b.parameters)
      inside.insert(v.id);
    for (const Statement &s : b.statements)
      for (Value v : s.results)
        inside.insert(v.id);
    const auto isInside = [&](Value v) { return inside.contains(v.id); };
    bool mayLeave = false, mayExit = false; ///< among the statements that stay, up to here
    llvm::erase_if(b.statements, [&](Statement &s) {
      auto *check = std::get_if<Check>(&s.op);
      if (!check || llvm::any_of(operandsOf(*check), isInside) || mayExit || (mayLeave && !check->exit.empty())) {
        mayLeave = mayLeave || hasEffect(s.op);
        mayExit = mayExit || hasExit(s.op);
        return false;
      }
      Builder builder(values, out, s.location);
      Check lifted = *check;
      if (count)
        lifted.condition =
            builder.apply(Prim::Or, {builder.apply(Prim::Le, {count, builder.index(0)}), lifted.condition});
      builder.emit(std::move(lifted));
      return true;
    });
  }

  /// The checks that are the first statements of both arms that may leave the program.
  void liftFromBoth(If &branch, std::vector<Statement> &out) {
    const auto first = [](Block &arm) {
      return llvm::find_if(arm.statements, [](const Statement &s) { return hasEffect(s.op); });
    };
    for (;;) {
      const auto one = first(branch.then), other = first(branch.otherwise);
      if (one == branch.then.statements.end() || other == branch.otherwise.statements.end())
        return;
      const auto *check = std::get_if<Check>(&one->op), *same = std::get_if<Check>(&other->op);
      if (!check || !same || check->message != same->message || check->exit != same->exit)
        return;
      const analysis::DefUse inThen(branch.then), inOther(branch.otherwise);
      const Values operands = operandsOf(*check), others = operandsOf(*same);
      const auto areSame = [&](Value x, Value y) { return areOneNumber(x, inThen, y, inOther); };
      if (operands.size() != others.size() || !std::equal(operands.begin(), operands.end(), others.begin(), areSame))
        return;
      Builder b(values, out, one->location);
      Check lifted = *check;
      for (Value &v : lifted.operands)
        v = before(v, inThen, b);
      lifted.condition = before(lifted.condition, inThen, b);
      if (lifted.number)
        lifted.number = before(lifted.number, inThen, b);
      b.emit(std::move(lifted));
      branch.then.statements.erase(one);
      branch.otherwise.statements.erase(other);
    }
  }
  /// Are x and y computed alike of what is in front of their arms?
  bool areOneNumber(Value x, const analysis::DefUse &inThen, Value y, const analysis::DefUse &inOther) const {
    if (!inThen.isInside(x) || !inOther.isInside(y))
      return x == y;
    const auto *extent = inThen.as<Extent>(x), *other = inOther.as<Extent>(y);
    if (extent || other)
      return extent && other && extent->dimension == other->dimension && extent->array == other->array &&
             !inThen.isInside(extent->array);
    const auto *a = inThen.as<Apply>(x), *b = inOther.as<Apply>(y);
    return a && b && a->prim == b->prim && a->type == b->type && isTotal(*a, values) &&
           llvm::all_of(llvm::zip_equal(a->arguments, b->arguments), [&](const auto &pair) {
             return areOneNumber(std::get<0>(pair), inThen, std::get<1>(pair), inOther);
           });
  }
  Value before(Value v, const analysis::DefUse &arm, Builder &b) const {
    if (!arm.isInside(v))
      return v;
    if (const auto *extent = arm.as<Extent>(v))
      return b.emit1(*extent);
    Apply computed = *arm.as<Apply>(v);
    for (Value &x : computed.arguments)
      x = before(x, arm, b);
    return b.emit1(std::move(computed));
  }

  ValueTable &values;
};

} // namespace

Function liftChecks(Function function) {
  Checks run(function);
  return function;
}

} // namespace soac::optimise
