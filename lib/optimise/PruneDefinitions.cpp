// Removes parameters and results of definitions that no invocation needs, and duplicate definitions (Definitions.h).
#include "optimise/Definitions.h"

#include "analysis/DeadCode.h"
#include "analysis/Liveness.h"
#include "ir/Definitions.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

template <class List> void keepOnly(List &list, llvm::ArrayRef<bool> kept) {
  List left;
  for (auto [x, isKept] : llvm::zip_equal(list, kept))
    if (isKept)
      left.push_back(x);
  list = std::move(left);
}

using Flags = llvm::SmallVector<bool, 8>;

class Pruner {
public:
  explicit Pruner(Function &function) : function(function) {}

  /// False where nothing is left to take away.
  bool run() {
    passThrough(function);
    for (Function &definition : function.definitions)
      passThrough(definition);
    eliminateDeadCode();
    findUses();
    bool isChanged = false;
    for (unsigned k = 0; k < function.definitions.size(); ++k)
      isChanged |= llvm::is_contained(results[k], false) || llvm::is_contained(parameters[k], false);
    if (!isChanged)
      return false;
    for (auto [k, definition] : llvm::enumerate(function.definitions)) {
      keepOnly(definition.body.results, results[k]);
      keepOnly(definition.body.parameters, parameters[k]);
    }
    forEachInvoke(function, [&](Invoke &op, Statement &s) { prune(op, s); });
    return true;
  }

private:
  void eliminateDeadCode() {
    for (Function &definition : function.definitions)
      definition = analysis::eliminateDeadCode(std::move(definition), analysis::Claimed::IsKept);
    function = analysis::eliminateDeadCode(std::move(function), analysis::Claimed::IsKept);
  }

  /// The least fixed point: a parameter or result that only a definition's invocation of itself hands on is not used.
  void findUses() {
    updated.resize(function.definitions.size());
    for (const Function &definition : function.definitions) {
      results.emplace_back(definition.body.results.size());
      parameters.emplace_back(definition.body.parameters.size());
    }
    const Flags all(function.body.results.size(), true);
    for (isGrowing = true; isGrowing;) {
      isGrowing = false;
      look(function, all);
      for (auto [k, definition] : llvm::enumerate(function.definitions)) {
        const analysis::Liveness liveness = look(definition, results[k]);
        for (auto [p, isUsed] : llvm::zip_equal(definition.body.parameters, parameters[k]))
          grow(isUsed, liveness.isLive(p));
        // An array result is computed in the place of an argument, which is used where the result is.
        std::size_t next = 0;
        for (auto [r, isUsed] : llvm::zip_equal(definition.body.results, results[k]))
          if (definition.type(r).isArray() && next < updated[k].size())
            grow(parameters[k][updated[k][next++]], isUsed);
      }
    }
  }
  void grow(bool &flag, bool isUsed) {
    isGrowing |= isUsed && !flag;
    flag |= isUsed;
  }

  /// Marks the results of invoked definitions that are live in `caller`.
  analysis::Liveness look(Function &caller, llvm::ArrayRef<bool> asked) {
    const auto isAsked = [&](const Invoke &op, std::size_t operand) { return parameters[op.definition][operand]; };
    analysis::Liveness liveness(caller, analysis::Claimed::IsKept, analysis::Asked{asked, isAsked});
    forEachInvoke(caller.body, [&](Invoke &op, Statement &s) {
      updated[op.definition] = op.updated;
      for (auto [r, isUsed] : llvm::zip_equal(s.results, results[op.definition]))
        grow(isUsed, liveness.isLive(r));
    });
    return liveness;
  }

  /// Replaces results that are unchanged arguments by these arguments.
  void passThrough(Function &caller) {
    ValueMap same;
    forEachInvoke(caller.body, [&](Invoke &op, Statement &s) {
      const Block &body = function.definitions[op.definition].body;
      for (auto [k, r] : llvm::enumerate(s.results))
        if (const auto argument = op.argumentOf(k); argument && body.results[k] == body.parameters[*argument])
          same[r] = op.arguments[*argument];
    });
    for (auto &[r, argument] : same)
      while (same.contains(argument))
        argument = same.lookup(argument);
    if (!same.empty())
      substitute(caller.body, same);
  }

  void prune(Invoke &op, Statement &s) {
    const Flags &isResult = results[op.definition], &isParameter = parameters[op.definition];
    llvm::SmallVector<unsigned, 8> numbers; // of the arguments now
    unsigned next = 0;
    for (const bool isKept : isParameter)
      numbers.push_back(isKept ? next++ : next);
    llvm::SmallVector<unsigned, 2> left;
    for (std::size_t k = 0; k < isResult.size(); ++k)
      if (const auto argument = op.argumentOf(k); argument && isResult[k])
        left.push_back(numbers[*argument]);
    keepOnly(op.types, isResult);
    keepOnly(s.results, isResult);
    op.updated = std::move(left);
    const auto flags = llvm::ArrayRef(isParameter);
    const std::size_t arguments = op.arguments.size();
    keepOnly(op.arguments, flags.take_front(arguments));
    keepOnly(op.accumulators, flags.drop_front(arguments));
  }

  Function &function;
  std::vector<Flags> results, parameters; ///< per definition: flags of the used results and parameters
  std::vector<llvm::SmallVector<unsigned, 2>> updated;
  bool isGrowing = false;
};

/// Lets invocations of a definition that equals an earlier one name the earlier one. False where no two are equal.
bool share(Function &function) {
  Function scratch;
  std::vector<Block> copies;
  for (const Function &definition : function.definitions)
    copies.push_back(imported(definition, scratch));
  const auto isSame = [&](unsigned a, unsigned b) {
    const auto sameTypes = [&](llvm::ArrayRef<Value> x, llvm::ArrayRef<Value> y) {
      return llvm::equal(x, y, [&](Value v, Value w) { return scratch.type(v) == scratch.type(w); });
    };
    return sameTypes(copies[a].parameters, copies[b].parameters) && sameTypes(copies[a].results, copies[b].results) &&
           equal(copies[a], copies[b]);
  };
  std::vector<unsigned> first;
  bool isChanged = false;
  for (unsigned k = 0; k < copies.size(); ++k) {
    unsigned j = 0;
    while (j < k && !(first[j] == j && isSame(j, k)))
      ++j;
    first.push_back(j);
    isChanged |= j != k;
  }
  forEachInvoke(function, [&](Invoke &op, Statement &) { op.definition = first[op.definition]; });
  return isChanged;
}

} // namespace

Function pruneDefinitions(Function function) {
  if (function.definitions.empty())
    return function;
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    dropUnusedDefinitions(function);
    while (Pruner(function).run())
      isChanged = true;
    isChanged |= share(function);
  }
  dropUnusedDefinitions(function);
  return function;
}

} // namespace soac::optimise
