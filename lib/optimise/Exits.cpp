#include "optimise/Exits.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

bool hasExit(const Op &op) {
  const auto *check = std::get_if<Check>(&op);
  const auto *invoke = std::get_if<Invoke>(&op);
  bool result = (check && !check->exit.empty()) || (invoke && invoke->mayFail);
  forEachBlock(op, [&](const Block &inner) {
    result = result || llvm::any_of(inner.statements, [](const Statement &s) { return hasExit(s.op); });
  });
  return result;
}

} // namespace soac::optimise
