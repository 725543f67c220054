// Scratch arrays that a loop carries without need: each iteration writes every element before reading it, the shape stays,
// and no statement reads the array after the loop. They become arrays of the iteration's own, so that they need neither
// checkpoint nor undo log and the iterations do not depend on each other.
//
//   r = loop n, (a) |i, p| { q = loop 4, (p) |j, s| { .. s[j] = x ..}  .. q[k] ..  yield q }
//   ->  loop n, () |i| { p = fill 0, [4]  q = .. }
//
// A scratch array that a loop overwrites, when its elements have been read before, becomes another array from then on, so that
// the return sweep has both and needs no undo log:
//
//   a = loop n, (fill 0, [n]) |i, p| { p[i] = x };  y = .. a ..;  b = loop n, (a) |i, q| { q[i] = z };  w = .. b ..
//   ->  .. b = loop n, (fill 0, [n]) |i, q| { q[i] = z } ..
//
// Likewise where a definition overwrites the array, or one in each branch. Where no call's array is read afterwards,
// PrivateArguments.cpp makes it the definition's own.
#include "optimise/passes/Private.h"

#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/InPlace.h"
#include "analysis/OverwrittenFirst.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class Private {
public:
  Private(Function &f, const analysis::OverwritingCalls &calls) : f(f), calls(calls), shapes(f) {
    look();
    block(f.body);
  }

private:
  void look() { definitions.emplace(f.body); }

  // Outer loops first: then no statement reads the arrays of inner loops after these.
  void block(Block &b) {
    for (Statement &s : b.statements) {
      if (auto *loop = std::get_if<Loop>(&s.op))
        ownArrays(*loop, s);
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
    }
    for (std::size_t at = 0; at < b.statements.size(); ++at)
      at += renameArrays(b, at);
  }

  // The number of statements before statement `at` that are new.
  std::size_t renameArrays(Block &b, std::size_t at) {
    std::size_t added = 0;
    for (std::size_t k = 0; k < b.statements[at].results.size(); ++k) {
      const Statement &s = b.statements[at];
      const Value old = changedBy(s, k);
      if (!old || !isMadeHere(b, at, old) || !isOverwritten(s, k, old) || reachesResults(b, at, s.results[k]))
        continue;
      std::vector<Statement> front = zerosLike(madeOf(old), s.location);
      replace(b.statements[at], old, front.back().results[0]);
      added += front.size();
      at += front.size();
      b.statements.insert(b.statements.begin() + static_cast<std::ptrdiff_t>(at - front.size()), std::make_move_iterator(front.begin()),
                          std::make_move_iterator(front.end()));
      look();
    }
    return added;
  }

  // The first one of the arrays that changes in place have made the array of: it has the same shape, and calls whose results are not
  // read otherwise need not give them.
  Value madeOf(Value array) const {
    while (const analysis::Definition *made = definitions->of(array)) {
      const Value source = made->parameterOf ? Value() : analysis::inPlaceSource(*made->statement, made->position);
      if (!source)
        break;
      array = source;
    }
    return array;
  }

  // The array that the statement turns into its result number `k`.
  Value changedBy(const Statement &s, std::size_t k) const {
    if (!values().type(s.results[k]).isArray())
      return {};
    if (const auto *loop = std::get_if<Loop>(&s.op))
      return loop->inits[k];
    const bool isCallOrBranch = std::holds_alternative<Invoke>(s.op) || std::holds_alternative<If>(s.op);
    return isCallOrBranch ? analysis::inPlaceSource(s, k) : Value();
  }

  bool isOverwritten(const Statement &s, std::size_t k, Value old) {
    return (std::holds_alternative<Loop>(s.op) && analysis::overwrites(s, k, values(), *definitions, shapes)) ||
           analysis::isOverwrittenFrom(old, s, values(), *definitions, shapes, &calls);
  }

  static void replace(Statement &s, Value old, Value by) {
    if (std::holds_alternative<If>(s.op)) {
      forEachBlock(s.op, [&](Block &inner) { substitute(inner, {{old, by}}); });
      return;
    }
    forEachOperand(s.op, [&](Value &v) { v = v == old ? by : v; });
  }

  // A statement before statement `at` has made the array, which another statement reads; calls hand it on, too.
  bool isMadeHere(const Block &b, std::size_t at, Value array) const {
    const Op &op = b.statements[at].op;
    return definitions->uses(array) > (std::holds_alternative<Loop>(op) ? 1u : 0u) &&
           llvm::any_of(llvm::ArrayRef(b.statements).take_front(at), [&](const Statement &s) {
             const bool isChange = std::holds_alternative<Loop>(s.op) || std::holds_alternative<Invoke>(s.op) || std::holds_alternative<If>(s.op);
             return isChange && llvm::is_contained(s.results, array);
           });
  }

  // Is the array, or one that statements behind make of it, a result of the block?
  bool reachesResults(const Block &b, std::size_t at, Value array) const {
    llvm::DenseSet<Value> versions = {array};
    const auto isVersion = [&](Value v) { return versions.contains(v); };
    for (const Statement &s : llvm::ArrayRef(b.statements).drop_front(at + 1)) {
      bool isPassedOn = false;
      forEachOperand(s.op, [&](Value v) { isPassedOn |= isVersion(v); });
      if (const auto *loop = std::get_if<Loop>(&s.op)) {
        for (std::size_t k = 0; k < loop->inits.size(); ++k) {
          const Value source = analysis::inPlaceSource(loop->body.results[k], loop->body);
          const bool isOwn = source == loop->body.parameters[k + loop->isCounted()];
          if (isOwn ? isVersion(loop->inits[k]) : isPassedOn || isVersion(source))
            versions.insert(s.results[k]);
        }
        continue;
      }
      if (std::holds_alternative<Invoke>(s.op)) {
        for (std::size_t k = 0; k < s.results.size(); ++k)
          if (isVersion(analysis::inPlaceSource(s, k)))
            versions.insert(s.results[k]);
        continue;
      }
      forEachBlock(s.op, [&](const Block &inner) { isPassedOn |= llvm::any_of(inner.results, isVersion); });
      for (std::size_t k = 0; k < s.results.size(); ++k) {
        const Value source = std::holds_alternative<If>(s.op) ? analysis::inPlaceSource(s, k) : Value();
        const bool mayBe = isPassedOn && !std::holds_alternative<Index>(s.op) && values().type(s.results[k]) == values().type(array);
        if (source ? isVersion(source) : mayBe)
          versions.insert(s.results[k]);
      }
    }
    return llvm::any_of(b.results, isVersion);
  }

  void ownArrays(Loop &loop, const Statement &s) {
    for (std::size_t k = 0; k < loop.inits.size(); ++k) {
      const Value p = loop.body.parameters[k + loop.isCounted()];
      const bool mayBe = values().type(p).isArray() && definitions->uses(s.results[k]) == 0 && definitions->uses(p) > 0 &&
                         loop.body.results[k] != p && !llvm::is_contained(loop.annotations.noFalseDependencies, k) &&
                         (loop.isCounted() || definitions->uses(loop.condition.parameters[k]) == 0);
      if (mayBe && shapes.sameShape(p, loop.inits[k]) &&
          analysis::isOverwrittenFirst(p, k, loop.body, values(), *definitions, shapes, &calls))
        own(loop, k, p, s.location);
    }
  }

  // The loop still carries the array, unchanged; dead code elimination removes it.
  void own(Loop &loop, std::size_t k, Value p, SourceLocation location) {
    std::vector<Statement> front = zerosLike(loop.inits[k], location);
    Block &body = loop.body;
    substitute(body, {{p, front.back().results[0]}});
    body.results[k] = p;
    body.statements.insert(body.statements.begin(), std::make_move_iterator(front.begin()),
                           std::make_move_iterator(front.end()));
    look();
  }

  std::vector<Statement> zerosLike(Value array, SourceLocation location) {
    std::vector<Statement> made;
    Builder b(values(), made, location);
    b.fill(b.zero(values().type(array).scalar), b.extents(array), values().name(array));
    for (const Statement &statement : made)
      shapes.define(statement);
    return made;
  }

  ValueTable &values() { return f.values; }
  const ValueTable &values() const { return f.values; }

  Function &f;
  const analysis::OverwritingCalls &calls;
  analysis::Shapes shapes;
  std::optional<analysis::DefUse> definitions;
};

} // namespace

void ownScratch(Function &function, const analysis::OverwritingCalls &calls) { Private(function, calls); }

Function ownScratch(Function function) {
  const analysis::OverwritingCalls calls(function);
  ownScratch(function, calls);
  return function;
}

} // namespace soac::optimise
