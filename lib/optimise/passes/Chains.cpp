// Long chains of branches, each in a side of the previous branch, become groups that follow each other. Every pass and
// the compiler of the generated code walk over a scope once for each scope around it: n nested branches would cost n * n.
//
//   r = if a { 1 } else {                   m, x', open = if a { 1, 0, false } else {
//     x = f()                                 x = f()
//     if b { 2 } else {            ->         if b { 2, 0, false } else { 0, x, true }
//       if c { x } else { 3 }               }
//     }                                     r = if open { if c { x' } else { 3 } } else { m }
//   }
//
// A group hands on the values that the rest of the chain reads (`x'`). An array that the rest updates takes the place of
// the result that it becomes, so that no group copies it.
#include "optimise/passes/PassList.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::size_t groupSize = 16, longest = 2 * groupSize;

If *branchAtEnd(Block &block) {
  return block.statements.empty() ? nullptr : std::get_if<If>(&block.statements.back().op);
}

/// The side in which the chain goes on, or null.
Block *continued(If &branch) {
  return branchAtEnd(branch.otherwise) ? &branch.otherwise : branchAtEnd(branch.then) ? &branch.then : nullptr;
}

std::size_t length(Op &op) {
  std::size_t n = 0;
  for (If *branch = std::get_if<If>(&op); branch; ++n) {
    Block *side = continued(*branch);
    branch = side ? branchAtEnd(*side) : nullptr;
  }
  return n;
}

/// The array outside `block` that becomes `v` by updates in it.
Value updated(Value v, const Block &block) {
  for (const Statement &s : llvm::reverse(block.statements)) {
    const auto *at = llvm::find(s.results, v);
    if (at == s.results.end())
      continue;
    if (const auto *update = std::get_if<Update>(&s.op))
      v = update->array;
    else if (const auto *branch = std::get_if<If>(&s.op))
      v = updated(branch->then.results[static_cast<std::size_t>(at - s.results.begin())], branch->then);
    else
      return {};
  }
  return v;
}

/// One group: the chain from a branch to a level `groupSize` deeper, behind which it is cut.
class Cut {
public:
  Cut(Statement &head, ValueTable &values) : head(head), values(values) {
    sides.push_back(continued(std::get<If>(head.op)));
    while (sides.size() < groupSize)
      sides.push_back(continued(*branchAtEnd(*sides.back())));
    rest = &sides.back()->statements.back();
    findCarried();
    findLive();
  }
  bool isPossible() const { return isFine; }

  /// Takes the rest of the chain off `head`, which ends with the group then; returns the statement that goes on with the
  /// rest and has the head's results.
  Statement apply() {
    Statement after{head.results, If{}, rest->location};
    Statement tail = std::move(*rest);
    sides.back()->statements.pop_back();
    ValueMap map;
    Values mine;
    const Value open = handOn(mine, map);
    substitute(tail.op, map);
    If &next = std::get<If>(after.op);
    next.condition = open;
    next.otherwise.results = mine;
    next.then.results = mine;
    for (auto [k, at] : llvm::enumerate(carried))
      if (at.depth == sides.size())
        next.then.results[k] = tail.results[at.position];
    next.then.statements.push_back(std::move(tail));
    return after;
  }

private:
  /// How far down the chain a result of the head comes from: `depth` sides pass it on, and the branch at the end of the
  /// last of these sides has it as result `position`.
  struct Carried {
    std::size_t depth = 0;
    llvm::SmallVector<std::size_t, 16> positions; ///< in the branch of each level, the head's first
    std::size_t position = 0;
    Value array; ///< where the rest of the chain computes the result: the array that it updates to do so
  };

  Statement &branch(std::size_t level) { return level == 0 ? head : sides[level - 1]->statements.back(); }

  void findCarried() {
    llvm::SmallVector<Value, 4> arrays;
    for (std::size_t k = 0; k < head.results.size(); ++k) {
      Carried c;
      for (std::size_t position = k; c.depth < sides.size(); ++c.depth) {
        c.positions.push_back(position);
        const Statement &inner = sides[c.depth]->statements.back();
        const auto *at = llvm::find(inner.results, sides[c.depth]->results[position]);
        if (at == inner.results.end())
          break;
        position = c.position = static_cast<std::size_t>(at - inner.results.begin());
      }
      if (c.depth == sides.size() && values.type(head.results[k]).isArray()) {
        const If &inner = std::get<If>(rest->op);
        c.array = updated(inner.then.results[c.position], inner.then);
        isFine &= c.array && values.type(c.array) == values.type(head.results[k]) &&
                  !llvm::is_contained(arrays, c.array);
        arrays.push_back(c.array);
      }
      carried.push_back(std::move(c));
    }
  }

  /// The values of the group that the rest reads.
  void findLive() {
    llvm::DenseSet<Value> defined;
    for (const Block *side : sides)
      for (const Statement &s : side->statements)
        defined.insert(s.results.begin(), s.results.end());
    for (Value v : freeVariables(rest->op, values))
      if (defined.contains(v) && llvm::none_of(carried, [&](const Carried &c) { return c.array == v; })) {
        live.push_back(v);
        isFine &= values.type(v).isScalar() && !values.type(v).accumulator;
      }
  }

  Value zero(Value like) const { return values.zero(values.type(like).scalar); }

  /// Gives every level of the group the results that it hands on now: the results decided there, the live values, and
  /// whether the chain goes on, which is returned for the head. The head's decided results go to `mine`; `map` takes the
  /// values that the rest reads to the values handed on.
  Value handOn(Values &mine, ValueMap &map) {
    Values inner = live; // the live values, as the side at hand defines them
    Value open = values.constantBool(true);
    Values decided(carried.size());
    for (auto [c, value] : llvm::zip(carried, decided))
      if (c.depth == sides.size())
        value = c.array ? c.array : zero(head.results[static_cast<std::size_t>(&c - carried.data())]);
    for (std::size_t level = sides.size(); level-- > 0;)
      leave(level, decided, inner, open);
    mine = decided;
    for (auto [v, outside] : llvm::zip(live, inner))
      map[v] = outside;
    for (auto [c, outside] : llvm::zip(carried, decided))
      if (c.array)
        map[c.array] = outside;
    return open;
  }

  /// The results of the branch at this level, from the results of the side in which the chain goes on.
  void leave(std::size_t level, Values &decided, Values &inner, Value &open) {
    Statement &s = branch(level);
    If &op = std::get<If>(s.op);
    Block &on = *sides[level], &off = &on == &op.otherwise ? op.then : op.otherwise;
    Values onResults, offResults, results;
    const auto add = [&](Value &x, Value y, Value like) {
      onResults.push_back(x);
      offResults.push_back(y);
      results.push_back(x = values.freshLike(like));
    };
    for (auto [k, c] : llvm::enumerate(carried)) {
      if (c.depth < level)
        continue; // a side further out decides it
      const Value here = on.results[c.positions[level]];
      if (c.depth == level)
        decided[k] = here;
      add(decided[k], off.results[c.positions[level]], head.results[k]);
    }
    for (auto [x, v] : llvm::zip(inner, live))
      add(x, zero(v), v);
    const Value isOpen = values.fresh(boolType, "open");
    add(open, values.constantBool(false), isOpen);
    on.results = std::move(onResults);
    off.results = std::move(offResults);
    s.results = std::move(results);
  }

  Statement &head;
  ValueTable &values;
  llvm::SmallVector<Block *, groupSize> sides; ///< of the levels, in which the chain goes on
  Statement *rest;                             ///< the branch at the end of the last side
  std::vector<Carried> carried;                ///< per result of the head
  Values live;
  bool isFine = true;
};

void cutChains(Block &block, ValueTable &values) {
  std::vector<Statement> before = std::exchange(block.statements, {});
  for (Statement &s : before) {
    block.statements.push_back(std::move(s));
    while (length(block.statements.back().op) > longest) {
      Cut cut(block.statements.back(), values);
      if (!cut.isPossible())
        break;
      Statement rest = cut.apply();
      block.statements.push_back(std::move(rest));
    }
  }
  for (Statement &s : block.statements)
    forEachBlock(s.op, [&](Block &inner) { cutChains(inner, values); });
}

} // namespace

Function cutChains(Function function) {
  cutChains(function.body, function.values);
  return function;
}

} // namespace soac::optimise
