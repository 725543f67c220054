// Loop-invariant checks go in front of the loop or operator that repeats them, so that shape checks leave the kernels:
//
//   map n |i| { check c;  .. }   ->   check n <= 0 or c;  map n |i| { .. }
//
// Only checks that every execution of the body reaches move: checks in branches stay, as do checks in `while` loops. An
// exit of the user's program keeps its order with all other statements that may leave the program.
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
    if (std::holds_alternative<WithAccumulators>(s.op))
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

  ValueTable &values;
};

} // namespace

Function liftChecks(Function function) {
  Checks run(function);
  return function;
}

} // namespace soac::optimise
