#include "frontend/state/RowLengths.h"

#include "analysis/Widening.h"
#include "frontend/state/ArrayWalk.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

using Kind = Layout::Kind;
using analysis::widened;
using prims::Prim;

namespace {

// ---- Where lengths are. ---------------------------------------------------------------------------------------------

/// The dimensions of rows in a layout: for each the leaves whose arrays have it.
struct RowDimension {
  unsigned dimension, firstLeaf, leaves;
};

void collect(Types &types, const Layout *layout, unsigned dimension, unsigned firstLeaf, bool isInside,
             llvm::SmallVector<RowDimension, 2> &out) {
  switch (layout->kind) {
  case Kind::Record:
    for (const Layout::Field &f : layout->fields)
      collect(types, f.layout, dimension, firstLeaf + f.firstLeaf, isInside, out);
    return;
  case Kind::Array:
    isInside |= types.isMadeRowByRow(layout);
    if (isInside && layout->isVector() && !layout->leaves.empty())
      out.push_back({dimension, firstLeaf, static_cast<unsigned>(layout->leaves.size())});
    return collect(types, layout->element, dimension + layout->rank, firstLeaf, isInside, out);
  default: return;
  }
}

const SlotInfo::Lengths *lengthsOf(Lowering &l, unsigned slot, unsigned dimension) {
  const auto &lengths = l.internals().infos[slot].lengths;
  const auto found = llvm::find_if(lengths, [&](const SlotInfo::Lengths &x) { return x.dimension == dimension; });
  return found == lengths.end() ? nullptr : found;
}

ir::Value &valueOf(Lowering &l, unsigned slot) { return l.internals().slots[slot].leaf.value; }

/// The first dimensions, which are indices.
ir::Values indicesOf(llvm::ArrayRef<Dimension> dimensions) {
  ir::Values indices;
  for (const Dimension &d : dimensions) {
    if (!d.isFixed)
      break;
    indices.push_back(d.start);
  }
  return indices;
}

/// The lengths of `dimension` in an array whose rows have one length.
ir::Value equalLengths(ir::Builder &b, ir::Value array, unsigned dimension) {
  ir::Values extents;
  for (unsigned d = 0; d < dimension; ++d)
    extents.push_back(b.extent(array, d));
  return b.fill(b.extent(array, dimension), extents);
}

ir::Value lengthsIn(ir::Builder &b, const Leaf &leaf, unsigned dimension) {
  for (const RowLengths &rows : leaf.rows)
    if (rows.dimension == dimension)
      return rows.lengths;
  return equalLengths(b, leaf.value, dimension);
}

} // namespace

void addLengths(Lowering &l, const Location &at, const FValue *init) {
  llvm::SmallVector<RowDimension, 2> dimensions;
  collect(l.types, at.layout, 0, 0, false, dimensions);
  Lowering::State &state = l.internals();
  for (const RowDimension &rows : dimensions) {
    const unsigned first = at.slots[rows.firstLeaf];
    const Leaf leaf = init ? init->leaves[rows.firstLeaf] : Leaf{valueOf(l, first), nullptr};
    const unsigned slot = static_cast<unsigned>(state.slots.size());
    SlotInfo info;
    info.type = ir::indexType.withRank(rows.dimension);
    info.name = state.infos[first].name.empty() ? "" : state.infos[first].name + "_lengths";
    for (unsigned i = 0; i < rows.leaves; ++i) {
      const unsigned measured = at.slots[rows.firstLeaf + i];
      info.measured.push_back(measured);
      state.infos[measured].lengths.push_back({rows.dimension, slot});
    }
    // Lengths of deeper dimensions have rows themselves.
    for (const RowDimension &outer : dimensions)
      if (outer.dimension < rows.dimension && outer.firstLeaf <= rows.firstLeaf &&
          rows.firstLeaf < outer.firstLeaf + outer.leaves) {
        const unsigned of = lengthsOf(l, first, outer.dimension)->slot;
        info.lengths.push_back({outer.dimension, of});
        state.infos[of].measured.push_back(slot);
      }
    Slot made;
    made.leaf.value = lengthsIn(l.builder(), leaf, rows.dimension);
    made.written = Written::Yes;
    nameLeaf(l.function.values, made.leaf.value, info.name);
    state.infos.push_back(std::move(info));
    state.slots.push_back(std::move(made));
    state.live.push_back(slot);
  }
}

void dropLengths(Lowering &l, const Location &at) {
  for (const unsigned slot : at.slots)
    l.internals().infos[slot].lengths.clear();
}

bool isRow(Lowering &l, const Location &at) {
  const auto fixed = static_cast<unsigned>(indicesOf(at.dimensions).size());
  return !at.slots.empty() && !at.choice && fixed == at.dimensions.size() &&
         llvm::all_of(at.slots, [&](unsigned slot) { return lengthsOf(l, slot, fixed) != nullptr; });
}

// ---- Reading. -------------------------------------------------------------------------------------------------------

namespace {

/// The lengths as an array of one dimension.
ir::Value flattened(ir::Builder &b, ir::Value lengths) {
  const unsigned rank = b.type(lengths).rank;
  if (rank == 1)
    return lengths;
  ir::Value size = b.extent(lengths);
  for (unsigned d = 1; d < rank; ++d)
    size = b.mul(size, b.extent(lengths, d));
  return b.emit1(ir::Reshape{lengths, {size}});
}

/// The length of the longest row; of no rows 0.
ir::Value longest(ir::Builder &b, ir::Value lengths) {
  if (b.type(lengths).isScalar())
    return lengths;
  lengths = flattened(b, lengths);
  return b.loop(b.extent(lengths), {b.index(0)}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    return ir::Values{in.apply(Prim::Max, {p[1], in.read(lengths, {p[0]})})};
  })[0];
}

/// The one length of all rows, which is checked; of no rows 0.
ir::Value commonLength(Lowering &l, ir::Value lengths, llvm::StringRef name) {
  ir::Builder &b = l.builder();
  if (b.type(lengths).isScalar())
    return lengths;
  lengths = flattened(b, lengths);
  const ir::Value count = b.extent(lengths);
  const ir::Value first = b.ifElse(
      b.lessThan(b.index(0), count), [&](ir::Builder &in) { return ir::Values{in.read(lengths, {in.index(0)})}; },
      [&](ir::Builder &in) { return ir::Values{in.index(0)}; })[0];
  const ir::Value areEqual =
      b.loop(count, {l.function.values.constantBool(true)}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
        return ir::Values{in.apply(Prim::And, {p[1], in.equal(in.read(lengths, {p[0]}), first)})};
      })[0];
  b.check(areEqual, ("soac: the rows of '" + name + "' have different lengths").str());
  return first;
}

/// The first `count` of a dimension.
ir::Value cut(ir::Builder &b, ir::Value array, unsigned dimension, ir::Value count) {
  llvm::SmallVector<Dimension, 4> ranges(dimension + 1);
  for (auto [axis, d] : llvm::enumerate(ranges)) {
    d.isFixed = false;
    d.axis = static_cast<unsigned>(axis);
  }
  ranges.back().count = count;
  return walk(b, array, ranges);
}

std::string nameOf(Lowering &l, unsigned slot) {
  const std::string &name = l.internals().infos[slot].name;
  return name.empty() ? "a temporary" : name;
}

} // namespace

ir::Value lengthAt(Lowering &l, unsigned slot, llvm::ArrayRef<Dimension> dimensions, unsigned position) {
  const SlotInfo::Lengths *lengths = lengthsOf(l, slot, position);
  if (!lengths)
    return {};
  const auto front = dimensions.take_front(position);
  const Leaf rows = copyRows(l, lengths->slot, front);
  return commonLength(l, exact(l, FValue{nullptr, {rows}}).leaves[0].value, nameOf(l, slot));
}

Leaf copyRows(Lowering &l, unsigned slot, llvm::ArrayRef<Dimension> dimensions) {
  const SlotInfo &info = l.internals().infos[slot];
  llvm::SmallVector<Dimension, 4> exactly(dimensions.begin(), dimensions.end());
  unsigned fixed = static_cast<unsigned>(indicesOf(dimensions).size());
  const auto isOpen = [&](unsigned d) { // all elements of the dimension
    return d >= exactly.size() || (!exactly[d].isFixed && !exactly[d].count);
  };
  // A row is cut to its length. A whole variable is not: whoever has a copy has as much room.
  if (fixed > 0 && lengthsOf(l, slot, fixed) && isOpen(fixed)) {
    if (fixed == exactly.size()) {
      exactly.emplace_back();
      exactly.back().isFixed = false;
    }
    exactly[fixed].count = lengthAt(l, slot, dimensions, fixed);
  }
  Leaf leaf{walk(l.builder(), valueOf(l, slot), exactly), nullptr};
  const bool isPlain = llvm::none_of(llvm::drop_begin(exactly, std::min<std::size_t>(fixed, exactly.size())),
                                     [](const Dimension &d) { return d.isFixed; });
  for (const SlotInfo::Lengths &lengths : info.lengths) {
    if (lengths.dimension < fixed || (lengths.dimension == fixed && fixed > 0) || !isOpen(lengths.dimension))
      continue;
    const auto front = llvm::ArrayRef(exactly).take_front(lengths.dimension);
    const ir::Value own = walk(l.builder(), valueOf(l, lengths.slot), front);
    if (isPlain)
      leaf.rows.push_back({lengths.dimension - fixed, own});
    else // a column of rows: they have one length
      l.refuse(diag::Id::UnsupportedExpression, {}, {"a part of rows with lengths of their own"},
               {"use the rows one by one"});
  }
  return leaf;
}

FValue exact(Lowering &l, FValue v) {
  ir::Builder &b = l.builder();
  for (Leaf &leaf : v.leaves) {
    if (leaf.rows.empty())
      continue;
    const std::string name = l.function.values.name(leaf.value).text;
    llvm::SmallVector<RowLengths, 2> cuts; // of the dimensions in front, from the outermost on
    for (const RowLengths &rows : leaf.rows) {
      ir::Value lengths = rows.lengths;
      for (const RowLengths &front : cuts)
        lengths = cut(b, lengths, front.dimension, front.lengths);
      cuts.push_back({rows.dimension, commonLength(l, lengths, name)});
      leaf.value = cut(b, leaf.value, rows.dimension, cuts.back().lengths);
    }
    leaf.rows.clear();
  }
  return v;
}

/// A result as it is, read where it refers to something.
static FValue read(Lowering &l, const FValue &result) {
  const bool isReferring = result && (result.layout->kind == Kind::Reference || result.layout->kind == Kind::View);
  return isReferring ? l.copy(l.referent(result)) : result;
}

bool hasLengths(Lowering &l, const FValue &result) {
  return llvm::any_of(read(l, result).leaves, [](const Leaf &leaf) { return !leaf.rows.empty(); });
}

namespace {

/// Lengths of rows, 0 of those that are behind the end of the rows `in` which they lie.
ir::Value masked(ir::Builder &b, ir::Value lengths, const RowLengths &in, const ir::Values &indices = {}) {
  const auto depth = static_cast<unsigned>(indices.size());
  const bool isOuter = depth < in.dimension;
  const ir::Value first = isOuter ? b.index(0) : in.dimension == 0 ? in.lengths : b.read(in.lengths, indices);
  return b.loop(b.sub(b.extent(lengths, depth), first), {lengths}, [&](ir::Builder &at, llvm::ArrayRef<ir::Value> p) {
    ir::Values inner = indices;
    inner.push_back(at.add(first, p[0]));
    return ir::Values{isOuter ? masked(at, p[1], in, inner) : at.update(p[1], inner, at.zerosLike(at.read(p[1], inner)))};
  })[0];
}

/// Cuts an array to its longest rows; their lengths are `rowsOf` then.
ir::Value trimmed(Lowering &l, const Leaf &leaf) {
  ir::Builder &b = l.builder();
  ir::Value array = leaf.value;
  llvm::SmallVector<RowLengths, 2> cuts; // of the dimensions in front, from the outermost on
  llvm::SmallVector<RowLengths, 1> own;
  for (const RowLengths &rows : leaf.rows) {
    ir::Value lengths = rows.lengths;
    for (const RowLengths &front : cuts)
      lengths = cut(b, lengths, front.dimension, front.lengths);
    for (const RowLengths &front : own)
      lengths = masked(b, lengths, front);
    cuts.push_back({rows.dimension, longest(b, lengths)});
    array = cut(b, array, rows.dimension, cuts.back().lengths);
    if (rows.dimension > 0) // the array has as many rows as there are
      own.push_back({rows.dimension, lengths});
  }
  if (!own.empty())
    l.internals().rowsOf[array] = std::move(own);
  return array;
}

} // namespace

ir::Values edgeRows(Lowering &l, const FValue &result) {
  const FValue value = read(l, result);
  if (!value || l.failed())
    return {};
  ir::Values out;
  if (value.isRecord()) {
    for (unsigned i = 0; i < value.layout->fields.size(); ++i)
      llvm::append_range(out, edgeRows(l, value.field(i)));
    return out;
  }
  if (!value.layout->isData)
    return l.data(value);
  for (const Leaf &leaf : value.leaves)
    out.push_back(trimmed(l, leaf));
  return out;
}

ir::Value edgeRows(Lowering &l, unsigned slot) {
  Leaf leaf{valueOf(l, slot), nullptr};
  for (const SlotInfo::Lengths &lengths : l.internals().infos[slot].lengths)
    leaf.rows.push_back({lengths.dimension, valueOf(l, lengths.slot)});
  return trimmed(l, leaf);
}

void checkSameLengths(Lowering &l, ir::Value lengths, ir::Value others, const std::string &message) {
  ir::Builder &b = l.builder();
  lengths = flattened(b, lengths);
  others = flattened(b, others);
  const ir::Value areAsMany = b.equal(b.extent(lengths), b.extent(others));
  const ir::Value count = b.apply(Prim::Min, {b.extent(lengths), b.extent(others)});
  const ir::Value areEqual = b.loop(count, {areAsMany}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    const ir::Value isEqual = in.equal(in.read(lengths, {p[0]}), in.read(others, {p[0]}));
    return ir::Values{in.apply(Prim::And, {p[1], isEqual})};
  })[0];
  b.checkArgument(areEqual, message);
}

Leaf remade(Lowering &l, const Leaf &array, const Leaf *part, llvm::function_ref<ir::Value(ir::Value, ir::Value)> make) {
  if (array.rows.empty())
    return {make(array.value, part ? part->value : ir::Value()), nullptr};
  ir::Builder &b = l.builder();
  const ir::Value size = lengthsIn(b, array, 0);
  const auto made = [&](ir::Value all, ir::Value added) {
    all = cut(b, all, 0, size);
    for (const RowLengths &rows : array.rows)
      if (added && rows.dimension > 0 && rows.dimension < b.type(all).rank) {
        all = widened(b, all, rows.dimension, b.extent(added, rows.dimension));
        added = widened(b, added, rows.dimension, b.extent(all, rows.dimension));
      }
    return make(all, added);
  };
  Leaf result{made(array.value, part ? part->value : ir::Value()), nullptr};
  for (const RowLengths &rows : array.rows)
    if (rows.dimension > 0)
      result.rows.push_back({rows.dimension, made(rows.lengths, part ? lengthsIn(b, *part, rows.dimension) : ir::Value())});
  return result;
}

// ---- Writing. -------------------------------------------------------------------------------------------------------

namespace {

/// Gives room to all arrays that share these lengths.
void makeRoom(Lowering &l, unsigned lengths, unsigned dimension, ir::Value count) {
  for (const unsigned slot : l.internals().infos[lengths].measured)
    valueOf(l, slot) = widened(l.builder(), valueOf(l, slot), dimension, count);
}

/// `array` with `part` under these indices, element by element: it may be smaller than what is there.
ir::Value placed(ir::Builder &b, ir::Value array, ir::Values indices, ir::Value part) {
  if (b.type(part).isScalar())
    return b.update(array, indices, part);
  return b.loop(b.extent(part), {array}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    ir::Values inner = indices;
    inner.push_back(p[0]);
    return ir::Values{placed(in, p[1], inner, in.read(part, {p[0]}))};
  })[0];
}

/// Lengths that several arrays share are written with the first of them.
bool isFirstOf(Lowering &l, const SlotInfo::Lengths &lengths, unsigned slot) {
  return l.internals().infos[lengths.slot].measured.front() == slot;
}

void setLength(Lowering &l, unsigned lengths, llvm::ArrayRef<ir::Value> indices, ir::Value length) {
  valueOf(l, lengths) = indices.empty() ? length : l.builder().update(valueOf(l, lengths), indices, length);
}

} // namespace

void writeWhole(Lowering &l, unsigned slot, const Leaf &leaf) {
  for (const SlotInfo::Lengths &lengths : l.internals().infos[slot].lengths) {
    Slot &s = l.internals().slots[lengths.slot];
    s.leaf.value = lengthsIn(l.builder(), leaf, lengths.dimension);
    nameLeaf(l.function.values, s.leaf.value, l.internals().infos[lengths.slot].name);
  }
}

void writeRows(Lowering &l, unsigned slot, llvm::ArrayRef<ir::Value> indices, const Leaf &leaf) {
  ir::Builder &b = l.builder();
  const auto fixed = static_cast<unsigned>(indices.size());
  const auto isHere = [&](const SlotInfo::Lengths &lengths) {
    return lengths.dimension >= fixed && isFirstOf(l, lengths, slot);
  };
  for (const SlotInfo::Lengths &lengths : l.internals().infos[slot].lengths)
    if (isHere(lengths))
      makeRoom(l, lengths.slot, lengths.dimension, b.extent(leaf.value, lengths.dimension - fixed));
  valueOf(l, slot) = placed(b, valueOf(l, slot), ir::Values(indices.begin(), indices.end()), leaf.value);
  for (const SlotInfo::Lengths &lengths : l.internals().infos[slot].lengths) {
    if (!isHere(lengths))
      continue;
    const ir::Value own =
        lengths.dimension == fixed ? b.extent(leaf.value) : lengthsIn(b, leaf, lengths.dimension - fixed);
    valueOf(l, lengths.slot) = placed(b, valueOf(l, lengths.slot), ir::Values(indices.begin(), indices.end()), own);
  }
}

void resizeRow(Lowering &l, const Location &row, ir::Value count, ir::Value length, const FValue &element) {
  ir::Builder &b = l.builder();
  const ir::Values indices = indicesOf(row.dimensions);
  const auto dimension = static_cast<unsigned>(indices.size());
  const unsigned lengths = lengthsOf(l, row.slots.front(), dimension)->slot;
  makeRoom(l, lengths, dimension, length);
  const ir::Value added = b.apply(Prim::Max, {b.sub(length, count), b.index(0)});
  const auto fill = [&](unsigned slot, ir::Value value) {
    valueOf(l, slot) = b.loop(added, {valueOf(l, slot)}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
      ir::Values at = indices;
      at.push_back(in.add(count, p[0]));
      return ir::Values{placed(in, p[1], at, value)};
    })[0];
  };
  for (auto [slot, leaf] : llvm::zip_equal(row.slots, element.leaves)) {
    for (const SlotInfo::Lengths &inner : l.internals().infos[slot].lengths)
      if (inner.dimension > dimension && isFirstOf(l, inner, slot)) {
        const unsigned inside = inner.dimension - dimension - 1;
        makeRoom(l, inner.slot, inner.dimension, b.extent(leaf.value, inside));
        fill(inner.slot, inside == 0 ? b.extent(leaf.value) : lengthsIn(b, leaf, inside));
      }
    fill(slot, leaf.value);
  }
  setLength(l, lengths, indices, length);
}

void shortenRow(Lowering &l, const Location &row, ir::Value length) {
  const ir::Values indices = indicesOf(row.dimensions);
  setLength(l, lengthsOf(l, row.slots.front(), static_cast<unsigned>(indices.size()))->slot, indices, length);
}

} // namespace soac::frontend
