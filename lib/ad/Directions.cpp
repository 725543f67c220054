#include "ad/Directions.h"

#include "ad/Variation.h"
#include "ir/Builder.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/ErrorHandling.h>

#include <numeric>

namespace soac::ad {
namespace {

using Flags = llvm::SmallVector<bool, 8>;

/// `v` with its dimensions rotated, so that dimension `first` becomes the first.
ir::Value rotated(ir::Value v, unsigned first, ir::Builder &b) {
  const unsigned rank = b.type(v).rank;
  if (rank == 1)
    return v;
  llvm::SmallVector<unsigned, 4> order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + first, order.end());
  return b.emit1(ir::Rearrange{v, order}, b.values.name(v));
}
ir::Value toLast(ir::Value v, ir::Builder &b) { return rotated(v, 1, b); }
ir::Value toFirst(ir::Value v, ir::Builder &b) { return rotated(v, b.type(v).rank - 1u, b); }

/// Statements that run once per direction, one after another, and the values that they define.
struct Group {
  std::vector<ir::Statement> statements;
  llvm::DenseSet<ir::Value> defined;
};

class Directions {
public:
  Directions(ir::ValueTable &values, const Variation &variation, ir::Value k)
      : values(values), variation(variation), k(k) {}

  /// Transforms the block in place. Parameters that vary get the dimension of the directions, and so do flagged
  /// results.
  void block(ir::Block &b, llvm::ArrayRef<bool> isLarger) {
    for (ir::Value &p : b.parameters)
      define(p);
    std::vector<ir::Statement> before = std::move(b.statements);
    b.statements.clear();
    std::vector<ir::Statement> *const around = std::exchange(out, &b.statements);
    for (ir::Statement &s : before)
      statement(s);
    flush();
    for (std::size_t i = 0; i < b.results.size(); ++i)
      if (isLarger[i])
        b.results[i] = lanes(b.results[i]);
    out = around;
  }

private:
  Flags flags(llvm::ArrayRef<ir::Value> vs) const {
    Flags all;
    for (ir::Value v : vs)
      all.push_back(variation.varies(v));
    return all;
  }
  ir::Builder builder() { return {values, *out, location}; }

  /// Replaces a value that varies by one with the dimension of the directions.
  void define(ir::Value &v) {
    if (!variation.varies(v))
      return;
    const ir::Type type = values.type(v);
    v = larger[v] = values.freshLike(v, type.withRank(type.rank + 1u));
  }

  /// The value in all directions.
  ir::Value lanes(ir::Value v) {
    if (!variation.varies(v))
      return repeated(v);
    if (group.defined.contains(v))
      flush();
    return larger.lookup(v);
  }

  /// A value that is the same in all directions, k times.
  ir::Value repeated(ir::Value v) {
    ir::Builder b = builder();
    if (const auto it = fills.find(v); it != fills.end()) {
      ir::Fill fill = it->second;
      values.type(fill.value).isScalar() ? fill.extents.push_back(k) : void(fill.value = repeated(fill.value));
      return b.emit1(std::move(fill), values.name(v));
    }
    return toLast(b.fill(v, {k}), b);
  }

  void statement(ir::Statement &s) {
    location = s.location;
    if (!variation.varies(s)) {
      if (const auto *fill = std::get_if<ir::Fill>(&s.op))
        fills.try_emplace(s.results[0], *fill);
      out->push_back(std::move(s));
    } else if (variation.isPerDirection(s)) {
      join(s);
    } else {
      if (!std::holds_alternative<ir::Extent>(s.op))
        flush(); // the statement may update an array that the group reads
      std::visit([&](auto &op) { enlarge(op, s); }, s.op);
      for (ir::Value &r : s.results)
        define(r);
      out->push_back(std::move(s));
    }
  }

  // ---- Once for all directions, on larger elements. ------------------------------------------------------------------

  void all(ir::Values &vs) {
    for (ir::Value &v : vs)
      v = lanes(v);
  }
  void some(ir::Values &vs, llvm::ArrayRef<ir::Value> like) {
    for (auto [v, model] : llvm::zip(vs, like))
      if (variation.varies(model))
        v = lanes(v);
  }
  void enlarge(ir::Index &op, const ir::Statement &) { op.array = lanes(op.array); }
  void enlarge(ir::Update &op, const ir::Statement &) {
    op.array = lanes(op.array);
    op.value = lanes(op.value);
  }
  void enlarge(ir::Extent &op, const ir::Statement &) { op.array = lanes(op.array); }
  void enlarge(ir::Fill &op, const ir::Statement &) { op.value = lanes(op.value); }
  void enlarge(ir::Rearrange &op, const ir::Statement &) {
    op.permutation.push_back(static_cast<unsigned>(op.permutation.size()));
    op.array = lanes(op.array);
  }
  void enlarge(ir::Reshape &op, const ir::Statement &) {
    op.array = lanes(op.array);
    op.extents.push_back(k);
  }
  void enlarge(ir::Slice &op, const ir::Statement &) { op.array = lanes(op.array); }
  void enlarge(ir::Rotate &op, const ir::Statement &) { op.array = lanes(op.array); }
  void enlarge(ir::Concat &op, const ir::Statement &) { all(op.arrays); }
  void enlarge(ir::Scatter &op, const ir::Statement &) {
    op.dest = lanes(op.dest);
    op.values = lanes(op.values);
  }
  void enlarge(ir::Accumulate &op, const ir::Statement &) {
    op.accumulator = lanes(op.accumulator);
    op.value = lanes(op.value);
  }
  void enlarge(ir::If &op, const ir::Statement &s) {
    const Flags isLarger = flags(s.results);
    block(op.then, isLarger);
    block(op.otherwise, isLarger);
  }
  void enlarge(ir::Loop &op, const ir::Statement &s) {
    some(op.inits, s.results);
    block(op.condition, {false});
    block(op.body, flags(s.results));
  }
  void enlarge(ir::Map &op, const ir::Statement &s) {
    some(op.arrays, llvm::ArrayRef(op.fn.parameters).drop_front());
    block(op.fn, flags(s.results));
  }
  void enlarge(ir::Reduce &op, const ir::Statement &s) { associative(op, s); }
  void enlarge(ir::Scan &op, const ir::Statement &s) { associative(op, s); }
  template <class Op> void associative(Op &op, const ir::Statement &s) {
    some(op.neutral, s.results);
    some(op.arrays, s.results);
    block(op.op, flags(s.results));
  }
  void enlarge(ir::ReduceByIndex &op, const ir::Statement &s) {
    some(op.dests, s.results);
    some(op.neutral, s.results);
    some(op.values, s.results);
    block(op.op, flags(s.results));
  }
  void enlarge(ir::WithAccumulators &op, const ir::Statement &s) {
    some(op.inits, op.body.parameters);
    block(op.body, flags(llvm::ArrayRef(s.results).drop_front(op.inits.size())));
  }
  template <class Op> void enlarge(Op &, const ir::Statement &) { llvm_unreachable("does not vary, or per direction"); }

  // ---- Once per direction. -------------------------------------------------------------------------------------------

  void join(ir::Statement &s) {
    group.defined.insert(s.results.begin(), s.results.end());
    const bool readsOthers = llvm::any_of(ir::freeVariables(s.op, values), [&](ir::Value v) {
      return values.type(v).isArray() && !variation.varies(v);
    });
    group.statements.push_back(std::move(s));
    if (readsOthers)
      flush(); // a statement outside the group may update these arrays
  }

  /// Collects in `whole` the values that are used other than by reading single elements.
  static void findWhole(llvm::ArrayRef<ir::Statement> statements, const ir::ValueTable &values, ir::ValueSet &whole) {
    for (const ir::Statement &s : statements) {
      const auto *index = std::get_if<ir::Index>(&s.op);
      const bool isElement = index && values.type(s.results[0]).isScalar();
      if (!isElement)
        ir::forEachOperand(s.op, [&](ir::Value v) { whole.insert(v); });
      ir::forEachBlock(s.op, [&](const ir::Block &inner) {
        findWhole(inner.statements, values, whole);
        whole.insert(inner.results.begin(), inner.results.end());
      });
    }
  }

  /// Makes accesses to elements of the larger `arrays` accesses to the elements of direction `d`.
  void access(std::vector<ir::Statement> &statements, const llvm::DenseSet<ir::Value> &arrays, ir::Value d) {
    for (ir::Statement &s : statements) {
      if (auto *index = std::get_if<ir::Index>(&s.op); index && arrays.contains(index->array))
        index->indices.push_back(d);
      else if (auto *add = std::get_if<ir::Accumulate>(&s.op); add && arrays.contains(add->accumulator))
        add->indices.push_back(d);
      ir::forEachBlock(s.op, [&](ir::Block &inner) { access(inner.statements, arrays, d); });
    }
  }

  /// Appends the group as a map over the directions.
  void flush() {
    if (group.statements.empty())
      return;
    Group mine = std::exchange(group, Group());
    ir::Builder b(values, *out, mine.statements.front().location);
    ir::Map map{k, {}, {}};
    map.fn.parameters.push_back(values.fresh(ir::indexType));
    ir::ValueSet whole;
    findWhole(mine.statements, values, whole);
    ir::ValueMap here;
    llvm::DenseSet<ir::Value> accessed;
    for (ir::Statement &s : mine.statements) {
      for (ir::Value v : ir::freeVariables(s.op, values)) {
        if (!variation.varies(v) || mine.defined.contains(v) || here.contains(v))
          continue;
        const ir::Type type = values.type(v);
        const ir::Value every = larger.lookup(v);
        if (type.accumulator || (type.isArray() && !whole.contains(v))) {
          accessed.insert(here[v] = every);
          continue;
        }
        map.arrays.push_back(toFirst(every, b));
        map.fn.parameters.push_back(here[v] = values.fresh(type, values.name(v)));
      }
      ir::substitute(s.op, here);
    }
    access(mine.statements, accessed, map.fn.parameters[0]);
    ir::Values results;
    for (const ir::Statement &s : mine.statements)
      results.append(s.results);
    map.fn.results = results;
    map.fn.statements = std::move(mine.statements);
    const ir::Values found = b.emit(std::move(map));
    for (auto [r, rows] : llvm::zip(results, found)) {
      values.setName(rows, values.name(r));
      larger[r] = toLast(rows, b);
    }
  }

  ir::ValueTable &values;
  const Variation &variation;
  const ir::Value k;
  ir::ValueMap larger;                      ///< a value that varies -> its value with all directions, where in scope
  llvm::DenseMap<ir::Value, ir::Fill> fills; ///< arrays that do not vary -> the fills that make them
  Group group;
  std::vector<ir::Statement> *out = nullptr;
  ir::SourceLocation location;
};

/// The whole derivative once per direction: where shapes in it depend on the direction, or a definition that it invokes
/// gets accumulators or arrays that do.
ir::Values repeatedly(ir::Block one, llvm::ArrayRef<ir::Value> arguments, std::size_t first, std::size_t derivatives,
                      ir::Value k, const Variation &variation, const ir::Block &fn, ir::Builder &b) {
  ir::Map map{k, {}, {}};
  ir::Types rows{ir::indexType};
  for (auto [argument, parameter] : llvm::drop_begin(llvm::zip_equal(arguments, one.parameters), first)) {
    map.arrays.push_back(toFirst(argument, b));
    rows.push_back(b.type(parameter));
  }
  map.fn = b.block(rows, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    ir::Values given(arguments.take_front(first));
    given.append(p.begin() + 1, p.end());
    return ir::Values(llvm::drop_begin(in.inlineBlock(one, given), derivatives));
  });
  const ir::Values found = b.emit(std::move(map));
  // The primal results, whatever the number of directions: without the statements that vary, and those that use them
  // (an extent, say). Where a primal result is among these, `fn` itself gives the results.
  llvm::DenseSet<ir::Value> gone;
  llvm::erase_if(one.statements, [&](const ir::Statement &s) {
    const bool uses = llvm::any_of(ir::freeVariables(s.op, b.values), [&](ir::Value v) { return gone.contains(v); });
    if (uses || variation.varies(s))
      gone.insert(s.results.begin(), s.results.end());
    return uses || variation.varies(s);
  });
  one.results.truncate(derivatives);
  const bool isWhole = llvm::none_of(one.results, [&](ir::Value v) { return gone.contains(v); });
  ir::Values results = isWhole ? b.inlineBlock(one, arguments) : b.inlineBlock(fn, arguments.take_front(first));
  for (ir::Value v : found)
    results.push_back(toLast(v, b));
  return results;
}

} // namespace

ir::Values inDirections(ir::Block one, llvm::ArrayRef<ir::Value> arguments, std::size_t first, std::size_t derivatives,
                        ir::Value k, const ir::Block &fn, ir::Builder &b) {
  const Variation variation(b.values, one, llvm::ArrayRef(one.parameters).drop_front(first));
  if (!variation.isRegular())
    return repeatedly(std::move(one), arguments, first, derivatives, k, variation, fn, b);
  Flags isLarger(derivatives, false);
  isLarger.append(one.results.size() - derivatives, true);
  Directions(b.values, variation, k).block(one, isLarger);
  return b.inlineBlock(one, arguments);
}

} // namespace soac::ad
