// Variables and lvalues: slots, and walks into the arrays that they hold.
//
// A location's dimensions are the first ones of its slots' arrays. Fixed ones are indices; ranges are the object's own
// dimensions, in the order that their `axis` says. Element reads and writes are `Index` and `Update` of the slot's
// value; a variable written as a whole just gets another value.
#include "frontend/LoweringState.h"

namespace soac::frontend {

using Kind = Shape::Kind;

// ---- Variables. ------------------------------------------------------------------------------------------------------

namespace {

bool hasStaticShape(const Shape *shape) {
  switch (shape->kind) {
  case Kind::Array: return shape->staticExtent >= 0 && hasStaticShape(shape->element);
  case Kind::Record: return llvm::all_of(shape->fields, [](const Shape::Field &f) { return hasStaticShape(f.shape); });
  default: return true;
  }
}

void appendZeros(Lowering &l, const Shape *shape, ir::Values extents, llvm::SmallVector<ir::Value, 4> &out) {
  switch (shape->kind) {
  case Kind::Scalar: out.push_back(l.builder().fill(l.builder().zero(shape->scalar), extents)); return;
  case Kind::Record:
    for (const Shape::Field &f : shape->fields)
      appendZeros(l, f.shape, extents, out);
    return;
  case Kind::Array:
    for (unsigned i = 0; i < shape->rank; ++i)
      extents.push_back(l.builder().index(std::max<std::int64_t>(shape->staticExtent, 0)));
    return appendZeros(l, shape->element, extents, out);
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

void nameLeaf(ir::ValueTable &values, ir::Value v, llvm::StringRef name) {
  if (v && !name.empty() && values.name(v).empty() && !values.asConstant(v))
    values.setName(v, name);
}

} // namespace

llvm::SmallVector<ir::Value, 4> zeroLeaves(Lowering &l, const Shape *shape) {
  llvm::SmallVector<ir::Value, 4> out;
  appendZeros(l, shape, {}, out);
  return out;
}

Location Lowering::newVariable(const Shape *shape, llvm::StringRef name) {
  Location at{shape, {}, {}};
  if (shape->kind == Kind::Unsupported)
    return {};
  const auto zeros = zeroLeaves(*this, shape);
  const bool isStatic = hasStaticShape(shape);
  for (auto [i, type] : llvm::enumerate(shape->leaves)) {
    const unsigned slot = static_cast<unsigned>(state->slots.size());
    SlotInfo info;
    info.type = type.type;
    info.isTarget = type.isTarget;
    info.isStaticShape = isStatic;
    info.name = name.str();
    state->infos.push_back(std::move(info));
    Slot value;
    value.leaf.value = zeros[i];
    value.isEmptyArray = !isStatic && type.type.isArray();
    nameLeaf(function.values, zeros[i], name);
    state->slots.push_back(std::move(value));
    state->live.push_back(slot);
    at.slots.push_back(slot);
  }
  return at;
}

Location Lowering::newVariable(const FValue &init, llvm::StringRef name) {
  if (!init)
    return {};
  Location at{init.shape, {}, {}};
  const bool isStatic = hasStaticShape(init.shape);
  for (auto [i, leaf] : llvm::enumerate(init.leaves)) {
    const unsigned slot = static_cast<unsigned>(state->slots.size());
    SlotInfo info;
    info.type = init.shape->leaves[i].type;
    info.isTarget = init.shape->leaves[i].isTarget;
    info.isStaticShape = isStatic;
    info.name = name.str();
    state->infos.push_back(std::move(info));
    Slot value;
    value.leaf = leaf;
    value.written = Written::Yes;
    nameLeaf(function.values, leaf.value, name);
    state->slots.push_back(std::move(value));
    state->live.push_back(slot);
    at.slots.push_back(slot);
  }
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

// ---- Reading. --------------------------------------------------------------------------------------------------------

namespace {

std::string nameOf(Lowering &l, unsigned slot) {
  const std::string &name = l.internals().infos[slot].name;
  return name.empty() ? "a temporary" : name;
}

clang::SourceRange rangeOf(const clang::Stmt *site) { return site ? site->getSourceRange() : clang::SourceRange(); }

/// The slot's leaf, with what reading it asks for checked.
Leaf readSlot(Lowering &l, unsigned slot, const clang::Stmt *site) {
  Lowering::State &state = l.internals();
  Slot &s = state.slots[slot];
  const SlotInfo &info = state.infos[slot];
  if (state.readLog)
    state.readLog->insert(slot);
  if (!info.isAlive)
    l.refuse(diag::Id::PointerUse, rangeOf(site), {nameOf(l, slot), "it refers to an object whose life has ended"});
  if (s.written == Written::No && (!info.type.isArray() || (info.isStaticShape && site)))
    l.refuse(diag::Id::Uninitialised, rangeOf(site), {nameOf(l, slot)});
  if (s.written == Written::LoopEntry)
    state.entryReads.emplace_back(slot, rangeOf(site));
  if (s.isSuspect)
    l.refuse(diag::Id::ShapeChange, rangeOf(site), {nameOf(l, slot)},
             {"it has no elements before the loop and gets them inside; give it its size where it is declared"});
  if (info.isTarget) {
    if (s.isEntryTarget)
      state.entryTargetReads.insert(slot);
    if (!s.leaf.target && s.written != Written::No)
      l.refuse(diag::Id::PointerUse, rangeOf(site),
               {nameOf(l, slot), "what it refers to depends on the path taken, or it is null"});
  }
  for (const auto &[source, leaf] : info.mirrored)
    if (!(state.slots[source].leaf == leaf))
      l.refuse(diag::Id::PointerUse, rangeOf(site),
               {nameOf(l, slot), "it refers to the result of a choice, and what was chosen from may have changed since"});
  return s.leaf;
}

ir::Value rearranged(ir::Builder &b, ir::Value v, llvm::ArrayRef<unsigned> order) {
  for (unsigned i = 0; i < order.size(); ++i)
    if (order[i] != i)
      return b.emit1(ir::Rearrange{v, llvm::SmallVector<unsigned, 4>(order.begin(), order.end())});
  return v;
}

ir::Value slicedAxis(ir::Builder &b, ir::Value v, unsigned axis, const Dimension &range) {
  if (!range.start && !range.count && range.step == 1)
    return v;
  llvm::SmallVector<unsigned, 4> swap;
  for (unsigned i = 0; i < b.type(v).rank; ++i)
    swap.push_back(i);
  std::swap(swap[0], swap[axis]);
  v = rearranged(b, v, swap);
  const ir::Value start = range.start ? range.start : b.index(0);
  const ir::Value count = range.count ? range.count : b.extent(v);
  v = b.emit1(ir::Slice{v, start, count, range.step});
  return rearranged(b, v, swap);
}

/// The sub-array that the dimensions describe.
ir::Value walk(ir::Builder &b, ir::Value v, llvm::ArrayRef<Dimension> dimensions) {
  llvm::SmallVector<unsigned, 4> order;
  llvm::SmallVector<const Dimension *, 4> ranges;
  ir::Values indices;
  for (auto [i, d] : llvm::enumerate(dimensions)) {
    if (d.isFixed) {
      order.push_back(static_cast<unsigned>(i));
      indices.push_back(d.start);
    } else {
      ranges.push_back(&d);
    }
  }
  llvm::sort(ranges, [](const Dimension *x, const Dimension *y) { return x->axis < y->axis; });
  for (const Dimension *range : ranges)
    order.push_back(static_cast<unsigned>(range - dimensions.data()));
  for (unsigned i = static_cast<unsigned>(dimensions.size()); i < b.type(v).rank; ++i)
    order.push_back(i);
  v = b.read(rearranged(b, v, order), indices);
  for (auto [axis, range] : llvm::enumerate(ranges))
    v = slicedAxis(b, v, static_cast<unsigned>(axis), *range);
  return v;
}

/// The position in the one dimension of what a grid looks at; indices that are not given are 0.
ir::Value flatPosition(ir::Builder &b, const Grid &grid, llvm::ArrayRef<Dimension> fixed) {
  ir::Value position;
  for (std::size_t d = 0; d < grid.extents.size(); ++d) {
    if (position)
      position = b.mul(position, grid.extents[d]);
    if (d < fixed.size())
      position = position ? b.add(position, fixed[d].start) : fixed[d].start;
  }
  if (!position)
    return grid.start;
  return b.values.asInt(grid.start) == 0 ? position : b.add(grid.start, position);
}

ir::Value walkGrid(ir::Builder &b, ir::Value v, const Grid &grid, llvm::ArrayRef<Dimension> dimensions) {
  const auto firstRange = llvm::find_if(dimensions, [](const Dimension &d) { return !d.isFixed; });
  const auto fixed = dimensions.take_front(firstRange - dimensions.begin());
  if (fixed.size() >= grid.extents.size())
    return b.read(v, [&] {
      ir::Values indices{flatPosition(b, grid, fixed.take_front(grid.extents.size()))};
      for (const Dimension &d : fixed.drop_front(grid.extents.size()))
        indices.push_back(d.start);
      return indices;
    }());
  // A row of the grid (or all of it) is a stretch of the array.
  const llvm::ArrayRef<ir::Value> inner = llvm::ArrayRef(grid.extents).drop_front(fixed.size());
  ir::Value count = inner[0];
  for (const ir::Value extent : inner.drop_front())
    count = b.mul(count, extent);
  v = b.emit1(ir::Slice{v, flatPosition(b, grid, fixed), count, 1});
  ir::Values extents(inner.begin(), inner.end());
  for (unsigned d = 1; d < b.type(v).rank; ++d)
    extents.push_back(b.extent(v, d));
  if (inner.size() > 1)
    v = b.emit1(ir::Reshape{v, extents});
  return walk(b, v, dimensions.drop_front(fixed.size()));
}

} // namespace

namespace {

/// One side of a choice, as an object of the shape that it is looked at.
Location side(const Location &at, bool yes) {
  Location one = yes ? at.choice->yes : at.choice->no;
  one.shape = at.shape;
  return one;
}

/// The choice between what `walk` makes of the two sides.
Location eachSide(const Location &at, llvm::function_ref<Location(const Location &)> walk) {
  Choice choice{at.choice->condition, walk(side(at, true)), walk(side(at, false))};
  Location result{choice.yes.shape, {}, {}};
  result.choice = std::make_shared<const Choice>(std::move(choice));
  return result;
}

} // namespace

FValue Lowering::read(const Location &at, const clang::Stmt *site) {
  if (failed() || !at)
    return {};
  if (at.choice) {
    const Location result = newVariable(at.shape, "");
    const auto readSide = [&](bool yes) { write(result, read(side(at, yes), site), site); };
    lowerIfElse(*this, at.choice->condition, [&] { readSide(true); }, [&] { readSide(false); });
    return read(result, site);
  }
  FValue out{at.shape, {}};
  for (const unsigned slot : at.slots) {
    Leaf leaf = readSlot(*this, slot, site);
    if (failed())
      return {};
    if (leaf.value && at.grid)
      leaf.value = walkGrid(builder(), leaf.value, *at.grid, at.dimensions);
    else if (leaf.value && !at.dimensions.empty())
      leaf.value = walk(builder(), leaf.value, at.dimensions);
    out.leaves.push_back(std::move(leaf));
  }
  return out;
}

// ---- Writing. --------------------------------------------------------------------------------------------------------

namespace {

/// Fails at run time where the shapes differ; nothing where they are the same by construction.
void checkSameShape(Lowering &l, ir::Value a, ir::Value b, llvm::StringRef name) {
  for (unsigned i = 0; i < l.builder().type(a).rank; ++i) {
    const ir::Value same = l.builder().equal(l.builder().extent(a, i), l.builder().extent(b, i));
    l.builder().check(same, ("soac: the shapes of '" + name + "' and of what is assigned to it differ").str());
  }
}

} // namespace

void Lowering::write(const Location &at, const FValue &v, const clang::Stmt *site) {
  if (failed() || !at || !v)
    return;
  if (at.choice) {
    const auto writeSide = [&](bool yes) { write(side(at, yes), v, site); };
    lowerIfElse(*this, at.choice->condition, [&] { writeSide(true); }, [&] { writeSide(false); });
    return;
  }
  if (at.slots.size() != v.leaves.size()) {
    refuse(diag::Id::UnsupportedExpression, rangeOf(site), {"an assignment between these types"});
    return;
  }
  const bool isWhole = at.dimensions.empty() && !at.grid;
  for (auto [i, slot] : llvm::enumerate(at.slots)) {
    Slot &s = state->slots[slot];
    const SlotInfo &info = state->infos[slot];
    if (info.isGlobal || info.isCopy) {
      refuse(diag::Id::UnsupportedExpression, rangeOf(site),
             {info.isGlobal ? "a write to a constant" : "a write through the result of a choice"});
      return;
    }
    if (!info.isAlive) {
      refuse(diag::Id::PointerUse, rangeOf(site), {nameOf(*this, slot), "it refers to an object whose life has ended"});
      return;
    }
    if (isWhole) {
      s.leaf = v.leaves[i];
      nameLeaf(function.values, s.leaf.value, info.name);
      s.isEmptyArray = false;
    } else {
      ir::Values indices;
      for (const Dimension &d : at.dimensions) {
        if (!d.isFixed) {
          refuse(diag::Id::UnsupportedExpression, rangeOf(site), {"an assignment to a slice as a whole"},
                 {"write its elements in a loop"});
          return;
        }
        indices.push_back(d.start);
      }
      if (at.grid) {
        const std::size_t rank = at.grid->extents.size();
        if (indices.size() < rank) {
          refuse(diag::Id::UnsupportedExpression, rangeOf(site), {"an assignment to a row of this view as a whole"},
                 {"write its elements in a loop"});
          return;
        }
        const ir::Value flat = flatPosition(builder(), *at.grid, llvm::ArrayRef(at.dimensions).take_front(rank));
        indices.erase(indices.begin(), indices.begin() + rank);
        indices.insert(indices.begin(), flat);
      }
      const ir::Value element = v.leaves[i].value;
      if (builder().type(element).isArray() && !info.isStaticShape)
        checkSameShape(*this, builder().read(s.leaf.value, indices), element, info.name);
      const ir::Value updated = builder().update(s.leaf.value, indices, element, info.name);
      const auto root = state->shapeRoots.find(s.leaf.value);
      const ir::Value shape = root == state->shapeRoots.end() ? s.leaf.value : root->second;
      state->shapeRoots[updated] = shape;
      s.leaf.value = updated;
    }
    s.written = Written::Yes;
    s.isEntryTarget = false;
    s.isSuspect = false;
  }
}

// ---- Walking into an object. -----------------------------------------------------------------------------------------

Location Lowering::field(const Location &record, unsigned index) {
  if (!record || failed())
    return {};
  if (record.choice)
    return eachSide(record, [&](const Location &one) { return field(one, index); });
  const Shape::Field &f = record.shape->fields[index];
  Location at{f.shape, {}, record.dimensions};
  for (unsigned i = 0; i < f.shape->leaves.size(); ++i)
    at.slots.push_back(record.slots[f.firstLeaf + i]);
  return at;
}

namespace {

/// The dimension that is axis `axis` of the object; makes the trailing ones explicit up to it.
Dimension &axisOf(Location &at, unsigned axis) {
  unsigned ranges = 0;
  for (const Dimension &d : at.dimensions)
    ranges += !d.isFixed;
  for (; ranges <= axis; ++ranges) {
    Dimension d;
    d.isFixed = false;
    d.axis = ranges;
    at.dimensions.push_back(d);
  }
  return *llvm::find_if(at.dimensions, [&](const Dimension &d) { return !d.isFixed && d.axis == axis; });
}

ir::Value stepped(ir::Builder &b, const Dimension &range, ir::Value index) {
  if (range.step != 1)
    index = b.mul(index, b.index(range.step));
  return range.start ? b.add(range.start, index) : index;
}

} // namespace

Location Lowering::element(const Location &array, llvm::ArrayRef<ir::Value> indices) {
  if (!array || failed())
    return {};
  if (array.choice)
    return eachSide(array, [&](const Location &one) { return element(one, indices); });
  Location at = array;
  for (const ir::Value index : indices) {
    Dimension &d = axisOf(at, 0);
    d.start = stepped(builder(), d, index);
    d.isFixed = true;
    d.count = {};
    d.step = 1;
    for (Dimension &other : at.dimensions)
      if (!other.isFixed)
        --other.axis;
  }
  const unsigned left = array.shape->rank - static_cast<unsigned>(indices.size());
  at.shape = types.arrayOf(array.shape->element, left);
  return at;
}

Location Lowering::slice(const Location &array, ir::Value start, ir::Value count, std::int64_t step, const Shape *shape) {
  if (!array || failed())
    return {};
  if (array.choice)
    return eachSide(array, [&](const Location &one) { return slice(one, start, count, step, shape); });
  Location at = array;
  Dimension &d = axisOf(at, 0);
  d.start = stepped(builder(), d, start);
  d.count = count;
  d.step *= step;
  at.shape = shape;
  return at;
}

ir::Value Lowering::extent(const Location &array, unsigned axis) {
  if (!array || failed())
    return builder().index(0);
  if (array.choice) {
    const ir::Value yes = extent(side(array, true), axis), no = extent(side(array, false), axis);
    return yes == no ? yes : builder().select(array.choice->condition, yes, no);
  }
  if (array.slots.empty()) {
    refuse(diag::Id::UnsupportedExpression, {}, {"the size of an array whose elements hold nothing"});
    return builder().index(0);
  }
  if (array.shape->staticExtent >= 0 && axis == 0)
    return builder().index(array.shape->staticExtent);
  unsigned position = static_cast<unsigned>(array.dimensions.size()), ranges = 0;
  for (auto [i, d] : llvm::enumerate(array.dimensions)) {
    if (d.isFixed)
      continue;
    ++ranges;
    if (d.axis != axis)
      continue;
    if (d.count)
      return d.count;
    position = static_cast<unsigned>(i);
  }
  if (position == array.dimensions.size())
    position += axis - ranges;
  if (array.grid) {
    if (position < array.grid->extents.size())
      return array.grid->extents[position];
    position -= static_cast<unsigned>(array.grid->extents.size()) - 1;
  }
  // Only the shape is read, and that stays as it is.
  auto *log = std::exchange(state->readLog, nullptr);
  const Leaf leaf = readSlot(*this, array.slots.front(), nullptr);
  state->readLog = log;
  return failed() ? builder().index(0) : builder().extent(leaf.value, position);
}

// ---- References. -----------------------------------------------------------------------------------------------------

FValue Lowering::reference(const Location &to, const Shape *shape) {
  if (!to)
    return {};
  FValue v{shape, {Leaf{{}, std::make_shared<const Target>(Target{to, nullptr})}}};
  if (shape->kind == Kind::Pointer)
    v.leaves.push_back({builder().index(0), nullptr});
  return v;
}

Location Lowering::referent(const FValue &v) {
  if (!v || failed())
    return {};
  if (v.shape->kind == Kind::Reference || v.shape->kind == Kind::View) {
    if (v.leaves[0].target)
      return v.leaves[0].target->location;
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

} // namespace soac::frontend
