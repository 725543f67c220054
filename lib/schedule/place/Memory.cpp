// Memory for arrays, variables for scalars, and where the workspace is needed.
#include "schedule/place/Placer.h"

#include "schedule/UnknownExtents.h"
#include "support/Overloaded.h"

namespace soac::schedule {

using namespace exec;
using namespace interface;
using ir::SourceLocation;
using ir::Statement;
using ir::Value;
using Container = CxxType::Container;

namespace {

bool isBorrowed(const CxxType &t) {
  return t.kind == CxxType::Kind::Array &&
         (t.container == Container::View || t.container == Container::StdSpan || t.container == Container::Pointer);
}
bool holdsBorrowed(const CxxType &t) {
  return isBorrowed(t) || llvm::any_of(t.fields, [](const CxxType::Field &m) { return holdsBorrowed(m.type); });
}
/// Is one of the arguments, or a part of it, a borrowed array that the function does not write?
bool lends(const OutsideFunction &f) {
  return llvm::any_of(f.parameters, [](const OutsideFunction::Parameter &p) {
    return holdsBorrowed(p.type) && !(p.isWritten && isBorrowed(p.type));
  });
}

/// `isOperator`: the statement is in an iteration of a map, perhaps on another thread, which exceptions may not leave.
bool usesWorkspace(const Statement &s, bool isOperator) {
  if (const auto *check = std::get_if<ir::Check>(&s.op))
    return isOperator || check->exit.empty();
  if (const auto *call = std::get_if<ir::Call>(&s.op))
    return isOperator ? !call->face || !call->face->isVariable : call->face && lends(*call->face);
  const auto *invoke = std::get_if<ir::Invoke>(&s.op);
  return invoke && (invoke->takesMemory || invoke->mayFail);
}

} // namespace

Extents Placer::extents(Value v) const {
  Extents list;
  for (unsigned d = 0; d < function.type(v).rank; ++d)
    list.push_back(shapes.of(v, d));
  return list;
}

Space Placer::spaceOf(Value v) const {
  if (plan.rowOf(v))
    return Space::Row;
  if (plan.onStack(v) && !(plan.copies(v) && plan.slotOf(v)))
    return Space::Stack;
  if (returned.contains(v))
    return Space::Returned;
  if (plan.place(v) == Place::InPlace && pointerOf(v, pointers, shapes))
    return Space::Overlay;
  return plan.slotOf(v) ? Space::Slot : Space::Workspace;
}

void Placer::make(Value v, const Statement &s, Nodes &into, Alloc::Init init, Value source) {
  const Space space = spaceOf(v);
  if (space == Space::Overlay)
    overlays.insert(v);
  if (space == Space::Row)
    rows[plan.rowOf(v)] = v;
  const Value of = space == Space::Row ? plan.rowOf(v) : space == Space::Slot ? plan.slotOf(v) : Value();
  Alloc node{v, space, init, extents(v), s.location, false, source, of};
  if (space == Space::Row)
    forEachBlock(uses.definition(of)->op, [&](const ir::Block &fn) {
      node.index = node.index ? node.index : fn.parameters[0]; // the first block of a map or reduction is its function
    });
  if (init == Alloc::Init::Copy)
    for (auto [d, extent] : llvm::enumerate(node.extents))
      if (extent == Dim{v, true, static_cast<unsigned>(d)})
        extent = shapes.of(source, static_cast<unsigned>(d));
  if (const auto *concat = std::get_if<ir::Concat>(&s.op); concat && node.extents[0] == Dim{v, true, 0}) {
    for (Value part : concat->arrays)
      node.summedExtents.push_back(shapes.of(part, 0));
  }
  into.push_back(std::move(node));
}

void Placer::fill(const Statement &s, Nodes &into) {
  const Value v = s.results[0];
  const bool isWritten = spaceOf(v) != Space::Stack && shapes.isOverwritten(s);
  if (isWritten)
    make(v, s, into);
  else
    make(v, s, into, Alloc::Init::Fill, std::get<ir::Fill>(s.op).value);
}

/// Workspace memory beside the place where `v` itself lives: a copy, a packed parameter, a scratch array.
void Placer::beside(Value v, Alloc::Init init, SourceLocation at, Nodes &into, Value source, Value of) {
  into.push_back(Alloc{v, Space::Workspace, init, extents(v), at, true, source, of});
}

/// `v` is made of `operand` in the operand's memory, or in a copy.
void Placer::inPlace(Value v, Value operand, const Statement &s, Nodes &into) {
  if (plan.copies(v))
    make(v, s, into, Alloc::Init::Copy, operand);
  else
    alias(v, operand);
}

void Placer::variable(Value v, Value start, const Statement &s, Nodes &into) {
  into.push_back(Variable{v, start, s.location, isArray(v) && !plan.writable(v)});
}

/// Memory for the results of a map.
void Placer::results(const Statement &s, std::size_t first, Nodes &into) {
  for (Value r : llvm::ArrayRef<Value>(s.results).drop_front(first)) {
    if (const Value operand = plan.reused(r))
      alias(r, operand);
    else if (isNeeded(r) && plan.lateShape(r))
      into.push_back(Slot{r, false, extents(r), s.location, {}, false, false});
    else if (isNeeded(r))
      make(r, s, into);
  }
}

/// Notes which loops use the workspace; true when any of the nodes does.
bool Placer::use(Nodes &nodes, bool isOperator) const {
  const auto iterations = [&](For &l, bool isSkeleton) {
    const bool inCondition = use(l.condition, isOperator), inOperation = use(l.operation, isOperator || isSkeleton);
    const bool inBody = use(l.body, isOperator || isSkeleton);
    l.usesWorkspace = inCondition || inOperation || inBody || (isSkeleton && l.mayFail);
    return l.usesWorkspace || (isSkeleton && l.level == Level::Threads);
  };
  const auto statement = [&](const auto &n) { return usesWorkspace(*n.statement, isOperator); };
  bool any = false;
  for (Node &node : nodes)
    any |=
        std::visit(Overloaded{[](const Alloc &a) { return a.space == Space::Workspace || a.space == Space::Overlay; },
                              [](const Slot &) { return true; },
                              [&](const Let &n) { return statement(n); },
                              [](const Bind &) { return false; },
                              [](const Variable &) { return false; },
                              [](const Save &) { return false; },
                              [](const Assign &) { return false; }, 
                              [](const View &) { return false; },
                              [](const Store &) { return false; },
                              [](const Cell &) { return true; },
                              [](const Read &) { return true; },
                              [&](Launch &l) { return use(l.body, isOperator); },
                              [](const Copy &) { return false; },
                              [](const Put &) { return false; },
                              [](const Swap &) { return false; },
                              [&](const Check &n) { return statement(n); },
                              [&](const Call &n) { return statement(n); },
                              [&](Scope &s) { return use(s.body, isOperator); },
                              [&](With &w) { return use(w.body, isOperator); },
                              [&](For &l) { return iterations(l, l.level == Level::Threads || std::holds_alternative<ir::Map>(l.statement->op)); },
                              [&](Reduce &r) { return iterations(r, true); },
                              [&](Scan &s) { return use(s.combine, true); },
                              [](Bins &) { return true; },
                              [&](Branch &b) {
                                const bool then = use(b.then, isOperator);
                                return use(b.otherwise, isOperator) || then;
                              }},
                   node);
  return any;
}

} // namespace soac::schedule
