// Variables: runs of slots, one per leaf of their type, and references to them.
#include "frontend/state/Variables.h"

#include "frontend/state/LoweringState.h"
#include "frontend/state/RowLengths.h"

namespace soac::frontend {

using Kind = Layout::Kind;

bool hasStaticShape(const Layout *layout) {
  switch (layout->kind) {
  case Kind::Array: return layout->staticExtent >= 0 && hasStaticShape(layout->element);
  case Kind::Record:
    return llvm::all_of(layout->fields, [](const Layout::Field &f) { return hasStaticShape(f.layout); });
  default: return true;
  }
}

namespace {

void appendZeros(Lowering &l, const Layout *layout, ir::Values extents, llvm::SmallVector<ir::Value, 4> &out) {
  switch (layout->kind) {
  case Kind::Scalar: out.push_back(l.builder().fill(l.builder().zero(layout->scalar), extents)); return;
  case Kind::Record:
    for (const Layout::Field &f : layout->fields)
      appendZeros(l, f.layout, extents, out);
    return;
  case Kind::Array:
    for (unsigned i = 0; i < layout->rank; ++i)
      extents.push_back(l.builder().index(std::max<std::int64_t>(layout->staticExtent, 0)));
    return appendZeros(l, layout->element, extents, out);
  case Kind::Pointer:
    out.push_back({});
    out.push_back(l.builder().index(0));
    return;
  case Kind::View:
  case Kind::Reference:
  case Kind::Function: out.push_back({}); return;
  case Kind::Void:
  case Kind::Unsupported: return;
  }
}

/// One more slot in scope.
unsigned addSlot(Lowering &l, const Layout::LeafType &type, bool isStaticShape, llvm::StringRef name, Slot value) {
  Lowering::State &state = l.internals();
  const unsigned slot = static_cast<unsigned>(state.slots.size());
  SlotInfo info;
  info.type = type.type;
  info.isTarget = type.isTarget;
  info.isStaticShape = isStaticShape;
  info.name = name.str();
  nameLeaf(l.function.values, value.leaf.value, name);
  state.infos.push_back(std::move(info));
  state.slots.push_back(std::move(value));
  state.live.push_back(slot);
  return slot;
}

} // namespace

void nameLeaf(ir::ValueTable &values, ir::Value v, llvm::StringRef name) {
  if (v && !name.empty() && values.name(v).empty() && !values.asConstant(v))
    values.setName(v, name);
}

llvm::SmallVector<ir::Value, 4> zeroLeaves(Lowering &l, const Layout *layout) {
  llvm::SmallVector<ir::Value, 4> out;
  appendZeros(l, layout, {}, out);
  return out;
}

Location Lowering::newVariable(const Layout *layout, llvm::StringRef name) {
  Location at{layout, {}, {}};
  if (layout->kind == Kind::Unsupported)
    return {};
  const auto zeros = zeroLeaves(*this, layout);
  const bool isStatic = hasStaticShape(layout);
  for (auto [i, type] : llvm::enumerate(layout->leaves)) {
    Slot slot;
    slot.leaf.value = zeros[i];
    slot.isEmptyArray = !isStatic && type.type.isArray();
    at.slots.push_back(addSlot(*this, type, isStatic, name, std::move(slot)));
  }
  addLengths(*this, at, nullptr);
  return at;
}

Location Lowering::newVariable(const FValue &init, llvm::StringRef name) {
  if (!init)
    return {};
  Location at{init.layout, {}, {}};
  const bool isStatic = hasStaticShape(init.layout);
  for (auto [i, leaf] : llvm::enumerate(init.leaves)) {
    Slot slot;
    slot.leaf = {leaf.value, leaf.target};
    slot.written = Written::Yes;
    at.slots.push_back(addSlot(*this, init.layout->leaves[i], isStatic, name, std::move(slot)));
  }
  addLengths(*this, at, &init);
  for (auto [slot, leaf] : llvm::zip_equal(at.slots, init.leaves))
    if (!leaf.rows.empty() && state->infos[slot].lengths.empty()) // rows of the variable have one length
      state->slots[slot].leaf.value = exact(*this, FValue{nullptr, {leaf}}).leaves[0].value;
  return at;
}

std::optional<Location> Lowering::variable(const clang::ValueDecl *decl) {
  if (state->frames.empty())
    return std::nullopt;
  const auto &variables = state->frame().variables;
  const auto found = variables.find(llvm::cast<clang::ValueDecl>(decl->getCanonicalDecl()));
  if (found == variables.end())
    return std::nullopt;
  return found->second;
}

std::optional<Location> Lowering::variableNamed(llvm::StringRef name) {
  if (state->frames.empty())
    return std::nullopt;
  // The innermost of that name: the one whose slots were made last.
  std::optional<Location> best;
  for (const auto &[decl, at] : state->frame().variables) {
    if (!decl->getIdentifier() || decl->getName() != name || at.slots.empty() || !state->infos[at.slots[0]].isAlive)
      continue;
    if (!best || best->slots[0] < at.slots[0])
      best = at;
  }
  return best;
}

// ---- References. -----------------------------------------------------------------------------------------------------

FValue Lowering::reference(const Location &to, const Layout *layout) {
  if (!to)
    return {};
  FValue v{layout, {Leaf{{}, std::make_shared<const Target>(Target{to, nullptr})}}};
  if (layout->kind == Kind::Pointer)
    v.leaves.push_back({builder().index(0), nullptr});
  return v;
}

Location Lowering::referent(const FValue &v) {
  if (!v || failed())
    return {};
  if (v.layout->kind == Kind::Reference || v.layout->kind == Kind::View) {
    if (v.leaves[0].target)
      return v.leaves[0].target->location;
    if (state->isStopped)
      return newVariable(
          v.layout->kind == Kind::Reference ? v.layout->element : types.arrayOf(v.layout->element, v.layout->rank), "");
    refuse(diag::Id::PointerUse, {}, {"a reference", "what it refers to depends on the path taken"});
    return {};
  }
  return newVariable(v, "");
}

Location copyForReference(Lowering &l, const FValue &v, const llvm::DenseSet<unsigned> &sources) {
  if (!v)
    return {};
  Lowering::State &state = l.internals();
  const Location at = l.newVariable(v, "");
  for (const unsigned slot : at.slots) {
    state.infos[slot].isCopy = true;
    for (const unsigned source : sources)
      state.infos[slot].mirrored.emplace_back(source, state.slots[source].leaf);
  }
  return at;
}

FValue standIn(Lowering &l, const Layout *layout) {
  FValue v = l.refusedValue(layout);
  if (v)
    l.recover();
  return v;
}

} // namespace soac::frontend
