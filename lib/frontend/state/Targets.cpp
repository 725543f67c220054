#include "frontend/state/Targets.h"

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

Location mapValues(const Location &at, llvm::function_ref<ir::Value(ir::Value)> f) {
  Location out = at;
  if (at.choice)
    out.choice = std::make_shared<const Choice>(
        Choice{f(at.choice->condition), mapValues(at.choice->yes, f), mapValues(at.choice->no, f)});
  const auto map = [&](ir::Value &v) {
    if (v)
      v = f(v);
  };
  for (Dimension &d : out.dimensions) {
    map(d.start);
    map(d.count);
  }
  if (at.grid) {
    Grid grid = *at.grid;
    map(grid.start);
    llvm::for_each(grid.extents, map);
    out.grid = std::make_shared<const Grid>(std::move(grid));
  }
  if (at.derived)
    out.derived = std::make_shared<const Location>(mapValues(*at.derived, f));
  return out;
}

bool allValues(const Location &at, llvm::function_ref<bool(ir::Value)> holds) {
  bool all = true;
  mapValues(at, [&](ir::Value v) {
    all &= holds(v);
    return v;
  });
  return all;
}

Leaf nullTarget() { return {{}, std::make_shared<const Target>()}; }

namespace {

Location withoutNull(const Location &at) {
  if (!at.choice)
    return at;
  Choice choice{at.choice->condition, withoutNull(at.choice->yes), withoutNull(at.choice->no)};
  if (!choice.yes || !choice.no)
    return choice.yes ? choice.yes : choice.no;
  Location out = at;
  out.choice = std::make_shared<const Choice>(std::move(choice));
  return out;
}

ir::Value isNotNull(Lowering &l, const Location &at) {
  if (at.choice) {
    const ir::Value yes = isNotNull(l, at.choice->yes), no = isNotNull(l, at.choice->no);
    if (yes == no || !yes || !no)
      return yes == no ? yes : ir::Value{};
    return l.builder().select(at.choice->condition, yes, no);
  }
  if (at && !at.slots.empty() && l.internals().infos[at.slots[0]].mayBeNull)
    return l.internals().infos[at.slots[0]].isPresent;
  return l.builder().values.constantBool(static_cast<bool>(at));
}

} // namespace

Location pointee(const FValue &v) {
  if (!v || v.leaves.empty() || !v.leaves[0].target)
    return {};
  return withoutNull(v.leaves[0].target->location);
}

ir::Value isNotNull(Lowering &l, const Leaf &pointer) {
  if (!pointer.target)
    return {};
  if (pointer.target->function)
    return l.builder().values.constantBool(true);
  return isNotNull(l, pointer.target->location);
}

Leaf choiceOf(ir::Value condition, const Leaf &yes, const Leaf &no) {
  if (!yes.target || !no.target)
    return {};
  if (yes == no || yes.target->function || no.target->function)
    return yes.target->function == no.target->function ? yes : Leaf{};
  const Location &a = yes.target->location, &b = no.target->location;
  if (a == b)
    return yes;
  if (a && b && a.layout != b.layout)
    return {};
  Location at{a ? a.layout : b.layout, {}, {}};
  at.choice = std::make_shared<const Choice>(Choice{condition, a, b});
  return {{}, std::make_shared<const Target>(Target{at, nullptr})};
}

} // namespace soac::frontend
