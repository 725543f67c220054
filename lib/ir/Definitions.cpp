#include "ir/Definitions.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ir {
namespace {

/// Copies what a function computes into another one, whose values it becomes.
class Import {
public:
  Import(const Function &from, Function &to) : from(from), to(to) {}

  Block block() { return block(from.body); }

private:
  Value value(Value v) {
    if (!v)
      return v;
    if (const Constant *constant = from.values.asConstant(v))
      return to.values.constant(*constant);
    const auto [it, isNew] = values.try_emplace(v);
    if (isNew) {
      it->second = to.values.fresh(from.type(v), from.values.name(v));
      to.values.setStored(it->second, from.values.stored(v));
    }
    return it->second;
  }
  Block block(const Block &source) {
    Block made;
    for (const Value v : source.parameters)
      made.parameters.push_back(value(v));
    for (const Statement &s : source.statements) {
      Statement copy{{}, s.op, location(s.location)};
      forEachOperand(copy.op, [&](Value &v) { v = value(v); });
      forEachBlock(copy.op, [&](Block &inner) { inner = block(inner); });
      for (const Value r : s.results)
        copy.results.push_back(value(r));
      made.statements.push_back(std::move(copy));
    }
    for (const Value v : source.results)
      made.results.push_back(value(v));
    return made;
  }
  SourceLocation location(SourceLocation at) {
    if (at.file >= from.files.size())
      return at;
    const std::string &name = from.files[at.file];
    const auto found = llvm::find(to.files, name);
    at.file = static_cast<unsigned>(found - to.files.begin());
    if (found == to.files.end())
      to.files.push_back(name);
    return at;
  }

  const Function &from;
  Function &to;
  ValueMap values;
};

} // namespace

void forEachInvoke(Block &block, llvm::function_ref<void(Invoke &, Statement &)> f) {
  for (Statement &s : block.statements) {
    if (auto *invoke = std::get_if<Invoke>(&s.op))
      f(*invoke, s);
    forEachBlock(s.op, [&](Block &inner) { forEachInvoke(inner, f); });
  }
}

void forEachInvoke(Function &function, llvm::function_ref<void(Invoke &, Statement &)> f) {
  forEachInvoke(function.body, f);
  for (Function &definition : function.definitions)
    forEachInvoke(definition.body, f);
}

Block imported(const Function &from, Function &to) { return Import(from, to).block(); }

void settleInvokes(Function &function) {
  if (function.definitions.empty())
    return;
  std::vector<bool> mayFail;
  for (const Function &definition : function.definitions)
    mayFail.push_back(has<Check>(definition.body));
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (std::size_t k = 0; k < mayFail.size(); ++k)
      if (!mayFail[k])
        forEachInvoke(function.definitions[k].body, [&](Invoke &op, Statement &) {
          if (mayFail[op.definition])
            mayFail[k] = isChanged = true;
        });
  }
  forEachInvoke(function, [&](Invoke &op, Statement &) { op.mayFail = mayFail[op.definition]; });
}

void dropUnusedDefinitions(Function &function) {
  if (function.definitions.empty()) // of a definition by itself, too
    return;
  constexpr unsigned none = ~0u;
  std::vector<unsigned> numbers(function.definitions.size(), none), order;
  const auto need = [&](Invoke &op, Statement &) {
    if (numbers[op.definition] != none)
      return;
    numbers[op.definition] = static_cast<unsigned>(order.size());
    order.push_back(op.definition);
  };
  forEachInvoke(function.body, need);
  for (std::size_t k = 0; k < order.size(); ++k)
    forEachInvoke(function.definitions[order[k]].body, need);
  std::vector<Function> kept;
  for (const unsigned k : order)
    kept.push_back(std::move(function.definitions[k]));
  function.definitions = std::move(kept);
  forEachInvoke(function, [&](Invoke &op, Statement &) { op.definition = numbers[op.definition]; });
  settleInvokes(function);
}

} // namespace soac::ir
