#include "analysis/IndexRanges.h"

#include "prims/Prims.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

#include <functional>

namespace soac::analysis {

using namespace ir;

namespace {

bool contains(const Polynomial &p, Value v) {
  return llvm::any_of(p.terms(), [&](const auto &term) { return llvm::is_contained(term.first, v); });
}

/// p with `by` in the place of v.
Polynomial replaced(Polynomial p, Value v, const Polynomial &by) {
  if (!contains(p, v))
    return p;
  Polynomial result, power = 1;
  while (!p.terms().empty()) {
    auto [slope, rest] = p.in(v);
    // Of terms with higher powers of v one factor is taken at a time.
    result = std::move(result) + rest * power;
    p = std::move(slope);
    power = power * by;
  }
  return result;
}

} // namespace

IndexRanges::IndexRanges(const ValueTable &values, const DefUse &definitions, const Block &body)
    : values(values), definitions(definitions), body(body),
      polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }) {
  for (const Block *b = &body; b; b = definitions.parent(*b))
    if (!b->parameters.empty())
      addCount(b->parameters[0], around);
  for (const Block *b = definitions.parent(body); b; b = definitions.parent(*b))
    if (const Value count = b->parameters.empty() ? Value() : countOf(b->parameters[0]))
      below.push_back(countAbove0(count) - Polynomial(b->parameters[0]));
}

/// How often the loop or kernel runs whose iterations a value counts; none for other values.
Value IndexRanges::countOf(Value counter) const {
  const Definition *d = definitions.of(counter);
  if (!d || !d->parameterOf || !d->statement || d->position != 0)
    return {};
  if (const auto *loop = std::get_if<Loop>(&d->statement->op))
    return loop->isCounted() ? loop->count : Value();
  if (const auto *map = std::get_if<Map>(&d->statement->op))
    return map->count;
  if (const auto *reduction = std::get_if<MapReduce>(&d->statement->op))
    return d->parameterOf == &reduction->fn ? reduction->count : Value();
  return {};
}

/// A count that is above 0.
Polynomial IndexRanges::countAbove0(Value count) const { return polynomials.of(openCount(count, values, definitions)); }

bool IndexRanges::isFromOutside(const Polynomial &p) const {
  return llvm::all_of(p.terms(), [&](const auto &term) {
    return llvm::none_of(term.first, [&](Value v) { return definitions.isInside(v, body); });
  });
}

/// The count of a loop of which there is an iteration.
void IndexRanges::addCount(Value counter, Facts &facts) const {
  const Value count = countOf(counter);
  if (!count)
    return;
  Polynomial above0 = countAbove0(count);
  if (!isFromOutside(above0))
    return;
  if (!(above0 == polynomials.of(count)))
    facts.equal.emplace_back(count, above0);
  if (const auto *least = definitions.as<Apply>(count); least && least->prim == Prim::Min)
    for (Value most : least->arguments)
      if (const Polynomial most0 = countAbove0(most); isFromOutside(most0))
        facts.positive.push_back(most0 - above0 + 1);
  facts.positive.push_back(std::move(above0));
  facts.signs = nullptr;
}
void IndexRanges::addCounts(const Polynomial &p, Facts &facts) const {
  for (const auto &term : p.terms())
    for (Value v : term.first)
      if (definitions.isInside(v, body))
        addCount(v, facts);
}

/// Where both are computed.
const IndexRanges::Facts &IndexRanges::factsFor(const Polynomial &p, const Polynomial &q) const {
  Values counters;
  for (const Polynomial *of : {&p, &q})
    for (const auto &term : of->terms())
      for (Value v : term.first)
        if (definitions.isInside(v, body) && countOf(v) && !llvm::is_contained(counters, v))
          counters.push_back(v);
  const auto [found, isNew] = byCounters.try_emplace(counters);
  Facts &facts = found->second;
  if (isNew) {
    facts = {below, around.equal};
    llvm::append_range(facts.positive, around.positive);
    for (Value v : counters)
      addCount(v, facts);
  }
  return facts;
}

/// A number that v, an extent or a result of a loop or a branch, is never less than.
std::optional<Polynomial> IndexRanges::lowerBound(Value v) const {
  const Statement *s = definitions.statement(v);
  if (!s || !definitions.isInside(v, body))
    return std::nullopt;
  if (std::holds_alternative<Extent>(s->op))
    return Polynomial();
  const unsigned position = definitions.of(v)->position;
  if (const auto *loop = std::get_if<Loop>(&s->op)) {
    Polynomial first = polynomials.of(loop->inits[position]);
    const Value carried = loop->body.parameters[position + loop->isCounted()];
    return isAtLeast(loop->body.results[position], first, carried) ? std::optional(std::move(first)) : std::nullopt;
  }
  const auto *branch = std::get_if<If>(&s->op);
  if (!branch)
    return std::nullopt;
  for (const Block *block : {&branch->then, &branch->otherwise})
    if (const Polynomial &least = polynomials.of(block->results[position]); isAtLeast(v, least, {}))
      return least;
  return std::nullopt;
}

/// Where v is computed: is it the value that a loop carries, or not less than the bound?
bool IndexRanges::isAtLeast(Value v, const Polynomial &bound, Value carried) const {
  if (v == carried)
    return true;
  const Statement *s = definitions.statement(v);
  if (const auto *branch = s ? std::get_if<If>(&s->op) : nullptr) {
    const unsigned position = definitions.of(v)->position;
    return isAtLeast(branch->then.results[position], bound, carried) &&
           isAtLeast(branch->otherwise.results[position], bound, carried);
  }
  const Polynomial above = polynomials.of(v) - bound;
  const Block *home = definitions.home(v);
  return isNonNegative(above, home && definitions.isInside(v, body) ? *home : body);
}

/// The least or the greatest value of p, of what is the same in all iterations: each counter is 0 or count - 1, the inner ones
/// first, whose counts may depend on the outer ones. One counter may stay.
std::optional<Polynomial> IndexRanges::extreme(Polynomial p, bool isLeast, const Facts &facts, Value staying) const {
  const auto depth = [&](Value v) {
    unsigned result = 0;
    for (const Block *b = definitions.home(v); b; b = definitions.parent(*b))
      ++result;
    return result;
  };
  for (;;) {
    Value innermost;
    for (const auto &term : p.terms())
      for (Value v : term.first)
        if (definitions.isInside(v, body) && v != staying && (!innermost || depth(v) > depth(innermost)))
          innermost = v;
    if (!innermost)
      return p;
    const auto [slope, rest] = p.in(innermost);
    if (contains(slope, innermost))
      return std::nullopt;
    if (!countOf(innermost)) {
      const auto least = lowerBound(innermost);
      if (!least || !isNonNegative(isLeast ? slope : Polynomial() - slope, facts))
        return std::nullopt;
      p = rest + slope * *least;
      continue;
    }
    const Polynomial last = countAbove0(countOf(innermost)) - 1;
    if (contains(last, innermost))
      return std::nullopt;
    if (isNonNegative(slope, facts))
      p = isLeast ? rest : rest + slope * last;
    else if (isNonNegative(Polynomial() - slope, facts))
      p = isLeast ? rest + slope * last : rest;
    else
      return std::nullopt;
  }
}

bool IndexRanges::isNonNegative(const Polynomial &p, const Facts &facts) const {
  const auto least = extreme(p, true, facts);
  return least && isNonNegativeOutside(*least, facts);
}

bool IndexRanges::isNonNegative(const Polynomial &p, const Block &at) const {
  Facts facts = around;
  for (const Block *b = &at; b && b != &body; b = definitions.parent(*b))
    if (!b->parameters.empty())
      addCount(b->parameters[0], facts);
  return isNonNegative(p, facts);
}

bool IndexRanges::differ(llvm::ArrayRef<Value> some, llvm::ArrayRef<Value> others, const Block &at) const {
  return llvm::any_of(llvm::zip(some, others), [&](const auto &pair) {
    const auto [a, b] = pair;
    const Polynomial above = polynomials.of(a) - polynomials.of(b);
    return isNonNegative(above - 1, at) || isNonNegative(Polynomial() - above - 1, at);
  });
}
/// p = a s + b and q = c s + d with b and d from 0 to s - 1 are apart where a and c are, or b and d.
bool IndexRanges::isApartInPlaces(const Polynomial &p, const Polynomial &q, const Facts &facts,
                                  llvm::function_ref<bool(const Polynomial &, const Polynomial &)> isApart) const {
  if (isApart(p, q))
    return true;
  const auto isRemainder = [&](const Polynomial &rest, const Polynomial &stride) {
    return isNonNegative(rest, facts) && isNonNegative(stride - rest - 1, facts);
  };
  Values tried;
  for (const auto &term : p.terms())
    for (Value stride : term.first) {
      if (term.first.size() < 2 || definitions.isInside(stride, body) || llvm::is_contained(tried, stride))
        continue;
      tried.push_back(stride);
      const auto [row, column] = p.in(stride);
      const auto [otherRow, otherColumn] = q.in(stride);
      if (isRemainder(column, Polynomial(stride)) && isRemainder(otherColumn, Polynomial(stride)))
        return isApartInPlaces(column, otherColumn, facts, isApart) || isApartInPlaces(row, otherRow, facts, isApart);
    }
  return false;
}

bool IndexRanges::areApartInPlaces(
    llvm::ArrayRef<Value> some, llvm::ArrayRef<Value> others,
    llvm::function_ref<bool(const Polynomial &, const Polynomial &, const Facts &)> isApart) const {
  return llvm::any_of(llvm::zip(some, others), [&](const auto &pair) {
    if (!std::get<0>(pair) || !std::get<1>(pair))
      return false;
    const Polynomial &p = polynomials.of(std::get<0>(pair)), &q = polynomials.of(std::get<1>(pair));
    const Facts &facts = factsFor(p, q);
    return isApartInPlaces(p, q, facts, [&](const Polynomial &a, const Polynomial &b) { return isApart(a, b, facts); });
  });
}

/// One is above the other for all that their counters can be.
bool IndexRanges::areApartThroughout(const Polynomial &a, const Polynomial &b, const Facts &facts) const {
  const auto isAbove = [&](const Polynomial &x, const Polynomial &y) {
    const auto least = extreme(x, true, facts), most = extreme(y, false, facts);
    return least && most && isNonNegative(*least - *most - 1, facts);
  };
  return isAbove(a, b) || isAbove(b, a);
}

bool IndexRanges::areApartThroughout(llvm::ArrayRef<Value> some, llvm::ArrayRef<Value> others) const {
  return areApartInPlaces(some, others, [&](const Polynomial &a, const Polynomial &b, const Facts &facts) {
    return areApartThroughout(a, b, facts);
  });
}

bool IndexRanges::areApartLater(llvm::ArrayRef<Value> some, llvm::ArrayRef<Value> others) const {
  return areApartInPlaces(some, others, [&](const Polynomial &a, const Polynomial &b, const Facts &facts) {
    // Between iteration i of a and the next one of b; later ones are farther away.
    const Value i = body.parameters[0];
    for (const bool isUp : {true, false}) {
      const auto here = extreme(a, !isUp, facts, i), there = extreme(b, isUp, facts, i);
      if (!here || !there)
        continue;
      const Polynomial slope = there->in(i).slope, next = *there + slope;
      if (isFromOutside(slope) && isNonNegative(isUp ? slope : Polynomial() - slope, facts) &&
          isNonNegative((isUp ? next - *here : *here - next) - 1, facts))
        return true;
    }
    return areApartThroughout(a, b, facts);
  });
}

bool IndexRanges::areApartInside(llvm::ArrayRef<Value> some, llvm::ArrayRef<Value> others) const {
  return areApartInPlaces(some, others, [&](const Polynomial &a, const Polynomial &b, const Facts &facts) {
    const Polynomial above = a - b;
    return isNonNegative(above - 1, facts) || isNonNegative(Polynomial() - above - 1, facts);
  });
}

std::optional<Polynomial> IndexRanges::mostTrips(Value count) const {
  if (const auto *apply = definitions.as<Apply>(count);
      apply && apply->prim == Prim::Select && values.asInt(apply->arguments[2]) == 0)
    return mostTrips(apply->arguments[1]); // or none
  const Polynomial trips = countAbove0(count);
  Facts facts = around;
  addCounts(trips, facts);
  const auto least = extreme(trips, true, facts);
  auto most = extreme(trips, false, facts);
  return least && most && isNonNegative(*least, facts) ? std::move(most) : std::nullopt;
}

bool IndexRanges::areEqual(llvm::ArrayRef<Value> some, llvm::ArrayRef<Value> others) const {
  return llvm::all_of(llvm::zip_equal(some, others), [&](const auto &pair) {
    return polynomials.of(std::get<0>(pair)) == polynomials.of(std::get<1>(pair));
  });
}

/// A quotient q = a / b that is at least 1, as b is, is a / b rounded down: b q <= a. What is positive then.
std::vector<Polynomial> IndexRanges::quotients(const Polynomial &p, const Facts &facts) const {
  const auto isPositive = [&](const Polynomial &x) { return llvm::is_contained(facts.positive, x); };
  std::vector<Polynomial> products;
  for (const auto &term : p.terms())
    for (Value q : term.first)
      if (const auto *apply = definitions.as<Apply>(q); apply && apply->prim == Prim::Div && isSigned(apply->type)) {
        const Polynomial &a = polynomials.of(apply->arguments[0]), &b = polynomials.of(apply->arguments[1]);
        if (isPositive(Polynomial(q)) && isPositive(b))
          products.push_back(a - b * Polynomial(q) + 1);
      }
  return products;
}

/// A count n = v + rest is at least 1, so that v = 1 - rest + (something not negative); likewise a counter that is
/// above another one.
IndexRanges::Signs IndexRanges::signsOf(const Facts &facts) const {
  Signs signs;
  std::vector<Polynomial> positive = facts.positive;
  const auto replace = [&](Value v, const Polynomial &by) {
    for (Polynomial &fact : positive)
      fact = replaced(std::move(fact), v, by);
    signs.replacements.emplace_back(v, by);
  };
  for (const auto &[v, by] : facts.equal)
    replace(v, by);
  for (std::size_t k = 0; k < positive.size(); ++k) {
    const auto least = [&](Value v) { return Polynomial(v) + 1 - positive[k]; }; // v is not less than that
    const auto isFree = [&](const auto &term) {
      return term.first.size() == 1 && term.second == 1 && !signs.nonNegative.contains(term.first[0]) &&
             !contains(least(term.first[0]), term.first[0]);
    };
    const auto isFreeCount = [&](const auto &term) { return isFree(term) && !countOf(term.first[0]); };
    const auto isFreeCounter = [&](const auto &term) { // j of k < j
      return isFree(term) && countOf(term.first[0]) &&
             llvm::all_of(least(term.first[0]).terms(), [](const auto &other) { return other.second >= 0; });
    };
    const auto &terms = positive[k].terms();
    auto term = llvm::find_if(terms, isFreeCount);
    if (term == terms.end())
      term = llvm::find_if(terms, isFreeCounter);
    if (term == terms.end())
      continue;
    const Value v = term->first[0];
    signs.nonNegative.insert(v);
    replace(v, Polynomial(v) + least(v));
  }
  return signs;
}

/// Of values from outside of the body. A polynomial whose coefficients and variables are not negative is not negative.
bool IndexRanges::isNonNegativeOutside(Polynomial p, const Facts &facts) const {
  std::shared_ptr<const Signs> signs = facts.signs;
  if (Facts more{quotients(p, facts), facts.equal}; !more.positive.empty()) {
    llvm::append_range(more.positive, facts.positive); // of several facts about a number the first one is used
    signs = std::make_shared<Signs>(signsOf(more));
  } else if (!signs) {
    signs = facts.signs = std::make_shared<Signs>(signsOf(facts));
  }
  for (const auto &[v, by] : signs->replacements)
    p = replaced(std::move(p), v, by);
  return llvm::all_of(p.terms(), [&](const auto &term) {
    return term.second >= 0 && llvm::all_of(term.first, [&](Value v) {
             return signs->nonNegative.contains(v) || countOf(v) || definitions.as<Extent>(v);
           });
  });
}

/// Is no value of a in an iteration one of b in another? Values for which `isShared` holds are the same in both iterations though
/// they are made in the body.
bool IndexRanges::areApart(const Polynomial &a, const Polynomial &b, const Facts &facts, llvm::function_ref<bool(Value)> isShared) const {
  struct Range {
    std::optional<Polynomial> least, most;
  };
  const auto rangeOf = [&](const Polynomial &p) { return Range{extreme(p, true, facts), extreme(p, false, facts)}; };
  const auto isAbove = [&](const Range &x, const Range &y, const Polynomial &by) {
    return x.least && y.most && isNonNegative(by + *x.least - *y.most - 1, facts);
  };
  const auto [slope, rest] = a.in(body.parameters[0]);
  const auto [otherSlope, otherRest] = b.in(body.parameters[0]);
  if (slope == otherSlope && isFromOutside(slope)) {
    Polynomial shared;
    for (const auto &[product, coefficient] : rest.terms())
      if (otherRest.coefficient(product) == coefficient && llvm::all_of(product, isShared))
        shared = std::move(shared) + Polynomial(coefficient, product);
    const Range x = rangeOf(rest - shared), y = rangeOf(otherRest - shared);
    // The later iteration's value is above, or below.
    for (const Polynomial &step : {slope, Polynomial() - slope})
      if (isAbove(x, y, step) && isAbove(y, x, step))
        return true;
  }
  const Range x = rangeOf(a), y = rangeOf(b);
  return isAbove(x, y, 0) || isAbove(y, x, 0);
}

bool IndexRanges::areApart(llvm::ArrayRef<Value> some, llvm::ArrayRef<Value> others, llvm::function_ref<bool(Value)> isConstant) const {
  // Where the elements are the same, so are their indices: numbers that are made of these alone are equal, too.
  llvm::DenseSet<Value> equal;
  for (auto [a, b] : llvm::zip(some, others)) {
    if (!a || !b || !(polynomials.of(a) == polynomials.of(b)))
      continue;
    const auto &terms = polynomials.of(a).terms();
    const auto isMade = [&](const auto &term) { return llvm::any_of(term.first, [&](Value v) { return definitions.isInside(v, body); }); };
    if (llvm::count_if(terms, isMade) != 1)
      continue;
    const auto &[product, coefficient] = *llvm::find_if(terms, isMade);
    if (product.size() == 1 && coefficient != 0)
      equal.insert(product[0]);
  }
  const std::function<bool(Value)> isShared = [&](Value v) {
    if (equal.contains(v) || !definitions.isInside(v, body))
      return true;
    if (const auto *apply = definitions.as<Apply>(v))
      return llvm::all_of(apply->arguments, isShared);
    const auto *read = definitions.as<Index>(v);
    return read && !definitions.isInside(read->array, body) && isConstant(read->array) && llvm::all_of(read->indices, isShared);
  };
  return areApartInPlaces(some, others, [&](const Polynomial &a, const Polynomial &b, const Facts &facts) {
    return areApart(a, b, facts, isShared);
  });
}

} // namespace soac::analysis
