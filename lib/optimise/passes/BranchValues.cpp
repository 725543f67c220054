// Dear numbers that two branches on one condition compute, as the forward and the return sweep do, are results of the
// first one:
//   r = if c { a = sqrt x;  yield f(a) } else { yield y }        r, k = if c { a = sqrt x;  yield f(a), a } else { yield y, 0.0 }
//   s = if c { b = sqrt x;  yield g(b) } else { yield z }   ->   s = if c { yield g(k) } else { yield z }
// The second branch may lie in scopes of its own, wherever the results of the first one are known. A statement of it
// equals one of the first if it is the same operation on equal operands; as all is pure, so are the numbers. Kept are
// those that a statement with no equal in the first branch is made of, and that cost no less than a read: quotients,
// roots, functions, and what holds one of these. Cheaper ones are computed again from those that are kept. The zero is
// never read, as the other branch is taken both times.
#include "optimise/passes/PassList.h"

#include "analysis/Cost.h"
#include "analysis/Effects.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <map>
#include <tuple>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class BranchValues {
public:
  explicit BranchValues(Function &f) : values(f.values) { block(f.body); }

private:
  void block(Block &b) {
    const std::size_t around = earlier.size();
    for (Statement &s : b.statements) {
      if (const auto *second = std::get_if<If>(&s.op))
        for (Statement *first : earlier)
          if (std::get<If>(first->op).condition == second->condition)
            keepFor(*first, s);
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (std::holds_alternative<If>(s.op))
        earlier.push_back(&s);
    }
    earlier.resize(around);
  }

  void keepFor(Statement &first, Statement &second) {
    auto &from = std::get<If>(first.op);
    auto &to = std::get<If>(second.op);
    keepIn(first, from.then, from.otherwise, to.then);
    keepIn(first, from.otherwise, from.then, to.otherwise);
  }
  void keepIn(Statement &first, Block &from, Block &other, Block &to) {
    ValueMap kept;
    for (const auto &[mine, number] : keptOf(from, to))
      kept[mine] = resultOf(first, from, other, number);
    substitute(to, kept);
  }

  /// What the first statement gives for a number of the branch `from`.
  Value resultOf(Statement &first, Block &from, Block &other, Value number) {
    if (const Value *place = llvm::find(from.results, number); place != from.results.end())
      return first.results[static_cast<std::size_t>(place - from.results.begin())];
    const Value result = values.fresh(values.type(number));
    values.setName(result, values.name(number));
    first.results.push_back(result);
    from.results.push_back(number);
    other.results.push_back(values.zero(values.type(number).scalar));
    return result;
  }

  using Pairs = llvm::SmallVector<std::pair<Value, Value>, 8>;

  /// What is worth keeping: values of the second branch, and the equal values of the first.
  Pairs keptOf(const Block &from, const Block &to) const {
    const ValueMap equals = equalValues(from, to);
    ValueSet needed(to.results.begin(), to.results.end());
    Pairs kept;
    for (const Statement &s : llvm::reverse(to.statements)) {
      const bool isEqual = !s.results.empty() && llvm::all_of(s.results, [&](Value r) { return equals.contains(r); });
      if (isEqual && llvm::none_of(s.results, [&](Value r) { return needed.contains(r); }))
        continue;
      if (isEqual && isDear(s)) {
        for (Value r : s.results)
          if (needed.contains(r))
            kept.emplace_back(r, equals.lookup(r));
        continue;
      }
      const ValueSet used = freeVariables(s.op, values);
      needed.insert(used.begin(), used.end());
    }
    return kept;
  }

  /// The numbers of the second branch that equal one of the first, with that one.
  ValueMap equalValues(const Block &from, const Block &to) const {
    std::map<Key, const Statement *> known;
    for (const Statement &s : from.statements)
      if (isPure(s))
        known.try_emplace(keyOf(s.op), &s);
    ValueMap equals;
    for (const Statement &s : to.statements) {
      if (!isPure(s))
        continue;
      Op op = s.op;
      substitute(op, equals);
      const auto same = known.find(keyOf(op));
      if (same == known.end() || !ir::equal(same->second->op, op))
        continue;
      for (auto [mine, other] : llvm::zip_equal(s.results, same->second->results))
        equals[mine] = other;
    }
    return equals;
  }

  using Key = std::tuple<std::size_t, int, std::vector<Value>>; ///< operation, primitive, operands
  static Key keyOf(const Op &op) {
    const auto *apply = std::get_if<Apply>(&op);
    std::vector<Value> operands;
    forEachOperand(op, [&](Value v) { operands.push_back(v); });
    return {op.index(), apply ? static_cast<int>(apply->prim) : 0, std::move(operands)};
  }

  /// Does it give numbers, and nothing else?
  bool isPure(const Statement &s) const {
    const auto isNumber = [&](Value r) { return values.type(r).isScalar() && values.type(r).scalar != Scalar::Bool; };
    return !s.results.empty() && !hasEffect(s.op) && llvm::all_of(s.results, isNumber);
  }
  bool isDear(const Statement &s) const {
    bool isAny = std::holds_alternative<Loop>(s.op) || std::holds_alternative<Invoke>(s.op);
    if (const auto *apply = std::get_if<Apply>(&s.op))
      isAny = cost(*apply, values) >= loadCost;
    forEachBlock(s.op, [&](const Block &inner) { isAny |= llvm::any_of(inner.statements, [&](const Statement &i) { return isDear(i); }); });
    return isAny;
  }

  ValueTable &values;
  llvm::SmallVector<Statement *, 8> earlier; ///< branches whose results are known
};

} // namespace

Function keepBranchValues(Function function) {
  BranchValues run(function);
  return function;
}

} // namespace soac::optimise
