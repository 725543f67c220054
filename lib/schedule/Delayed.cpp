#include "schedule/Delayed.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

namespace soac::schedule {

using namespace ir;

namespace {

class Delaying {
public:
  explicit Delaying(Function &function) : function(function), values(function.values) {
    forEachStatement(function.body, [&](const Statement &s) { count(s); });
    for (Value v : function.body.results)
      ++uses[v];
    forEachStatement(function.body, [&](const Statement &s) {
      const bool isRotation = std::holds_alternative<Rotate>(s.op); // a scan reads an element twice
      if (isCandidate(s.op) && elementReads.lookup(s.results[0]) == uses.lookup(s.results[0]) &&
          !(isRotation && readWhole.contains(s.results[0])))
        delayed.try_emplace(s.results[0], s.op);
    });
  }

  void run() {
    if (delayed.empty())
      return;
    block(function.body);
    substitute(function.body, replacements);
  }

private:
  Function &function;
  ValueTable &values;
  llvm::DenseMap<Value, std::size_t> uses, elementReads; ///< reads of extents are not counted
  llvm::DenseSet<Value> readWhole;                       ///< by scans and histograms, element by element
  llvm::DenseMap<Value, Op> delayed;                     ///< from a delayed array to the op that makes it
  ValueMap replacements;

  void count(const Statement &s) {
    if (!std::holds_alternative<Extent>(s.op))
      forEachOperand(s.op, [&](Value v) { ++uses[v]; });
    forEachBlock(s.op, [&](const Block &b) {
      for (Value v : b.results)
        ++uses[v];
    });
    const auto elements = [&](llvm::ArrayRef<Value> arrays) {
      for (Value v : arrays)
        elementReads[v] += values.type(v).rank == 1;
    };
    const auto whole = [&](llvm::ArrayRef<Value> arrays) {
      elements(arrays);
      readWhole.insert(arrays.begin(), arrays.end());
    };
    std::visit(
        Overloaded{[&](const Index &o) { elementReads[o.array] += o.indices.size() == values.type(o.array).rank; },
                   [&](const Map &o) { elements(o.arrays); }, [&](const MapReduce &o) { elements(o.arrays); },
                   [&](const Scan &o) { whole(o.arrays); },
                   [&](const ReduceByIndex &o) {
                     whole(o.keys);
                     whole(o.values);
                   },
                   [](const OneOf<Apply, Update, Extent, Fill, Iota, Argsort, Repeated, Rearrange, Reshape, Slice,
                                  Rotate, Concat, If, Loop, Reduce, Scatter, WithAccumulators, Accumulate, Call, Invoke,
                                  WithRules, Check, Differentiate> auto &) {}},
        s.op);
  }

  bool isCandidate(const Op &op) const {
    const auto *fill = std::get_if<Fill>(&op);
    const auto *slice = std::get_if<Slice>(&op);
    return (fill && values.type(fill->value).isScalar()) || (slice && slice->step != 1) ||
           std::holds_alternative<Iota>(op) || std::holds_alternative<Rearrange>(op) ||
           std::holds_alternative<Rotate>(op);
  }
  const Op *madeOf(Value array) const {
    const auto found = delayed.find(array);
    return found == delayed.end() ? nullptr : &found->second;
  }
  void replace(Value v, Value by) {
    const auto found = replacements.find(by);
    replacements[v] = found == replacements.end() ? by : found->second;
  }

  void block(Block &b) {
    std::vector<Statement> out;
    out.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      if (auto *map = std::get_if<Map>(&s.op))
        elements(map->arrays, map->fn, s.location);
      else if (auto *mapReduce = std::get_if<MapReduce>(&s.op))
        elements(mapReduce->arrays, mapReduce->fn, s.location);
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      Builder builder(values, out, s.location);
      if (!s.results.empty() && delayed.contains(s.results[0])) {
        if (readWhole.contains(s.results[0]))
          out.push_back(lookUps(s, builder));
        else if (auto *rotate = std::get_if<Rotate>(&delayed.find(s.results[0])->second))
          rotate->by = forwards(*rotate, builder);
        continue;
      }
      if (rewrite(s, builder))
        out.push_back(std::move(s));
    }
    b.statements = std::move(out);
  }

  /// The distance as one of 0 .. n - 1, for an array of n elements: a division here, and none at each element.
  Value forwards(const Rotate &op, Builder &b) const {
    const Value n = b.extent(op.array);
    if (values.asInt(op.by) == 1) // also of one element, of which the next one is itself
      return op.by;
    if (values.asInt(op.by) == -1)
      return b.sub(n, b.index(1));
    const Value rest = b.apply(Prim::Rem, {op.by, b.apply(Prim::Max, {n, b.index(1)})});
    return b.select(b.lessThan(rest, b.index(0)), b.add(rest, n), rest);
  }

  /// False where the statement is to be removed, since its result is known.
  bool rewrite(Statement &s, Builder &b) {
    if (auto *index = std::get_if<Index>(&s.op)) {
      const Op *op = madeOf(index->array);
      if (const Value known = op ? element(*op, index->indices, b, *index) : Value()) {
        replace(s.results[0], known);
        return false;
      }
    } else if (auto *extent = std::get_if<Extent>(&s.op)) {
      const Op *op = madeOf(extent->array);
      if (const Value known = op ? extentOf(*op, *extent) : Value()) {
        replace(s.results[0], known);
        return false;
      }
    }
    return true;
  }

  /// The element of a delayed array at `at`: an existing value, or none, in which case `stored` reads the stored element
  /// that it equals.
  Value element(const Op &op, const Values at, Builder &b, Index &stored) {
    stored.indices = at;
    return std::visit(
        Overloaded{[](const Fill &o) { return o.value; }, [&](const Iota &) { return at[0]; },
                   [&](const Rearrange &o) {
                     stored.array = o.array;
                     for (std::size_t d = 0; d < at.size(); ++d)
                       stored.indices[o.permutation[d]] = at[d];
                     return Value();
                   },
                   [&](const Slice &o) {
                     stored.array = o.array;
                     stored.indices[0] =
                         o.step == -1 ? b.sub(o.start, at[0]) : b.add(o.start, b.mul(at[0], b.index(o.step)));
                     return Value();
                   },
                   [&](const Rotate &o) { // (at + by) mod n, of 0 <= by <= n
                     const Value n = b.extent(o.array), k = b.add(at[0], o.by);
                     stored.array = o.array;
                     stored.indices[0] = b.select(b.lessThan(k, n), k, b.sub(k, n));
                     return Value();
                   },
                   [](const OneOf<Apply, Index, Update, Extent, Argsort, Repeated, Reshape, Concat, If, Loop, Map,
                                  Reduce, Scan, MapReduce, ReduceByIndex, Scatter, WithAccumulators, Accumulate, Call,
                                  Invoke, WithRules, Check, Differentiate> auto &) { return Value(); }},
        op);
  }

  /// Likewise for an extent: an existing value, or none and `stored` reads the extent of a stored array.
  Value extentOf(const Op &op, Extent &stored) const {
    if (const auto *fill = std::get_if<Fill>(&op))
      return fill->extents[stored.dimension];
    if (const auto *iota = std::get_if<Iota>(&op))
      return iota->count;
    if (const auto *slice = std::get_if<Slice>(&op)) {
      stored.array = slice->array;
      return stored.dimension == 0 ? slice->count : Value();
    }
    if (const auto *rearrange = std::get_if<Rearrange>(&op)) {
      stored.array = rearrange->array;
      stored.dimension = rearrange->permutation[stored.dimension];
      return {};
    }
    stored.array = std::get<Rotate>(op).array;
    return {};
  }

  /// Delayed operands of a map become statements of its operator.
  void elements(Values &arrays, Block &fn, SourceLocation at) {
    std::vector<Statement> first;
    Builder b(values, first, at);
    Values kept, parameters{fn.parameters[0]};
    for (auto [array, p] : llvm::zip(arrays, llvm::drop_begin(fn.parameters))) {
      const Op *op = madeOf(array);
      if (!op) {
        kept.push_back(array);
        parameters.push_back(p);
        continue;
      }
      const std::size_t count = uses.lookup(p);
      if (count == 0)
        continue;
      Index stored;
      if (const Value known = element(*op, {fn.parameters[0]}, b, stored)) {
        replace(p, known);
      } else {
        const Value x = count == 1 ? values.fresh(values.type(p)) : p; // without a name, it is inlined into its use
        first.push_back({{x}, std::move(stored), at});
        if (x != p)
          replace(p, x);
      }
    }
    arrays = std::move(kept);
    fn.parameters = std::move(parameters);
    fn.statements.insert(fn.statements.begin(), std::make_move_iterator(first.begin()),
                         std::make_move_iterator(first.end()));
  }

  /// The array as a map, whose operator computes the element.
  Statement lookUps(const Statement &s, Builder &b) {
    Extent extent{s.results[0], 0};
    const Value known = extentOf(s.op, extent);
    Map map{known ? known : b.extent(extent.array, extent.dimension), {}, {}};
    map.fn = b.block({indexType}, [&](Builder &in, llvm::ArrayRef<Value> p) -> Values {
      Index stored;
      const Value x = element(s.op, {p[0]}, in, stored);
      return {x ? x : in.emit1(std::move(stored))};
    });
    return {s.results, std::move(map), s.location};
  }
};

} // namespace

void delay(Function &function) { Delaying(function).run(); }

bool isLookUp(const Block &fn, const ValueTable &values) {
  unsigned reads = 0;
  return llvm::all_of(fn.statements, [&](const Statement &s) {
    if (const auto *index = std::get_if<Index>(&s.op))
      return index->indices.size() == values.type(index->array).rank && ++reads == 1;
    const auto *apply = std::get_if<Apply>(&s.op);
    return apply && !isFloat(apply->type) &&
           (apply->prim == Prim::Add || apply->prim == Prim::Sub || apply->prim == Prim::Mul);
  });
}

} // namespace soac::schedule
