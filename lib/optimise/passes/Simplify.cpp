// One forward walk that applies the rules (Rules.h) to every statement, whose operands are simplified and whose
// definition chain is known, and the rules for scopes, which are here:
//   - a branch that is known to be taken, and a loop of at most one trip, become the statements that they hold;
//   - a carried value that never changes is its first value; a result that both branches agree on is that value;
//   - rows of an array made by fill or iota are known; a map's result that is a row of an operand is that operand;
//   - the result of a reduction whose operator hands on what it has from the left is known, and elements that an
//     operator does not read are zeros.
//
//   r = loop 1, (x) |i, y| { yield add y, a[i] }   ->   r = add x, a[0]
//
// Values that became equal to others lose their last use; dead code elimination removes their statements.
#include "analysis/Effects.h"
#include "analysis/LastUses.h"
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"
#include "optimise/rules/Rules.h"

#include "ir/Fields.h"
#include "ir/verify/Typing.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class Simplifier final : public Context {
public:
  Simplifier(Function &f, Shapes &shapes) : Context(f.values, shapes), consumed(consumedValues(f)) {
    countUses(f.body);
    block(f.body);
  }

  // Context
  // ------------------------------------------------------------------------------------------------------------

  const Statement *definition(Value v) const override {
    const Place &p = state(v).place;
    return p.statements ? &(*p.statements)[p.position] : nullptr;
  }
  bool isInScope(Value v) const override { return state(v).isInScope || values.asConstant(v); }
  Value emit(Op op) override {
    Statement s{{}, std::move(op), location};
    for (Type t : resultTypes(s.op, values))
      s.results.push_back(values.fresh(t));
    forEachOperand(s.op, [&](Value v) { ++state(v).uses; });
    shapes.define(s);
    const Value result = s.results[0];
    statement(std::move(s));
    return resolve(result);
  }
  bool isConsumed(Value v) const override { return v.id < consumed.size() && consumed[v.id]; }
  bool hasOneUse(Value v) const override { return state(v).uses == 1; }
  Value countOf(Value index) const override { return state(index).count; }
  bool isExtent(Value v) const override { return state(v).fills > 0; }
  std::optional<Value> soleRow(Value mapped, Value index) override {
    const Statement &s = *definition(mapped);
    if (!llvm::is_contained(reached, state(mapped).place.statements) || !hasOneUse(mapped) || hasEffect(s.op) ||
        llvm::any_of(freeVariables(s.op, values), [&](Value v) { return isConsumed(v) && type(v).isArray(); }))
      return std::nullopt;
    const Map map = std::get<Map>(s.op);
    const auto k = static_cast<std::size_t>(llvm::find(s.results, mapped) - s.results.begin());
    Values arguments{index};
    for (Value array : map.arrays)
      arguments.push_back(emit(Index{array, {index}}));
    Block body;
    body.results = inlineBlock(map.fn, arguments, values, body.statements);
    countUses(body);
    for (const Statement &inner : body.statements)
      shapes.define(inner);
    return splice(std::move(body))[k];
  }

private:
  struct Place {
    const std::vector<Statement> *statements = nullptr;
    std::size_t position = 0;
  };
  /// State of a value while statements are rewritten; analysis/DefUse is for statements that stay where they are.
  struct ValueState {
    Value same;        ///< a value that was found to be equal
    Value count;       ///< of an index parameter: its upper bound, exclusive
    Place place;       ///< of its statement, while in scope
    unsigned uses = 0; ///< an upper bound
    unsigned fills = 0; ///< arrays in scope that are filled with this extent
    bool isInScope = false;
  };

  ValueState &state(Value v) {
    if (v.id >= states.size()) {
      states.resize(values.size());
      consumed.resize(values.size());
    }
    return states[v.id];
  }
  const ValueState &state(Value v) const {
    static const ValueState none;
    return v.id < states.size() ? states[v.id] : none;
  }
  void countUses(const Block &b) {
    forEachUse(b, [&](Value v) { ++state(v).uses; });
  }

  Value resolve(Value v) const {
    while (state(v).same)
      v = state(v).same;
    return v;
  }
  void resolveAll(Values &vs) const {
    for (Value &v : vs)
      v = resolve(v);
  }
  void replace(Value old, Value now) {
    if (old == now || state(old).same)
      return;
    state(old).same = now;
    state(now).uses += state(old).uses;
    if (consumed[old.id])
      consumed[now.id] = true;
    if (values.name(now).empty() && !values.asConstant(now))
      values.setName(now, values.name(old));
  }

  // Statements
  // ---------------------------------------------------------------------------------------------------------

  enum class Runs { Once, AnyTimes };

  void block(Block &b, Runs runs = Runs::AnyTimes) {
    std::vector<Statement> mine;
    mine.reserve(b.statements.size());
    std::vector<Statement> *const outer = std::exchange(out, &mine);
    const auto outerReached = reached;
    if (runs == Runs::AnyTimes)
      reached.clear();
    reached.push_back(out);
    for (Value v : b.parameters)
      state(v).isInScope = true;
    std::vector<Statement> old = std::move(b.statements);
    for (Statement &s : old)
      statement(std::move(s));
    resolveAll(b.results);
    const auto leave = [&](Value v) {
      state(v).isInScope = false;
      state(v).place = {};
    };
    llvm::for_each(b.parameters, leave);
    for (const Statement &s : mine) {
      llvm::for_each(s.results, leave);
      if (const auto *fill = std::get_if<Fill>(&s.op))
        for (const Value extent : fill->extents)
          --state(extent).fills;
    }
    b.statements = std::move(mine);
    out = outer;
    reached = outerReached;
  }

  // The block's statements here, its parameters replaced.
  Values splice(Block b) {
    for (Statement &s : b.statements)
      statement(std::move(s));
    resolveAll(b.results);
    return b.results;
  }

  void statement(Statement s) {
    const SourceLocation outer = std::exchange(location, s.location);
    forEachOperand(s.op, [&](Value &v) { v = resolve(v); });
    if (!std::visit([&](auto &op) { return rule(op, s); }, s.op))
      append(std::move(s));
    location = outer;
  }

  void append(Statement s) {
    out->push_back(std::move(s));
    if (const auto *fill = std::get_if<Fill>(&out->back().op))
      for (const Value extent : fill->extents)
        ++state(extent).fills;
    for (Value v : out->back().results) {
      state(v).isInScope = true;
      state(v).place = {out, out->size() - 1};
    }
  }

  void replaceAll(const Values &old, const Values &now) {
    for (auto [o, n] : llvm::zip_equal(old, now))
      replace(o, n);
  }

  // Each `rule` returns true when the statement is gone.

  template <class T>
    requires requires(T &op, Context &c) { optimise::simplify(op, c); }
  bool rule(T &op, Statement &s) {
    for (unsigned round = 0; round < 64; ++round) {
      const Rewrite r = optimise::simplify(op, *this);
      if (r.value) {
        replace(s.results[0], r.value);
        return true;
      }
      if (!r.isChanged)
        break;
    }
    return false;
  }

  template <WithoutBlocks T>
    requires(!requires(T &op, Context &c) { optimise::simplify(op, c); })
  bool rule(T &, Statement &) {
    return false;
  }

  bool rule(If &op, Statement &s) {
    while (const auto *apply = as<Apply>(op.condition)) {
      if (apply->prim != Prim::Not)
        break;
      op.condition = Value(apply->arguments[0]);
      std::swap(op.then, op.otherwise);
    }
    if (const auto k = asInt(op.condition)) {
      replaceAll(s.results, splice(std::move(*k ? op.then : op.otherwise)));
      return true;
    }
    state(op.condition).same = values.constantBool(true);
    block(op.then, Runs::Once);
    state(op.condition).same = values.constantBool(false);
    block(op.otherwise, Runs::Once);
    state(op.condition).same = {};
    for (std::size_t k = 0; k < s.results.size(); ++k) {
      const Value x = op.then.results[k], y = op.otherwise.results[k];
      if (x == y && isInScope(x))
        replace(s.results[k], x);
      else if (type(x) == boolType && isInt(x, 1) && isInt(y, 0))
        replace(s.results[k], op.condition);
      else if (type(x) == boolType && isInt(x, 0) && isInt(y, 1))
        replace(s.results[k], apply(Prim::Not, {op.condition}));
    }
    return false;
  }

  bool rule(Loop &op, Statement &s) {
    const auto parameter = [&](std::size_t k) { return op.body.parameters[k + op.isCounted()]; };
    const bool isConstant = op.isCounted() && asInt(op.count);
    if ((isConstant && *asInt(op.count) <= 0) || (!op.isCounted() && isInt(resolve(op.condition.results[0]), 0))) {
      replaceAll(s.results, op.inits);
      return true;
    }
    if (isConstant && *asInt(op.count) == 1 && !op.annotations.bound) {
      replace(op.body.parameters[0], index(0));
      for (std::size_t k = 0; k < op.inits.size(); ++k)
        replace(parameter(k), op.inits[k]);
      replaceAll(s.results, splice(std::move(op.body)));
      return true;
    }
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const Value next = resolve(op.body.results[k]);
      if (next != parameter(k) && next != op.inits[k])
        continue;
      replace(parameter(k), op.inits[k]);
      if (!op.isCounted())
        replace(op.condition.parameters[k], op.inits[k]);
      replace(s.results[k], op.inits[k]);
    }
    if (op.isCounted())
      state(op.body.parameters[0]).count = op.count;
    else
      block(op.condition);
    block(op.body);
    return false;
  }

  // Known rows: those of a fill are its value, those of iota the index, those of a repeated array the first occurrence's.
  void rowsOf(const Values &arrays, const Values &parameters, Value index) {
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      const Value row = parameters[k + 1];
      const auto first = static_cast<std::size_t>(llvm::find(arrays, arrays[k]) - arrays.begin());
      if (first < k) {
        replace(row, parameters[first + 1]);
      } else if (as<Iota>(arrays[k])) {
        replace(row, index);
      } else if (const auto *fill = as<Fill>(arrays[k])) {
        Fill rest{fill->value, Values(llvm::drop_begin(fill->extents))};
        replace(row, rest.extents.empty() ? rest.value : emit(std::move(rest)));
      }
    }
  }

  // Replaces a mapped result that is a fill, an iota, an operand of the map, an earlier result, or an array outside.
  void mapped(Value result, const Block &fn, std::size_t k, Value count, const Values &arrays, const Values &results,
              std::size_t first) {
    const Value v = fn.results[k], i = fn.parameters[0];
    if (isInScope(v))
      return replace(result, emit(Fill{v, {count}}));
    if (v == i)
      return replace(result, emit(Iota{count}));
    if (const auto *at = llvm::find(fn.parameters, v); at != fn.parameters.end())
      return replace(result, arrays[static_cast<std::size_t>(at - fn.parameters.begin()) - 1]);
    const auto same = static_cast<std::size_t>(llvm::find(llvm::drop_begin(fn.results, first), v) - fn.results.begin());
    if (same < k)
      return replace(result, results[same]);
    if (fn.statements.empty() || !llvm::is_contained(fn.statements.back().results, v))
      return;
    const auto *index = std::get_if<Index>(&fn.statements.back().op);
    if (index && index->indices.size() == 1 && index->indices[0] == i && isInScope(index->array) &&
        !isConsumed(index->array) && shapes.of(index->array, 0) == shapes.ofScalar(count))
      replace(result, index->array);
  }

  // What an operator hands on from the left is what it begins with.
  void reduced(llvm::ArrayRef<Value> results, const Block &op, const Values &neutral) {
    for (std::size_t k = 0; k < results.size(); ++k)
      if (op.results[k] == op.parameters[k])
        replace(results[k], neutral[k]);
  }

  bool rule(Map &op, Statement &s) {
    state(op.fn.parameters[0]).count = op.count;
    rowsOf(op.arrays, op.fn.parameters, op.fn.parameters[0]);
    block(op.fn);
    for (std::size_t k = 0; k < s.results.size(); ++k)
      mapped(s.results[k], op.fn, k, op.count, op.arrays, s.results, 0);
    return false;
  }
  bool rule(MapReduce &op, Statement &s) {
    state(op.fn.parameters[0]).count = op.count;
    rowsOf(op.arrays, op.fn.parameters, op.fn.parameters[0]);
    block(op.fn);
    std::size_t first = 0;
    for (Reduction &r : op.reductions) {
      block(r.op);
      reduced(llvm::ArrayRef(s.results).slice(first, r.neutral.size()), r.op, r.neutral);
      for (std::size_t k = 0; k < r.neutral.size(); ++k)
        if (const Value element = r.op.parameters[r.neutral.size() + k];
            type(element).isScalar() && ir::countUses(element, r.op) == 0)
          op.fn.results[first + k] = values.zero(type(element).scalar);
      first += r.neutral.size();
    }
    for (std::size_t k = first; k < s.results.size(); ++k)
      mapped(s.results[k], op.fn, k, op.count, op.arrays, s.results, first);
    for (auto [k, same] : sharedReductions(op))
      replace(s.results[k], s.results[same]);
    return false;
  }
  bool rule(Reduce &op, Statement &s) {
    if (isInt(op.count, 0)) {
      replaceAll(s.results, op.neutral);
      return true;
    }
    block(op.op);
    reduced(s.results, op.op, op.neutral);
    return false;
  }
  bool rule(Scan &op, Statement &) {
    block(op.op);
    return false;
  }
  bool rule(ReduceByIndex &op, Statement &) {
    block(op.op);
    return false;
  }
  bool rule(WithAccumulators &op, Statement &s) {
    if (op.inits.empty()) {
      replaceAll(s.results, splice(std::move(op.body)));
      return true;
    }
    for (std::size_t k = 0; k < op.inits.size(); ++k)
      if (state(op.body.parameters[k]).uses == 0)
        replace(s.results[k], op.inits[k]);
    block(op.body, Runs::Once);
    // The body's own results that come from outside.
    for (std::size_t k = 0; k < op.body.results.size(); ++k)
      if (isInScope(op.body.results[k]))
        replace(s.results[op.inits.size() + k], op.body.results[k]);
    return false;
  }
  bool rule(WithRules &op, Statement &) {
    block(op.fn);
    if (op.tangent)
      block(*op.tangent);
    if (op.adjoint)
      block(*op.adjoint);
    return false;
  }
  bool rule(Check &op, Statement &) { return isInt(op.condition, 1); }
  bool rule(Differentiate &op, Statement &) {
    block(op.fn);
    return false;
  }

  std::vector<bool> consumed;
  std::vector<ValueState> states; ///< by value id
  std::vector<Statement> *out = nullptr;
  llvm::SmallVector<const std::vector<Statement> *, 8>
      reached; ///< the open blocks, from the last that runs any times on
  SourceLocation location;
};

} // namespace

Function simplifyRules(Function function) {
  Shapes shapes(function);
  Simplifier run(function, shapes);
  return function;
}

} // namespace soac::optimise
