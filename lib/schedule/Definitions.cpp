#include "schedule/Definitions.h"

#include "interface/DefinitionFace.h"
#include "ir/Definitions.h"
#include "ir/Walk.h"
#include "schedule/Lower.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {

using namespace ir;

namespace {

class Invocations {
public:
  Invocations(const Function &function, bool isOutermost)
      : definitions(function.definitions), updated(definitions.size()), outermost(definitions.size(), isOutermost) {
    block(function.body, isOutermost);
    llvm::SmallVector<bool> before;
    do {
      before = outermost;
      for (auto [k, definition] : llvm::enumerate(definitions))
        block(definition.body, outermost[k]);
    } while (outermost != before);
  }

  Definition definition(std::size_t number) const {
    Function lowered = lower(definitions[number], outermost[number]);
    interface::CxxFunction face = interface::definitionFace(lowered, updated[number]);
    face.function = std::move(lowered);
    return {std::move(face), outermost[number]};
  }

private:
  const std::vector<Function> &definitions;
  std::vector<llvm::ArrayRef<unsigned>> updated; ///< per definition, the numbers of the parameters that it updates
  llvm::SmallVector<bool> outermost;

  void block(const Block &b, bool isOutermost) {
    for (const Statement &s : b.statements) {
      if (const auto *op = std::get_if<Invoke>(&s.op)) {
        updated[op->definition] = op->updated;
        outermost[op->definition] = outermost[op->definition] && isOutermost;
      }
      const bool staysOutside = std::holds_alternative<Loop>(s.op) || std::holds_alternative<If>(s.op) ||
                                std::holds_alternative<WithAccumulators>(s.op);
      forEachBlock(s.op, [&](const Block &inner) { block(inner, isOutermost && staysOutside); });
    }
  }
};

} // namespace

void settleMemory(Function &function, llvm::ArrayRef<Definition> definitions) {
  forEachInvoke(function.body, [&](Invoke &op, Statement &) { op.takesMemory = definitions[op.definition].takesMemory; });
}

std::vector<Definition> definitionsOf(const Function &function, Target target) {
  const Invocations invocations(function, target == Target::Host);
  std::vector<Definition> result;
  for (std::size_t k = 0; k < function.definitions.size(); ++k)
    result.push_back(invocations.definition(k));
  // What takes none by itself takes some where it invokes what does.
  for (Definition &definition : result)
    definition.takesMemory = false;
  const auto settle = [&] {
    for (Definition &definition : result)
      settleMemory(definition.face.function, result);
  };
  settle();
  bool isChanged = !result.empty() && target == Target::Host;
  while (std::exchange(isChanged, false)) {
    settle();
    for (Definition &definition : result) {
      const bool takes = Schedule(definition.face, definition.face.function, 0, definition.isOutermost).tree.usesWorkspace;
      isChanged |= takes != definition.takesMemory;
      definition.takesMemory = takes;
    }
  }
  return result;
}

} // namespace soac::schedule
