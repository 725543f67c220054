#include "ops/rules/Notes.h"

namespace soac::ops {

ir::Statement note(llvm::StringRef name, ir::Values arguments, ir::ValueTable &values, ir::SourceLocation location) {
  ir::WithRules op;
  op.name = name.str();
  op.arguments = std::move(arguments);
  for (ir::Value v : op.arguments)
    op.fn.parameters.push_back(values.fresh(values.type(v)));
  return {{}, std::move(op), location};
}

const ir::WithRules *noteOf(const ir::Statement &s, llvm::StringRef name) {
  const auto *op = std::get_if<ir::WithRules>(&s.op);
  return op && op->name == name ? op : nullptr;
}

} // namespace soac::ops
