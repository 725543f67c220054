#include "schedule/WorkspaceUse.h"

#include "interface/Interface.h"
#include "support/Overloaded.h"

#include <functional>

namespace soac::schedule {

using namespace ir;

namespace {

/// Is an array that is only looked at among the arguments?
bool lends(const interface::OutsideFunction &f) {
  using interface::CxxType;
  const auto isBorrowed = [](const CxxType &t) {
    return t.kind == CxxType::Kind::Array &&
           (t.container == CxxType::Container::View || t.container == CxxType::Container::StdSpan ||
            t.container == CxxType::Container::Pointer);
  };
  const std::function<bool(const CxxType &)> holdsBorrowed = [&](const CxxType &t) {
    return isBorrowed(t) || llvm::any_of(t.fields, [&](const CxxType::Field &m) { return holdsBorrowed(m.type); });
  };
  return llvm::any_of(f.parameters, [&](const interface::OutsideFunction::Parameter &p) {
    return holdsBorrowed(p.type) && !(p.isWritten && isBorrowed(p.type));
  });
}

} // namespace

WorkspaceUse::WorkspaceUse(const Function &function, const Uses &uses, const MemoryPlan &plan, const Levels &levels,
                           const ValueSet &packed, const ValueSet &returned)
    : function(function), uses(uses), plan(plan), levels(levels), packed(packed), returned(returned) {
  block(function.body, false);
}

/// `isOperator`: an iteration, perhaps on another thread, which exceptions may not leave.
bool WorkspaceUse::block(const Block &b, bool isOperator) {
  bool result = false;
  for (const Statement &s : b.statements)
    result |= statement(s, isOperator);
  if (result)
    blocks.insert(&b);
  return isUsed(b);
}

/// Is the array new, or a copy, in memory of the workspace?
bool WorkspaceUse::makes(Value v) const {
  if (isElsewhere(v))
    return false;
  return plan.place(v) == Place::Own || (plan.place(v) == Place::InPlace && plan.copies(v));
}

bool WorkspaceUse::statement(const Statement &s, bool isOperator) {
  bool result = llvm::any_of(s.results, [&](Value r) { return makes(r) && (isNeeded(r) || plan.copies(r)); });
  bool isInside = isOperator;
  const auto parallel = [&](const Block &fn) {
    const Parallel &p = levels.of(s);
    isInside = true;
    result |= p.level == Level::Threads || levels.mayFail(fn);
    if (llvm::any_of(s.results, [&](Value r) { return plan.lateShape(r); }))
      blocks.insert(&fn);
  };
  std::visit(Overloaded{[&](const Map &o) { parallel(o.fn); },
                        [&](const MapReduce &o) {
                          if (!levels.of(s).operators.empty())
                            parallel(o.fn);
                        },
                        [&](const Loop &o) {
                          result |= llvm::any_of(s.results, [&](Value r) {
                            return function.type(r).isArray() && !plan.stable(r);
                          });
                          if (llvm::any_of(plan.keeps(s), [](const MemoryPlan::Keep &k) { return k.copyFirst; }))
                            blocks.insert(&o.body);
                        },
                        [&](const Check &o) { result |= isOperator || o.exit.empty(); },
                        [&](const Call &o) { result |= isOperator ? !o.face || !o.face->isVariable : o.face && lends(*o.face); },
                        [&](const Reshape &o) { result |= packed.contains(o.array) && uses.count(s.results[0]) > 0; },
                        [&](const ReduceByIndex &) { result = true; }, [&](const Argsort &) { result = true; }, [&](const Repeated &) { result = true; },
                        [](const auto &) {}},
             s.op);
  forEachBlock(s.op, [&](const Block &b) { result |= block(b, isInside); });
  return result;
}

} // namespace soac::schedule
