// Sums over the rows of a triangle that lies in memory column by column, to additions column by column:
//
//   map n |i| { s = loop i, (0) |j, t| { t + a[j * n + i] x[j] };  f(s) }
//   ->   r = loop n-1, (fill 0, [n]) |j, r| {
//          loop n-1-j, (r) |k, r| { i = k + j + 1;  r[i] = r[i] + a[j * n + i] x[j] }
//        }
//        map n |i| { f(r[i]) }
//
// Each sum gets its terms in the order that it had, and memory is read as it lies. Where all rows have one length,
// `lanes` does as well without an array of sums.
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"
#include "optimise/passes/SumTerms.h"

#include "analysis/CarriedSums.h"
#include "analysis/Effects.h"
#include "analysis/Polynomial.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;
using prims::Prim;

constexpr std::int64_t fewRows = 32; ///< whose loops are unrolled

class Triangles {
public:
  Triangles(const Function &f, ValueTable &values)
      : values(values), definitions(f.body),
        polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }) {}

  /// True where the block has sums that have become sums by columns.
  bool replaceOne(Block &b) {
    for (Statement &s : b.statements) {
      bool isFound = false;
      forEachBlock(s.op, [&](Block &inner) { isFound = isFound || replaceOne(inner); });
      if (isFound)
        return true;
      if (!iterationBody(s.op) || values.asInt(tripsOf(s.op)).value_or(fewRows + 1) <= fewRows)
        continue;
      for (Statement &inner : iterationBody(s.op)->statements)
        if (const auto *loop = std::get_if<Loop>(&inner.op))
          if (const auto triangle = triangleOf(s, *loop)) {
            replace(b, *triangle, inner);
            return true;
          }
    }
    return false;
  }

private:
  ValueTable &values;
  const DefUse definitions;
  const Polynomials polynomials;

  /// A loop in each iteration of `rows`.
  struct Triangle {
    Statement &rows;
    const Loop &sums;
    std::int64_t diagonal;                       ///< row i has i + diagonal terms
    llvm::SmallVector<const Statement *> needed; ///< of the row, for its terms
    bool beginsWithInits = false; ///< sums do, and `needed` is for these, too; they begin with zeros else

    const Block &row() const { return *iterationBody(rows.op); }
    Value i() const { return row().parameters[0]; }
    Value j() const { return sums.body.parameters[0]; }
  };

  void replace(Block &b, const Triangle &t, Statement &sums) {
    std::vector<Statement> front, reads;
    Builder builder(values, front, sums.location);
    const Values arrays = byColumns(builder, t);
    for (auto [result, sum, init] : llvm::zip_equal(sums.results, arrays, t.sums.inits)) {
      const Value read = t.beginsWithInits ? result : values.freshLike(result);
      reads.push_back({{read}, Index{sum, {t.i()}}, sums.location});
      if (!t.beginsWithInits)
        reads.push_back({{result}, Apply{Prim::Add, values.type(result).scalar, {init, read}}, sums.location});
    }
    std::vector<Statement> &row = iterationBody(t.rows.op)->statements;
    const auto at = row.erase(row.begin() + (&sums - row.data()));
    row.insert(at, std::make_move_iterator(reads.begin()), std::make_move_iterator(reads.end()));
    b.statements.insert(b.statements.begin() + (&t.rows - b.statements.data()), std::make_move_iterator(front.begin()),
                        std::make_move_iterator(front.end()));
  }

  std::optional<Triangle> triangleOf(Statement &rows, const Loop &sums) const {
    const auto isChecked = [](const Statement &s) { return hasCheck(s.op); };
    if (!sums.isCounted() || !sums.annotations.areNone() || sums.inits.empty() ||
        llvm::any_of(iterationBody(rows.op)->statements, isChecked))
      return std::nullopt;
    for (std::size_t k = 0; k < sums.inits.size(); ++k)
      if (!carriedSum(sums, k, values))
        return std::nullopt;
    Triangle t{rows, sums, 0, {}};
    const Polynomial beyond = polynomials.of(openCount(sums.count, values, definitions)) - Polynomial(t.i());
    if (!beyond.isConstant() || beyond.constant() > 1 || beyond.constant() < -fewRows)
      return std::nullopt;
    t.diagonal = beyond.constant();
    if (!need(t) || !lieInColumns(t))
      return std::nullopt;
    return t;
  }

  /// False where terms need what cannot be computed again for each of them.
  bool need(Triangle &t) const {
    const auto isPlain = [&](const Statement &s) {
      return std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op) ||
             std::holds_alternative<Extent>(s.op);
    };
    if (!llvm::all_of(t.sums.body.statements, isPlain))
      return false;
    ValueSet ofTerms;
    for (const Statement &s : t.sums.body.statements)
      forEachOperand(s.op, [&](Value v) { ofTerms.insert(v); });
    ValueSet ofAll = ofTerms;
    ofAll.insert(t.sums.inits.begin(), t.sums.inits.end());
    t.beginsWithInits = need(t, std::move(ofAll));
    return t.beginsWithInits || need(t, std::move(ofTerms));
  }
  bool need(Triangle &t, ValueSet pending) const {
    t.needed.clear();
    for (const Statement &s : llvm::reverse(t.row().statements))
      if (llvm::any_of(s.results, [&](Value r) { return pending.contains(r); })) {
        if (!isPartOfTerm(s, values))
          return false;
        t.needed.push_back(&s);
        forEachOperand(s.op, [&](Value v) { pending.insert(v); });
      }
    std::reverse(t.needed.begin(), t.needed.end());
    const auto isCarried = [&](Value v) { return std::holds_alternative<Loop>(t.rows.op) && pending.contains(v); };
    return t.needed.size() <= mostStatementsOfTerm && llvm::none_of(llvm::drop_begin(t.row().parameters), isCarried);
  }

  /// Are elements of the columns next to each other, and some of those of the rows not?
  bool lieInColumns(const Triangle &t) const {
    const ValueSet withRow = varying(t, t.i()), withColumn = varying(t, t.j());
    bool areFar = false;
    for (const Statement &s : t.sums.body.statements) {
      const auto *read = std::get_if<Index>(&s.op);
      if (!read)
        continue;
      const auto inColumn = step(read->indices, t.i(), withRow), inRow = step(read->indices, t.j(), withColumn);
      if (withRow.contains(read->array) || !inColumn || *inColumn > 1)
        return false;
      areFar |= *inColumn == 1 && (!inRow || *inRow > 1);
    }
    return areFar;
  }
  /// What changes with the row, or with the column.
  static ValueSet varying(const Triangle &t, Value counter) {
    ValueSet all;
    all.insert(counter);
    if (counter == t.i())
      all.insert(t.row().parameters.begin(), t.row().parameters.end());
    const auto visit = [&](const Statement &s) {
      bool isSo = false;
      forEachOperand(s.op, [&](Value v) { isSo |= all.contains(v); });
      if (isSo)
        all.insert(s.results.begin(), s.results.end());
    };
    for (const Statement *s : t.needed)
      visit(*s);
    llvm::for_each(t.sums.body.statements, visit);
    return all;
  }
  /// Between the elements that follow each other; none where it is not known.
  std::optional<std::int64_t> step(const Values &indices, Value counter, const ValueSet &varies) const {
    for (const Value index : llvm::drop_end(indices))
      if (varies.contains(index))
        return std::nullopt;
    const Polynomial::Line line = polynomials.of(indices.back()).in(counter);
    for (const auto *part : {&line.slope, &line.rest})
      for (const auto &[factors, coefficient] : part->terms())
        if (llvm::any_of(factors, [&](Value v) { return varies.contains(v); }))
          return std::nullopt;
    return line.slope.isConstant() ? std::optional(std::abs(line.slope.constant())) : std::nullopt;
  }

  /// The arrays of sums.
  Values byColumns(Builder &b, const Triangle &t) {
    const Value n = b.apply(Prim::Max, {tripsOf(t.rows.op), b.index(0)});
    Values sums = b.map(n, {}, [&](Builder &in, llvm::ArrayRef<Value> parameters) {
      Values zeros;
      for (const Value init : t.sums.inits)
        zeros.push_back(values.zero(values.type(init).scalar));
      if (!t.beginsWithInits)
        return zeros;
      ValueMap made;
      beginRow(in, t, parameters[0], made);
      for (const Statement *s : t.needed)
        copyTo(in, *s, made);
      Values first;
      for (const Value init : t.sums.inits)
        first.push_back(made.contains(init) ? made.lookup(init) : init);
      return first;
    });
    llvm::SmallVector<const Statement *> terms(t.needed);
    for (const Statement &s : t.sums.body.statements)
      if (!isAddition(t, s))
        terms.push_back(&s);
    const ValueSet withRow = varying(t, t.i());
    const auto isOfColumn = [&](const Statement *s) { return !withRow.contains(s->results[0]); };
    const Value columns = b.apply(Prim::Max, {b.add(n, b.index(t.diagonal - 1)), b.index(0)});
    return b.loop(columns, sums, [&](Builder &in, llvm::ArrayRef<Value> column) {
      const Value j = column[0], first = in.add(j, in.index(1 - t.diagonal));
      ValueMap ofColumn;
      ofColumn[t.j()] = j;
      for (const Statement *s : llvm::make_filter_range(terms, isOfColumn)) // each column has a row
        copyTo(in, *s, ofColumn);
      return in.loop(in.sub(n, first), column.drop_front(), [&](Builder &inner, llvm::ArrayRef<Value> place) {
        const Value i = inner.add(place[0], first);
        ValueMap made = ofColumn;
        beginRow(inner, t, i, made);
        for (const Statement *s : terms)
          if (!isOfColumn(s))
            copyTo(inner, *s, made);
        Values after;
        for (auto [k, array] : llvm::enumerate(place.drop_front())) {
          const CarriedSum sum = *carriedSum(t.sums, k, values);
          const Value term = made.contains(sum.term) ? made.lookup(sum.term) : sum.term,
                      before = inner.read(array, {i});
          after.push_back(
              inner.update(array, {i}, sum.isSubtracted ? inner.sub(before, term) : inner.add(before, term)));
        }
        return after;
      });
    });
  }
  bool isAddition(const Triangle &t, const Statement &s) const {
    return llvm::any_of(llvm::seq<std::size_t>(0, t.sums.inits.size()),
                        [&](std::size_t k) { return carriedSum(t.sums, k, values)->addition == &s; });
  }
  /// The counter of row i, and what a kernel gives it.
  static void beginRow(Builder &b, const Triangle &t, Value i, ValueMap &made) {
    made[t.i()] = i;
    if (isKernel(t.rows.op))
      for (auto [array, element] : llvm::zip_equal(arraysOf(t.rows.op), llvm::drop_begin(t.row().parameters)))
        made[element] = b.read(array, {i});
  }
};

} // namespace

Function sumTrianglesByColumns(Function function) {
  while (Triangles(function, function.values).replaceOne(function.body))
    ;
  return function;
}

} // namespace soac::optimise
