// Rules for extents and for statements that rearrange arrays: a read goes to the array that the element comes from.
//   b = slice(a, start 2, count n);  x = b[i]   ->   x = a[i + 2]
#include "analysis/Cost.h"
#include "optimise/rules/Rules.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <numeric>

namespace soac::optimise {

using namespace analysis;
using namespace ir;

namespace {

llvm::ArrayRef<Value> from(const Values &vs, std::size_t first) { return llvm::ArrayRef(vs).drop_front(first); }

/// Whether two lists of indices are certainly equal, certainly different, or unknown.
enum class Overlap { Same, Different, Unknown };

Overlap overlap(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b, Context &c) {
  if (a == b)
    return Overlap::Same;
  for (auto [x, y] : llvm::zip(a, b))
    if (c.isBelow(x, y) || c.isBelow(y, x))
      return Overlap::Different;
  return Overlap::Unknown;
}

class IndexRules {
public:
  IndexRules(Index &op, Context &c) : op(op), c(c) {}

  Rewrite run() {
    if (op.indices.empty())
      return Rewrite::to(op.array);
    const Statement *s = c.definition(op.array);
    if (!s)
      return Rewrite::none();
    if (const auto *fill = std::get_if<Fill>(&s->op))
      return ofFill(*fill);
    if (std::holds_alternative<Iota>(s->op))
      return Rewrite::to(op.indices[0]);
    if (const auto *index = std::get_if<Index>(&s->op))
      return ofIndex(*index);
    if (std::holds_alternative<Update>(s->op))
      return ofUpdates();
    if (const auto *rearrange = std::get_if<Rearrange>(&s->op))
      return ofRearrange(*rearrange);
    if (const auto *reshape = std::get_if<Reshape>(&s->op))
      return ofReshape(*reshape);
    if (const auto *slice = std::get_if<Slice>(&s->op))
      return ofSlice(*slice);
    if (const auto *map = std::get_if<Map>(&s->op)) {
      if (const Rewrite r = ofMap(*map, s->results); r.isChanged)
        return r;
      if (const auto row = c.soleRow(op.array, op.indices[0]))
        return again(*row);
    }
    return Rewrite::none();
  }

private:
  Rewrite read(Value array, llvm::ArrayRef<Value> indices) {
    if (indices.empty())
      return Rewrite::to(array);
    op.array = array;
    op.indices = Values(indices);
    return Rewrite::changed();
  }
  // Reading `array` here instead of the array made from it extends the live range of `array`.
  bool mayRead(Value array) const { return !c.isConsumed(array); }

  Rewrite ofFill(const Fill &fill) {
    const std::size_t m = op.indices.size(), n = fill.extents.size();
    if (m == n)
      return Rewrite::to(fill.value);
    if (m > n) {
      if (!mayRead(fill.value))
        return Rewrite::none();
      return read(fill.value, Values(from(op.indices, n)));
    }
    return Rewrite::to(c.emit(Fill{fill.value, Values(from(fill.extents, m))}));
  }
  Rewrite ofIndex(const Index &inner) {
    if (!mayRead(inner.array))
      return Rewrite::none();
    Values indices(inner.indices);
    indices.append(op.indices);
    return read(inner.array, indices);
  }
  // Along a chain of updates: past updates of other elements, up to the update that wrote this one. The array below the
  // chain is not read, since the chain consumes it unless it is dead; an element of a fill is the fill's value.
  Rewrite ofUpdates() {
    Value array = op.array;
    while (const auto *update = c.as<Update>(array)) {
      const std::size_t m = std::min(op.indices.size(), update->indices.size());
      const auto there = llvm::ArrayRef(update->indices).take_front(m), here = llvm::ArrayRef(op.indices).take_front(m);
      switch (overlap(there, here, c)) {
      case Overlap::Unknown: return Rewrite::none();
      case Overlap::Different: array = update->array; continue;
      case Overlap::Same: break;
      }
      if (update->indices.size() > m)
        return Rewrite::none();
      if (op.indices.size() > m && c.isConsumed(update->value))
        return Rewrite::none();
      return read(update->value, Values(from(op.indices, m)));
    }
    if (const auto *fill = c.as<Fill>(array); fill && fill->extents.size() == op.indices.size())
      return Rewrite::to(fill->value);
    return Rewrite::none();
  }
  Rewrite ofRearrange(const Rearrange &rearrange) {
    const std::size_t m = op.indices.size();
    const auto permutation = rearrange.permutation;
    if (!mayRead(rearrange.array) ||
        llvm::any_of(llvm::ArrayRef(permutation).take_front(m), [&](unsigned p) { return p >= m; }))
      return Rewrite::none();
    const Value array = rearrange.array;
    Values indices(m);
    for (std::size_t d = 0; d < m; ++d)
      indices[permutation[d]] = op.indices[d];
    Rearrange rest{array, {}};
    for (unsigned p : llvm::ArrayRef(permutation).drop_front(m))
      rest.permutation.push_back(p - static_cast<unsigned>(m));
    if (llvm::is_sorted(rest.permutation))
      return read(array, indices);
    rest.array = c.emit(Index{array, indices});
    return Rewrite::to(c.emit(rest));
  }
  Rewrite ofReshape(const Reshape &reshape) {
    const Value array = reshape.array;
    if (reshape.extents.size() == 1 && c.type(array).rank == 1)
      return Rewrite::none(); // the reshape gives a pointer its extent
    if (!mayRead(array) || c.type(array).rank != 1 || op.indices.size() != reshape.extents.size())
      return Rewrite::none();
    const Values extents(reshape.extents);
    Value flat = op.indices[0];
    for (std::size_t d = 1; d < extents.size(); ++d)
      flat = c.apply(Prim::Add, {c.apply(Prim::Mul, {flat, extents[d]}), op.indices[d]});
    return read(array, {flat});
  }
  Rewrite ofSlice(const Slice &slice) {
    if (!mayRead(slice.array))
      return Rewrite::none();
    const Value array = slice.array, start = slice.start;
    const Value offset = c.apply(Prim::Mul, {op.indices[0], c.index(slice.step)});
    Values indices{c.apply(Prim::Add, {start, offset})};
    llvm::append_range(indices, from(op.indices, 1));
    return read(array, indices);
  }
  // The map's result at one index, where that element is a read or one cheap operation on reads. An operation on several is
  // done again only where the array may not be needed then: one that is consumed is.
  Rewrite ofMap(const Map &map, const Values &results) {
    const auto k = static_cast<std::size_t>(llvm::find(results, op.array) - results.begin());
    const Value result = map.fn.results[k];
    const auto &statements = map.fn.statements;
    if (statements.size() > 64) // a simple enough function is small once dead code is gone
      return Rewrite::none();
    const Statement *definition = nullptr;
    for (const Statement &s : statements)
      if (llvm::is_contained(s.results, result))
        definition = &s;
    Values arrays(map.arrays), parameters(map.fn.parameters);
    const Value i = op.indices[0];
    const auto isBound = [&](Value v) {
      return llvm::is_contained(parameters, v) ||
             llvm::none_of(statements, [&](const Statement &s) { return llvm::is_contained(s.results, v); });
    };
    const auto bind = [&](Value v) {
      const auto *at = llvm::find(parameters, v);
      if (at == parameters.begin())
        return i;
      return at == parameters.end() ? v
                                    : c.emit(Index{arrays[static_cast<std::size_t>(at - parameters.begin()) - 1], {i}});
    };
    if (!definition)
      return canRead({result}, parameters, arrays) ? again(bind(result)) : Rewrite::none();
    if (const auto *index = std::get_if<Index>(&definition->op)) {
      if (!isBound(index->array) || !llvm::all_of(index->indices, isBound) || !mayRead(index->array) ||
          !canRead({index->array}, parameters, arrays))
        return Rewrite::none();
      Index copy = *index;
      copy.array = bind(copy.array);
      for (Value &v : copy.indices)
        v = bind(v);
      return again(c.emit(copy));
    }
    const auto *apply = std::get_if<Apply>(&definition->op);
    if (!apply || !isCheap(*apply, c.values) || (apply->arguments.size() > 1 && c.isConsumed(op.array)) ||
        !llvm::all_of(apply->arguments, isBound) || !canRead(apply->arguments, parameters, arrays))
      return Rewrite::none();
    Apply copy = *apply;
    for (Value &v : copy.arguments)
      v = bind(v);
    return Rewrite::to(c.emit(copy));
  }
  bool canRead(llvm::ArrayRef<Value> vs, const Values &parameters, const Values &arrays) const {
    return llvm::all_of(vs, [&](Value v) {
      const auto *at = llvm::find(parameters, v);
      if (at == parameters.end())
        return !c.type(v).isArray() || mayRead(v);
      return at == parameters.begin() || mayRead(arrays[static_cast<std::size_t>(at - parameters.begin()) - 1]);
    });
  }
  // Reads the map's element at the remaining indices.
  Rewrite again(Value element) { return read(element, Values(from(op.indices, 1))); }

  Index &op;
  Context &c;
};

bool isIdentity(llvm::ArrayRef<unsigned> permutation) {
  for (std::size_t d = 0; d < permutation.size(); ++d)
    if (permutation[d] != d)
      return false;
  return true;
}

} // namespace

Rewrite simplify(Index &op, Context &c) { return IndexRules(op, c).run(); }

Rewrite simplify(Update &op, Context &c) {
  if (op.indices.empty())
    return Rewrite::to(op.value);
  if (const auto *read = c.as<Index>(op.value); read && read->array == op.array && read->indices == op.indices)
    return Rewrite::to(op.array);
  // An update that is overwritten at once.
  if (const auto *first = c.as<Update>(op.array); first && first->indices == op.indices && c.hasOneUse(op.array)) {
    op.array = first->array;
    return Rewrite::changed();
  }
  return Rewrite::none();
}

// The extent is a known value, or it is read from the array that it originates from.
Rewrite simplify(Extent &op, Context &c) {
  const Shapes::Origin origin = c.shapes.origin(c.shapes.of(op.array, op.dimension));
  if (!c.isInScope(origin.value))
    return Rewrite::none();
  if (origin.dimension < 0)
    return Rewrite::to(origin.value);
  if (origin.value == op.array && origin.dimension == static_cast<int>(op.dimension))
    return Rewrite::none();
  op = Extent{origin.value, static_cast<unsigned>(origin.dimension)};
  return Rewrite::changed();
}

Rewrite simplify(Fill &op, Context &c) {
  if (op.extents.empty())
    return Rewrite::to(op.value);
  if (const auto *inner = c.as<Fill>(op.value)) {
    op.extents.append(inner->extents.begin(), inner->extents.end());
    op.value = Value(inner->value);
    return Rewrite::changed();
  }
  return Rewrite::none();
}

Rewrite simplify(Rearrange &op, Context &c) {
  if (isIdentity(op.permutation))
    return Rewrite::to(op.array);
  if (const auto *inner = c.as<Rearrange>(op.array); inner && !c.isConsumed(inner->array)) {
    for (unsigned &d : op.permutation)
      d = inner->permutation[d];
    op.array = Value(inner->array);
    return Rewrite::changed();
  }
  if (const auto *fill = c.as<Fill>(op.array); fill && fill->extents.size() == op.permutation.size()) {
    Fill permuted{fill->value, {}};
    for (unsigned d : op.permutation)
      permuted.extents.push_back(fill->extents[d]);
    return Rewrite::to(c.emit(permuted));
  }
  return Rewrite::none();
}

Rewrite simplify(Reshape &op, Context &c) {
  Dims dims;
  for (Value e : op.extents)
    dims.push_back(c.shapes.ofScalar(e));
  if (dims == c.shapes.of(op.array))
    return Rewrite::to(op.array);
  if (const auto *inner = c.as<Reshape>(op.array); inner && !c.isConsumed(inner->array)) {
    op.array = Value(inner->array);
    return Rewrite::changed();
  }
  if (const auto *fill = c.as<Fill>(op.array); fill && !c.type(fill->value).isArray())
    return Rewrite::to(c.emit(Fill{fill->value, op.extents}));
  return Rewrite::none();
}

Rewrite simplify(Slice &op, Context &c) {
  if (op.step == 1 && c.isInt(op.start, 0) && c.shapes.ofScalar(op.count) == c.shapes.of(op.array, 0))
    return Rewrite::to(op.array);
  if (const auto *inner = c.as<Slice>(op.array); inner && !c.isConsumed(inner->array)) {
    const Slice outer = op, first = *inner; // a[first.start + (outer.start + i * outer.step) * first.step]
    const Value offset = c.apply(Prim::Mul, {outer.start, c.index(first.step)});
    op = Slice{first.array, c.apply(Prim::Add, {first.start, offset}), outer.count, outer.step * first.step};
    return Rewrite::changed();
  }
  if (const auto *fill = c.as<Fill>(op.array)) {
    Fill part{fill->value, fill->extents};
    part.extents[0] = op.count;
    return Rewrite::to(c.emit(part));
  }
  return Rewrite::none();
}

Rewrite simplify(Rotate &op, Context &c) {
  if (c.isInt(op.by, 0) || c.as<Fill>(op.array))
    return Rewrite::to(op.array);
  return Rewrite::none();
}

Rewrite simplify(Concat &op, Context &) { return op.arrays.size() == 1 ? Rewrite::to(op.arrays[0]) : Rewrite::none(); }

} // namespace soac::optimise
