#include "ops/rules/Decisions.h"

#include "analysis/InPlace.h"
#include "ops/rules/Rule.h"
#include "prims/Prims.h"

#include <llvm/ADT/Twine.h>

namespace soac::ops {

ir::Values Decisions::values() const {
  ir::Values all;
  for (ir::Value v : {executions, taken, numbers})
    if (v)
      all.push_back(v);
  return all;
}

Decisions Decisions::none(ir::Value most, llvm::StringRef name, ir::Builder &b) {
  Decisions none{b.index(1), b.index(0), {}};
  if (most)
    none.numbers = b.store(ir::Stored::UndoArm, b.index(0), {b.add(most, b.index(1))}, name);
  return none;
}

bool Decisions::isThen(const ir::If &branch, std::size_t position) {
  const ir::Value result = branch.then.results[position], source = analysis::inPlaceSource(result, branch.then);
  return result != source;
}

void Decisions::addTaken(const LogLimit &limit, ir::Builder &b) {
  if (limit.mostTaken)
    b.check(b.lessThan(taken, limit.mostTaken), limit.message);
  taken = b.add(taken, b.index(1));
  if (numbers)
    numbers = b.update(numbers, {taken}, executions);
}

void Decisions::addExecution(ir::Builder &b) { executions = b.add(executions, b.index(1)); }

ir::Value Decisions::wasTaken(ir::Builder &b) {
  executions = b.sub(executions, b.index(1));
  return b.equal(b.read(numbers, {taken}), executions);
}

void Decisions::dropTaken(ir::Builder &b) { taken = b.sub(taken, b.index(1)); }

} // namespace soac::ops
