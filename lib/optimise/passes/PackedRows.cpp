#include "optimise/passes/PackedRows.h"

#include "analysis/IndexRanges.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

namespace soac::optimise {

using namespace ir;

namespace {

constexpr unsigned fewestLoops = 2; ///< around reads that are worth a copy

class PackedRows {
public:
  PackedRows(Block &plain, const LaneValues &kinds, const analysis::DefUse &around, ValueTable &values)
      : plain(plain), kinds(kinds), values(values), inside(plain), definitions(around, plain), polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }),
        ranges(values, definitions, plain) {
    find(plain);
    std::vector<Statement> copies;
    for (const auto &[key, row] : rows)
      if (row.isWorthIt && (row.isThere || !key.second)) {
        copy(key.first, row, copies);
        counts.insert(row.counts.begin(), row.counts.end());
      }
    if (copies.empty())
      return;
    insertAround(plain, [&](Statement &s, std::vector<Statement> &front, std::vector<Statement> &) {
      const auto found = std::holds_alternative<Index>(s.op) ? redirected.find(s.results[0]) : redirected.end();
      if (found == redirected.end())
        return;
      Builder b(values, front, s.location);
      s.op = Index{found->second.first, {valueOf(*found->second.second, b)}};
    });
    plain.statements.insert(plain.statements.begin(), std::make_move_iterator(copies.begin()), std::make_move_iterator(copies.end()));
  }

  ValueSet counts; ///< of loops around reads of whole rows

private:
  using Polynomial = analysis::Polynomial;
  struct Read {
    Value result;
    Polynomial column;
  };
  struct Row {
    SourceLocation location;
    Value length; ///< none: the array's second extent
    std::vector<Read> reads;
    bool isWorthIt = false;
    bool isThere = false; ///< a loop reads all of it, and `counts` are those of the loops around
    Values counts;
  };

  Block &plain;
  const LaneValues &kinds;
  ValueTable &values;
  const analysis::DefUse inside, definitions; ///< definitions: also of values from outside
  const analysis::Polynomials polynomials;
  const analysis::IndexRanges ranges;
  std::map<std::pair<Value, Value>, Row> rows;                                   ///< by array and length
  llvm::DenseMap<Value, std::pair<Value, const Polynomial *>> redirected; ///< reads: the copy, and the element of it

  llvm::SmallVector<const Loop *, 4> loops; ///< around the statement at hand
  unsigned branches = 0;                    ///< likewise

  void find(const Block &b) {
    for (const Statement &s : b.statements) {
      if (kinds.hasOwnLoops(s))
        continue;
      if (const auto *read = std::get_if<Index>(&s.op); read && !inside.isInside(read->array))
        note(*read, s, b);
      const auto *loop = std::get_if<Loop>(&s.op);
      const bool isBranch = std::holds_alternative<If>(s.op) || (loop && !loop->isCounted());
      branches += isBranch;
      if (loop)
        loops.push_back(loop);
      forEachBlock(s.op, [&](const Block &inner) { find(inner); });
      if (loop)
        loops.pop_back();
      branches -= isBranch;
    }
  }

  /// Does the loop count through the columns of a row of that length?
  bool readsAll(const Loop &loop, const Polynomial &column, Value length) const {
    const auto *apply = definitions.as<Apply>(loop.count);
    const bool isPositivePart = apply && apply->prim == Prim::Max && values.asInt(apply->arguments[1]) == 0;
    return column == polynomials.of(loop.body.parameters[0]) &&
           polynomials.of(isPositivePart ? apply->arguments[0] : loop.count) == polynomials.of(length);
  }

  void note(const Index &read, const Statement &s, const Block &home) {
    const Value i = plain.parameters[0];
    Value length;
    Polynomial column;
    if (read.indices.size() == 2 && polynomials.of(read.indices[0]) == polynomials.of(i)) {
      column = polynomials.of(read.indices[1]);
    } else if (read.indices.size() == 1) {
      const Polynomial::Line line = polynomials.of(read.indices[0]).in(i);
      const auto &terms = line.slope.terms();
      if (terms.size() != 1 || terms.begin()->first.size() != 1 || terms.begin()->second != 1 || inside.isInside(terms.begin()->first[0]))
        return;
      length = terms.begin()->first[0];
      column = line.rest;
      if (!ranges.isNonNegative(column, home) || !ranges.isNonNegative(Polynomial(length) - column - 1, home))
        return;
    } else {
      return;
    }
    if (!column.in(i).slope.terms().empty() || !values.type(s.results[0]).isScalar())
      return;
    Row &row = rows[{read.array, length}];
    row.length = length;
    row.location = s.location;
    row.isWorthIt |= loops.size() >= fewestLoops;
    const bool isKnown = branches == 0 && llvm::none_of(loops, [&](const Loop *loop) { return inside.isInside(loop->count); });
    if (length && !row.isThere && isKnown && llvm::any_of(loops, [&](const Loop *loop) { return readsAll(*loop, column, length); })) {
      row.isThere = true;
      for (const Loop *loop : loops)
        row.counts.push_back(loop->count);
    }
    row.reads.push_back({s.results[0], std::move(column)});
  }

  void copy(Value array, const Row &row, std::vector<Statement> &out) {
    const Value i = plain.parameters[0];
    Builder b(values, out, row.location);
    const Value length = row.length ? b.cast(Scalar::I64, row.length) : b.extent(array, 1);
    const Value zeros = b.fill(b.zero(values.type(array).scalar), {length}, values.name(array));
    const Value start = row.length ? b.mul(i, length) : Value();
    const Value copied = b.loop(length, {zeros}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      const Value element = start ? in.read(array, {in.add(start, p[0])}) : in.read(array, {i, p[0]});
      return Values{in.update(p[1], {p[0]}, element)};
    })[0];
    for (const Read &read : row.reads)
      redirected[read.result] = {copied, &read.column};
  }
};

} // namespace

Values packRows(Block &plain, const LaneValues &kinds, const analysis::DefUse &around, ValueTable &values) {
  const PackedRows rows(plain, kinds, around, values);
  return Values(rows.counts.begin(), rows.counts.end());
}

} // namespace soac::optimise
