// Unrolling: a loop of a few trips with a small body becomes its iterations, one after another, which exposes common
// subexpressions and constants:
//   r = loop 2, (x) |i, y| { yield mul y, c[i] }   ->   t = mul x, c[0];  r = mul t, c[1]
//
// More trips, and larger bodies, are for loops that look up constants in a table at an index made of the counter, and
// hold no other loop: the constants take the place of the look-ups, also in the indices of other arrays, which become
// affine.
#include "optimise/passes/PassList.h"

#include "analysis/Polynomial.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::int64_t mostTripsOfShortLoops = 4;
constexpr std::size_t mostStatementsAfterwards = 48; ///< after unrolling
constexpr std::int64_t mostTripsWithTables = 32;
constexpr std::size_t mostStatementsWithTables = 1024;

/// The loops that read arrays of which all elements are constants.
class TableLoops {
public:
  explicit TableLoops(const Function &f)
      : values(f.values), definitions(f.body), polynomials(f.values, definitions, isI64) {
    forEachStatement(f.body, [&](const Statement &s) {
      const auto isConstant = [&](Value v) { return static_cast<bool>(values.asConstant(v)); };
      if (const auto *fill = std::get_if<Fill>(&s.op);
          fill && isConstant(fill->value) && llvm::all_of(fill->extents, isConstant))
        tables.insert(s.results[0]);
      else if (const auto *update = std::get_if<Update>(&s.op); update && tables.contains(update->array) &&
                                                                isConstant(update->value) &&
                                                                llvm::all_of(update->indices, isConstant))
        tables.insert(s.results[0]);
      else if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted() && readsTable(*loop))
        counters.insert(loop->body.parameters[0]);
    });
  }
  /// The counters of loops that look up elements which they say, and hold no loop.
  const ValueSet &all() const { return counters; }

private:
  bool readsTable(const Loop &loop) const {
    bool isRead = false, isNest = false;
    forEachStatement(loop.body, [&](const Statement &s) {
      isNest |= std::holds_alternative<Loop>(s.op) || std::holds_alternative<Map>(s.op) ||
                std::holds_alternative<MapReduce>(s.op) || std::holds_alternative<Reduce>(s.op) ||
                std::holds_alternative<Invoke>(s.op);
      const auto *index = std::get_if<Index>(&s.op);
      isRead |= index && isTable(index->array) &&
                llvm::all_of(index->indices, [&](Value i) { return isOf(loop.body.parameters[0], i); });
    });
    return isRead && !isNest;
  }
  static bool isI64(Scalar s) { return s == Scalar::I64; }
  /// It has had updates: an array of one number is none.
  bool isTable(Value v) const { return tables.contains(v) && definitions.as<Update>(v); }
  bool isOf(Value counter, Value index) const {
    const auto line = polynomials.of(index).in(counter);
    return line.rest.isConstant() && line.slope.isConstant();
  }

  const ValueTable &values;
  analysis::DefUse definitions;
  analysis::Polynomials polynomials;
  ValueSet tables, counters;
};

class Unrolling {
public:
  explicit Unrolling(Function &f) : values(f.values), ofTables(TableLoops(f).all()) { block(f.body); }

private:
  std::size_t block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    std::size_t size = 0;
    for (Statement &s : b.statements) {
      std::size_t inner = 1;
      forEachOperand(s.op, [&](Value &v) { v = resolve(v); });
      forEachBlock(s.op, [&](Block &nested) { inner += block(nested); });
      const auto *loop = std::get_if<Loop>(&s.op);
      const auto trips = loop && loop->isCounted() ? values.asInt(loop->count) : std::nullopt;
      if (trips && isWorthIt(*loop, *trips, inner)) {
        unroll(*loop, s.results, *trips, kept);
        inner *= static_cast<std::size_t>(std::max<std::int64_t>(*trips, 0));
      } else {
        kept.push_back(std::move(s));
      }
      size += inner;
    }
    for (Value &v : b.results)
      v = resolve(v);
    b.statements = std::move(kept);
    return size;
  }
  bool isWorthIt(const Loop &loop, std::int64_t trips, std::size_t size) const {
    const std::size_t all = static_cast<std::size_t>(std::max<std::int64_t>(trips, 0)) * size;
    return (trips <= mostTripsOfShortLoops && all <= mostStatementsAfterwards) ||
           (trips <= mostTripsWithTables && all <= mostStatementsWithTables &&
            ofTables.contains(loop.body.parameters[0]));
  }
  void unroll(const Loop &loop, const Values &results, std::int64_t trips, std::vector<Statement> &out) {
    Values carried(loop.inits);
    for (std::int64_t i = 0; i < trips; ++i) {
      Values arguments{values.constantIndex(i)};
      arguments.append(carried);
      carried = inlineBlock(loop.body, arguments, values, out);
    }
    for (auto [old, now] : llvm::zip_equal(results, carried))
      same[old] = now;
  }
  Value resolve(Value v) const {
    const auto it = same.find(v);
    return it == same.end() ? v : it->second;
  }

  ValueTable &values;
  const ValueSet ofTables; ///< the counters of loops over tables
  ValueMap same;
};

} // namespace

Function unrollLoops(Function function) {
  Unrolling run(function);
  return function;
}

} // namespace soac::optimise
