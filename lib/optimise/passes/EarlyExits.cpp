// A loop of an adjoint that may be left early becomes one over the trips that are complete, and the trip that is not:
//   returned, r.. = while (k < n and not returned) { .. pre;  c = x[k] <= 0;  if c { .. } else { .. rest };  yield c,
//   .. }
//   ->   trips, left = the same loop, which counts those with c false
//        s.. = loop trips { .. pre;  rest };   r.. = if left { .. pre, and the arm of c } else { s.. }
// The return sweep of a counted loop knows its trips, has formulas in the place of counters, and no branch around what
// is behind the exit. So it is of loops inside that are left on the way out: in complete trips they go on to their
// ends. The loop that counts computes no more than what decides the exit; where a `return` gives a constant, nothing
// else of the last trip is needed. Loops inside of others that are left for the next trip around stay: they would be
// counted in each.
#include "optimise/passes/KnownBranches.h"
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::size_t mostInLastTrip = 160; ///< statements, which are there twice

class EarlyExits {
public:
  explicit EarlyExits(Function &f) : values(f.values) { inAdjoints(f.body); }

private:
  void inAdjoints(Block &b) {
    for (Statement &s : b.statements) {
      auto *op = std::get_if<Differentiate>(&s.op);
      if (op && op->mode == Mode::Adjoint && !op->directions)
        block(op->fn);
      forEachBlock(s.op, [&](Block &inner) { inAdjoints(inner); });
    }
  }
  /// Not in loops.
  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    ValueMap known;
    for (Statement &s : b.statements) {
      substitute(s.op, known);
      if (auto *branch = std::get_if<If>(&s.op)) {
        block(branch->then);
        block(branch->otherwise);
      }
      const auto *loop = std::get_if<Loop>(&s.op);
      const auto exit = loop ? exitOf(*loop) : std::nullopt;
      if (exit && countStatements(loop->body) <= mostInLastTrip && !accumulates(loop->body))
        split(s, *exit, known, kept);
      else
        kept.push_back(std::move(s));
    }
    for (Value &v : b.results)
      if (const Value now = known.lookup(v))
        v = now;
    b.statements = std::move(kept);
  }

  /// The position of the flag that ends the loop, among what it carries; it is false at first.
  std::optional<std::size_t> exitOf(const Loop &loop) const {
    if (loop.isCounted() || !loop.annotations.areNone())
      return std::nullopt;
    const analysis::DefUse definitions(loop.condition);
    const auto *test = definitions.as<If>(loop.condition.results[0]);
    if (!test || loop.condition.statements.size() != 1 || !isFalse(test->then.results[0]))
      return std::nullopt;
    const auto *flag = llvm::find(loop.condition.parameters, test->condition);
    if (flag == loop.condition.parameters.end())
      return std::nullopt;
    const auto position = static_cast<std::size_t>(flag - loop.condition.parameters.begin());
    return isFalse(loop.inits[position]) ? std::optional(position) : std::nullopt;
  }
  static bool accumulates(const Block &b) {
    bool does = false;
    forEachStatement(b, [&](const Statement &s) {
      const auto *invoke = std::get_if<Invoke>(&s.op);
      does |= std::holds_alternative<Accumulate>(s.op) || (invoke && !invoke->accumulators.empty());
    });
    return does;
  }
  bool isFalse(Value v) const {
    const Constant *c = values.asConstant(v);
    return c && !c->bits;
  }
  bool isTrue(Value v) const {
    const Constant *c = values.asConstant(v);
    return c && c->bits;
  }

  void split(Statement &s, std::size_t exit, ValueMap &known, std::vector<Statement> &out) {
    const Loop loop = std::move(std::get<Loop>(s.op));
    Builder b(values, out, s.location);
    const auto [trips, left] = counted(loop, exit, b);
    Loop complete{trips, {}, loop.inits, cloneBlock(loop.body, values), {}};
    goOn(complete.body, exit);
    if (const Value most = mostTrips(loop, complete.body, b)) // which bounds indices
      complete.count = b.apply(Prim::Min, {trips, most});
    complete.body.parameters.insert(complete.body.parameters.begin(), values.fresh(indexType));
    llvm::SmallVector<Name, 4> names;
    for (Value r : s.results)
      names.push_back(values.name(r));
    const Values behind = b.emit(std::move(complete), names);

    Block last = cloneBlock(loop.body, values);
    const Value taken = last.results[exit];
    substitute(last, {{last.parameters[exit], values.constantBool(false)}});
    decide(last, taken, true);
    If rest{left, {}, {}};
    rest.then.results = inlineBlock(last, behind, values, rest.then.statements);
    rest.otherwise.results = behind;
    known[s.results[exit]] = left;
    for (Block *arm : {&rest.then, &rest.otherwise})
      arm->results.erase(arm->results.begin() + static_cast<std::ptrdiff_t>(exit));
    s.results.erase(s.results.begin() + static_cast<std::ptrdiff_t>(exit));
    s.op = std::move(rest);
    out.push_back(std::move(s));
  }

  /// The number of complete trips, and whether another one is left early.
  std::pair<Value, Value> counted(const Loop &loop, std::size_t exit, Builder &b) {
    Loop count{{}, cloneBlock(loop.condition, values), loop.inits, cloneBlock(loop.body, values), {}};
    count.inits.push_back(b.index(0));
    count.condition.parameters.push_back(values.fresh(indexType));
    count.body.parameters.push_back(values.fresh(indexType));
    Builder in(values, count.body.statements, b.location);
    const Value trips = count.body.parameters.back();
    count.body.results.push_back(in.select(count.body.results[exit], trips, in.add(trips, b.index(1))));
    const Values results = b.emit(std::move(count));
    return {results.back(), results[exit]};
  }

  /// The trips where none is left, if a carried number counts them: `k < n`, and each trip adds 1.
  Value mostTrips(const Loop &loop, const Block &complete, Builder &b) const {
    const Block &goesOn = std::get<If>(loop.condition.statements[0].op).otherwise;
    const auto made =
        llvm::find_if(goesOn.statements, [&](const Statement &s) { return s.results[0] == goesOn.results[0]; });
    const auto *test = made == goesOn.statements.end() ? nullptr : std::get_if<Apply>(&made->op);
    if (!test || test->prim != Prim::Lt)
      return {};
    const auto *counter = llvm::find(loop.condition.parameters, test->arguments[0]);
    const Value most = test->arguments[1];
    if (counter == loop.condition.parameters.end() || !isInteger(values.type(most).scalar) ||
        analysis::DefUse(loop.condition).isInside(most))
      return {};
    const auto k = static_cast<std::size_t>(counter - loop.condition.parameters.begin());
    const Scalar type = values.type(most).scalar; // the distance is that of indices
    if (bitWidth(type) == 64 && (isUnsigned(type) || values.asInt(loop.inits[k]).value_or(-1) < 0))
      return {};
    const analysis::DefUse definitions(complete);
    const auto *next = definitions.as<Apply>(complete.results[k]);
    const bool isCounter = next && next->prim == Prim::Add && next->arguments[0] == complete.parameters[k] &&
                           values.asInt(next->arguments[1]) == 1;
    const Value distance = b.sub(b.cast(Scalar::I64, most), b.cast(Scalar::I64, loop.inits[k]));
    return isCounter ? b.apply(Prim::Max, {distance, b.index(0)}) : Value{};
  }

  /// Makes the body of a loop that of a trip which is complete.
  void goOn(Block &body, std::size_t exit) {
    const Value flag = body.parameters[exit];
    substitute(body, {{flag, values.constantBool(false)}});
    assumeFalse(body, body.results[exit]);
    body.results[exit] = values.constantBool(false);
  }

  /// v is made in the block, as a comparison or by what may be left inside.
  void assumeFalse(Block &b, Value v) {
    if (values.asConstant(v))
      return;
    const auto made = llvm::find_if(b.statements, [&](const Statement &s) { return llvm::is_contained(s.results, v); });
    if (made == b.statements.end())
      return;
    const auto position = static_cast<std::size_t>(llvm::find(made->results, v) - made->results.begin());
    if (auto *loop = std::get_if<Loop>(&made->op)) {
      if (exitOf(*loop) == position)
        goOnToTheEnd(*loop, position);
    } else if (auto *branch = std::get_if<If>(&made->op)) {
      const bool isThen = isTrue(branch->then.results[position]),
                 isOtherwise = isTrue(branch->otherwise.results[position]);
      if (isThen != isOtherwise) {
        const Value condition = branch->condition,
                    other = (isThen ? branch->otherwise : branch->then).results[position];
        decide(b, v, false);
        decide(b, condition, !isThen);
        assumeFalse(b, other);
        substitute(b, {{other, values.constantBool(false)}});
        return;
      }
      assumeFalse(branch->then, branch->then.results[position]);
      assumeFalse(branch->otherwise, branch->otherwise.results[position]);
    }
    decide(b, v, false);
  }
  void goOnToTheEnd(Loop &loop, std::size_t exit) {
    If test = std::move(std::get<If>(loop.condition.statements[0].op));
    loop.condition.statements = std::move(test.otherwise.statements);
    loop.condition.results = std::move(test.otherwise.results);
    goOn(loop.body, exit);
  }

  /// Takes the arms of branches on c and on `not c`, and puts the number in the place of both.
  void decide(Block &b, Value c, bool holds) {
    Values opposites;
    forEachStatement(b, [&](const Statement &s) {
      const auto *apply = std::get_if<Apply>(&s.op);
      if (apply && apply->prim == Prim::Not && apply->arguments[0] == c)
        opposites.push_back(s.results[0]);
    });
    takeArms(b, c, holds);
    ValueMap known{{c, values.constantBool(holds)}};
    for (Value opposite : opposites) {
      takeArms(b, opposite, !holds);
      known[opposite] = values.constantBool(!holds);
    }
    substitute(b, known);
  }

  ValueTable &values;
};

} // namespace

Function splitEarlyExits(Function function) {
  EarlyExits run(function);
  return function;
}

} // namespace soac::optimise
