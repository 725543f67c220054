#include "analysis/WrittenRanges.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

std::optional<std::int64_t> WrittenRanges::constantExtent(Value array, std::size_t dimension) const {
  const Shapes::Origin origin = shapes.origin(shapes.of(array)[dimension]);
  return origin.dimension < 0 ? values.asInt(origin.value) : std::nullopt;
}

bool WrittenRanges::isExtent(const Polynomial &p, Dim extent) {
  const Shapes::Origin origin = shapes.origin(extent);
  if (origin.dimension < 0 && (polynomials.of(origin.value) == p || polynomials.of(openCount(origin.value, values, definitions)) == p))
    return true;
  const bool isValue = p.terms().size() == 1 && p.terms().begin()->first.size() == 1 && p.terms().begin()->second == 1;
  if (!isValue)
    return false;
  const Value v = p.terms().begin()->first[0];
  return shapes.ofScalar(v) == extent || (origin.dimension < 0 && areCountedAlike(v, origin.value));
}

/// Are both carried by loops of one count, with equal terms that each trip adds?
bool WrittenRanges::areCountedAlike(Value a, Value b) const {
  struct Count {
    Polynomial start, trips, slope, rest; ///< trip i adds slope * i + rest, or 0 where that is negative
    bool isClamped;
    bool operator==(const Count &) const = default;
  };
  const auto countOf = [&](Value v) -> std::optional<Count> {
    const auto *loop = definitions.as<Loop>(v);
    if (!loop || !loop->isCounted())
      return std::nullopt;
    const unsigned k = definitions.of(v)->position;
    const Value before = loop->body.parameters[k + 1];
    const auto *sum = definitions.as<Apply>(loop->body.results[k]);
    if (!sum || sum->prim != prims::Prim::Add || !llvm::is_contained(sum->arguments, before))
      return std::nullopt;
    const Value term = sum->arguments[sum->arguments[0] == before], open = openCount(term, values, definitions);
    auto [slope, rest] = polynomials.of(open).in(loop->body.parameters[0]);
    return Count{polynomials.of(loop->inits[k]), polynomials.of(loop->count), std::move(slope), std::move(rest), open != term};
  };
  const auto first = countOf(a);
  return first && first == countOf(b);
}

/// What all trips of the loop write where one writes these elements.
std::optional<Range> WrittenRanges::ofAllTrips(const Range &one, const Loop &op) const {
  const Polynomial::Line first = one.first.in(op.body.parameters[0]);
  if (one.count != first.slope || !one.count.in(op.body.parameters[0]).slope.terms().empty())
    return behindEachOther(one, op);
  const Polynomial trips = polynomials.of(op.count), open = polynomials.of(openCount(op.count, values, definitions));
  if (one.count == 1)
    return Range{first.rest, trips, open};
  const bool isFixed = one.count.isConstant() && one.count.constant() > 0;
  if (!isFixed && (one.count == one.open || trips == open)) // both may be negative
    return std::nullopt;
  return Range{first.rest, one.count * trips, one.count * trips};
}

/// The same where the loop carries how many elements all trips before have written.
std::optional<Range> WrittenRanges::behindEachOther(const Range &one, const Loop &op) const {
  const bool isNatural = one.isNatural || one.count != one.open || (one.count.isConstant() && one.count.constant() >= 0);
  const Statement *loop = definitions.owner(op.body);
  if (!isNatural || !loop)
    return std::nullopt;
  for (auto [k, init] : llvm::enumerate(op.inits)) {
    const Value before = op.body.parameters[k + 1];
    const Polynomial rest = one.first - Polynomial(before);
    const auto isInside = [&](const auto &term) { return llvm::any_of(term.first, [&](Value v) { return definitions.isInside(v, op.body); }); };
    if (values.type(init) != indexType || llvm::any_of(rest.terms(), isInside) || polynomials.of(op.body.results[k]) != Polynomial(before) + one.count)
      continue;
    const Polynomial start = polynomials.of(init), all = polynomials.of(loop->results[k]) - start;
    return Range{start + rest, all, all, true};
  }
  return std::nullopt;
}

bool WrittenRanges::isBelow(llvm::ArrayRef<Value> indices, llvm::ArrayRef<Polynomial> row) const {
  return indices.size() >= row.size() &&
         llvm::all_of(llvm::zip(indices, row), [&](const auto &pair) { return polynomials.of(std::get<0>(pair)) == std::get<1>(pair); });
}

/// Elements that the loop certainly writes, below the indices `outer`: where each trip writes those that follow on those of
/// the trip before, or a whole sub-array.
std::optional<Range> WrittenRanges::written(const Loop &op, std::size_t k, const Indices &outer) {
  const auto chain = op.isCounted() ? updateChain(op.body.parameters[k + 1], op.body.results[k], op.body) : std::nullopt;
  if (!chain)
    return std::nullopt;
  for (const UpdateLink &link : *chain) {
    const Op &inner = op.body.statements[link.statement].op;
    std::optional<Range> one;
    if (const auto *update = std::get_if<Update>(&inner)) {
      if (update->indices.size() == outer.size() + 1 && isBelow(update->indices, outer))
        one = {polynomials.of(update->indices.back()), 1, 1};
    } else if (const auto *loop = std::get_if<Loop>(&inner)) {
      one = written(*loop, link.position, outer);
    }
    if (!one)
      if (const Indices row = rowOf(inner, link.position, outer); !row.empty() && areWritten(op.body, *chain, op.body.parameters[k + 1], row))
        one = {row.back(), 1, 1};
    if (auto all = one ? ofAllTrips(*one, op) : std::nullopt)
      return all;
  }
  return std::nullopt;
}

/// Below `outer`, the index of the sub-array to which the first element belongs that the statement writes; nothing where it is made
/// in a loop inside.
auto WrittenRanges::rowOf(const Op &op, std::size_t k, const Indices &outer) const -> Indices {
  const auto *update = std::get_if<Update>(&op);
  if (update && update->indices.size() > outer.size() && isBelow(update->indices, outer)) {
    Indices row = outer;
    row.push_back(polynomials.of(update->indices[outer.size()]));
    return row;
  }
  const auto *loop = std::get_if<Loop>(&op);
  const auto chain = loop && loop->isCounted() ? updateChain(loop->body.parameters[k + 1], loop->body.results[k], loop->body) : std::nullopt;
  if (!chain || chain->empty())
    return {};
  const Indices row = rowOf(loop->body.statements[chain->front().statement].op, chain->front().position, outer);
  const auto isMadeInside = [&](const auto &term) {
    return llvm::any_of(term.first, [&](Value v) { return definitions.isInside(v, loop->body); });
  };
  return !row.empty() && llvm::any_of(row.back().terms(), isMadeInside) ? Indices() : row;
}

/// Do the statements of the chain write all elements below the indices `row`: one of them, or several, each some sub-arrays of a few?
bool WrittenRanges::areWritten(const Block &body, llvm::ArrayRef<UpdateLink> chain, Value array, const Indices &row) {
  constexpr std::int64_t few = 16;
  for (const UpdateLink &link : chain) {
    const Op &op = body.statements[link.statement].op;
    if (const auto *update = std::get_if<Update>(&op);
        update && update->indices.size() <= row.size() && isBelow(update->indices, llvm::ArrayRef(row).take_front(update->indices.size())))
      return true;
    const auto *loop = std::get_if<Loop>(&op);
    const auto below = loop && row.size() < values.type(array).rank ? written(*loop, link.position, row) : std::nullopt;
    const Dim extent = below ? shapes.of(array)[row.size()] : 0;
    if (below && below->first == 0 && (isExtent(below->count, extent) || isExtent(below->open, extent)))
      return true;
  }
  const auto extent = row.size() < values.type(array).rank ? constantExtent(array, row.size()) : std::nullopt;
  if (!extent || *extent < 1 || *extent > few)
    return false;
  Indices element = row;
  element.emplace_back();
  for (std::int64_t i = 0; i < *extent; ++i) {
    element.back() = Polynomial(i);
    if (!areWritten(body, chain, array, element))
      return false;
  }
  return true;
}

} // namespace soac::analysis
