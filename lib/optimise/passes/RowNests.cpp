#include "optimise/passes/RowNests.h"

#include "analysis/Effects.h"
#include "analysis/InPlace.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <cstdlib>

namespace soac::optimise {

using namespace analysis;
using namespace ir;

namespace {

constexpr std::int64_t mostSteps = 2;      ///< by which trips differ from row to row
constexpr std::size_t mostStatementsOfInnerLoop = 48; ///< of an inner loop

/// The only statement of a loop's body that uses carried array number k, changing it in place; null where there are
/// others.
const Statement *onlyChange(const Block &body, std::size_t k) {
  const Value before = body.parameters[k + 1], after = body.results[k];
  if (countUses(before, body) != 1 || countUses(after, body) != 1)
    return nullptr;
  for (const Statement &s : body.statements)
    if (const auto *at = llvm::find(s.results, after); at != s.results.end())
      return inPlaceSource(s, static_cast<std::size_t>(at - s.results.begin())) == before ? &s : nullptr;
  return nullptr;
}

} // namespace

std::optional<std::size_t> positionOf(Value init, const Loop &loop) {
  const auto *at = llvm::find(loop.inits, init);
  return at == loop.inits.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - loop.inits.begin()));
}

bool RowNest::find() {
  if (!op.isCounted() || !op.annotations.areNone())
    return false;
  if (llvm::none_of(body.statements, [&](const Statement &s) { return holdsLanes(s); }))
    return false;
  bool isFree = true;
  forEachStatement(body,
                   [&](const Statement &s) { isFree &= !hasCheck(s.op) && !std::holds_alternative<Invoke>(s.op); });
  if (!isFree || !findFirst() || !findChanges())
    return false;
  for (const Statement &s : body.statements)
    if (auto found = together(s))
      inner.try_emplace(&s, std::move(*found));
  return !inner.empty();
}

bool RowNest::isOverLanes(const Statement &s) const {
  const auto *loop = std::get_if<Loop>(&s.op);
  return loop && loop->isCounted() && values.asInt(loop->count) == lanes &&
         loop->annotations.noFalseDependencies.empty() && llvm::all_of(loop->body.statements, [](const Statement &t) {
           return std::holds_alternative<Apply>(t.op) || std::holds_alternative<Index>(t.op) ||
                  std::holds_alternative<Update>(t.op) || std::holds_alternative<Accumulate>(t.op);
         });
}

bool RowNest::holdsLanes(const Statement &s) const {
  const auto *loop = std::get_if<Loop>(&s.op);
  return loop && loop->isCounted() &&
         llvm::any_of(loop->body.statements, [&](const Statement &t) { return isOverLanes(t); });
}

bool RowNest::findFirst() {
  llvm::DenseSet<Value> known(body.parameters.begin(), body.parameters.end());
  const auto isKnown = [&](Value v) { return known.contains(v) || isOutside(v); };
  for (const Statement &s : body.statements) {
    bool isFirst = std::holds_alternative<Apply>(s.op) || std::holds_alternative<Extent>(s.op) ||
                   std::holds_alternative<Index>(s.op);
    forEachOperand(s.op, [&](Value v) { isFirst &= isKnown(v); });
    if (!isFirst)
      continue;
    first.insert(&s);
    known.insert(s.results.begin(), s.results.end());
  }
  return llvm::all_of(llvm::enumerate(body.results),
                      [&](const auto &r) { return values.type(r.value()).isArray() || isKnown(r.value()); });
}

bool RowNest::findChanges() {
  for (std::size_t k = 0; k < op.inits.size(); ++k) {
    if (body.results[k] == body.parameters[k + 1] || !values.type(body.results[k]).isArray())
      continue;
    const Statement *s = onlyChange(body, k);
    if (!s)
      return false;
    changes[s].push_back(k);
  }
  return true;
}

std::optional<Together> RowNest::together(const Statement &s) const {
  const auto *loop = std::get_if<Loop>(&s.op);
  if (!holdsLanes(s) || !loop->annotations.areNone() || countStatements(loop->body) > mostStatementsOfInnerLoop)
    return std::nullopt;
  const auto rest = placeOf(*loop, changes.contains(&s));
  if (!rest)
    return std::nullopt;
  Together found{tripsOf(loop->count), 0, false, rest->in(row()), {}, numbersIn(*loop)};
  const Polynomial::Line trips = polynomials.of(found.trips).in(row());
  if (!isNumberOfRows(trips) || !isNumberOfRows(found.place))
    return std::nullopt;
  found.growth = trips.slope.constant();
  found.isFromTheEnd = found.place.slope.constant() != 0;
  if (std::abs(found.growth) > mostSteps || (found.isFromTheEnd && found.place.slope.constant() != -found.growth))
    return std::nullopt;
  for (const Statement &t : loop->body.statements)
    if (std::holds_alternative<Apply>(t.op) && values.type(t.results[0]) == indexType &&
        polynomials.of(t.results[0]) == Polynomial(loop->body.parameters[0]) + *rest)
      found.places.insert(t.results[0]);
  for (const std::size_t k : changes.lookup(&s))
    if (!isInPlaces(*loop, body.parameters[k + 1], *rest) ||
        s.results[*positionOf(body.parameters[k + 1], *loop)] != body.results[k])
      return std::nullopt;
  return found;
}

std::size_t RowNest::numbersIn(const Loop &loop) const {
  ValueSet arrays;
  for (const Statement &s : loop.body.statements)
    if (lanesOf(s))
      for (const Value v : freeVariables(s.op, values))
        if (values.type(v).rank == 1 && !isOutside(v))
          arrays.insert(v);
  return arrays.size();
}

bool RowNest::isNumberOfRows(const Polynomial::Line &line) const {
  return line.slope.isConstant() && llvm::all_of(line.rest.terms(), [&](const auto &term) {
           return llvm::all_of(term.first, [&](Value v) { return isOutside(v); });
         });
}

Value RowNest::tripsOf(Value count) const {
  const auto *most = definitions.as<Apply>(count);
  if (!most || most->prim != Prim::Max)
    return count;
  for (const std::size_t k : {0u, 1u})
    if (values.asInt(most->arguments[k]) == 0)
      return most->arguments[1 - k];
  return count;
}

std::optional<Polynomial> RowNest::placeOf(const Loop &loop, bool isOfChanges) const {
  for (const Statement &s : loop.body.statements) {
    const Block *each = lanesOf(s);
    for (const Statement &t : each ? llvm::ArrayRef(each->statements) : llvm::ArrayRef<Statement>()) {
      const auto *index = std::get_if<Index>(&t.op);
      if (!index || isOutside(index->array) == isOfChanges)
        continue;
      if (const auto rest = restOf(index->indices, each->parameters[0], loop.body.parameters[0]))
        return rest;
    }
  }
  return std::nullopt;
}

const Block *RowNest::lanesOf(const Statement &s) const {
  if (isOverLanes(s))
    return &std::get<Loop>(s.op).body;
  const auto *sum = std::get_if<MapReduce>(&s.op);
  return sum && values.asInt(sum->count) == lanes && sum->arrays.empty() ? &sum->fn : nullptr;
}

std::optional<Polynomial> RowNest::restOf(const Values &indices, Value lane, Value r) const {
  if (indices.size() < 2 || indices.back() != lane)
    return std::nullopt;
  const auto [slope, rest] = polynomials.of(indices[indices.size() - 2]).in(r);
  return slope == Polynomial(1) ? std::optional(rest) : std::nullopt;
}

bool RowNest::isInPlaces(const Loop &loop, Value array, const Polynomial &rest) const {
  const std::optional<std::size_t> k = positionOf(array, loop);
  const Statement *s = k ? onlyChange(loop.body, *k) : nullptr;
  if (!s || !isOverLanes(*s))
    return false;
  const auto &each = std::get<Loop>(s->op);
  const std::optional<std::size_t> position = positionOf(loop.body.parameters[*k + 1], each);
  if (!position || s->results[*position] != loop.body.results[*k])
    return false;
  llvm::DenseSet<Value> versions{each.body.parameters[*position + 1]};
  bool isFine = true;
  for (const Statement &t : each.body.statements) {
    bool isUsed = false;
    forEachOperand(t.op, [&](Value v) { isUsed |= versions.contains(v); });
    if (!isUsed)
      continue;
    const auto *read = std::get_if<Index>(&t.op);
    const auto *write = std::get_if<Update>(&t.op);
    isFine &= (read || write) &&
              restOf(read ? read->indices : write->indices, each.body.parameters[0], loop.body.parameters[0]) == rest;
    if (write)
      versions.insert(t.results[0]);
  }
  return isFine && llvm::count_if(each.body.results, [&](Value v) { return versions.contains(v); }) == 1;
}

} // namespace soac::optimise
