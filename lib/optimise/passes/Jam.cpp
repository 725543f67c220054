// Nests in vector lanes (Lanes.cpp) whose rows read or change the same numbers: blocks of four rows go through the inner loop
// together, so that what they share is loaded and stored once for four products ("unroll and jam"):
//
//   loop n, (y) |j, p| {                                 loop n / 4, (y) |b, p| {
//     a[l] = x[j, l] for all lanes l                       j = 4 b;  a0, .. a3 = x[j], .. x[j + 3] in all lanes
//     loop max(n - j - 1, 0), (p) |r, q| {                 row j: r = 0, 1, 2;  row j + 1: r = 0, 1;  row j + 2: r = 0
//       q[j + 1 + r, l] += c[j, r] * a[l] for all l  ->    loop n - j - 4, (p) |i, q| {
//     }                                                      q[j + 4 + i, l] = q[j + 4 + i, l] + c[j, i + 3] * a0[l] + ..
//   }                                                      }
//                                                        };  the rows that are left, one after the other
//
// Trip r of row j touches one element, R = r + s j + t with s a number, of an array that the rows change: trips of several rows
// touch the same one where R is the same, so they run together in the order of the rows, and each element gets its terms in the
// order that it had. Rows must begin at the same R, or end at the same one; those of their trips that others lack run in front or
// behind, one row after the other. In front of all are scalars that follow from the row and from what rows carry; all else is
// of one row, or is changed by one statement, which runs for one row after the other. Additions to accumulators have no order.
//
// A row's numbers would fill the registers of smaller machines: there are no blocks where registers do not hold those of four rows.
#include "optimise/Passes.h"
#include "optimise/passes/PassList.h"
#include "optimise/passes/RowNests.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <cstdlib>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::int64_t lanesTogether = 16; ///< of runtime/lanes.hpp
constexpr std::int64_t rowCount = 4;

/// Writes the loop over blocks of rows, and the one over the rows that are left.
class Blocks {
public:
  Blocks(const Statement &s, const RowNest &nest, ValueTable &values, std::int64_t rows, std::vector<Statement> &out)
      : nest(nest), op(nest.op), values(values), rows(static_cast<std::size_t>(rows)), maps(this->rows) {
    Builder b(values, out, s.location);
    std::size_t numbers = 0;
    for (const auto &[loop, rowsOf] : nest.inner)
      numbers = std::max(numbers, rowsOf.numbers);
    const Value isHeld = b.apply(Prim::HoldsLanes, {b.index(static_cast<std::int64_t>(numbers * this->rows + 1))});
    const Value size = b.index(rows), count = b.select(isHeld, b.div(op.count, size), b.index(0)),
                inBlocks = b.mul(count, size);
    const Values after = b.loop(count, op.inits, [&](Builder &in, llvm::ArrayRef<Value> parameters) {
      for (auto [now, before] : llvm::zip(parameters, op.body.parameters))
        values.setStored(now, values.stored(before));
      return block(in, in.mul(parameters[0], size), parameters.drop_front());
    });
    for (auto [now, before] : llvm::zip(after, s.results))
      values.setStored(now, values.stored(before));
    Loop rest{b.sub(op.count, inBlocks), {}, after, {}, {}};
    Builder in(values, rest.body.statements, s.location);
    for (const Value v : op.body.parameters)
      rest.body.parameters.push_back(values.freshLike(v));
    Values arguments = rest.body.parameters;
    arguments[0] = in.add(inBlocks, arguments[0]);
    rest.body.results = in.inlineBlock(op.body, arguments);
    out.push_back({s.results, std::move(rest), s.location});
  }

private:
  const RowNest &nest;
  const Loop &op;
  ValueTable &values;
  const std::size_t rows;
  std::vector<ValueMap> maps; ///< of the loop's values in each row
  Values carried;             ///< by rows, as they are so far

  static Value mapped(Value v, const ValueMap &map) {
    const auto found = map.find(v);
    return found == map.end() ? v : found->second;
  }
  Value inRow(Value v, std::size_t row) const { return mapped(v, maps[row]); }
  void copy(const Statement &s, ValueMap &map, Builder &out) {
    Statement made = s;
    forEachBlock(made.op, [&](Block &inner) { inner = cloneBlock(inner, values, map); });
    substitute(made.op, map);
    for (Value &r : made.results) {
      const Value now = values.freshLike(r);
      map[r] = now;
      r = now;
    }
    out.statements().push_back(std::move(made));
  }

  Values block(Builder &out, Value first, llvm::ArrayRef<Value> parameters) {
    carried.assign(parameters.begin(), parameters.end());
    for (std::size_t row = 0; row < rows; ++row) {
      ValueMap &map = maps[row];
      map[op.body.parameters[0]] = out.add(first, out.index(static_cast<std::int64_t>(row)));
      for (std::size_t k = 0; k < carried.size(); ++k)
        map[op.body.parameters[k + 1]] = carried[k];
      for (const Statement &s : op.body.statements)
        if (nest.first.contains(&s))
          copy(s, map, out);
      for (std::size_t k = 0; k < carried.size(); ++k)
        if (!values.type(carried[k]).isArray())
          carried[k] = inRow(op.body.results[k], row);
    }
    for (const Statement &s : op.body.statements) {
      if (nest.first.contains(&s))
        continue;
      if (const auto found = nest.inner.find(&s); found != nest.inner.end())
        together(s, found->second, out);
      else
        oneByOne(s, out);
    }
    return carried;
  }
  void oneByOne(const Statement &s, Builder &out) {
    const std::vector<std::size_t> changed = nest.changes.lookup(&s);
    for (std::size_t row = 0; row < rows; ++row) {
      for (const std::size_t k : changed)
        maps[row][op.body.parameters[k + 1]] = carried[k];
      copy(s, maps[row], out);
      for (const std::size_t k : changed)
        carried[k] = inRow(op.body.results[k], row);
    }
  }

  // An inner loop
  // ---------------------------------------------------------------------------------------------------------------------

  /// The carried array of the rows that carried value k of the inner loop is.
  std::optional<std::size_t> sharedOf(const Statement &s, std::size_t k) const {
    for (const std::size_t j : nest.changes.lookup(&s))
      if (op.body.parameters[j + 1] == std::get<Loop>(s.op).inits[k])
        return j;
    return std::nullopt;
  }
  /// What the inner loop of a row goes on with, or has given.
  Value &state(const Statement &s, std::size_t k, std::size_t row, std::vector<Values> &own) {
    const auto shared = sharedOf(s, k);
    return shared ? carried[*shared] : own[row][k];
  }

  void together(const Statement &s, const Together &rowsOf, Builder &out) {
    const auto &loop = std::get<Loop>(s.op);
    std::vector<Values> own(rows);
    for (std::size_t row = 0; row < rows; ++row)
      for (const Value init : loop.inits)
        own[row].push_back(inRow(init, row));
    const std::size_t shortest = rowsOf.growth < 0 ? rows - 1 : 0;
    const Value both = inRow(rowsOf.trips, shortest);
    const auto more = [&](std::size_t row) { // trips than the shortest one
      const auto distance = static_cast<std::int64_t>(row > shortest ? row - shortest : shortest - row);
      return out.index(std::abs(rowsOf.growth) * distance);
    };
    if (rowsOf.isFromTheEnd)
      for (std::size_t row = 0; row < rows; ++row)
        if (row != shortest)
          alone(s, row, out.index(0), out.apply(Prim::Min, {inRow(rowsOf.trips, row), more(row)}), own, out);
    common(s, rowsOf, shortest, both, more, own, out);
    if (!rowsOf.isFromTheEnd && rowsOf.growth != 0) {
      const Value done = out.apply(Prim::Max, {both, out.index(0)});
      for (std::size_t row = 0; row < rows; ++row)
        if (row != shortest)
          alone(s, row, done, out.sub(inRow(rowsOf.trips, row), done), own, out);
    }
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t k = 0; k < loop.inits.size(); ++k)
        maps[row][s.results[k]] = state(s, k, row, own);
  }

  /// Trips of one row, from number `from`.
  void alone(const Statement &s, std::size_t row, Value from, Value count, std::vector<Values> &own, Builder &out) {
    const auto &loop = std::get<Loop>(s.op);
    Values inits;
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      inits.push_back(state(s, k, row, own));
    const Values after = out.loop(count, inits, [&](Builder &in, llvm::ArrayRef<Value> parameters) {
      Values arguments(parameters);
      arguments[0] = in.add(from, arguments[0]);
      return inlineBlock(loop.body, arguments, values, in.statements(), maps[row]);
    });
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      state(s, k, row, own) = after[k];
  }

  /// Places of what the rows carry through a loop that they go through together: one for all rows, or one for each.
  struct Places {
    llvm::SmallVector<std::pair<std::size_t, bool>, 4> firsts; ///< and whether the rows share it
    std::size_t size = 0;

    void add(bool isShared, std::size_t rows) {
      firsts.push_back({size, isShared});
      size += isShared ? 1 : rows;
    }
    std::size_t at(std::size_t k, std::size_t row) const { return firsts[k].first + (firsts[k].second ? 0 : row); }
  };

  /// The trips that all rows have.
  void common(const Statement &s, const Together &rowsOf, std::size_t shortest, Value count,
              llvm::function_ref<Value(std::size_t)> more, std::vector<Values> &own, Builder &out) {
    const auto &loop = std::get<Loop>(s.op);
    Places places;
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      places.add(sharedOf(s, k).has_value(), rows);
    Values inits(places.size);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t k = 0; k < loop.inits.size(); ++k)
        inits[places.at(k, row)] = state(s, k, row, own);
    const Values after = out.loop(count, inits, [&](Builder &in, llvm::ArrayRef<Value> parameters) {
      const Polynomial number(inRow(op.body.parameters[0], shortest));
      const Value place = valueOf(rowsOf.place.slope * number + rowsOf.place.rest + Polynomial(parameters[0]), in);
      std::vector<ValueMap> trips = maps;
      for (std::size_t row = 0; row < rows; ++row) {
        trips[row][loop.body.parameters[0]] = rowsOf.isFromTheEnd ? in.add(parameters[0], more(row)) : parameters[0];
        for (std::size_t k = 0; k < loop.inits.size(); ++k)
          trips[row][loop.body.parameters[k + 1]] = parameters[places.at(k, row) + 1];
        for (const Value v : rowsOf.places)
          trips[row][v] = place;
      }
      trip(s, rowsOf, trips, in);
      Values results(places.size);
      for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < loop.inits.size(); ++k)
          results[places.at(k, row)] = mapped(loop.body.results[k], trips[row]);
      return results;
    });
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t k = 0; k < loop.inits.size(); ++k)
        state(s, k, row, own) = after[places.at(k, row)];
  }

  /// One trip of all rows, whose values are `trips`.
  void trip(const Statement &s, const Together &rowsOf, std::vector<ValueMap> &trips, Builder &out) {
    const auto &loop = std::get<Loop>(s.op);
    for (const Statement &t : loop.body.statements) {
      out.location = t.location;
      if (t.results.size() == 1 && rowsOf.places.contains(t.results[0]))
        continue;
      if (nest.isOverLanes(t)) {
        inLanes(
            t,
            [&](Value init) {
              const auto *at = llvm::find(llvm::drop_begin(loop.body.parameters), init);
              return at != loop.body.parameters.end() &&
                     sharedOf(s, static_cast<std::size_t>(at - loop.body.parameters.begin()) - 1);
            },
            trips, out);
      } else {
        for (ValueMap &map : trips)
          copy(t, map, out);
      }
    }
  }

  /// A loop over the lanes: in each lane one row after the other.
  void inLanes(const Statement &s, llvm::function_ref<bool(Value)> isShared, std::vector<ValueMap> &trips,
               Builder &out) {
    const auto &each = std::get<Loop>(s.op);
    Places places;
    for (const Value init : each.inits)
      places.add(isShared(init), rows);
    Values inits(places.size);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t k = 0; k < each.inits.size(); ++k)
        inits[places.at(k, row)] = mapped(each.inits[k], trips[row]);
    const Values after = out.loop(each.count, inits, [&](Builder &in, llvm::ArrayRef<Value> parameters) {
      Values now(parameters.drop_front());
      for (std::size_t row = 0; row < rows; ++row) {
        Values arguments = {parameters[0]};
        for (std::size_t k = 0; k < each.inits.size(); ++k)
          arguments.push_back(now[places.at(k, row)]);
        const Values results = inlineBlock(each.body, arguments, values, in.statements(), trips[row]);
        for (std::size_t k = 0; k < each.inits.size(); ++k)
          now[places.at(k, row)] = results[k];
      }
      return now;
    });
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t k = 0; k < each.inits.size(); ++k)
        trips[row][s.results[k]] = after[places.at(k, row)];
  }
};

class Jam {
public:
  Jam(Function &f, std::int64_t lanes, std::int64_t rows)
      : values(f.values), original(f.body), definitions(original),
        polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }), lanes(lanes), rows(rows) {
    block(f.body);
  }

private:
  ValueTable &values;
  const Block original; ///< stays where it is
  const DefUse definitions;
  const Polynomials polynomials;
  const std::int64_t lanes, rows;

  /// Inner nests first; true where there was one.
  bool block(Block &b) {
    std::vector<Statement> made;
    bool isChanged = false;
    for (Statement &s : b.statements) {
      bool isChangedInside = false;
      forEachBlock(s.op, [&](Block &inner) { isChangedInside |= block(inner); });
      const bool isInBlocks = !isChangedInside && inBlocks(s, made);
      if (!isInBlocks)
        made.push_back(std::move(s));
      isChanged |= isChangedInside || isInBlocks;
    }
    b.statements = std::move(made);
    return isChanged;
  }
  /// So do the counts of nests that are in blocks already, and of the rows that are left.
  bool dependsOnRegisters(Value count) const {
    const auto *apply = definitions.as<Apply>(count);
    return apply && (apply->prim == Prim::HoldsLanes || llvm::any_of(apply->arguments, [&](Value v) { return dependsOnRegisters(v); }));
  }
  bool inBlocks(const Statement &s, std::vector<Statement> &out) {
    const auto *loop = std::get_if<Loop>(&s.op);
    if (!loop || !loop->isCounted() || values.asInt(loop->count).value_or(rows) < rows || dependsOnRegisters(loop->count))
      return false;
    const Statement &same = *definitions.of(loop->body.parameters[0])->statement; // where it stays
    RowNest nest(std::get<Loop>(same.op), values, definitions, polynomials, lanes);
    if (!nest.find())
      return false;
    Blocks(same, nest, values, rows, out);
    return true;
  }
};

} // namespace

Function jamRows(Function function) { return jamRows(std::move(function), lanesTogether, rowCount); }

Function jamRows(Function function, std::int64_t lanes, std::int64_t rows) {
  Jam run(function, lanes, rows);
  return function;
}

} // namespace soac::optimise
