#include "ops/rules/Rule.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <cassert>

namespace soac::ops {

ir::Value Tangents::dense(ir::Value v) {
  if (const ir::Value t = of(v))
    return t;
  return builder().zerosLike(v);
}

void Tangents::keep(const ir::Statement &statement) { builder().statements().push_back(statement); }

void Adjoints::keep(const ir::Statement &statement) {
  ir::Statement kept = withoutAccumulators(statement);
  if (!kept.results.empty() || !std::holds_alternative<ir::Accumulate>(kept.op))
    builder().statements().push_back(std::move(kept));
}

llvm::SmallVector<bool, 4> Adjoints::activeFlags(llvm::ArrayRef<ir::Value> vs) const {
  llvm::SmallVector<bool, 4> flags;
  for (ir::Value v : vs)
    flags.push_back(isActive(v));
  return flags;
}

ir::Values Adjoints::activeOf(llvm::ArrayRef<ir::Value> vs) const {
  ir::Values active;
  for (ir::Value v : vs)
    if (isActive(v))
      active.push_back(v);
  return active;
}

ir::Values Adjoints::adjointsOfActive(llvm::ArrayRef<ir::Value> vs) {
  ir::Values adjoints;
  for (ir::Value v : vs)
    if (isActive(v))
      adjoints.push_back(of(v));
  return adjoints;
}

void Adjoints::addToActive(llvm::ArrayRef<ir::Value> vs, llvm::ArrayRef<ir::Value> contributions) {
  for (ir::Value v : vs)
    if (isActive(v)) {
      assert(!contributions.empty());
      add(v, contributions.front());
      contributions = contributions.drop_front();
    }
}

std::string boundMessage(const ir::LoopAnnotations &annotations) {
  return "the loop runs more often than its bound " + annotations.boundText;
}

void checkSameShape(ir::Value array, ir::Value companion, llvm::StringRef what, ir::Builder &b) {
  const std::string &own = b.values.name(array).text, name = own.empty() ? "the result" : "'" + own + "'";
  b.checkSameExtents(b.extents(array), b.extents(companion), "soac: the " + what.str() + " of " + name + " has another shape");
}

} // namespace soac::ops
