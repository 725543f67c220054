// Sums in vector lanes whose terms have a factor from an array that was made before, and that is often zero: the terms whose factor
// is not zero are found once, in front of the iterations, which then go through these alone.
//
//   loop n |block| {                                          lists, counts = for each j: the k with a[k, j] != 0, and how many
//     w = ..  [m, 16]                                         loop n |block| {
//     loop r |j| {                                              w = ..;  isFinite = sum of 0 * w[k, l] == 0
//       s = loop m, (0 ..) |k, s| {                       ->    loop r |j| {
//         loop 16 |l| { s[l] + a[k, j] * w[k, l] }                row = isFinite ? j : r
//       }                                                         s = loop counts[row], (0 ..) |p, s| { k = lists[row, p];  .. }
//     }                                                         }
//   }                                                         }
//
// Tangents are such arrays: with several directions, each element moves with few of these. A term of zero leaves a sum as it is: sums
// begin with +0, hence are never -0. It is zero where the other factor is finite; where one of a block is not, row r of the lists says
// all terms. Several sums go through their terms together (s, and t from a[k, j + 1], ..): a term is left out where all their factors
// are zero. Where none is, the list takes some hundredths of the time of the sums.
#include "optimise/Passes.h"
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/Shapes.h"
#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <cmath>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::int64_t fewTerms = 4;      ///< fewer are added up as they are
constexpr std::int64_t fewIterations = 4; ///< fewer do not pay for the lists

/// A loop over terms, and what is known of them.
struct Terms {
  const Statement *statement = nullptr;
  const Statement *around = nullptr;             ///< the iterations in front of which the lists are made
  llvm::SmallVector<const Statement *, 4> factors; ///< the reads that may be zero
  ValueSet others;                               ///< the arrays [trips, lanes] of the other factors
  llvm::SmallVector<const Loop *, 4> rows;       ///< the loops between that choose among the factors, outer ones first
  std::int64_t lanes = 0;

  const Loop &loop() const { return std::get<Loop>(statement->op); }
};

/// The loops over terms of a function that can be made shorter.
class Finder {
public:
  Finder(const Function &f, const Block &body, const analysis::DefUse &definitions, bool isAnywhere)
      : values(f.values), definitions(definitions), shapes(f), isAnywhere(isAnywhere) {
    forEachStatement(body, [&](const Statement &s) {
      Terms terms;
      terms.statement = &s;
      if (hasTerms(terms) && isRepeated(terms))
        found.push_back(std::move(terms));
    });
  }
  std::vector<Terms> found;

private:
  const ValueTable &values;
  const analysis::DefUse &definitions;
  analysis::Shapes shapes;
  const bool isAnywhere; ///< also where it does not pay

  static bool isPlain(const Loop *l) { return l && l->isCounted() && l->annotations.areNone(); }

  /// Is it a loop over a loop over lanes, which adds a product to each of the sums?
  bool hasTerms(Terms &terms) {
    const auto *loop = std::get_if<Loop>(&terms.statement->op);
    if (!isPlain(loop) || loop->inits.empty() || (!isAnywhere && values.asInt(loop->count).value_or(fewTerms) < fewTerms))
      return false;
    const Statement *inner = nullptr;
    for (const Statement &s : loop->body.statements)
      if (std::holds_alternative<Loop>(s.op) && !inner)
        inner = &s;
      else if (!isNumber(s))
        return false;
    if (!inner)
      return false;
    const auto &lanes = std::get<Loop>(inner->op);
    terms.lanes = isPlain(&lanes) ? values.asInt(lanes.count).value_or(0) : 0;
    if (terms.lanes <= 0 || inner->results != loop->body.results || !llvm::equal(lanes.inits, llvm::drop_begin(loop->body.parameters)))
      return false;
    for (std::size_t k = 0; k < lanes.inits.size(); ++k)
      if (!isZeros(loop->inits[k]) || !isSum(terms, *loop, lanes, k))
        return false;
    return llvm::all_of(lanes.body.statements, [](const Statement &s) {
      return std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op) || std::holds_alternative<Update>(s.op);
    });
  }
  bool isNumber(const Statement &s) const {
    return (std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op)) && values.type(s.results[0]).isScalar();
  }
  bool isZeros(Value v) const {
    const auto *fill = definitions.as<Fill>(v);
    const auto zero = fill ? values.asFloat(fill->value) : std::nullopt;
    return zero && *zero == 0.0 && !std::signbit(*zero);
  }

  /// Is element l of sum number k what it was, and a product?
  bool isSum(Terms &terms, const Loop &loop, const Loop &lanes, std::size_t k) {
    const Value lane = lanes.body.parameters[0], sum = lanes.body.parameters[k + 1];
    const auto *update = definitions.as<Update>(lanes.body.results[k]);
    if (!update || update->array != sum || update->indices != Values{lane})
      return false;
    const auto isBefore = [&](Value v) {
      const auto *read = definitions.as<Index>(v);
      return read && read->array == sum && read->indices == Values{lane};
    };
    const auto *added = definitions.as<Apply>(update->value);
    if (!added || added->prim != Prim::Add || isBefore(added->arguments[0]) == isBefore(added->arguments[1]))
      return false;
    const auto *product = definitions.as<Apply>(added->arguments[isBefore(added->arguments[0]) ? 1 : 0]);
    if (!product || product->prim != Prim::Mul)
      return false;
    return isProduct(terms, loop, lane, product->arguments[0], product->arguments[1]) ||
           isProduct(terms, loop, lane, product->arguments[1], product->arguments[0]);
  }
  /// Is it a[..] of the trip, and w[trip, lane]?
  bool isProduct(Terms &terms, const Loop &loop, Value lane, Value a, Value w) {
    const Statement *factor = definitions.statement(a);
    const auto *other = definitions.as<Index>(w);
    if (!factor || definitions.home(a) != &loop.body || !std::holds_alternative<Index>(factor->op) || !other ||
        !isWhole(*other, loop.count, loop.body.parameters[0], lane, terms.lanes))
      return false;
    if (!llvm::is_contained(terms.factors, factor))
      terms.factors.push_back(factor);
    terms.others.insert(other->array);
    return true;
  }
  /// Does the loop read the whole array?
  bool isWhole(const Index &read, Value count, Value trip, Value lane, std::int64_t lanes) {
    if (read.indices != Values{trip, lane} || values.type(read.array).rank != 2 || !definitions.statement(read.array))
      return false;
    const auto last = shapes.origin(shapes.of(read.array, 1));
    return shapes.of(read.array, 0) == shapes.ofScalar(count) && last.dimension < 0 && values.asInt(last.value) == lanes;
  }

  /// Do the factors come from in front of iterations that read the same ones again? Each of these reads all of them, for each
  /// trip of the rows.
  bool isRepeated(Terms &terms) {
    const auto isMadeBefore = [&](const Block &b) {
      return llvm::none_of(terms.factors, [&](const Statement *s) { return definitions.isInside(std::get<Index>(s->op).array, b); });
    };
    if (!llvm::all_of(terms.factors, [&](const Statement *s) { return isOftenZero(std::get<Index>(s->op).array); }))
      return false;
    llvm::SmallVector<const Loop *, 4> loops;
    for (const Statement *at = definitions.around(*terms.statement); at; at = definitions.around(*at)) {
      const auto *loop = std::get_if<Loop>(&at->op);
      const auto *map = std::get_if<Map>(&at->op);
      if (!(map || isPlain(loop)) || !isMadeBefore(map ? map->fn : loop->body))
        break;
      const Block &body = map ? map->fn : loop->body;
      ValueSet counters;
      if (!isInside(terms.loop().count, body) && llvm::all_of(loops, [&](const Loop *l) { return !isInside(l->count, body); }) &&
          findCounters(terms, body, counters) && findRows(terms, loops, counters))
        terms.around = at;
      if (!loop)
        break;
      loops.insert(loops.begin(), loop);
    }
    return terms.around != nullptr;
  }
  bool isOftenZero(Value v) const {
    return definitions.statement(v) && (isAnywhere || values.name(v).role == Role::Tangent);
  }
  bool isInside(Value v, const Block &b) const { return definitions.isInside(v, b); }

  /// The counters of loops in the iterations that choose the factors; false where something else of an iteration does.
  bool findCounters(const Terms &terms, const Block &iteration, ValueSet &counters) const {
    ValueSet needed;
    for (const Statement *s : terms.factors)
      needed.insert(std::get<Index>(s->op).indices.begin(), std::get<Index>(s->op).indices.end());
    for (std::size_t k = 0; k < needed.size(); ++k) {
      const Value v = needed[k];
      if (!isInside(v, iteration))
        continue;
      const auto *apply = definitions.as<Apply>(v);
      if (apply && isInteger(apply->type))
        needed.insert(apply->arguments.begin(), apply->arguments.end());
      else if (definitions.isCounter(v) && definitions.home(v) != &iteration)
        counters.insert(v);
      else
        return false;
    }
    return true;
  }
  /// The loops of the counters, where these are loops around the terms; loops of other counters have trips.
  bool findRows(Terms &terms, llvm::ArrayRef<const Loop *> loops, ValueSet counters) const {
    llvm::SmallVector<const Loop *, 4> rows;
    counters.remove(terms.loop().body.parameters[0]);
    for (const Loop *l : loops)
      if (counters.remove(l->body.parameters[0]))
        rows.push_back(l);
      else if (values.asInt(l->count).value_or(0) <= 0)
        return false;
    const bool isBeforeRows = llvm::none_of(terms.others, [&](Value w) {
      return llvm::any_of(rows, [&](const Loop *l) { return isInside(w, l->body); });
    });
    if (!counters.empty() || !isBeforeRows)
      return false;
    terms.rows = std::move(rows);
    return true;
  }
};

/// The function with shorter loops.
class Shorter {
public:
  Shorter(Function &f, bool isAnywhere)
      : values(f.values), original(f.body), definitions(original), fewest(isAnywhere ? 1 : fewIterations) {
    const std::vector<Terms> found = Finder(f, original, definitions, isAnywhere).found;
    for (const Terms &terms : found)
      shorten(terms);
    if (!found.empty())
      rebuild(f.body, original);
  }

private:
  ValueTable &values;
  const Block original; ///< stays where it is
  const analysis::DefUse definitions;
  const std::int64_t fewest; ///< iterations that pay
  llvm::DenseMap<const Statement *, std::vector<Statement>> inFront, instead;
  llvm::DenseMap<Value, Value> finite; ///< of arrays: whether all elements are

  void rebuild(Block &b, const Block &same) {
    std::vector<Statement> made;
    for (auto [s, before] : llvm::zip_equal(b.statements, same.statements)) {
      std::vector<const Block *> inner;
      forEachBlock(before.op, [&](const Block &in) { inner.push_back(&in); });
      std::size_t k = 0;
      forEachBlock(s.op, [&](Block &in) { rebuild(in, *inner[k++]); });
      llvm::move(inFront[&before], std::back_inserter(made));
      if (const auto found = instead.find(&before); found != instead.end())
        llvm::move(found->second, std::back_inserter(made));
      else
        made.push_back(std::move(s));
    }
    b.statements = std::move(made);
  }

  void shorten(const Terms &terms) {
    Builder front(values, inFront[terms.around], terms.statement->location);
    const auto *map = std::get_if<Map>(&terms.around->op);
    const Value iterations = map ? map->count : std::get<Loop>(terms.around->op).count;
    Value areLeft = front.apply(Prim::Le, {front.index(fewest), iterations});
    const Lists lists = list(terms, areLeft, front);
    for (const Value w : terms.others)
      areLeft = isFinite(w, terms, areLeft);
    Builder b(values, instead[terms.statement], terms.statement->location);
    Value own = b.index(0);
    for (const Loop *l : terms.rows)
      own = b.add(b.mul(own, l->count), l->body.parameters[0]);
    const Loop &loop = terms.loop();
    const Value row = b.select(areLeft, own, lists.all);
    const Values sums = b.loop(b.read(lists.counts, {row}), loop.inits, [&](Builder &in, llvm::ArrayRef<Value> p) {
      Values arguments(p.begin(), p.end());
      arguments[0] = in.read(lists.terms, {row, p[0]});
      return in.inlineBlock(loop.body, arguments);
    });
    b.statements().back().results = terms.statement->results;
  }

  /// For each row the terms that are not zero, and how many: terms[row, 0 .. counts[row] - 1]; row `all` has all terms.
  struct Lists {
    Value counts, terms, all;
  };
  Lists list(const Terms &terms, Value areMade, Builder &b) {
    Value all = b.index(1);
    for (const Loop *l : terms.rows)
      all = b.mul(all, l->count);
    const Value count = terms.loop().count, rows = b.add(all, b.index(1));
    const Value none = b.fill(b.index(0), {rows}), empty = b.fill(b.index(0), {rows, count});
    const Value trips = b.select(areMade, count, b.index(0));
    ValueMap now;
    const Values made = overRows(terms, 0, b.index(0), trips, none, empty, now, b);
    const Values last = b.loop(count, {made[1]}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      return Values{in.update(p[1], {all, p[0]}, p[0])};
    });
    return {b.update(made[0], {all}, count), last[0], all};
  }
  Values overRows(const Terms &terms, std::size_t depth, Value row, Value trips, Value counts, Value lists, ValueMap &now, Builder &b) {
    if (depth == terms.rows.size())
      return listRow(terms, row, trips, counts, lists, now, b);
    const Loop &l = *terms.rows[depth];
    return b.loop(l.count, {counts, lists}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      now[l.body.parameters[0]] = p[0];
      return overRows(terms, depth + 1, in.add(in.mul(row, l.count), p[0]), trips, p[1], p[2], now, in);
    });
  }
  Values listRow(const Terms &terms, Value row, Value trips, Value counts, Value lists, ValueMap now, Builder &b) {
    const Values made = b.loop(trips, {b.index(0), lists}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      now[terms.loop().body.parameters[0]] = p[0];
      Value isAny = values.constantBool(false);
      for (const Statement *s : terms.factors)
        isAny = in.apply(Prim::Or, {isAny, isNotZero(*s, terms, now, in)});
      return Values{in.select(isAny, in.add(p[1], in.index(1)), p[1]), in.update(p[2], {row, p[1]}, p[0])};
    });
    return {b.update(counts, {row}, made[0]), made[1]};
  }
  Value isNotZero(const Statement &factor, const Terms &terms, ValueMap &now, Builder &b) {
    const auto &read = std::get<Index>(factor.op);
    Values indices;
    for (const Value v : read.indices)
      indices.push_back(copy(v, terms, now, b));
    const Value x = b.read(read.array, indices);
    return b.apply(Prim::Ne, {x, values.zero(values.type(x).scalar)});
  }
  /// An index, in front of the iterations.
  Value copy(Value v, const Terms &terms, ValueMap &now, Builder &b) {
    const auto *map = std::get_if<Map>(&terms.around->op);
    if (const auto found = now.find(v); found != now.end())
      return found->second;
    if (!definitions.isInside(v, map ? map->fn : std::get<Loop>(terms.around->op).body))
      return v;
    Apply op = *definitions.as<Apply>(v);
    for (Value &a : op.arguments)
      a = copy(a, terms, now, b);
    return now[v] = b.emit1(std::move(op));
  }

  /// Is that so, and are all elements of w finite? Said behind w, where 0 * w is added up.
  Value isFinite(Value w, const Terms &terms, Value before) {
    Value &known = finite[w];
    if (!known) {
      const Statement *user = terms.statement;
      while (definitions.home(*user) != definitions.home(w))
        user = definitions.around(*user);
      Builder b(values, inFront[user], terms.statement->location);
      known = addUp(w, terms, b);
    }
    Builder b(values, instead[terms.statement], terms.statement->location);
    return b.apply(Prim::And, {before, known});
  }
  Value addUp(Value w, const Terms &terms, Builder &b) {
    const Value zero = values.zero(values.type(w).scalar), lanes = b.index(terms.lanes);
    const Values sums = b.loop(terms.loop().count, {b.fill(zero, {lanes})}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      return in.loop(lanes, {p[1]}, [&](Builder &each, llvm::ArrayRef<Value> q) {
        const Value product = each.mul(each.read(w, {p[0], q[0]}), zero);
        return Values{each.update(q[1], {q[0]}, each.add(each.read(q[1], {q[0]}), product))};
      });
    });
    return b.equal(b.reduceAdd(sums[0]), zero);
  }
};

} // namespace

Function skipZeroTerms(Function function) {
  Shorter(function, /*isAnywhere=*/false);
  return function;
}

Function skipZeroTermsAnywhere(Function function) {
  Shorter(function, /*isAnywhere=*/true);
  return function;
}

} // namespace soac::optimise
