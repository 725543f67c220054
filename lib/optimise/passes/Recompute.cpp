// Arrays of integers that loops fill and that are cheaper to compute again than to read:
//
//   a = loop n, (fill 0, [n]) |i, p| { p[i] = 3 i };  .. a[e] ..   ->   .. 3 e ..
//
// In general a = fill(.., n * m * k): nested loops i < n, j < m, where m is loop-invariant, with k updates in the
// innermost body: a[(i m + j) k + r] = f_r(i, j), where f_r is made of a few integer primitives, the counters and
// loop-invariant values. Every element is written, so a[e] = f_r(i, j) wherever it is read after the loops, with
// r = e mod k, j = (e div k) mod m, i = e div (k m): e is in range, so m is not 0. Dead code elimination then removes the
// array, of which only elements are read: checkpoints keep no integer that follows from the counter of their loop, and
// undo logs no index that follows from the counters.
#include "optimise/passes/PassList.h"

#include "analysis/Polynomial.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::size_t mostStatementsOfResults = 8; ///< of all f_r

class Recompute {
public:
  explicit Recompute(Function &f) : values(f.values), body(f.body) {
    look();
    forEachStatement(f.body, [&](const Statement &s) {
      if (const auto *fill = std::get_if<Fill>(&s.op); fill && fill->extents.size() == 1)
        lengths[s.results[0]] = fill->extents[0];
      if (const auto *apply = std::get_if<Apply>(&s.op);
          apply && apply->prim == Prim::Max && values.asInt(apply->arguments[1]) == 0)
        positiveParts[apply->arguments[0]].push_back(s.results[0]);
    });
    block(f.body);
  }

private:
  void look() {
    definitions.emplace(body);
    polynomials.emplace(values, *definitions, [](Scalar s) { return s == Scalar::I64; });
  }

  /// The loops that fill an array, outermost first, and the updates of the innermost, in order.
  struct Nest {
    llvm::SmallVector<const Loop *, 3> loops;
    llvm::SmallVector<const Update *, 2> updates;
  };

  void block(Block &b) {
    for (std::size_t at = 0; at < b.statements.size(); ++at) {
      forEachBlock(b.statements[at].op, [&](Block &inner) { block(inner); });
      const auto *loop = std::get_if<Loop>(&b.statements[at].op);
      for (std::size_t k = 0; loop && loop->isCounted() && k < loop->inits.size(); ++k) {
        const Value a = b.statements[at].results[k];
        if (!lengths.contains(loop->inits[k]) || !isInteger(values.type(a).scalar) || !isReadByElements(b, a))
          continue;
        if (const auto formula = formulaOf(*loop, k, b.statements[at].location)) {
          replaceReads(b, a, *formula);
          look();
          loop = std::get_if<Loop>(&b.statements[at].op);
        }
      }
    }
  }

  /// The elements of carried array number `k` as a function of their index.
  std::optional<Block> formulaOf(const Loop &loop, std::size_t k, SourceLocation location) {
    const auto nest = nestOf(loop, k);
    if (!nest || !fillsInOrder(*nest, lengths.lookup(loop.inits[k])))
      return std::nullopt;
    const auto elements = elementsOf(*nest);
    if (!elements)
      return std::nullopt;
    Block formula;
    formula.parameters = {values.fresh(indexType)};
    Builder b(values, formula.statements, location);
    Values counts;
    for (const Loop *inner : nest->loops)
      counts.push_back(countIn(lengths.lookup(loop.inits[k]), inner->count));
    formula.results = {elementAt(*nest, counts, *elements, formula.parameters[0], b)};
    return formula;
  }

  std::optional<Nest> nestOf(const Loop &outermost, std::size_t position) const {
    Nest nest{{&outermost}, {}};
    std::size_t k = position;
    while (nest.updates.empty()) {
      const Block &body = nest.loops.back()->body;
      const Value p = body.parameters[k + 1], next = body.results[k];
      const Statement *inner = nullptr;
      for (const Statement &s : body.statements)
        if (llvm::is_contained(s.results, next))
          inner = &s;
      const auto *loop = inner ? std::get_if<Loop>(&inner->op) : nullptr;
      if (!loop) {
        nest.updates = updatesBetween(p, next, body);
        if (nest.updates.empty())
          return std::nullopt;
        break;
      }
      k = static_cast<std::size_t>(llvm::find(inner->results, next) - inner->results.begin());
      if (!loop->isCounted() || loop->inits[k] != p || countUses(p, body) != 1)
        return std::nullopt;
      nest.loops.push_back(loop);
    }
    return nest;
  }

  // The updates of the body that make `last` from `first`, in order; none where other statements use an array in between.
  static llvm::SmallVector<const Update *, 2> updatesBetween(Value first, Value last, const Block &body) {
    llvm::SmallVector<const Update *, 2> updates;
    for (const Statement &s : llvm::reverse(body.statements))
      if (const auto *u = std::get_if<Update>(&s.op); u && s.results[0] == last) {
        if (u->indices.size() != 1 || countUses(u->array, body) != 1)
          return {};
        updates.push_back(u);
        last = u->array;
      }
    if (last != first)
      return {};
    std::reverse(updates.begin(), updates.end());
    return updates;
  }

  // Is update r of iteration (i, j) to element (i m + j) k + r, and are these all elements?
  bool fillsInOrder(const Nest &nest, Value length) const {
    const Loop &outermost = *nest.loops[0];
    const ValueSet outside = freeVariables(outermost.body, values);
    const auto k = static_cast<std::int64_t>(nest.updates.size());
    Polynomial number(outermost.body.parameters[0]), each = k; // updates in an iteration of the outermost loop
    for (const Loop *loop : llvm::drop_begin(nest.loops)) {
      if (!values.asConstant(loop->count) && !outside.contains(loop->count))
        return false;
      const Polynomial count = polynomials->of(loop->count);
      number = number * count + Polynomial(loop->body.parameters[0]);
      each = each * count;
    }
    for (auto [r, update] : llvm::enumerate(nest.updates))
      if (opened(nest, update->indices[0]) != number * k + static_cast<std::int64_t>(r))
        return false;
    return opened(nest, length) == each * polynomials->of(outermost.count);
  }

  // An index of an update or the length, with max(n, 0) being n where n is the count of a loop: where that is negative, there is no
  // update, and the array has no element to read.
  Polynomial opened(const Nest &nest, Value v) const {
    Polynomial all = polynomials->of(v);
    for (const Loop *loop : nest.loops)
      for (const Value positive : positiveParts.lookup(loop->count))
        all = with(all, positive, polynomials->of(loop->count));
    return all;
  }
  // A loop's count, or the positive part of it that the length is made of: indices of elements are, too.
  Value countIn(Value length, Value count) const {
    for (const Value positive : positiveParts.lookup(count))
      if (!polynomials->of(length).in(positive).slope.terms().empty())
        return positive;
    return count;
  }
  // p with `to` for v.
  static Polynomial with(const Polynomial &p, Value v, const Polynomial &to) {
    const auto [slope, rest] = p.in(v);
    return slope.terms().empty() ? rest : with(slope, v, to) * to + rest;
  }

  /// The functions f_r of the counters.
  std::optional<Block> elementsOf(const Nest &nest) const {
    Block elements;
    for (const Loop *loop : nest.loops)
      elements.parameters.push_back(loop->body.parameters[0]);
    for (const Update *update : nest.updates)
      elements.results.push_back(update->value);
    ValueSet needed(elements.results.begin(), elements.results.end());
    for (const Loop *loop : llvm::reverse(nest.loops)) {
      for (const Statement &s : llvm::reverse(loop->body.statements)) {
        if (llvm::none_of(s.results, [&](Value r) { return needed.contains(r); }))
          continue;
        const auto *apply = std::get_if<Apply>(&s.op);
        if (!apply || isFloat(apply->type) || elements.statements.size() == mostStatementsOfResults ||
            llvm::any_of(apply->arguments, [&](Value v) { return isFloat(values.type(v).scalar); }))
          return std::nullopt;
        needed.insert(apply->arguments.begin(), apply->arguments.end());
        elements.statements.push_back(s);
      }
      for (Value other : llvm::drop_begin(loop->body.parameters))
        if (needed.contains(other))
          return std::nullopt;
    }
    std::reverse(elements.statements.begin(), elements.statements.end());
    return elements;
  }

  // The counters follow from the number of the element by division, innermost first.
  static Value elementAt(const Nest &nest, const Values &counts, const Block &elements, Value number, Builder &b) {
    const auto digit = [&](Value base) {
      const Value all = number;
      number = b.div(all, base);
      return b.sub(all, b.mul(number, base));
    };
    const std::size_t each = nest.updates.size();
    const Value r = each > 1 ? digit(b.index(static_cast<std::int64_t>(each))) : Value();
    Values counters(nest.loops.size());
    for (std::size_t level = nest.loops.size(); level-- > 1;)
      counters[level] = digit(counts[level]);
    counters[0] = number;
    const Values all = b.inlineBlock(elements, counters);
    Value element = all.back();
    for (std::size_t m = each - 1; m-- > 0;)
      element = b.select(b.equal(r, b.index(static_cast<std::int64_t>(m))), all[m], element);
    return element;
  }

  static bool isReadByElements(const Block &b, Value a) {
    bool isRead = false, isOther = llvm::is_contained(b.results, a);
    forEachStatement(b, [&](const Statement &s) {
      const auto *index = std::get_if<Index>(&s.op);
      forEachOperand(s.op, [&](Value v) { (index && index->array == a ? isRead : isOther) |= v == a; });
      forEachBlock(s.op, [&](const Block &inner) { isOther |= llvm::is_contained(inner.results, a); });
    });
    return isRead && !isOther;
  }

  void replaceReads(Block &b, Value a, const Block &formula) {
    ValueMap replaced;
    rewrite(b, a, formula, replaced);
    substitute(b, replaced);
  }

  void rewrite(Block &b, Value a, const Block &formula, ValueMap &replaced) {
    std::vector<Statement> out;
    out.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { rewrite(inner, a, formula, replaced); });
      const auto *index = std::get_if<Index>(&s.op);
      if (!index || index->array != a) {
        out.push_back(std::move(s));
        continue;
      }
      const Value at = index->indices[0];
      replaced[s.results[0]] = inlineBlock(formula, {replaced.count(at) ? replaced.lookup(at) : at}, values, out)[0];
    }
    b.statements = std::move(out);
  }

  ValueTable &values;
  const Block &body; ///< the function's
  std::optional<DefUse> definitions;
  std::optional<Polynomials> polynomials;
  ValueMap lengths;                            ///< the extent of every fill that has one extent
  llvm::DenseMap<Value, Values> positiveParts; ///< max(v, 0) of v
};

} // namespace

Function recompute(Function function) {
  Recompute run(function);
  return function;
}

} // namespace soac::optimise
