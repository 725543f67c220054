#include "ops/RuleTable.h"

#include "ops/Ops.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {

ReturnSweep adjointOf(llvm::ArrayRef<ir::Statement> statements, Adjoints &adjoints) {
  std::vector<ReturnSweep> returns;
  for (const ir::Statement &statement : statements) {
    adjoints.analyse(statement);
    if (ReturnSweep back = std::visit([&](const auto &op) { return adjoint(op, statement, adjoints); }, statement.op))
      returns.push_back(std::move(back));
  }
  return [returns = std::move(returns)] {
    for (const ReturnSweep &back : llvm::reverse(returns))
      back();
  };
}

} // namespace soac::ops
