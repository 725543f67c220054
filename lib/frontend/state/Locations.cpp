// Lvalues: reads, writes and walks into the arrays that slots hold.
//
// A location's dimensions are the first ones of its slots' arrays. Fixed ones are indices; ranges are the object's own
// dimensions, in the order that their `axis` says. Element reads and writes are `Index` and `Update` of the slot's
// value; a variable written as a whole just gets another value.
#include "frontend/state/Locations.h"

#include "frontend/state/ArrayWalk.h"
#include "frontend/state/Joins.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/RowLengths.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

// ---- Reading. --------------------------------------------------------------------------------------------------------

namespace {

std::string nameOf(Lowering &l, unsigned slot) {
  const std::string &name = l.internals().infos[slot].name;
  return name.empty() ? "a temporary" : name;
}

clang::SourceRange rangeOf(const clang::Stmt *site) { return site ? site->getSourceRange() : clang::SourceRange(); }

/// The slot's leaf, with what reading it asks for checked. A record that is read as a whole may have members that refer to
/// nothing.
Leaf readSlot(Lowering &l, unsigned slot, const clang::Stmt *site, bool isMember = false) {
  Lowering::State &state = l.internals();
  Slot &s = state.slots[slot];
  const SlotInfo &info = state.infos[slot];
  if (state.readLog)
    state.readLog->insert(slot);
  if (!info.isAlive)
    l.refuse(diag::Id::PointerUse, rangeOf(site), {nameOf(l, slot), "it refers to an object whose life has ended"});
  if (s.isFreed)
    l.refuse(diag::Id::PointerUse, rangeOf(site), {nameOf(l, slot), "its memory has been given back"});
  if (s.written == Written::No && !state.isStopped && (!info.type.isArray() || (info.isStaticShape && site)))
    l.refuse(diag::Id::Uninitialised, rangeOf(site), {nameOf(l, slot)});
  if (s.written == Written::LoopEntry)
    state.entryReads.push_back({slot, rangeOf(site), &l.builder().statements() == state.loopBody});
  if (info.isTarget) {
    if (s.isEntryTarget)
      state.entryTargetReads.insert(slot);
    if (!s.leaf.target && !isMember && s.written != Written::No && s.written != Written::LoopEntry)
      l.refuse(diag::Id::PointerUse, rangeOf(site),
               {nameOf(l, slot), "what it refers to depends on the path taken, or it is null"});
  }
  for (const auto &[source, leaf] : info.mirrored)
    if (!(state.slots[source].leaf == leaf))
      l.refuse(diag::Id::PointerUse, rangeOf(site),
               {nameOf(l, slot), "it refers to the result of a choice, and what was chosen from may have changed since"});
  return s.leaf;
}

/// The grid of the slot's array: the location's own, or that of a pointer's records of fixed arrays. How many
/// these are is not known, and not used.
std::shared_ptr<const Grid> gridOf(Lowering &l, const Location &at, unsigned slot) {
  const auto &rows = l.internals().infos[slot].rows;
  if (at.grid || rows.empty())
    return at.grid;
  Grid grid{l.builder().index(0), {l.builder().index(0)}};
  for (const std::int64_t extent : rows)
    grid.extents.push_back(l.builder().index(extent));
  return std::make_shared<const Grid>(std::move(grid));
}

/// One side of a choice, as an object of the shape that it is looked at.
Location side(const Location &at, bool yes) {
  Location one = yes ? at.choice->yes : at.choice->no;
  one.layout = at.layout;
  return one;
}

/// The choice between the results of `walk` for the two sides.
Location eachSide(const Location &at, llvm::function_ref<Location(const Location &)> walk) {
  Choice choice{at.choice->condition, walk(side(at, true)), walk(side(at, false))};
  Location result{choice.yes.layout, {}, {}};
  result.choice = std::make_shared<const Choice>(std::move(choice));
  return result;
}

} // namespace

namespace {

/// In a copy or assignment that Clang made: it goes member by member, whatever they hold.
bool copiesMembers(Lowering &l) {
  const auto &frames = l.internals().frames;
  return !frames.empty() && frames.back()->function && frames.back()->function->isDefaulted();
}

} // namespace

FValue Lowering::read(const Location &at, const clang::Stmt *site) { return exact(*this, copy(at, site)); }

FValue Lowering::copy(const Location &at, const clang::Stmt *site) {
  if (failed() || !at)
    return {};
  if (at.choice) {
    const Location result = newVariable(at.layout, "");
    const auto readSide = [&](bool yes) { write(result, copy(side(at, yes), site), site); };
    lowerIfElse(*this, at.choice->condition, [&] { readSide(true); }, [&] { readSide(false); });
    return copy(result, site);
  }
  FValue out{at.layout, {}};
  for (const unsigned slot : at.slots) {
    Leaf leaf = readSlot(*this, slot, site, at.layout->kind == Layout::Kind::Record);
    if (site && at.layout->kind != Layout::Kind::Record && state->indeterminate.contains(leaf.value) &&
        !copiesMembers(*this))
      refuse(diag::Id::Uninitialised, rangeOf(site), {nameOf(*this, slot)});
    if (failed())
      return {};
    const std::shared_ptr<const Grid> grid = gridOf(*this, at, slot);
    if (grid && grid != at.grid && (at.dimensions.empty() || !at.dimensions.front().isFixed)) {
      refuse(diag::Id::UnsupportedExpression, rangeOf(site), {"a range of records with arrays behind a pointer"},
             {"pass a soac::view, or use the records one by one"});
      return {};
    }
    if (leaf.value && !state->infos[slot].lengths.empty())
      leaf = copyRows(*this, slot, at.dimensions);
    else if (leaf.value && grid)
      leaf.value = walkGrid(builder(), leaf.value, *grid, at.dimensions, grid != at.grid);
    else if (leaf.value && !at.dimensions.empty()) {
      const ir::Value array = leaf.value;
      leaf.value = walk(builder(), array, at.dimensions);
      if (at.dimensions.size() == 1 && at.dimensions[0].isFixed && at.layout->kind == Layout::Kind::Scalar &&
          ir::isInteger(at.layout->scalar))
        state->elements[leaf.value] = {array, at.dimensions[0].start};
    }
    out.leaves.push_back(std::move(leaf));
  }
  return out;
}

// ---- Writing. --------------------------------------------------------------------------------------------------------

void checkSameShape(Lowering &l, ir::Value a, ir::Value b, llvm::StringRef name) {
  for (unsigned i = 0; i < l.builder().type(a).rank; ++i) {
    const ir::Value same = l.builder().equal(l.builder().extent(a, i), l.builder().extent(b, i));
    l.builder().check(same, ("soac: the shapes of '" + name + "' and of what is assigned to it differ").str());
  }
}

namespace {

/// An object of the caller's cannot be written as a whole where a member of it has no value: that would stay as it is.
bool refusesWhole(Lowering &l, const Location &at, const clang::Stmt *site) {
  const auto &frames = l.internals().frames;
  const bool isRecords = at.layout->kind == Layout::Kind::Record ||
                         (at.layout->kind == Layout::Kind::Array && at.layout->element->kind != Layout::Kind::Scalar);
  if (!isRecords || frames.empty() || at.slots.empty() || at.slots.front() >= frames.front()->returned)
    return false;
  const std::string member = memberWithoutValue(at.layout);
  if (!member.empty())
    l.refuse(diag::Id::UnsupportedExpression, rangeOf(site), {"writing to an object as a whole"},
             {"generated code cannot copy its member '" + member + "'; write to the other members one by one"});
  return !member.empty();
}

/// Refuses the write where the variable cannot be written.
bool refusesSlot(Lowering &l, unsigned slot, const clang::Stmt *site) {
  const SlotInfo &info = l.internals().infos[slot];
  if (info.isGlobal || info.isCopy)
    l.refuse(diag::Id::UnsupportedExpression, rangeOf(site),
             {info.isGlobal ? "a write to a constant" : "a write through the result of a choice"});
  else if (!info.isAlive)
    l.refuse(diag::Id::PointerUse, rangeOf(site), {nameOf(l, slot), "it refers to an object whose life has ended"});
  else if (l.internals().slots[slot].isFreed)
    l.refuse(diag::Id::PointerUse, rangeOf(site), {nameOf(l, slot), "its memory has been given back"});
  return l.failed();
}

/// Writes one leaf of a part of the variable: an element or a row. False where it is refused.
bool writePart(Lowering &l, const Location &at, unsigned slot, const Leaf &part, const clang::Stmt *site) {
  const ir::Value element = part.value;
  const auto refuseWhole = [&](const char *what) {
    l.refuse(diag::Id::UnsupportedExpression, rangeOf(site), {what}, {"write its elements in a loop"});
    return false;
  };
  ir::Value &array = l.internals().slots[slot].leaf.value;
  const SlotInfo &info = l.internals().infos[slot];
  ir::Values indices;
  for (const Dimension &d : at.dimensions) {
    if (!d.isFixed)
      return refuseWhole("an assignment to a slice as a whole");
    indices.push_back(d.start);
  }
  if (const std::shared_ptr<const Grid> grid = gridOf(l, at, slot)) {
    const std::size_t rank = grid->extents.size();
    if (indices.size() < rank && grid != at.grid) {
      array = updateRow(l.builder(), array, *grid, at.dimensions, element);
      return true;
    }
    if (indices.size() < rank)
      return refuseWhole("an assignment to a row of this view as a whole");
    const ir::Value flat = flatPosition(l.builder(), *grid, llvm::ArrayRef(at.dimensions).take_front(rank));
    indices.erase(indices.begin(), indices.begin() + rank);
    indices.insert(indices.begin(), flat);
  }
  if (llvm::any_of(info.lengths, [&](const SlotInfo::Lengths &x) { return x.dimension >= indices.size(); })) {
    writeRows(l, slot, indices, part);
    return true;
  }
  if (l.builder().type(element).isArray() && !info.isStaticShape)
    checkSameShape(l, l.builder().read(array, indices), element, info.name);
  const ir::Value updated = l.builder().update(array, indices, element, info.name);
  auto &roots = l.internals().shapeRoots;
  const auto root = roots.find(array);
  const ir::Value shapeRoot = root == roots.end() ? array : root->second;
  roots[updated] = shapeRoot;
  array = updated;
  return true;
}

} // namespace

void Lowering::write(const Location &at, const FValue &given, const clang::Stmt *site) {
  if (failed() || !at || !given)
    return;
  FValue v = given;
  for (auto [slot, leaf] : llvm::zip(at.slots, v.leaves))
    if (!leaf.rows.empty() && state->infos[slot].lengths.empty()) // rows there have one length
      leaf = exact(*this, FValue{nullptr, {leaf}}).leaves[0];
  if (at.choice) {
    const auto writeSide = [&](bool yes) { write(side(at, yes), v, site); };
    lowerIfElse(*this, at.choice->condition, [&] { writeSide(true); }, [&] { writeSide(false); });
    return;
  }
  if (at.slots.size() != v.leaves.size()) {
    refuse(diag::Id::UnsupportedExpression, rangeOf(site), {"an assignment between these types"});
    return;
  }
  if (refusesWhole(*this, at, site))
    return;
  const bool isWhole = at.dimensions.empty() && !at.grid;
  for (auto [i, slot] : llvm::enumerate(at.slots)) {
    if (refusesSlot(*this, slot, site))
      return;
    if (!isWhole && !writePart(*this, at, slot, v.leaves[i], site))
      return;
    Slot &s = state->slots[slot];
    if (isWhole) {
      writeWhole(*this, slot, v.leaves[i]);
      s.leaf = {v.leaves[i].value, v.leaves[i].target};
      nameLeaf(function.values, s.leaf.value, state->infos[slot].name);
      s.isEmptyArray = false;
    }
    s.written = Written::Yes;
    s.isEntryTarget = false;
  }
}

// ---- Walking into an object. -----------------------------------------------------------------------------------------

Location Lowering::field(const Location &record, unsigned index) {
  if (!record || failed())
    return {};
  if (record.choice)
    return eachSide(record, [&](const Location &one) { return field(one, index); });
  const Layout::Field &f = record.layout->fields[index];
  Location at{f.layout, {}, record.dimensions};
  for (unsigned i = 0; i < f.layout->leaves.size(); ++i)
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
  const unsigned left = array.layout->rank - static_cast<unsigned>(indices.size());
  at.layout = types.arrayOf(array.layout->element, left);
  return at;
}

Location Lowering::slice(const Location &array, ir::Value start, ir::Value count, std::int64_t step,
                         const Layout *layout) {
  if (!array || failed())
    return {};
  if (array.choice)
    return eachSide(array, [&](const Location &one) { return slice(one, start, count, step, layout); });
  Location at = array;
  Dimension &d = axisOf(at, 0);
  d.start = stepped(builder(), d, start);
  d.count = count;
  d.step *= step;
  at.layout = layout;
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
  if (array.layout->staticExtent >= 0 && axis == 0)
    return builder().index(array.layout->staticExtent);
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
  const std::shared_ptr<const Grid> grid = gridOf(*this, array, array.slots.front());
  const bool areRecords = grid && grid != array.grid && position == 0;
  if (grid && !areRecords) {
    if (position < grid->extents.size())
      return grid->extents[position];
    position -= static_cast<unsigned>(grid->extents.size()) - 1;
  }
  if (const ir::Value length = lengthAt(*this, array.slots.front(), array.dimensions, position))
    return length;
  // Only the shape is read, and that stays as it is.
  auto *log = std::exchange(state->readLog, nullptr);
  const auto &lengths = state->infos[array.slots.front()].lengths;
  const bool hasLengths = !lengths.empty() && position < lengths.back().dimension; // which keep the extents in front of theirs
  const Leaf leaf = readSlot(*this, hasLengths ? lengths.back().slot : array.slots.front(), nullptr);
  state->readLog = log;
  if (failed())
    return builder().index(0);
  ir::Value extent = builder().extent(leaf.value, position);
  if (areRecords)
    for (const ir::Value inner : llvm::drop_begin(grid->extents))
      extent = builder().div(extent, inner);
  return extent;
}

} // namespace soac::frontend
