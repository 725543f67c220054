#include "analysis/OverwrittenFirst.h"

#include "analysis/InPlace.h"
#include "ir/Walk.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

#include <set>

namespace soac::analysis {

namespace {

/// The elements of an array that are certainly written.
struct Written {
  bool areAll = false;
  std::set<std::int64_t> numbers;       ///< constant indices, of an array of rank 1
  llvm::SmallVector<Values, 2> indices; ///< the indices of all updates
};

class Overwrites {
public:
  Overwrites(Value array, const ValueTable &values, const DefUse &definitions, Shapes &shapes)
      : values(values), definitions(definitions), shapes(shapes) {
    versions[array] = {};
  }

  bool block(const Block &b) {
    return llvm::all_of(b.statements, [&](const Statement &s) { return statement(s); });
  }
  bool mayHoldOld(Value v) const {
    const auto found = versions.find(v);
    return found != versions.end() && !found->second.areAll;
  }

private:
  const ValueTable &values;
  const DefUse &definitions;
  Shapes &shapes;
  llvm::DenseMap<Value, Written> versions; ///< the array and the arrays that updates make of it

  bool isRead(Value array, llvm::ArrayRef<Value> at) const {
    if (!mayHoldOld(array))
      return true;
    const Written &w = versions.find(array)->second;
    const auto number = at.size() == 1 ? values.asInt(at[0]) : std::nullopt;
    return (number && w.numbers.contains(*number)) ||
           llvm::any_of(w.indices, [&](const Values &known) { return at.take_front(known.size()) == llvm::ArrayRef(known); });
  }

  void update(const Update &op, Value result) {
    if (!mayHoldOld(op.array))
      return;
    Written w = versions[op.array];
    w.indices.push_back(op.indices);
    if (const auto number = op.indices.size() == 1 ? values.asInt(op.indices[0]) : std::nullopt; number && *number >= 0) {
      w.numbers.insert(*number);
      const Shapes::Origin extent = shapes.origin(shapes.of(result)[0]);
      const auto count = extent.dimension < 0 ? values.asInt(extent.value) : std::nullopt;
      w.areAll = count && static_cast<std::int64_t>(w.numbers.size()) >= *count;
    }
    versions[result] = std::move(w);
  }

  void become(Value array, Value version) {
    Written written = versions[array];
    versions[version] = std::move(written);
  }

  /// Is `count` the extent, which is not negative, or the maximum of the extent and 0?
  bool isExtent(Value count, Dim extent) {
    const auto *apply = definitions.as<Apply>(count);
    const bool isPositivePart = apply && apply->prim == Prim::Max && values.asInt(apply->arguments[1]) == 0;
    return shapes.ofScalar(count) == extent || (isPositivePart && shapes.ofScalar(apply->arguments[0]) == extent);
  }

  /// Does every trip of the loop write the whole element (or sub-array) at its counter, and do the trips go through all
  /// of the dimension?
  bool writesAll(const Loop &op, std::size_t k, const Values &outer) {
    if (!op.isCounted())
      return false;
    const Value parameter = op.body.parameters[k + 1];
    if (!isExtent(op.count, shapes.of(parameter)[outer.size()]))
      return false;
    Values at = outer;
    at.push_back(op.body.parameters[0]);
    const auto chain = updateChain(parameter, op.body.results[k], op.body);
    return chain && llvm::any_of(*chain, [&](const UpdateLink &link) {
      const Op &inner = op.body.statements[link.statement].op;
      if (const auto *update = std::get_if<Update>(&inner))
        return update->indices == at;
      const auto *loop = std::get_if<Loop>(&inner);
      return loop && at.size() < values.type(parameter).rank && writesAll(*loop, link.position, at);
    });
  }

  bool loop(const Loop &op, llvm::ArrayRef<Value> results) {
    for (std::size_t k = 0; k < op.inits.size(); ++k)
      if (mayHoldOld(op.inits[k])) {
        become(op.inits[k], op.body.parameters[k + op.isCounted()]);
        if (!op.isCounted())
          become(op.inits[k], op.condition.parameters[k]);
      }
    if (!block(op.condition) || !block(op.body))
      return false;
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const bool isOld = mayHoldOld(op.inits[k]);
      if (mayHoldOld(op.body.results[k]) &&
          (!isOld || inPlaceSource(op.body.results[k], op.body) != op.body.parameters[k + op.isCounted()]))
        return false;
      if (!isOld)
        continue;
      become(op.inits[k], results[k]);
      versions[results[k]].areAll = writesAll(op, k, {});
    }
    return true;
  }

  bool branch(const If &op, llvm::ArrayRef<Value> results) {
    if (!block(op.then) || !block(op.otherwise))
      return false;
    for (std::size_t k = 0; k < results.size(); ++k) {
      const Value a = op.then.results[k], b = op.otherwise.results[k];
      if (!mayHoldOld(a) && !mayHoldOld(b))
        continue;
      const Written x = mayHoldOld(a) ? versions[a] : versions[b], y = mayHoldOld(b) ? versions[b] : versions[a];
      Written &both = versions[results[k]];
      std::set_intersection(x.numbers.begin(), x.numbers.end(), y.numbers.begin(), y.numbers.end(),
                            std::inserter(both.numbers, both.numbers.end()));
      llvm::copy_if(x.indices, std::back_inserter(both.indices), [&](const Values &at) { return llvm::is_contained(y.indices, at); });
    }
    return true;
  }

  /// True when no array that may hold old elements is an operand of the statement or a result of one of its blocks.
  bool untouched(const Statement &s) {
    bool isFine = true;
    forEachOperand(s.op, [&](Value v) { isFine &= !mayHoldOld(v); });
    forEachBlock(s.op, [&](const Block &b) {
      isFine = isFine && block(b) && llvm::none_of(b.results, [&](Value r) { return mayHoldOld(r); });
    });
    return isFine;
  }

  bool statement(const Statement &s) {
    return std::visit(
        Overloaded{[](const Extent &) { return true; },
                   [&](const Index &o) { return isRead(o.array, o.indices); },
                   [&](const Update &o) {
                     update(o, s.results[0]);
                     return !mayHoldOld(o.value);
                   },
                   [&](const Loop &o) { return loop(o, s.results); }, [&](const If &o) { return branch(o, s.results); },
                   [&](const OneOf<Apply, Fill, Iota, Argsort, Repeated, Rearrange, Reshape, Slice, Rotate, Concat, Map,
                                   Reduce, Scan, MapReduce, ReduceByIndex, Scatter, WithAccumulators, Accumulate, Call,
                                   Invoke, WithRules, Check, Differentiate> auto &) { return untouched(s); }},
        s.op);
  }
};

} // namespace

bool isOverwrittenFirst(Value array, std::size_t position, const Block &block, const ValueTable &values,
                        const DefUse &definitions, Shapes &shapes) {
  Overwrites overwrites(array, values, definitions, shapes);
  if (!overwrites.block(block))
    return false;
  for (std::size_t k = 0; k < block.results.size(); ++k)
    if (k != position && overwrites.mayHoldOld(block.results[k]))
      return false;
  return true;
}

} // namespace soac::analysis
