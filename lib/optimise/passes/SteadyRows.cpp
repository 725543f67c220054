// Rows that a nest reads again and again while it writes others of the same array are copied in front of the nest,
// where an adjoint is to be made of it:
//
//   loop n, (a) |k, p| { .. loop k, (p) |i, q| { loop m, (q) |j, r| { r[i, j] -= f * r[k, j] } } .. }
//   ->   loop n, (a) |k, p| { .. row = loop m |j| { p[k, j] }
//                             loop k, (p) |i, q| { loop m, (q) |j, r| { r[i, j] -= f * row[j] } } .. }
//
// The adjoint needs row k as it is in step k, and later steps overwrite it, as Gauss-Jordan elimination does. With the
// copy m numbers of a step are kept (ad/PartLogs.h) where all k m elements that the step overwrites would be logged.
// Rows that nobody overwrites later are read in their array at the end (analysis/FinalElements.h), and stay.
//
// One copy does for nests that follow each other. The row must exist: another loop of the step goes through it, or else
// it is copied where the nest makes a trip.
#include "optimise/passes/PassList.h"

#include "analysis/FinalElements.h"
#include "ir/Builder.h"
#include "optimise/passes/SteadyElements.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

/// An index as a function of the counter of the loop that reads: slope * counter + start.
using Line = Polynomial::Line;

class SteadyRows {
public:
  explicit SteadyRows(Function &f) : elements(f), values(f.values), definitions(elements.definitions) {
    forEachStatement(f.body, [&](const Statement &s) {
      if (const auto *op = std::get_if<Differentiate>(&s.op); op && op->mode == Mode::Adjoint)
        find(op->fn);
    });
    if (!rows.empty())
      write(f.body);
  }

private:
  struct Row {
    SteadyElements::Front front; ///< where it is copied
    std::vector<Line> indices;
    Value count, trips; ///< of the loop that reads it, and of the nest where it may not exist without a trip
    Value nest = {}, copy = {}; ///< the counter of the loop in front of which it is copied, and the copy, while writing

    bool isSame(const Row &r) const {
      return front.loop == r.front.loop && front.array == r.front.array && indices == r.indices && count == r.count &&
             trips == r.trips;
    }
  };
  /// A read of an element of a row.
  struct Read {
    std::size_t row;
    Value counter;
  };

  void find(const Block &block) {
    forEachStatement(block, [&](const Statement &s) {
      if (const auto *nest = std::get_if<Loop>(&s.op); nest && nest->isCounted() && !SteadyElements::mayFail(s))
        for (std::size_t k = 0; k < nest->inits.size(); ++k)
          if (values.type(nest->inits[k]).isArray())
            find(*nest, k, s);
    });
  }

  void find(const Loop &nest, std::size_t k, const Statement &s) {
    std::vector<std::pair<const Statement *, Row>> found;
    for (const Statement &inner : nest.body.statements) {
      const auto *loop = std::get_if<Loop>(&inner.op);
      if (!loop || !loop->isCounted() || definitions.isInside(loop->count, nest.body))
        continue;
      for (const Statement &read : loop->body.statements)
        if (auto indices = rowOf(read, *loop, nest); !indices.empty())
          found.push_back({&read, {{&s, nest.inits[k]}, std::move(indices), loop->count, nest.count}});
    }
    if (found.empty())
      return;
    const ArrayAccesses inNest(nest, k, values);
    const auto inSteps = stepsAround(nest, k);
    if (!inNest.isKnown() || !inSteps || !areComparable(*inSteps))
      return;
    for (auto &[read, row] : found)
      if (inNest.isVersion(std::get<Index>(read->op).array) &&
          elements.isSteady(std::get<Index>(read->op).indices, nest, inNest) && isOverwritten(*read, *inSteps))
        add(*read, std::move(row), *inSteps);
  }

  /// The indices of the read, where these follow from the counter of its loop alone; none for other statements.
  std::vector<Line> rowOf(const Statement &s, const Loop &loop, const Loop &nest) const {
    const auto *read = std::get_if<Index>(&s.op);
    if (!read || !values.type(s.results[0]).isScalar() || !definitions.isInside(read->array, nest.body))
      return {};
    const Value counter = loop.body.parameters[0];
    std::vector<Line> lines;
    bool isRow = false;
    for (const Value i : read->indices) {
      lines.push_back(elements.polynomials.of(i).in(counter));
      isRow |= !lines.back().slope.terms().empty();
    }
    const auto isOfNest = [&](Value v) { return v == counter || definitions.isInside(v, nest.body); };
    return isRow && llvm::none_of(valuesIn(lines), isOfNest) ? lines : std::vector<Line>();
  }
  static Values valuesIn(const std::vector<Line> &lines) {
    Values all;
    for (const Line &line : lines)
      for (const Polynomial *part : {&line.slope, &line.rest})
        for (const auto &term : part->terms())
          all.append(term.first.begin(), term.first.end());
    return all;
  }

  /// The accesses in the outermost loop that carries the nest's array.
  std::optional<ArrayAccesses> stepsAround(const Loop &nest, std::size_t k) const {
    std::optional<ArrayAccesses> found;
    for (const Block *b = definitions.parent(nest.body); b; b = definitions.parent(*b)) {
      const Statement *owner = definitions.owner(*b);
      const auto *steps = owner ? std::get_if<Loop>(&owner->op) : nullptr;
      if (!steps || !steps->isCounted())
        continue;
      for (std::size_t q = 0; q < steps->inits.size(); ++q)
        if (values.type(steps->inits[q]) == values.type(nest.inits[k]))
          if (ArrayAccesses accesses(*steps, q, values); accesses.isKnown() && accesses.isVersion(nest.inits[k]))
            found.emplace(std::move(accesses));
    }
    return found;
  }

  /// Is what it reads overwritten behind it?
  bool isOverwritten(const Statement &read, const ArrayAccesses &accesses) const {
    const auto access = llvm::find_if(accesses.all(), [&](const Access &a) { return a.statement == &read; });
    LaterWrites later(accesses, values, definitions);
    return access != accesses.all().end() && llvm::any_of(accesses.all(), [&](const Access &write) {
             return write.isWrite &&
                    (later.mayFollowInLaterIteration(*access, write) || later.mayFollowInIteration(*access, write));
           });
  }

  void add(const Statement &read, Row row, const ArrayAccesses &inSteps) {
    if (exists(row, inSteps)) {
      row.trips = {};
      Values needed = valuesIn(row.indices);
      needed.push_back(row.count);
      row.front = elements.foremost(row.front, std::get<Index>(read.op).indices, needed);
    }
    const auto same = llvm::find_if(rows, [&](const Row &r) { return r.isSame(row); });
    reads[read.results[0]] = {static_cast<std::size_t>(same - rows.begin()), definitions.home(read)->parameters[0]};
    if (same != rows.end())
      return;
    row.nest = std::get<Loop>(row.front.loop->op).body.parameters[0];
    rows.push_back(std::move(row));
  }

  /// Does the row exist in front of the nest, also where this makes no trip? Another loop in front of it may have gone
  /// through it.
  bool exists(const Row &row, const ArrayAccesses &inSteps) const {
    const Statement &nest = *row.front.loop;
    return elements.makesTrip(nest) || llvm::any_of(inSteps.all(), [&](const Access &a) {
             const Block *body = a.statement ? definitions.home(*a.statement) : nullptr;
             const Statement *s = body ? definitions.owner(*body) : nullptr;
             const auto *loop = s ? std::get_if<Loop>(&s->op) : nullptr;
             return loop && loop->isCounted() && loop->count == row.count &&
                    definitions.home(*s) == definitions.home(nest) && s < &nest &&
                    llvm::equal(
                        a.indices, row.indices,
                        [&](Value i, const Line &line) {
                          return elements.polynomials.of(i).in(loop->body.parameters[0]) == line;
                        });
           });
  }

  void write(Block &b) {
    std::vector<Statement> out;
    out.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        for (Row &row : rows)
          if (row.nest == loop->body.parameters[0])
            copy(row, s.location, out);
      forEachBlock(s.op, [&](Block &inner) { write(inner); });
      const auto read = s.results.size() == 1 ? reads.find(s.results[0]) : reads.end();
      if (read != reads.end())
        s.op = Index{rows[read->second.row].copy, {read->second.counter}};
      out.push_back(std::move(s));
    }
    b.statements = std::move(out);
  }
  void copy(Row &row, SourceLocation location, std::vector<Statement> &out) {
    Builder b(values, out, location);
    const Value array = row.front.array, most = b.apply(Prim::Max, {row.count, b.index(0)});
    const Value trips = row.trips ? b.select(b.lessThan(b.index(0), row.trips), most, b.index(0)) : row.count;
    const Value zeros = b.fill(b.zero(values.type(array).scalar), {most}, values.name(array));
    row.copy = b.loop(trips, {zeros}, [&](Builder &in, llvm::ArrayRef<Value> p) -> Values {
      Values at;
      for (const Line &line : row.indices)
        at.push_back(valueOf(line.slope * Polynomial(p[0]) + line.rest, in));
      return {in.update(p[1], {p[0]}, in.read(array, at))};
    })[0];
  }

  const SteadyElements elements;
  ValueTable &values;
  const DefUse &definitions;
  std::vector<Row> rows;
  llvm::DenseMap<Value, Read> reads; ///< by what is read
};

} // namespace

Function copySteadyRows(Function function) {
  SteadyRows run(function);
  return function;
}

} // namespace soac::optimise
