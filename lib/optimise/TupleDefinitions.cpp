// Two definitions that are invoked side by side with the same arguments become one that gives the results of both (tupling).
//
// Where a function f invokes itself, its adjoint g needs the values of these invocations, and each of them again those of
// its own: work that grows with the depth of the recursion. A definition h of both does it once:
//   r = invoke f (x);  ..  d = invoke g (x, s)        ->        ..  d, r = invoke h (x, s)
// where s does not depend on r, and what is made of r stands behind. h is f's body in front of g's, in which what both do
// is done once: their branches on one condition, and their loops of one count, become one, so that their invocations meet.
// It is worth it where h invokes f no more. h takes the place of both, and nothing is executed that they did not execute.
#include "optimise/Definitions.h"
#include "optimise/passes/Neighbours.h"
#include "optimise/passes/PassList.h"

#include "analysis/DeadCode.h"
#include "analysis/LastUses.h"
#include "ir/Definitions.h"
#include "ir/Fingerprint.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallSet.h>

#include <utility>

namespace soac::optimise {
namespace {

/// f, invoked beside g, and where g has f's arguments among its own.
struct Pair {
  unsigned f, g;
  llvm::SmallVector<unsigned, 8> argumentAt; ///< per argument of f
  llvm::SmallVector<unsigned, 2> updated;    ///< the arguments of g that f updates
  friend bool operator==(const Pair &, const Pair &) = default;
};

/// Whether f's arguments are those of g at these positions.
bool sharesArguments(const Invoke &f, const Invoke &g, llvm::ArrayRef<unsigned> argumentAt) {
  return llvm::all_of_zip(f.arguments, argumentAt, [&](Value v, unsigned at) { return g.arguments[at] == v; });
}

/// The arguments of g at these positions that f updates. None where f may fail or adds to accumulators, or where g updates one, too.
std::optional<llvm::SmallVector<unsigned, 2>> updatedAlone(const Invoke &f, const Invoke &g, llvm::ArrayRef<unsigned> argumentAt) {
  if (f.definition == g.definition || f.mayFail || !f.accumulators.empty())
    return std::nullopt;
  llvm::SmallVector<unsigned, 2> result;
  llvm::SmallSet<unsigned, 4> updated;
  updated.insert(g.updated.begin(), g.updated.end());
  for (const unsigned k : f.updated) {
    result.push_back(argumentAt[k]);
    if (!updated.insert(result.back()).second)
      return std::nullopt;
  }
  return result;
}

/// How f and g can be a pair, by these two invocations.
std::optional<Pair> pairOf(const Invoke &f, const Invoke &g) {
  Pair pair{f.definition, g.definition, {}, {}};
  for (const Value v : f.arguments) {
    const auto *at = llvm::find(g.arguments, v);
    if (at == g.arguments.end())
      return std::nullopt;
    pair.argumentAt.push_back(static_cast<unsigned>(at - g.arguments.begin()));
  }
  const auto updated = updatedAlone(f, g, pair.argumentAt);
  if (!updated)
    return std::nullopt;
  pair.updated = *updated;
  return pair;
}

/// Whether these two invocations, of the pair's definitions, are such a pair.
bool isPair(const Pair &pair, const Invoke &f, const Invoke &g) {
  return sharesArguments(f, g, pair.argumentAt) && updatedAlone(f, g, pair.argumentAt) == pair.updated;
}

/// Puts invocations of definition number `joint` in the place of those of the pair.
class Joiner {
public:
  Joiner(Pair pair, unsigned joint, Function &caller)
      : pair(std::move(pair)), joint(joint), caller(caller), consumed(analysis::consumedValues(caller)) {
    block(caller.body);
  }

private:
  const Invoke *invokeAt(const Block &b, unsigned position, unsigned definition) const {
    const auto *op = std::get_if<Invoke>(&b.statements[position].op);
    return op && op->definition == definition ? op : nullptr;
  }

  void block(Block &b) {
    while (joinOne(b)) {
    }
    for (Statement &s : b.statements)
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
  }

  bool joinOne(Block &b) {
    for (unsigned second = 0; second < b.statements.size(); ++second)
      if (const Invoke *g = invokeAt(b, second, pair.g))
        for (unsigned first = 0; first < b.statements.size(); ++first)
          if (const Invoke *f = invokeAt(b, first, pair.f); f && isPair(pair, *f, *g) && join(b, first, second))
            return true;
    for (unsigned second = 0; second < b.statements.size(); ++second)
      if (const auto *with = std::get_if<WithAccumulators>(&b.statements[second].op))
        for (unsigned first = 0; first < second; ++first)
          if (const Invoke *f = invokeAt(b, first, pair.f); f && isBesideOneIn(with->body, *f) && moveInto(b, first, second))
            return true;
    return false;
  }

  bool isBesideOneIn(const Block &b, const Invoke &f) const {
    for (unsigned position = 0; position < b.statements.size(); ++position)
      if (const Invoke *g = invokeAt(b, position, pair.g); g && isPair(pair, f, *g))
        return true;
    return false;
  }

  ///   r = invoke f (x);  a' = with (a) |c| { d = invoke g (x, s) .. }
  ///   ->   a', r = with (a) |c| { q = invoke f (x);  d = invoke g (x, s) ..  yield q }
  bool moveInto(Block &b, unsigned first, unsigned second) {
    const Statement &f = b.statements[first], &with = b.statements[second];
    const ValueSet used = freeVariables(with.op, caller.values);
    if (llvm::any_of(f.results, [&](Value r) { return used.contains(r); }))
      return false;
    const auto places = neighbours(b, first, second, caller.values, consumed);
    if (!places)
      return false;
    Statement both = with, inner = f;
    for (Value &r : inner.results)
      r = caller.values.fresh(caller.values.type(r), caller.values.name(r));
    Block &body = std::get<WithAccumulators>(both.op).body;
    body.results.append(inner.results);
    body.statements.insert(body.statements.begin(), std::move(inner));
    llvm::append_range(both.results, f.results);
    unite(b, *places, std::move(both));
    return true;
  }

  bool join(Block &b, unsigned first, unsigned second) {
    const Statement &f = b.statements[first], &g = b.statements[second];
    Statement both{g.results, g.op, g.location};
    auto &op = std::get<Invoke>(both.op);
    op.definition = joint;
    op.types.append(std::get<Invoke>(f.op).types);
    op.updated.append(pair.updated);
    both.results.append(f.results);
    if (second < first) {
      b.statements[second] = std::move(both);
      b.statements.erase(b.statements.begin() + first);
      return true;
    }
    const ValueSet usedByG = freeVariables(g.op, caller.values);
    if (llvm::any_of(f.results, [&](Value r) { return usedByG.contains(r); }))
      return false;
    const auto places = neighbours(b, first, second, caller.values, consumed);
    if (places)
      unite(b, *places, std::move(both));
    return places.has_value();
  }

  const Pair pair;
  const unsigned joint;
  Function &caller;
  const std::vector<bool> consumed;
};

bool invokes(const Function &caller, unsigned number) {
  bool result = false;
  forEachStatement(caller.body, [&](const Statement &s) {
    const auto *op = std::get_if<Invoke>(&s.op);
    result |= op && op->definition == number;
  });
  return result;
}

/// What is done twice is done once, which brings invocations together. Loops become one only when nothing else is left to do: each
/// of them may still turn out to run in any order.
Function broughtTogether(Function f) {
  constexpr unsigned most = 24;
  const auto changes = [&](std::initializer_list<Function (*)(Function)> passes) {
    const std::uint64_t before = fingerprint(f);
    for (auto *pass : passes)
      f = pass(std::move(f));
    f = analysis::eliminateDeadCode(std::move(f), analysis::Claimed::IsKept);
    return fingerprint(f) != before;
  };
  for (unsigned round = 0; round < most; ++round)
    if (!changes({selectBranches, simplifyRules, eliminateCommonSubexpressions, reverseLoops}) &&
        !changes({mergeBranches, fuseLoops, uniteEqualCarried}))
      break;
  return f;
}

/// Definition number `joint` of the pair, where it does not invoke f.
std::optional<Function> tupled(const Pair &pair, unsigned joint, const std::vector<Function> &table) {
  Function h = table[pair.g];
  const Block f = imported(table[pair.f], h);
  Values arguments;
  for (const unsigned k : pair.argumentAt)
    arguments.push_back(h.body.parameters[k]);
  std::vector<Statement> statements;
  const Values results = inlineBlock(f, arguments, h.values, statements);
  llvm::move(h.body.statements, std::back_inserter(statements));
  h.body.statements = std::move(statements);
  h.body.results.append(results);
  h = broughtTogether(std::move(h));
  Joiner(pair, joint, h);
  return invokes(h, pair.f) ? std::nullopt : std::optional(std::move(h));
}

/// Pairs of which f invokes itself, each once.
std::vector<Pair> findPairs(const Function &function) {
  std::vector<Pair> pairs;
  const auto addInvocations = [](const Block &block, std::vector<const Invoke *> &list) {
    for (const Statement &s : block.statements)
      if (const auto *op = std::get_if<Invoke>(&s.op))
        list.push_back(op);
  };
  const auto look = [&](const Block &block) {
    std::vector<const Invoke *> own;
    addInvocations(block, own);
    std::vector<const Invoke *> all = own; // also those that add to accumulators of the block
    for (const Statement &s : block.statements)
      if (const auto *with = std::get_if<WithAccumulators>(&s.op))
        addInvocations(with->body, all);
    for (const Invoke *f : own)
      for (const Invoke *g : all)
        if (auto pair = pairOf(*f, *g);
            pair && invokes(function.definitions[pair->f], pair->f) && !llvm::is_contained(pairs, *pair))
          pairs.push_back(std::move(*pair));
  };
  const auto lookInside = [&](const Block &body) {
    look(body);
    forEachStatement(body, [&](const Statement &s) { forEachBlock(s.op, look); });
  };
  lookInside(function.body);
  for (const Function &definition : function.definitions)
    lookInside(definition.body);
  return pairs;
}

} // namespace

Function tupleDefinitions(Function function) {
  for (const Pair &pair : findPairs(function)) {
    const auto joint = static_cast<unsigned>(function.definitions.size());
    std::optional<Function> h = tupled(pair, joint, function.definitions);
    if (!h)
      continue;
    function.definitions.push_back(std::move(*h));
    function.definitions[pair.g] = broughtTogether(std::move(function.definitions[pair.g]));
    Joiner(pair, joint, function);
    for (Function &definition : function.definitions)
      Joiner(pair, joint, definition);
  }
  return pruneDefinitions(std::move(function));
}

} // namespace soac::optimise
