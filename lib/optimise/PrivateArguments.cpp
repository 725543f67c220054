// Scratch arrays that functions hand to definitions (Definitions.h):
//
//   f(a, x) { b = loop .. { a[..] = .. };  y = .. b[..] ..;  yield b, y },  of which b is read nowhere
//   ->  f(x, n) { a = fill 0, [n]  .. yield y }
//
// First every function gives each call an array of its own where the call overwrites it (Private.cpp), so that no call hands its
// array on to the next one.
#include "optimise/Definitions.h"

#include "optimise/passes/Private.h"

#include "ir/Builder.h"
#include "ir/Definitions.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

class PrivateArguments {
public:
  explicit PrivateArguments(Function &root) : root(root), calls(root) {}

  void run() {
    owned.resize(root.definitions.size());
    forEachInvoke(root, [&](Invoke &op, Statement &) {
      if (owned[op.definition].empty())
        choose(op);
    });
    for (auto [definition, arguments] : llvm::zip_equal(root.definitions, owned))
      for (const unsigned k : arguments)
        own(definition, k);
    pass(root);
    for (Function &definition : root.definitions)
      pass(definition);
  }

private:
  /// Arrays that the definition overwrites, and does not give back.
  void choose(const Invoke &op) {
    const analysis::OverwritingCalls::Arguments *known = calls.of(op);
    if (!known)
      return;
    const Function &definition = root.definitions[op.definition];
    for (unsigned k = 0; k < op.arguments.size(); ++k)
      if ((*known)[k].isOverwrittenFirst && !llvm::is_contained(op.updated, k) && isChanged(definition, definition.body.parameters[k]))
        owned[op.definition].push_back(k);
  }

  static bool isChanged(const Function &definition, Value array) {
    bool isSo = false;
    forEachStatement(definition.body, [&](const Statement &s) {
      if (std::holds_alternative<Extent>(s.op))
        return;
      forEachOperand(s.op, [&](Value v) { isSo |= v == array; });
    });
    return isSo;
  }

  /// The extents become parameters, in front of the accumulators.
  static void own(Function &definition, unsigned k) {
    Block &body = definition.body;
    const Value old = body.parameters[k];
    const Type type = definition.type(old);
    Values extents;
    for (unsigned d = 0; d < type.rank; ++d)
      extents.push_back(definition.values.fresh(indexType, definition.values.name(old)));
    const auto *const accumulators = llvm::find_if(body.parameters, [&](Value p) { return definition.type(p).accumulator; });
    body.parameters.insert(body.parameters.begin() + (accumulators - body.parameters.begin()), extents.begin(), extents.end());
    std::vector<Statement> front;
    Builder b(definition.values, front, {});
    const Value own = b.fill(definition.values.zero(type.scalar), extents, definition.values.name(old));
    substitute(body, {{old, own}});
    body.parameters[k] = old;
    body.statements.insert(body.statements.begin(), std::make_move_iterator(front.begin()), std::make_move_iterator(front.end()));
  }

  /// Hands the extents to the definitions.
  void pass(Function &caller) const {
    insertAround(caller.body, [&](Statement &s, std::vector<Statement> &front, std::vector<Statement> &) {
      auto *op = std::get_if<Invoke>(&s.op);
      if (!op)
        return;
      Builder b(caller.values, front, s.location);
      for (const unsigned k : owned[op->definition])
        op->arguments.append(b.extents(op->arguments[k]));
    });
  }

  Function &root;
  const analysis::OverwritingCalls calls;
  std::vector<llvm::SmallVector<unsigned, 2>> owned; ///< arguments, by definition
};

} // namespace

Function ownArguments(Function function) {
  if (function.definitions.empty())
    return function;
  const analysis::OverwritingCalls calls(function);
  ownScratch(function, calls);
  for (Function &definition : function.definitions)
    ownScratch(definition, calls);
  function = pruneDefinitions(std::move(function));
  PrivateArguments(function).run();
  return pruneDefinitions(std::move(function));
}

} // namespace soac::optimise
