#include "schedule/UnknownExtents.h"

#include "schedule/Lower.h"
#include "schedule/MemoryPlan.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {
namespace {

bool makesMemory(ir::Value v, const ir::Statement &statement, const MemoryPlan &plan) {
  switch (plan.place(v)) {
  case Place::Own: case Place::Row: return true;
  case Place::InPlace: return plan.copies(v) || (std::holds_alternative<ir::Loop>(statement.op) && !plan.stable(v));
  default: return std::holds_alternative<ir::Loop>(statement.op) && !plan.stable(v);
  }
}

} // namespace

ir::Value pointerOfNeededExtent(const ir::Function &function, llvm::ArrayRef<ir::Value> pointers,
                                llvm::ArrayRef<ir::Value> writable) {
  if (pointers.empty())
    return {};
  const ir::Function lowered = lower(function);
  const Uses uses(lowered);
  const Shapes shapes(lowered, uses);
  ir::ValueSet mayOverwrite;
  mayOverwrite.insert(writable.begin(), writable.end());
  const MemoryPlan plan(lowered, uses, shapes, mayOverwrite);
  ir::Value found;
  ir::forEachStatement(lowered.body, [&](const ir::Statement &statement) {
    if (const auto *extent = std::get_if<ir::Extent>(&statement.op); extent && !found) {
      const Dim d = shapes.of(extent->array, extent->dimension);
      if (d.isExtent && llvm::is_contained(pointers, d.value))
        found = d.value;
    }
    for (ir::Value r : statement.results) {
      const ir::Type type = lowered.type(r);
      if (found || !type.isArray() || type.accumulator || !makesMemory(r, statement, plan))
        continue;
      const Dim d = shapes.of(r, 0);
      if (d.isExtent && llvm::is_contained(pointers, d.value))
        found = d.value;
    }
  });
  return found;
}

} // namespace soac::schedule
