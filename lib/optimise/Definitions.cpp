#include "optimise/Definitions.h"

#include "ir/Definitions.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <functional>

namespace soac::optimise {
namespace {

std::vector<unsigned> invocations(Function &function) {
  std::vector<unsigned> counts(function.definitions.size());
  forEachInvoke(function, [&](Invoke &op, Statement &) { ++counts[op.definition]; });
  return counts;
}

/// Per definition: does it reach an invocation of itself?
std::vector<bool> recursive(Function &function) {
  std::vector<bool> result;
  for (unsigned k = 0; k < function.definitions.size(); ++k) {
    std::vector<bool> seen(function.definitions.size());
    std::vector<unsigned> open{k};
    while (!open.empty()) {
      const unsigned number = open.back();
      open.pop_back();
      forEachInvoke(function.definitions[number].body, [&](Invoke &op, Statement &) {
        if (!seen[op.definition])
          open.push_back(op.definition);
        seen[op.definition] = true;
      });
    }
    result.push_back(seen[k]);
  }
  return result;
}

std::size_t sizeOf(const Block &block) {
  std::size_t size = 0;
  forEachStatement(block, [&](const Statement &) { ++size; });
  return size;
}

/// Replaces invocations of the chosen definitions by their bodies, which themselves invoke no chosen definition any more.
class Inliner {
public:
  Inliner(Function &function, std::vector<bool> chosen) : function(function), chosen(std::move(chosen)) {}

  void run() {
    for (unsigned k = 0; k < function.definitions.size(); ++k)
      settle(k);
    block(function.body, function);
  }

private:
  /// Inlines the chosen definitions into definition number `k`.
  void settle(unsigned k) {
    if (!done.insert(k).second)
      return;
    Function definition = std::move(function.definitions[k]);
    function.definitions[k] = {};
    block(definition.body, definition);
    function.definitions[k] = std::move(definition);
  }

  void block(Block &b, Function &around) {
    std::vector<Statement> out;
    ValueMap results;
    for (Statement &s : b.statements) {
      substitute(s.op, results);
      forEachBlock(s.op, [&](Block &inner) { block(inner, around); });
      const auto *invoke = std::get_if<Invoke>(&s.op);
      if (!invoke || !chosen[invoke->definition]) {
        out.push_back(std::move(s));
        continue;
      }
      settle(invoke->definition);
      const Block copy = imported(function.definitions[invoke->definition], around);
      Values operands = invoke->arguments;
      operands.append(invoke->accumulators);
      const Values values = inlineBlock(copy, operands, around.values, out);
      for (auto [r, v] : llvm::zip_equal(s.results, values))
        results[r] = v;
    }
    b.statements = std::move(out);
    substitute(b, results);
  }

  Function &function;
  const std::vector<bool> chosen;
  llvm::DenseSet<unsigned> done;
};

Function inlined(Function function, std::vector<bool> chosen) {
  if (!llvm::is_contained(chosen, true))
    return function;
  Inliner(function, std::move(chosen)).run();
  dropUnusedDefinitions(function);
  return function;
}

/// The few scalar operations that compute a definition's result from its arguments.
struct NeededPart {
  Values parameters;
  Value result;
  std::vector<Statement> operations;
};

std::optional<NeededPart> sliceOf(const Function &definition, Value result) {
  constexpr std::size_t most = 8;
  llvm::DenseMap<Value, const Statement *> givenBy;
  for (const Statement &s : definition.body.statements)
    for (const Value r : s.results)
      givenBy[r] = &s;
  llvm::DenseSet<const Statement *> needed;
  Values open{result};
  while (!open.empty()) {
    const Value v = open.pop_back_val();
    if (definition.values.asConstant(v) || llvm::is_contained(definition.body.parameters, v))
      continue;
    const Statement *s = givenBy.lookup(v);
    const auto *apply = s ? std::get_if<Apply>(&s->op) : nullptr;
    if (!apply)
      return std::nullopt;
    needed.insert(s);
    open.append(apply->arguments.begin(), apply->arguments.end());
  }
  if (needed.size() > most)
    return std::nullopt;
  NeededPart slice{definition.body.parameters, result, {}};
  for (const Statement &s : definition.body.statements)
    if (needed.contains(&s))
      slice.operations.push_back(s);
  return slice;
}

/// Puts the operations of such slices in front of the invocations whose results they compute.
class Exposer {
public:
  explicit Exposer(const Function &function) {
    for (const Function &definition : function.definitions) {
      slices.emplace_back();
      for (const Value r : definition.body.results)
        slices.back().push_back(definition.type(r).isScalar() ? sliceOf(definition, r) : std::nullopt);
      tables.push_back(definition.values);
    }
  }

  /// True when the block uses a result that has a slice.
  bool block(Block &b, Function &caller) {
    llvm::DenseSet<Value> used;
    forEachUse(caller.body, [&](Value v) { used.insert(v); });
    return block(b, caller, used);
  }

private:
  bool block(Block &b, Function &caller, const llvm::DenseSet<Value> &used) {
    bool isAny = false;
    std::vector<Statement> out;
    ValueMap made;
    for (Statement &s : b.statements) {
      substitute(s.op, made);
      forEachBlock(s.op, [&](Block &inner) { isAny |= block(inner, caller, used); });
      if (const auto *invoke = std::get_if<Invoke>(&s.op))
        for (auto [r, slice] : llvm::zip_equal(s.results, slices[invoke->definition]))
          if (slice && used.contains(r)) {
            made[r] = put(*slice, *invoke, caller, s.location, out);
            isAny = true;
          }
      out.push_back(std::move(s));
    }
    b.statements = std::move(out);
    substitute(b, made);
    return isAny;
  }

  Value put(const NeededPart &slice, const Invoke &op, Function &caller, SourceLocation location, std::vector<Statement> &out) const {
    const ValueTable &from = tables[op.definition];
    ValueMap now;
    for (auto [parameter, argument] : llvm::zip(slice.parameters, op.arguments))
      now[parameter] = argument;
    const auto value = [&](Value v) {
      const Constant *constant = from.asConstant(v);
      return constant ? caller.values.constant(*constant) : now.lookup(v);
    };
    for (const Statement &operation : slice.operations) {
      Apply copy = std::get<Apply>(operation.op);
      for (Value &v : copy.arguments)
        v = value(v);
      const Value r = operation.results[0];
      now[r] = caller.values.fresh(from.type(r), from.name(r));
      out.push_back({{now[r]}, std::move(copy), location});
    }
    return value(slice.result);
  }

  std::vector<std::vector<std::optional<NeededPart>>> slices; ///< per definition and result
  std::vector<ValueTable> tables;
};

} // namespace

Function inlineDefinitions(Function function, llvm::function_ref<bool(unsigned number)> isInlined) {
  const std::vector<bool> isRecursive = recursive(function);
  std::vector<bool> chosen;
  for (unsigned k = 0; k < function.definitions.size(); ++k)
    chosen.push_back(!isRecursive[k] && isInlined(k));
  return inlined(std::move(function), std::move(chosen));
}

Function inlineAllDefinitions(Function function) {
  return pruneDefinitions(inlineDefinitions(std::move(function), [](unsigned) { return true; }));
}

Function propagateConstants(Function function) {
  struct Given {
    std::optional<Constant> constant;
    bool isKnown = true; ///< all invocations so far give the constant
  };
  std::vector<std::vector<Given>> given;
  for (const Function &definition : function.definitions)
    given.emplace_back(definition.body.parameters.size());
  const auto look = [&](Function &caller) {
    forEachInvoke(caller.body, [&](Invoke &op, Statement &) {
      const Function &definition = function.definitions[op.definition];
      for (auto [k, v] : llvm::enumerate(op.arguments)) {
        Given &g = given[op.definition][k];
        const Constant *constant = caller.values.asConstant(v);
        if (&caller == &definition && v == definition.body.parameters[k])
          continue; // a recursive invocation hands on its own parameter
        g.isKnown &= constant && (!g.constant || *g.constant == *constant);
        if (constant)
          g.constant = *constant;
      }
    });
  };
  look(function);
  for (Function &definition : function.definitions)
    look(definition);
  for (auto [definition, list] : llvm::zip_equal(function.definitions, given)) {
    ValueMap constants;
    for (auto [p, g] : llvm::zip_equal(definition.body.parameters, list))
      if (g.isKnown && g.constant && definition.type(p).isScalar())
        constants[p] = definition.values.constant(*g.constant);
    if (!constants.empty())
      substitute(definition.body, constants);
  }
  return function;
}

/// Does it differentiate in several directions?
static bool hasDirections(const Function &function) {
  bool isAny = false;
  forEachStatement(function.body, [&](const Statement &s) {
    const auto *derivative = std::get_if<Differentiate>(&s.op);
    isAny |= derivative && derivative->directions;
  });
  return isAny;
}

/// How many statements the function has when everything is inlined in it that does not invoke itself; `most` where that
/// are more.
static std::size_t inlinedSize(Function &function, std::size_t most) {
  const std::vector<bool> isRecursive = recursive(function);
  std::vector<std::size_t> sizes(function.definitions.size()); // 0: not known yet
  const std::function<std::size_t(Block &)> of = [&](Block &block) {
    std::size_t size = sizeOf(block);
    forEachInvoke(block, [&](Invoke &op, Statement &) {
      std::size_t &inner = sizes[op.definition];
      if (inner == 0)
        inner = isRecursive[op.definition] ? 1 : of(function.definitions[op.definition].body);
      size += inner;
    });
    return std::min(size, most);
  };
  return of(function.body);
}

Function inlineSmallDefinitions(Function function) {
  constexpr std::size_t small = 6, most = 4000;
  if (hasDirections(function) && inlinedSize(function, most) < most)
    return inlineAllDefinitions(std::move(function));
  std::vector<bool> isChosen;
  for (auto [count, definition] : llvm::zip_equal(invocations(function), function.definitions))
    isChosen.push_back(count == 1 || sizeOf(definition.body) <= small);
  return inlineDefinitions(std::move(function), [&](unsigned k) { return isChosen[k]; });
}

bool exposeResults(Function &function) {
  Exposer exposer(function);
  const bool isAny = exposer.block(function.body, function);
  bool isInDefinitions = false;
  for (Function &definition : function.definitions)
    isInDefinitions |= exposer.block(definition.body, definition);
  return isAny || isInDefinitions;
}

} // namespace soac::optimise
