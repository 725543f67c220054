#include "optimise/passes/PackedRows.h"

#include "analysis/IndexRanges.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <map>

namespace soac::optimise {

using namespace ir;

namespace {

constexpr unsigned fewestLoops = 2; ///< around reads that are worth a copy

class PackedRows {
public:
  PackedRows(Block &plain, const analysis::DefUse &around, ValueTable &values)
      : plain(plain), values(values), inside(plain), definitions(around, plain), polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }),
        ranges(values, definitions, plain) {
    find(plain, 0);
    std::vector<Statement> copies;
    for (const auto &[key, row] : rows)
      if (row.isWorthIt) {
        copy(key.first, row, copies);
        if (key.second)
          flat.push_back({key.first, key.second});
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

  std::vector<FlatRows> flat;

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
  };

  Block &plain;
  ValueTable &values;
  const analysis::DefUse inside, definitions; ///< definitions: also of values from outside
  const analysis::Polynomials polynomials;
  const analysis::IndexRanges ranges;
  std::map<std::pair<Value, Value>, Row> rows;                                   ///< by array and length
  llvm::DenseMap<Value, std::pair<Value, const Polynomial *>> redirected; ///< reads: the copy, and the element of it

  void find(const Block &b, unsigned loops) {
    for (const Statement &s : b.statements) {
      if (const auto *read = std::get_if<Index>(&s.op); read && !inside.isInside(read->array))
        note(*read, s, b, loops);
      const bool isLoop = std::holds_alternative<Loop>(s.op);
      forEachBlock(s.op, [&](const Block &inner) { find(inner, loops + isLoop); });
    }
  }

  void note(const Index &read, const Statement &s, const Block &home, unsigned loops) {
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
    row.reads.push_back({s.results[0], std::move(column)});
    row.isWorthIt |= loops >= fewestLoops;
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

std::vector<FlatRows> packRows(Block &plain, const analysis::DefUse &around, ValueTable &values) {
  return PackedRows(plain, around, values).flat;
}

} // namespace soac::optimise
