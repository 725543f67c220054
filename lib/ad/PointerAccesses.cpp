#include "ad/PointerAccesses.h"

#include "ad/EntryValues.h"
#include "ad/PrimalCopy.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace soac::ad {
namespace {

using prims::Prim;

// A loop or map around the statement at hand, for counter values low <= counter < high.
struct Trip {
  ir::Value counter;
  Polynomial low, high;
};

struct Surroundings {
  std::vector<Trip> trips;
  llvm::SmallVector<ir::Value, 4> guards; ///< known conditions that hold here
  bool isCertain = true;                  ///< trips and guards alone decide whether the statement is executed
};

// Restricts the counters to the interval where a condition holds; false where it is no interval.
class Refinement {
public:
  explicit Refinement(EntryValues &entry) : entry(entry) {}

  bool refine(Surroundings &at, ir::Value condition, bool holds) const {
    condition = entry.canonical(condition);
    if (entry.isKnown(condition)) {
      at.guards.push_back(holds ? condition : entry.apply(Prim::Not, {condition}));
      return true;
    }
    const auto *computed = entry.definitions.as<ir::Apply>(condition);
    if (!computed)
      return false;
    const ir::Apply &apply = *computed;
    if (apply.prim == Prim::Not)
      return refine(at, apply.arguments[0], !holds);
    if (apply.prim == (holds ? Prim::And : Prim::Or))
      return refine(at, apply.arguments[0], holds) && refine(at, apply.arguments[1], holds);
    const auto relation = relationOf(apply.prim, holds);
    if (!relation)
      return false;
    const auto a = entry.form(apply.arguments[0]), b = entry.form(apply.arguments[1]);
    if (!a || !b)
      return false;
    return restrict(at, *a - *b, *relation);
  }

private:
  static std::optional<Prim> relationOf(Prim prim, bool holds) {
    constexpr std::pair<Prim, Prim> opposites[] = {{Prim::Lt, Prim::Ge}, {Prim::Le, Prim::Gt}, {Prim::Eq, Prim::Ne}};
    for (const auto &[a, b] : opposites)
      if (prim == a || prim == b)
        return holds == (prim == a) ? a : b;
    return std::nullopt;
  }

  // counter * (+1 or -1) + rest `relation` 0
  bool restrict(Surroundings &at, const Polynomial &difference, Prim relation) const {
    auto *trip = llvm::find_if(at.trips, [&](const Trip &t) {
                   const auto [slope, rest] = difference.in(t.counter);
                   return (slope == Polynomial(1) || slope == Polynomial(-1)) && !entry.hasCounter(rest);
                 }).base();
    if (trip == at.trips.data() + at.trips.size())
      return false;
    const auto [slope, rest] = difference.in(trip->counter);
    const bool isRising = slope.constant() == 1;
    const Polynomial bound = isRising ? Polynomial() - rest : rest;
    const auto above = [&](std::int64_t n) { atLeast(trip->low, bound + Polynomial(n)); };
    const auto below = [&](std::int64_t n) { atMost(trip->high, bound + Polynomial(n)); };
    switch (relation) {
    case Prim::Lt: isRising ? below(0) : above(1); return true;
    case Prim::Le: isRising ? below(1) : above(0); return true;
    case Prim::Gt: isRising ? above(1) : below(0); return true;
    case Prim::Ge: isRising ? above(0) : below(1); return true;
    case Prim::Eq:
      above(0);
      below(1);
      return true;
    case Prim::Ne: // at an end of the interval
      if (bound == trip->low)
        trip->low = trip->low + 1;
      else if (bound + 1 == trip->high)
        trip->high = trip->high - 1;
      else
        return false;
      return true;
    default: return false;
    }
  }
  void atLeast(Polynomial &low, const Polynomial &bound) const { low = chosen(Prim::Max, low, bound); }
  void atMost(Polynomial &high, const Polynomial &bound) const { high = chosen(Prim::Min, high, bound); }
  Polynomial chosen(Prim prim, const Polynomial &a, const Polynomial &b) const {
    const Polynomial difference = a - b;
    if (difference.isConstant())
      return (prim == Prim::Max) == (difference.constant() > 0) ? a : b;
    return Polynomial(entry.apply(prim, {entry.value(a), entry.value(b)}));
  }

  EntryValues &entry;
};

struct TouchedElements {
  bool isWritten = false, isPartial = false;
  Polynomial first;
  std::vector<std::pair<Polynomial, Polynomial>> dimensions; ///< counts and steps
};

class Walk {
public:
  Walk(ir::ValueTable &values, EntryValues &entry, llvm::ArrayRef<ir::Value> pointers) : values(values), entry(entry) {
    for (std::size_t q = 0; q < pointers.size(); ++q)
      versions[pointers[q]] = q;
    accesses.resize(pointers.size());
  }

  std::vector<std::vector<TouchedElements>> accesses;

  void visit(const std::vector<ir::Statement> &statements, const Surroundings &at) {
    for (const ir::Statement &statement : statements)
      visit(statement, at);
  }

private:
  std::optional<std::size_t> pointer(ir::Value v) const {
    const auto it = versions.find(v);
    return it == versions.end() ? std::nullopt : std::optional(it->second);
  }
  void derive(ir::Value from, ir::Value to) {
    if (const auto q = pointer(from))
      versions[to] = *q;
  }

  void visit(const ir::Statement &statement, const Surroundings &at) {
    entry.visit(statement);
    if (const auto *op = std::get_if<ir::Index>(&statement.op)) {
      touch(op->array, false, entry.form(op->indices[0]), at);
    } else if (const auto *op = std::get_if<ir::Update>(&statement.op)) {
      touch(op->array, true, entry.form(op->indices[0]), at);
      derive(op->array, statement.results[0]);
    } else if (const auto *op = std::get_if<ir::Slice>(&statement.op)) {
      touch(op->array, false, entry.form(op->start), at, entry.constantForm(op->count), op->step);
    } else if (const auto *op = std::get_if<ir::Reshape>(&statement.op)) {
      reshaped(*op, at);
    } else if (const auto *op = std::get_if<ir::Map>(&statement.op)) {
      mapped(op->count, op->arrays, op->fn, at);
    } else if (const auto *op = std::get_if<ir::MapReduce>(&statement.op)) {
      mapped(op->count, op->arrays, op->fn, at);
      for (const ir::Reduction &reduction : op->reductions)
        lose(reduction.op, at);
    } else if (const auto *op = std::get_if<ir::Reduce>(&statement.op)) {
      elementsOf(op->count, op->arrays, at);
      lose(op->op, at);
    } else if (const auto *op = std::get_if<ir::Scan>(&statement.op)) {
      elementsOf(op->count, op->arrays, at);
      lose(op->op, at);
    } else if (const auto *op = std::get_if<ir::Loop>(&statement.op)) {
      looped(*op, statement, at);
    } else if (const auto *op = std::get_if<ir::If>(&statement.op)) {
      branched(*op, statement, at);
    } else if (const auto *op = std::get_if<ir::Invoke>(&statement.op)) {
      for (ir::Value v : op->arguments)
        touch(v, false, std::nullopt, at);
    } else if (!std::holds_alternative<ir::Extent>(statement.op)) { // operands of Apply and Iota are no arrays
      ir::forEachOperand(statement.op, [&](ir::Value v) { touch(v, true, std::nullopt, at); });
      ir::forEachBlock(statement.op, [&](const ir::Block &block) { lose(block, at); });
    }
  }

  /// Notes an access to `count` elements of `array` from `index` on. Without a known index or count, to its first
  /// element.
  void touch(ir::Value array, bool isWritten, std::optional<Polynomial> index, const Surroundings &at,
             std::optional<Polynomial> count = 1, const Polynomial &step = {}) {
    const auto q = pointer(array);
    if (!q)
      return;
    const auto hasOther = [&] { // the counter of a loop that does not enclose the access
      Polynomial rest = *index;
      for (const Trip &trip : at.trips)
        rest = rest.in(trip.counter).rest;
      return entry.hasCounter(rest);
    };
    TouchedElements access;
    access.isWritten = isWritten;
    access.isPartial = !index || !count || !at.isCertain || hasOther();
    access.first = access.isPartial ? 0 : *index;
    for (ir::Value guard : at.guards)
      access.dimensions.push_back(
          {Polynomial(entry.build().select(guard, entry.build().index(1), entry.build().index(0))), {}});
    for (const Trip &trip : at.trips) {
      const auto [slope, rest] = access.first.in(trip.counter);
      access.first = rest + slope * trip.low;
      access.dimensions.push_back({trip.high - trip.low, slope});
    }
    if (!access.isPartial && *count != Polynomial(1))
      access.dimensions.push_back({*count, step});
    add(accesses[*q], std::move(access));
  }

  static void add(std::vector<TouchedElements> &list, TouchedElements access) {
    const auto isSame = [&](const TouchedElements &other) {
      return other.isWritten == access.isWritten && other.isPartial == access.isPartial &&
             other.first == access.first && other.dimensions == access.dimensions;
    };
    if (llvm::none_of(list, isSame))
      list.push_back(std::move(access));
  }

  void reshaped(const ir::Reshape &op, const Surroundings &at) {
    if (!pointer(op.array))
      return;
    std::optional<Polynomial> size = 1;
    for (ir::Value n : op.extents) {
      const auto extent = entry.constantForm(n);
      size = size && extent ? std::optional(*size * *extent) : std::nullopt;
    }
    touch(op.array, false, 0, at, size, 1);
  }

  std::optional<Trip> tripOf(ir::Value count, ir::Value counter) {
    const auto high = entry.constantForm(count);
    if (!high)
      return std::nullopt;
    entry.addCounter(counter);
    return Trip{counter, {}, *high};
  }
  Surroundings inside(const Surroundings &at, const std::optional<Trip> &trip) {
    Surroundings inner = at;
    if (trip)
      inner.trips.push_back(*trip);
    else
      inner.isCertain = false;
    return inner;
  }

  void elementsOf(ir::Value count, llvm::ArrayRef<ir::Value> arrays, const Surroundings &at) {
    for (ir::Value array : arrays)
      touch(array, false, 0, at, entry.constantForm(count), 1);
  }
  void mapped(ir::Value count, llvm::ArrayRef<ir::Value> arrays, const ir::Block &fn, const Surroundings &at) {
    elementsOf(count, arrays, at);
    const auto trip = tripOf(count, fn.parameters[0]);
    for (auto [array, element] : llvm::zip(arrays, llvm::drop_begin(fn.parameters)))
      if (trip && entry.definitions.as<ir::Iota>(array))
        entry.setEqual(element, fn.parameters[0]);
    visit(fn.statements, inside(at, trip));
  }

  void looped(const ir::Loop &op, const ir::Statement &statement, const Surroundings &at) {
    const std::size_t first = op.isCounted();
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      derive(op.inits[k], op.body.parameters[k + first]);
      derive(op.inits[k], statement.results[k]);
      if (!op.isCounted())
        derive(op.inits[k], op.condition.parameters[k]);
    }
    const Surroundings inner = inside(at, op.isCounted() ? tripOf(op.count, op.body.parameters[0]) : std::nullopt);
    if (!op.isCounted())
      visit(op.condition.statements, inner);
    visit(op.body.statements, inner);
  }

  void branched(const ir::If &op, const ir::Statement &statement, const Surroundings &at) {
    const Refinement refinement(entry);
    for (const bool holds : {true, false}) {
      const ir::Block &block = holds ? op.then : op.otherwise;
      Surroundings inner = at;
      if (!refinement.refine(inner, op.condition, holds)) {
        inner = at;
        inner.isCertain = false;
      }
      visit(block.statements, inner);
      for (std::size_t k = 0; k < statement.results.size(); ++k)
        derive(block.results[k], statement.results[k]);
    }
  }

  // Operators and other blocks that are not followed: accesses in them are partial.
  void lose(const ir::Block &block, const Surroundings &at) {
    for (ir::Value v : ir::freeVariables(block, values))
      touch(v, true, std::nullopt, at);
  }

  ir::ValueTable &values;
  EntryValues &entry;
  llvm::DenseMap<ir::Value, std::size_t> versions;
};

// Accesses that differ by a literal, evenly spaced, are one with one dimension more: x[i - 1], x[i], x[i + 1].
std::vector<TouchedElements> merged(std::vector<TouchedElements> list) {
  std::vector<TouchedElements> result;
  while (!list.empty()) {
    const TouchedElements first = list.front();
    std::vector<TouchedElements> row, others;
    for (TouchedElements &a : list) {
      const bool isAlike = (a.first - first.first).isConstant() && a.dimensions == first.dimensions &&
                           a.isWritten == first.isWritten && a.isPartial == first.isPartial;
      (isAlike ? row : others).push_back(std::move(a));
    }
    list = std::move(others);
    const auto at = [&](const TouchedElements &a) { return a.first.constant(); };
    llvm::sort(row, [&](const TouchedElements &a, const TouchedElements &b) { return at(a) < at(b); });
    for (std::size_t k = 0; k < row.size();) {
      std::size_t end = k + 1;
      while (end < row.size() && at(row[end]) - at(row[end - 1]) == at(row[k + 1]) - at(row[k]))
        ++end;
      TouchedElements whole = row[k];
      if (end > k + 1)
        whole.dimensions.push_back(
            {static_cast<std::int64_t>(end - k), at(row[k + 1]) - at(row[k])});
      result.push_back(std::move(whole));
      k = end;
    }
  }
  return result;
}

} // namespace

std::vector<std::vector<interface::PointerAccess>> addPointerAccesses(ir::Function &function,
                                                               llvm::ArrayRef<ir::Value> pointers) {
  PrimalCopy primal(function.values, pointers);
  primal.add(function.body.statements);
  ir::Block body;
  body.statements = primal.take();
  EntryValues entry(function.values, function, body);
  Walk walk(function.values, entry, pointers);
  walk.visit(body.statements, {});

  constexpr std::size_t most = 16; // accesses of one pointer; further ones are left out
  std::vector<std::vector<interface::PointerAccess>> result(pointers.size());
  ir::Values &results = function.body.results;
  const std::size_t first = results.size();
  const auto number = [&](const Polynomial &p) {
    const ir::Value v = entry.value(p);
    const auto *found = std::find(results.begin() + first, results.end(), v);
    const auto k = static_cast<unsigned>(found - results.begin());
    if (found == results.end())
      results.push_back(v);
    return k;
  };
  for (std::size_t q = 0; q < pointers.size(); ++q) {
    const bool isUnknown = primal.unknown.contains(pointers[q]);
    if (isUnknown)
      result[q].push_back({true, true, number({}), {}});
    const std::vector<TouchedElements> accesses = merged(walk.accesses[q]);
    for (const TouchedElements &a : llvm::ArrayRef(accesses).take_front(most)) {
      interface::PointerAccess access{a.isWritten, a.isPartial, number(a.first), {}};
      for (const auto &[count, step] : a.dimensions)
        access.dimensions.push_back({number(count), number(step)});
      result[q].push_back(std::move(access));
    }
  }
  std::vector<ir::Statement> &all = entry.statements;
  std::move(function.body.statements.begin(), function.body.statements.end(), std::back_inserter(all));
  function.body.statements = std::move(all);
  return result;
}

} // namespace soac::ad
