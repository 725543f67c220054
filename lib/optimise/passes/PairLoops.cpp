// A loop, and the one behind it that goes on with its arrays or reads them, become one loop. Where no iteration of either touches an element
// that another iteration of either writes, iteration i of both can run before iteration i + 1 of both:
//
//   b = loop n, (a) |i, p| { log[i] = p[i];  p[i] = f(p[i]) };   c = loop n, (b) |i, q| { q[i] = log[i];  .. f'(q[i]) .. }
//   ->  c = loop n, (a) |i, p| { log[i] = p[i];  p[i] = f(p[i]);  p[i] = log[i];  .. f'(p[i]) .. }
//
// These are the forward and the return sweep of a loop whose iterations own their elements. In one iteration, `elements`
// sees that the log gives back what it has just been given, and what both sweeps evaluate is evaluated once. Before differentiation
// these are loops that a program has for each quantity, which then need no arrays:
//
//   b = loop n, (a) |i, p| { p[i] = f(x[i]) };  d = loop n, (c) |i, q| { q[i] = g(b[i]) }   ->   d = loop n, (c) |i, q| { q[i] = g(f(x[i])) }
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

#include <utility>

namespace soac::optimise {
namespace {

using namespace ir;

/// The loop of a statement that can be one of a pair; null for others.
const Loop *loopOfPair(const Statement &s) {
  const auto *loop = std::get_if<Loop>(&s.op);
  return loop && loop->isCounted() && loop->annotations.areNone() ? loop : nullptr;
}

class PairLoops {
public:
  explicit PairLoops(Function &f) : f(f) { block(f.body); }

private:
  Function &f;

  void block(Block &b) {
    for (Statement &s : b.statements)
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
    for (std::size_t second = 1; second < b.statements.size(); ++second)
      while (const std::optional<std::size_t> first = partnerOf(second, b)) {
        if (!pair(b, *first, second))
          break;
        --second;
      }
  }

  /// The loop that the one at `second` goes on from or reads, with nothing between them that uses what the former makes or that may
  /// change an array.
  std::optional<std::size_t> partnerOf(std::size_t second, const Block &b) const {
    const Loop *loop = loopOfPair(b.statements[second]);
    if (!loop || loop->inits.empty())
      return std::nullopt;
    for (std::size_t first = second; first-- > 0;) {
      const Statement &s = b.statements[first];
      if (const Loop *other = loopOfPair(s)) {
        const ValueSet used = freeVariables(b.statements[second].op, f.values);
        const bool goesOn = llvm::any_of(s.results, [&](Value r) { return used.contains(r); });
        return goesOn && other->count == loop->count && isApart(s, b, first, second) ? std::optional(first) : std::nullopt;
      }
      if (!isMovable(s))
        return std::nullopt;
    }
    return std::nullopt;
  }
  bool isMovable(const Statement &s) const {
    const auto *index = std::get_if<Index>(&s.op);
    return std::holds_alternative<Apply>(s.op) || std::holds_alternative<Extent>(s.op) || std::holds_alternative<Fill>(s.op) ||
           (index && f.values.type(s.results[0]).isScalar());
  }
  static bool isApart(const Statement &loop, const Block &b, std::size_t first, std::size_t second) {
    bool uses = false;
    for (std::size_t at = first + 1; at < second; ++at)
      forEachOperand(b.statements[at].op, [&](Value v) { uses |= llvm::is_contained(loop.results, v); });
    return !uses;
  }

  /// Makes one loop of both, where its iterations may run in any order.
  bool pair(Block &b, std::size_t first, std::size_t second) {
    const std::optional<Statement> both = paired(b.statements[first], b.statements[second], b);
    if (!both)
      return false;
    const auto at = [&](std::size_t position) { return b.statements.begin() + static_cast<std::ptrdiff_t>(position); };
    Statement former = std::move(*at(first)), latter = std::exchange(*at(second), *both);
    b.statements.erase(at(first));
    const analysis::DefUse definitions(f.body);
    if (orderFree(std::get<Loop>(at(second - 1)->op), f.values, &definitions))
      return true;
    *at(second - 1) = std::move(latter);
    b.statements.insert(at(first), std::move(former));
    return false;
  }

  /// A copy of both as one. None where an array would be needed as it was between the loops.
  std::optional<Statement> paired(const Statement &a, const Statement &b, const Block &around) {
    const auto &x = std::get<Loop>(a.op), &y = std::get<Loop>(b.op);
    const ValueSet readByFirst = freeVariables(x.body, f.values), readBySecond = freeVariables(y.body, f.values);
    Block one = cloneBlock(x.body, f.values), two = cloneBlock(y.body, f.values);
    Loop both{x.count, {}, x.inits, {one.parameters, {}, one.results}, {}};
    Values results = a.results; ///< of the pair: those of the second loop where it goes on
    ValueMap inFirst, inSecond;
    inSecond[two.parameters[0]] = one.parameters[0];
    for (auto [k, init] : llvm::enumerate(y.inits)) {
      const Value parameter = two.parameters[k + 1];
      if (const auto *at = llvm::find(a.results, init); at != a.results.end()) {
        const auto j = static_cast<std::size_t>(at - a.results.begin());
        if (countUses(init, around) != 1)
          return std::nullopt;
        inSecond[parameter] = one.results[j];
        both.body.results[j] = two.results[k];
        results[j] = b.results[k];
        continue;
      }
      if (llvm::is_contained(x.inits, init))
        return std::nullopt;
      if (readByFirst.contains(init))
        inFirst[init] = parameter;
      both.inits.push_back(init);
      both.body.parameters.push_back(parameter);
      both.body.results.push_back(two.results[k]);
      results.push_back(b.results[k]);
    }
    for (auto [init, result, last] : llvm::zip(x.inits, a.results, one.results)) {
      if (readBySecond.contains(init) && f.values.type(init).isArray())
        return std::nullopt;
      inSecond[result] = last; // elements that the iteration has made, or that no iteration makes
    }
    substitute(one, inFirst);
    both.body.statements = std::move(one.statements);
    llvm::move(two.statements, std::back_inserter(both.body.statements));
    substitute(both.body, inSecond);
    return Statement{results, std::move(both), b.location};
  }
};

} // namespace

Function pairLoops(Function function) {
  PairLoops run(function);
  return function;
}

} // namespace soac::optimise
