#include "optimise/Exits.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

bool hasExit(const Op &op) {
  const auto *check = std::get_if<Check>(&op);
  bool result = check && !check->exit.empty();
  forEachBlock(op, [&](const Block &inner) {
    result = result || llvm::any_of(inner.statements, [](const Statement &s) { return hasExit(s.op); });
  });
  return result;
}

} // namespace soac::optimise
