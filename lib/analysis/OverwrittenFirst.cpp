#include "analysis/OverwrittenFirst.h"

#include "analysis/InPlace.h"
#include "analysis/Regions.h"
#include "analysis/WrittenRanges.h"
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
  llvm::SmallVector<Range, 2> ranges;   ///< of the first dimension, all below of an element's sub-array
  std::set<std::int64_t> numbers;       ///< constant indices, of an array of rank 1
  llvm::SmallVector<Values, 2> indices; ///< the indices of all updates
  std::vector<Region> regions;          ///< by the place among all elements, one row after the other
};

class Overwrites {
public:
  Overwrites(Value array, const ValueTable &values, const DefUse &definitions, Shapes &shapes, const OverwritingCalls *calls)
      : values(values), definitions(definitions), shapes(shapes), calls(calls),
        polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }), ranges(values, definitions, shapes, polynomials) {
    versions[array] = {};
  }

  bool block(const Block &b) { return statements(b.statements, b); }
  bool statements(llvm::ArrayRef<Statement> all, const Block &home) {
    const Block *around = std::exchange(now, &home);
    const bool isSo = llvm::all_of(all, [&](const Statement &s) { return statement(s); });
    now = around;
    return isSo;
  }
  bool statement(const Statement &s);
  bool mayHoldOld(Value v) const {
    const auto found = versions.find(v);
    return found != versions.end() && !found->second.areAll;
  }
  llvm::ArrayRef<Region> regionsOf(Value v) const { return versions.find(v)->second.regions; }

private:
  const ValueTable &values;
  const DefUse &definitions;
  Shapes &shapes;
  const OverwritingCalls *calls; ///< null where nothing is known of calls
  Polynomials polynomials;
  WrittenRanges ranges;
  const Block *now = nullptr;              ///< whose statements are looked at
  bool isAssumed = false;                  ///< no element is read before it is written
  llvm::DenseMap<Value, Written> versions; ///< the array and the arrays that updates make of it

  bool isRead(Value array, llvm::ArrayRef<Value> at) const {
    if (!mayHoldOld(array) || isAssumed)
      return true;
    const Written &w = versions.find(array)->second;
    const auto number = at.size() == 1 ? values.asInt(at[0]) : std::nullopt;
    return (number && w.numbers.contains(*number)) ||
           llvm::any_of(w.indices, [&](const Values &known) { return at.take_front(known.size()) == llvm::ArrayRef(known); }) ||
           isInRegions(w, array, at);
  }
  bool isInRegions(const Written &w, Value array, llvm::ArrayRef<Value> at) const {
    const auto p = w.regions.empty() ? std::nullopt : place(array, at);
    return p && areIn(w.regions, *p, *now, values, definitions);
  }

  /// The number of the element, where the array has one dimension or constant extents.
  std::optional<Polynomial> place(Value array, llvm::ArrayRef<Value> at) const {
    if (at.size() != values.type(array).rank)
      return std::nullopt;
    Polynomial sum = polynomials.of(at[0]);
    for (std::size_t d = 1; d < at.size(); ++d) {
      const auto extent = ranges.constantExtent(array, d);
      if (!extent)
        return std::nullopt;
      sum = std::move(sum) * Polynomial(*extent) + polynomials.of(at[d]);
    }
    return sum;
  }
  static void addRegion(Region region, Written &written) {
    constexpr std::size_t most = 32;
    if (written.regions.size() < most)
      written.regions.push_back(std::move(region));
  }

  /// Are all of a few elements in regions?
  void addUpRegions(Value array, Written &written) const {
    constexpr std::int64_t few = 64;
    std::int64_t size = 1, regions = 0;
    for (std::size_t d = 0; d < values.type(array).rank; ++d) {
      const auto extent = ranges.constantExtent(array, d);
      if (!extent || *extent < 1 || *extent > few || (size *= *extent) > few)
        return;
    }
    for (const Region &r : written.regions)
      regions += sizeOf(r).value_or(0);
    if (regions < size)
      return;
    for (std::int64_t i = 0; i < size; ++i)
      if (!areIn(written.regions, Polynomial(i), *now, values, definitions))
        return;
    written.areAll = true;
  }
  static std::optional<std::int64_t> sizeOf(const Region &region) {
    std::int64_t size = 1;
    for (const Region::Axis &axis : region.axes) {
      if (!axis.count.isConstant())
        return std::nullopt;
      size *= axis.count.constant();
    }
    return size;
  }

  void update(const Update &op, Value result) {
    if (!mayHoldOld(op.array))
      return;
    Written w = versions[op.array];
    w.indices.push_back(op.indices);
    if (op.indices.size() == 1)
      add({polynomials.of(op.indices[0]), 1, 1}, w, result);
    if (const auto number = op.indices.size() == 1 ? values.asInt(op.indices[0]) : std::nullopt; number && *number >= 0)
      w.numbers.insert(*number);
    if (auto at = place(op.array, op.indices)) {
      addRegion({std::move(*at), {}, now}, w);
      addUpRegions(op.array, w);
    }
    versions[result] = std::move(w);
  }

  void become(Value array, Value version) {
    Written written = versions[array];
    versions[version] = std::move(written);
  }

  /// Are all elements written: by this range, or by ranges that follow each other from the first element to the last? Negative counts,
  /// and indices out of range, do no harm: whoever walks from 0 to the extent, and back where a count is negative, crosses every
  /// element forwards in a range.
  void add(Range range, Written &written, Value array) {
    const Dim extent = shapes.of(array)[0];
    if (range.first == 0 && ranges.isExtent(range.count, extent))
      written.areAll = true;
    written.ranges.push_back(std::move(range));
    Polynomial end;
    for (std::size_t step = 0; step < written.ranges.size() && !written.areAll; ++step) {
      const auto next = llvm::find_if(written.ranges, [&](const Range &r) { return r.first == end; });
      if (next == written.ranges.end())
        return;
      end = std::move(end) + next->open;
      written.areAll = ranges.isExtent(end, extent);
    }
  }

  /// What the loop writes of the regions that each of its iterations writes.
  void addAllTrips(const Loop &op, const Written &inside, Written &written) const {
    for (const Region &one : inside.regions)
      if (one.home == &op.body)
        if (auto all = analysis::ofAllTrips(one, op, polynomials.of(openCount(op.count, values, definitions)), now, values, definitions))
          addRegion(std::move(*all), written);
  }

  /// What the trips of the loop before number j, its counter, have written, of which trip j writes `one`. With single elements of
  /// `before` in front: p[0] = 1 and p[j + 1] = .. have written the elements from 0 to j.
  std::optional<Region> ofEarlierTrips(const Region &one, const Loop &op, llvm::ArrayRef<Region> before) const {
    const Value counter = op.body.parameters[0];
    auto all = one.base.in(counter).slope == 0 ? std::nullopt
                                               : analysis::ofAllTrips(one, op, Polynomial(counter), now, values, definitions);
    const auto isInFront = [&](const Region &r) { return r.axes.empty() && r.base == all->base - all->axes[0].stride; };
    for (std::size_t k = 0; all && all->axes.size() == 1 && k < before.size() && llvm::any_of(before, isInFront); ++k) {
      all->base = all->base - all->axes[0].stride;
      all->axes[0].count = all->axes[0].count + 1;
    }
    return all;
  }

  /// The body, of which a trip may read what earlier ones have written.
  bool laterTrip(const Loop &op) {
    const bool wasAssumed = std::exchange(isAssumed, true), isKnown = block(op.body);
    isAssumed = wasAssumed;
    if (!isKnown)
      return false;
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const auto inside = versions.find(op.body.results[k]);
      if (!mayHoldOld(op.inits[k]) || inside == versions.end() || inPlaceSource(op.body.results[k], op.body) != op.body.parameters[k + 1])
        continue;
      const Written trip = inside->second;
      Written earlier = versions[op.inits[k]];
      for (const Region &one : trip.regions)
        if (auto all = one.home == &op.body ? ofEarlierTrips(one, op, earlier.regions) : std::nullopt)
          addRegion(std::move(*all), earlier);
      versions[op.body.parameters[k + 1]] = std::move(earlier);
    }
    return block(op.body);
  }

  bool loop(const Loop &op, llvm::ArrayRef<Value> results) {
    for (std::size_t k = 0; k < op.inits.size(); ++k)
      if (mayHoldOld(op.inits[k])) {
        become(op.inits[k], op.body.parameters[k + op.isCounted()]);
        if (!op.isCounted())
          become(op.inits[k], op.condition.parameters[k]);
      }
    if (!block(op.condition) || (!block(op.body) && !(op.isCounted() && laterTrip(op))))
      return false;
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const bool isOld = mayHoldOld(op.inits[k]);
      if (mayHoldOld(op.body.results[k]) &&
          (!isOld || inPlaceSource(op.body.results[k], op.body) != op.body.parameters[k + op.isCounted()]))
        return false;
      if (!isOld)
        continue;
      become(op.inits[k], results[k]);
      if (const auto inside = versions.find(op.body.results[k]); op.isCounted() && inside != versions.end())
        addAllTrips(op, Written(inside->second), versions[results[k]]);
      addUpRegions(results[k], versions[results[k]]);
      if (auto range = ranges.of(op, k))
        add(std::move(*range), versions[results[k]], results[k]);
    }
    return true;
  }

  bool isOfOutside(const Region &region, const If &op) const {
    return replaced(region, nullptr, [&](Value v) {
             const bool isInside = definitions.isInside(v, op.then) || definitions.isInside(v, op.otherwise);
             return isInside ? std::nullopt : std::optional(Polynomial(v));
           }).has_value();
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
      for (const Region &one : x.regions)
        if (isOfOutside(one, op) && llvm::any_of(y.regions, [&](const Region &r) { return r.base == one.base && r.axes == one.axes; }))
          addRegion({one.base, one.axes, one.home == &op.then || one.home == &op.otherwise ? now : one.home}, both);
    }
    return true;
  }

  /// A definition that reads no element of an array before it has written it.
  bool invoke(const Invoke &op, llvm::ArrayRef<Value> results) {
    const auto isOld = [&](Value v) { return mayHoldOld(v); };
    if (llvm::none_of(op.arguments, isOld) && llvm::none_of(op.accumulators, [&](Value v) { return v && mayHoldOld(v); }))
      return true;
    const OverwritingCalls::Arguments *known = calls ? calls->of(op) : nullptr;
    if (!known || llvm::count_if(op.arguments, isOld) != 1)
      return false;
    const auto position = static_cast<std::size_t>(llvm::find_if(op.arguments, isOld) - op.arguments.begin());
    const OverwritingCalls::Argument &argument = (*known)[position];
    if (!argument.isOverwrittenFirst)
      return false;
    for (std::size_t k = 0; k < results.size(); ++k) {
      if (op.argumentOf(k) != position)
        continue;
      become(op.arguments[position], results[k]);
      for (const Region &region : argument.regions)
        if (auto here = replaced(region, now, [&](Value v) { return argumentFor(v, op, *known); }))
          addRegion(std::move(*here), versions[results[k]]);
      addUpRegions(results[k], versions[results[k]]);
    }
    return true;
  }
  std::optional<Polynomial> argumentFor(Value parameter, const Invoke &op, const OverwritingCalls::Arguments &known) const {
    for (auto [argument, v] : llvm::zip(known, op.arguments))
      if (argument.parameter == parameter)
        return polynomials.of(v);
    return std::nullopt;
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
};

bool Overwrites::statement(const Statement &s) {
  return std::visit(
      Overloaded{[](const Extent &) { return true; },
                 [&](const Index &o) { return isRead(o.array, o.indices); },
                 [&](const Update &o) {
                   update(o, s.results[0]);
                   return !mayHoldOld(o.value);
                 },
                 [&](const Loop &o) { return loop(o, s.results); }, [&](const If &o) { return branch(o, s.results); },
                 [&](const Invoke &o) { return invoke(o, s.results); },
                 [&](const OneOf<Apply, Fill, Iota, Argsort, Repeated, Rearrange, Reshape, Slice, Rotate, Concat, Map,
                                 Reduce, Scan, MapReduce, ReduceByIndex, Scatter, WithAccumulators, Accumulate, Call,
                                 WithRules, Check, Differentiate> auto &) { return untouched(s); }},
      s.op);
}

} // namespace

bool isOverwrittenFirst(Value array, std::size_t position, const Block &block, const ValueTable &values,
                        const DefUse &definitions, Shapes &shapes, const OverwritingCalls *calls) {
  Overwrites overwrites(array, values, definitions, shapes, calls);
  if (!overwrites.block(block))
    return false;
  for (std::size_t k = 0; k < block.results.size(); ++k)
    if (k != position && overwrites.mayHoldOld(block.results[k]))
      return false;
  return true;
}

bool isOverwrittenFrom(Value array, const Statement &first, const ValueTable &values, const DefUse &definitions, Shapes &shapes,
                       const OverwritingCalls *calls) {
  const Block &home = *definitions.home(first);
  Overwrites overwrites(array, values, definitions, shapes, calls);
  const auto before = static_cast<std::size_t>(&first - home.statements.data());
  return overwrites.statements(llvm::ArrayRef(home.statements).drop_front(before), home) &&
         llvm::none_of(home.results, [&](Value r) { return overwrites.mayHoldOld(r); });
}

bool overwrites(const Statement &loop, std::size_t position, const ValueTable &values, const DefUse &definitions, Shapes &shapes) {
  Overwrites overwrites(std::get<Loop>(loop.op).inits[position], values, definitions, shapes, nullptr);
  const Block &home = *definitions.home(loop);
  return overwrites.statements(loop, home) && llvm::none_of(loop.results, [&](Value r) { return overwrites.mayHoldOld(r); });
}

bool isOverwritten(const Statement &made, const ValueTable &values, const DefUse &definitions, Shapes &shapes) {
  const Block &home = *definitions.home(made);
  Overwrites overwrites(made.results[0], values, definitions, shapes, nullptr);
  const auto behind = static_cast<std::size_t>(&made - home.statements.data()) + 1;
  return overwrites.statements(llvm::ArrayRef(home.statements).drop_front(behind), home) &&
         llvm::none_of(home.results, [&](Value r) { return overwrites.mayHoldOld(r); });
}

OverwritingCalls::OverwritingCalls(const Function &root) {
  std::vector<bool> isOpen(root.definitions.size());
  known.resize(root.definitions.size());
  for (unsigned k = 0; k < root.definitions.size(); ++k)
    look(root, k, isOpen);
}

void OverwritingCalls::look(const Function &root, unsigned number, std::vector<bool> &isOpen) {
  if (isOpen[number] || known[number])
    return;
  isOpen[number] = true;
  const Function &definition = root.definitions[number];
  forEachStatement(definition.body, [&](const Statement &s) {
    if (const auto *invoke = std::get_if<Invoke>(&s.op))
      look(root, invoke->definition, isOpen);
  });
  const DefUse definitions(definition.body);
  Shapes shapes(definition);
  Arguments arguments;
  for (const Value p : definition.body.parameters) {
    arguments.push_back({p, false, {}});
    if (!definition.type(p).isArray() || definition.type(p).accumulator)
      continue;
    Overwrites overwrites(p, definition.values, definitions, shapes, this);
    if (!overwrites.block(definition.body))
      continue;
    const auto isOld = [&](Value r) { return overwrites.mayHoldOld(r); };
    arguments.back().isOverwrittenFirst = llvm::count_if(definition.body.results, isOld) < 2;
    if (const auto *r = llvm::find_if(definition.body.results, isOld); r != definition.body.results.end())
      llvm::copy_if(overwrites.regionsOf(*r), std::back_inserter(arguments.back().regions),
                    [&](const Region &region) { return region.home == &definition.body; });
  }
  known[number] = std::move(arguments);
}

const OverwritingCalls::Arguments *OverwritingCalls::of(const Invoke &op) const {
  return op.definition < known.size() && known[op.definition] ? &*known[op.definition] : nullptr;
}

} // namespace soac::analysis
