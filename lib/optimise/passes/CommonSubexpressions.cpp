// Common subexpressions: of two statements that compute the same values in one scope, or the second in a scope inside
// the first's, the second goes.
//   a = mul x, y;  b = mul y, x;  c = add a, b   ->   a = mul x, y;  c = add a, a
//
// Statements with an effect stay, but a second `Check` of the same condition goes, since the first has passed, and so
// does an equal `Invoke` that can only fail. Two `Fill`s or `Concat`s that are both consumed stay apart: a copy of one
// would cost as much as making the other (Note [Consumed values]). Two loops that do the same to such arrays are the
// same, where both results are only read. Where one of two equal operations is exact and the other is not, the
// remaining one is not. The table is keyed by a hash of the op that includes the kinds of statements in its blocks but
// no value used there; structural equality decides.
#include "analysis/Effects.h"
#include "analysis/LastUses.h"
#include "optimise/passes/PassList.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/STLExtras.h>

#include <unordered_map>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class CommonSubexpressions {
public:
  explicit CommonSubexpressions(Function &f)
      : values(f.values), consumed(consumedValues(f)), same(f.values.size()), alike(f.values.size()) {
    block(f.body);
  }

private:
  using Hash = std::uint64_t;
  struct Entry {
    std::vector<Statement> *statements;
    std::size_t position;
    Statement &get() const { return (*statements)[position]; }
  };

  Value resolve(Value v) const { return same[v.id] ? same[v.id] : v; }

  // Works on the block in place; returns the hash of its shape. The table's entries point into the blocks that are
  // open, by position, and are taken out when their block is left.
  Hash block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    std::vector<std::pair<Hash, std::size_t>> added;
    Hash shape = llvm::hash_combine(b.parameters.size(), b.results.size());
    for (Statement &s : b.statements) {
      const Hash hash = statement(s);
      shape = llvm::hash_combine(shape, s.op.index(), shapes);
      if (replaced(s, hash))
        continue;
      kept.push_back(std::move(s));
      table.emplace(hash, Entry{&kept, kept.size() - 1});
      added.emplace_back(hash, kept.size() - 1);
    }
    for (Value &v : b.results)
      v = resolve(v);
    for (auto [hash, position] : added)
      forget(hash, kept, position);
    b.statements = std::move(kept);
    return shape;
  }

  // Substitutes into the statement and its blocks; returns the hash of the statement, and in `shapes` the part of the hash
  // that does not depend on the numbers of values.
  Hash statement(Statement &s) {
    Hash inner = attributes(s.op);
    forEachOperand(s.op, [&](Value &v) { v = resolve(v); });
    forEachBlock(s.op, [&](Block &b) { inner = llvm::hash_combine(inner, block(b)); });
    shapes = inner;
    Hash hash = llvm::hash_combine(s.op.index(), inner);
    const auto *apply = std::get_if<Apply>(&s.op);
    if (apply && prims::info(apply->prim).commutative)
      return llvm::hash_combine(hash, std::min(apply->arguments[0], apply->arguments[1]).id,
                                std::max(apply->arguments[0], apply->arguments[1]).id);
    const bool isLoop = std::holds_alternative<Loop>(s.op);
    forEachOperand(s.op, [&](Value v) { hash = llvm::hash_combine(hash, (isLoop ? likeOf(v) : v).id); });
    return hash;
  }
  /// The first of equal fills, each of which is consumed.
  Value likeOf(Value v) const { return v.id < alike.size() && alike[v.id] ? alike[v.id] : v; }
  static Hash attributes(const Op &op) {
    if (const auto *apply = std::get_if<Apply>(&op))
      return llvm::hash_combine(static_cast<unsigned>(apply->prim), static_cast<unsigned>(apply->type));
    if (const auto *extent = std::get_if<Extent>(&op))
      return extent->dimension;
    return 0;
  }

  bool replaced(const Statement &s, Hash hash) {
    if (std::holds_alternative<Accumulate>(s.op))
      return false;
    const auto [first, last] = table.equal_range(hash);
    for (auto it = first; it != last; ++it) {
      Statement &earlier = it->second.get();
      if (!equalOps(earlier, s))
        continue;
      if (bothConsumed(earlier, s)) {
        alike[s.results[0].id] = likeOf(earlier.results[0]);
        continue;
      }
      const auto *invoke = std::get_if<Invoke>(&s.op);
      const bool onlyFails = std::holds_alternative<Check>(s.op) || (invoke && invoke->accumulators.empty());
      if (!onlyFails && hasEffect(s.op))
        return false;
      if (auto *kept = std::get_if<Apply>(&earlier.op))
        kept->isExact &= std::get<Apply>(s.op).isExact;
      for (auto [old, now] : llvm::zip_equal(s.results, earlier.results)) {
        same[old.id] = now;
        if (consumed[old.id])
          consumed[now.id] = true;
        if (values.name(now).empty() && !values.name(old).empty())
          values.setName(now, values.name(old));
      }
      return true;
    }
    return false;
  }

  bool equalOps(const Statement &a, const Statement &b) {
    if (a.op.index() != b.op.index())
      return false;
    const auto *x = std::get_if<Apply>(&a.op), *y = std::get_if<Apply>(&b.op);
    if (x)
      return x->prim == y->prim && x->type == y->type &&
             (prims::info(x->prim).commutative
                  ? std::minmax(x->arguments[0], x->arguments[1]) == std::minmax(y->arguments[0], y->arguments[1])
                  : x->arguments == y->arguments);
    if (const auto *check = std::get_if<Check>(&a.op))
      return check->condition == std::get<Check>(b.op).condition;
    const auto *one = std::get_if<Loop>(&a.op), *other = std::get_if<Loop>(&b.op);
    if (!one || one->inits == other->inits)
      return ir::equal(a.op, b.op);
    const auto isConsumed = [&](Value r) { return consumed[r.id]; };
    if (!std::equal(one->inits.begin(), one->inits.end(), other->inits.begin(), other->inits.end(),
                    [&](Value x, Value y) { return likeOf(x) == likeOf(y); }) ||
        llvm::any_of(a.results, isConsumed) || llvm::any_of(b.results, isConsumed))
      return false;
    Loop ofTheSame = *other;
    ofTheSame.inits = one->inits;
    return ir::equal(*one, ofTheSame);
  }

  bool bothConsumed(const Statement &a, const Statement &b) const {
    return (std::holds_alternative<Fill>(a.op) || std::holds_alternative<Concat>(a.op)) && consumed[a.results[0].id] &&
           consumed[b.results[0].id];
  }

  void forget(Hash hash, const std::vector<Statement> &statements, std::size_t position) {
    const auto [first, last] = table.equal_range(hash);
    for (auto it = first; it != last; ++it)
      if (it->second.statements == &statements && it->second.position == position) {
        table.erase(it);
        return;
      }
  }

  ValueTable &values;
  std::vector<bool> consumed;
  std::vector<Value> same, alike;
  std::unordered_multimap<Hash, Entry> table;
  Hash shapes = 0;
};

} // namespace

Function eliminateCommonSubexpressions(Function function) {
  CommonSubexpressions run(function);
  return function;
}

} // namespace soac::optimise
