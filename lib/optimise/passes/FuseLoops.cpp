// Counted loops of one count become one that goes through both bodies in each iteration. The second may read what the first
// writes of an array in the same iteration:
//   a = loop n, (x) |i, p| { q = update p[i] = f(i)  yield q };  loop n |j| { .. index a[j] .. }
//   ->  a = loop n, (x) |i, p| { q = update p[i] = f(i);  .. index q[i] ..  yield q }
// so that the log of a forward sweep whose return sweep runs forwards is not stored.
//
// It is for loops that call definitions: these are in no vector lanes, and calls that both loops make become one.
#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "analysis/LastUses.h"
#include "optimise/passes/Neighbours.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

/// The loop of a statement that can be fused; null for others.
const Loop *fusibleLoop(const Statement &s) {
  const auto *loop = std::get_if<Loop>(&s.op);
  return loop && loop->isCounted() && loop->annotations.stripmine == 1 && loop->annotations.revolve == 0 ? loop : nullptr;
}

/// Does each iteration write element [i, ..] of carried array `k` and no other?
bool writesOwnElement(const Loop &loop, std::size_t k, const DefUse &inside) {
  const auto *update = inside.as<Update>(loop.body.results[k]);
  return update && update->array == loop.body.parameters[k + 1] && update->indices.front() == loop.body.parameters[0];
}

/// Does the body read elements [i, ..] of the array alone?
bool readsOwnElement(const Loop &loop, Value array) {
  std::size_t own = 0;
  forEachStatement(loop.body, [&](const Statement &s) {
    const auto *index = std::get_if<Index>(&s.op);
    own += index && index->array == array && !index->indices.empty() && index->indices.front() == loop.body.parameters[0];
  });
  return countUses(array, loop.body) == own;
}

bool mayFuse(const Statement &a, const Statement &b, const ValueTable &values) {
  const Loop *x = fusibleLoop(a), *y = fusibleLoop(b);
  if (!x || !y || x->count != y->count || !(has<Invoke>(x->body) || has<Invoke>(y->body)) || hasCheck(a.op) || hasCheck(b.op))
    return false;
  const ValueSet readByFirst = freeVariables(x->body, values), readBySecond = freeVariables(y->body, values);
  const auto isArray = [&](Value v) { return values.type(v).isArray(); };
  if (llvm::any_of(y->inits, [&](Value v) { return isArray(v) && readByFirst.contains(v); }) ||
      llvm::any_of(x->inits, [&](Value v) { return isArray(v) && readBySecond.contains(v); }))
    return false; // one would read what the other is about to write
  const DefUse inside(x->body);
  for (auto [k, r] : llvm::enumerate(a.results)) {
    if (llvm::is_contained(y->inits, r))
      return false;
    if (readBySecond.contains(r) && !(isArray(r) && writesOwnElement(*x, k, inside) && readsOwnElement(*y, r)))
      return false;
  }
  return true;
}

/// Reads of rows that x has just written become the row: `index a[i, j]` with `update p[i] = row` in x is `index row[j]`.
void forwardRows(Block &block, const Loop &x, llvm::ArrayRef<Value> results, const DefUse &inside, ValueMap &same) {
  for (Statement &s : block.statements) {
    forEachBlock(s.op, [&](Block &inner) { forwardRows(inner, x, results, inside, same); });
    auto *index = std::get_if<Index>(&s.op);
    const auto *found = index ? llvm::find(results, index->array) : results.end();
    if (found == results.end())
      continue;
    const auto *update = inside.as<Update>(x.body.results[static_cast<std::size_t>(found - results.begin())]);
    if (update->indices.size() > 1)
      continue;
    if (index->indices.size() == 1)
      same[s.results[0]] = update->value; // the statement is dead
    else
      *index = Index{update->value, Values(llvm::drop_begin(index->indices))};
  }
}

Statement fused(Statement a, Statement b) {
  auto &x = std::get<Loop>(a.op);
  auto &y = std::get<Loop>(b.op);
  ValueMap map;
  forwardRows(y.body, x, a.results, DefUse(x.body), map);
  map[y.body.parameters[0]] = x.body.parameters[0];
  for (auto [r, v] : llvm::zip_equal(a.results, x.body.results))
    map[r] = v;
  substitute(y.body, map);
  x.inits.append(y.inits);
  x.body.parameters.append(y.body.parameters.begin() + 1, y.body.parameters.end());
  llvm::move(y.body.statements, std::back_inserter(x.body.statements));
  x.body.results.append(y.body.results);
  a.results.append(b.results);
  return a;
}

void fuseIn(Block &block, const ValueTable &values, const std::vector<bool> &consumed) {
  for (unsigned second = 0; second < block.statements.size(); ++second)
    for (unsigned first = second; first-- > 0;) {
      if (!mayFuse(block.statements[first], block.statements[second], values))
        continue;
      if (const auto both = neighbours(block, first, second, values, consumed)) {
        unite(block, *both, fused(std::move(block.statements[first]), std::move(block.statements[second])));
        first = second = both->place();
      }
    }
  for (Statement &s : block.statements)
    forEachBlock(s.op, [&](Block &inner) { fuseIn(inner, values, consumed); });
}

} // namespace

Function fuseLoops(Function function) {
  const std::vector<bool> consumed = consumedValues(function);
  fuseIn(function.body, function.values, consumed);
  return function;
}

} // namespace soac::optimise
