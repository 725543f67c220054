// Functions of the counter of a short loop that runs again and again go into a table in front of the loops around it:
//   loop n |i| { s = map_reduce 10 |k| { e = exp (mul k, c);  .. } }
//     ->   t = map 10 |k| { exp (mul k, c) };  loop n |i| { s = map_reduce 10 |k| { e = t[k];  .. } }
// as terms of series and weights of quadratures are. The short loop has a constant count, the functions have a value
// whatever their operands are (Note [Speculation] in Hoist.cpp) and cost more than a store and a load in vector lanes.
// A table stands in front of the outermost loop around that has no part in it; where a branch may pass the short loop
// over, only at the function's own level, where it is made once.
#include "analysis/Cost.h"
#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::int64_t mostEntries = 64; ///< numbers of a table

class Tables {
public:
  explicit Tables(Function &f) : values(f.values) { block(f.body, /*isOutermost=*/true); }

private:
  void block(Block &b, bool isOutermost) {
    std::vector<Statement> all;
    all.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      lift(s, isOutermost, all);
      forEachBlock(s.op, [&](Block &inner) { block(inner, false); });
      all.push_back(std::move(s));
    }
    b.statements = std::move(all);
  }

  /// Puts tables for the short loops inside the statement in front of it.
  void lift(Statement &s, bool isOutermost, std::vector<Statement> &front) {
    bool isAny = false;
    forEachBlock(s.op, [&](Block &) { isAny = true; });
    if (!isAny)
      return;
    const DefUse inside(s);
    visit(s, {false, false}, [&](Statement &loop, Around around) {
      if (around.isRepeated && (isOutermost || !around.isConditional))
        tabulate(loop, inside, front);
    });
  }

  struct Around {
    bool isRepeated, isConditional;
  };
  /// Calls `f` on the loops of a few trips.
  void visit(Statement &s, Around around, llvm::function_ref<void(Statement &, Around)> f) {
    if (std::holds_alternative<Differentiate>(s.op) || std::holds_alternative<WithRules>(s.op))
      return;
    const auto trips = iterationBody(s.op) ? values.asInt(tripsOf(s.op)) : std::nullopt;
    if (trips && *trips > 1 && *trips <= mostEntries)
      f(s, around);
    const bool isBranch = std::holds_alternative<If>(s.op), isOnce = std::holds_alternative<WithAccumulators>(s.op);
    around = {around.isRepeated || (!isBranch && !isOnce), around.isConditional || isBranch};
    forEachBlock(s.op, [&](Block &inner) {
      for (Statement &nested : inner.statements)
        visit(nested, around, f);
    });
  }

  void tabulate(Statement &loop, const DefUse &inside, std::vector<Statement> &front) {
    Block &body = *iterationBody(loop.op);
    const Block functions = functionsOf(body, inside);
    if (functions.results.empty())
      return;
    Builder b(values, front, loop.location);
    const Values tables = b.map(tripsOf(loop.op), {}, [&](Builder &in, llvm::ArrayRef<Value> number) {
      return in.inlineBlock(functions, number);
    });
    llvm::DenseMap<Value, Value> tableOf;
    for (auto [v, table] : llvm::zip_equal(functions.results, tables))
      tableOf[v] = table;
    for (Statement &s : body.statements)
      if (const Value table = s.results.empty() ? Value() : tableOf.lookup(s.results[0]))
        s.op = Index{table, {body.parameters[0]}};
  }

  /// The statements that make functions of the number of the iteration, and nothing else from `inside`; the results are
  /// those that are dear and that the others read.
  Block functionsOf(const Block &body, const DefUse &inside) const {
    const Value number = body.parameters[0];
    Block functions{{number}, {}, {}};
    llvm::DenseMap<Value, bool> isDear{{number, false}};
    ValueSet read(body.results.begin(), body.results.end());
    for (const Statement &s : body.statements) {
      const auto *apply = std::get_if<Apply>(&s.op);
      const auto isFixed = [&](Value v) { return isDear.contains(v) || values.asConstant(v) || !inside.isInside(v); };
      const auto isOfNumber = [&](Value v) { return isDear.contains(v); };
      if (apply && isTotal(*apply, values) && llvm::all_of(apply->arguments, isFixed) &&
          llvm::any_of(apply->arguments, isOfNumber)) {
        isDear[s.results[0]] =
            isFunction(s, values) || llvm::any_of(apply->arguments, [&](Value v) { return isDear.lookup(v); });
        functions.statements.push_back(s);
      } else {
        const ValueSet used = freeVariables(s.op, values);
        read.insert(used.begin(), used.end());
      }
    }
    llvm::copy_if(read, std::back_inserter(functions.results), [&](Value v) { return isDear.lookup(v); });
    return functions;
  }

  ValueTable &values;
};

} // namespace

Function tabulate(Function function) {
  Tables run(function);
  return function;
}

} // namespace soac::optimise
