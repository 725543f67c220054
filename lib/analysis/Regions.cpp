#include "analysis/Regions.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

namespace {

bool isOfOutside(const Polynomial &p, const Block &block, const DefUse &definitions) {
  return llvm::all_of(p.terms(), [&](const auto &term) {
    return llvm::none_of(term.first, [&](Value v) { return definitions.isInside(v, block); });
  });
}

/// The monomial with the most factors.
const Polynomial::Monomial &leading(const Polynomial &p) {
  return std::max_element(p.terms().begin(), p.terms().end(),
                          [](const auto &a, const auto &b) { return a.first.size() < b.first.size(); })
      ->first;
}

/// q, of the terms of p that are multiples of the leading term of the divisor: p - q * divisor has none of them.
Polynomial quotient(const Polynomial &p, const Polynomial &divisor) {
  const Polynomial::Monomial &by = leading(divisor);
  const std::int64_t coefficient = divisor.coefficient(by);
  Polynomial q;
  if (coefficient < 1)
    return q;
  for (const auto &[product, c] : p.terms()) {
    if (!std::includes(product.begin(), product.end(), by.begin(), by.end()) || c % coefficient != 0)
      continue;
    Polynomial::Monomial rest;
    std::set_difference(product.begin(), product.end(), by.begin(), by.end(), std::back_inserter(rest));
    q = std::move(q) + Polynomial(c / coefficient, rest);
  }
  return q;
}

/// The body of the outermost loop around `at` that is inside of `home`; `at` where there is none.
const Block &loopBelow(const Block *home, const Block &at, const DefUse &definitions) {
  const Block *found = &at;
  for (const Block *b = &at; b && b != home; b = definitions.parent(*b))
    if (!b->parameters.empty())
      found = b;
  return *found;
}

/// The places of an index in one region.
class Places {
public:
  Places(const Region &region, const Block &at, const ValueTable &values, const DefUse &definitions)
      : at(at), ranges(values, definitions, loopBelow(region.home, at, definitions)) {
    for (const Region::Axis &axis : region.axes)
      axes.push_back(&axis);
    const auto length = [](const Region::Axis &a) {
      const Polynomial::Monomial &factors = leading(a.stride);
      return std::pair(factors.size(), a.stride.coefficient(factors));
    };
    llvm::stable_sort(axes, [&](const auto *a, const auto *b) { return length(*a) > length(*b); });
  }

  /// Of the index without the region's base.
  bool areFound(const Polynomial &rest, std::size_t axis = 0) const {
    if (axis == axes.size())
      return rest == 0;
    const Polynomial &stride = axes[axis]->stride;
    const Polynomial place = quotient(rest, stride);
    if (isPlace(place, rest, axis))
      return true;
    // Of elements by constants, those that are left are in the axes behind.
    const bool areNumbers = rest.isConstant() && stride.isConstant() && rest.constant() > 0 && stride.constant() > 0;
    return areNumbers && rest.constant() % stride.constant() != 0 && isPlace(rest.constant() / stride.constant(), rest, axis);
  }

private:
  bool isPlace(const Polynomial &place, const Polynomial &rest, std::size_t axis) const {
    const auto &[stride, count] = *axes[axis];
    return ranges.isNonNegative(place, at) && ranges.isNonNegative(count - place - 1, at) && areFound(rest - place * stride, axis + 1);
  }

  const Block &at;
  IndexRanges ranges;
  llvm::SmallVector<const Region::Axis *, 3> axes;
};

/// A counter of few trips in the index, and its trips; none where there is none.
std::optional<std::pair<Value, std::int64_t>> shortCounter(const Polynomial &index, const ValueTable &values,
                                                           const DefUse &definitions) {
  constexpr std::int64_t few = 16;
  for (const auto &term : index.terms())
    for (const Value v : term.first)
      if (definitions.isCounter(v))
        if (const auto count = values.asInt(std::get<Loop>(definitions.of(v)->statement->op).count); count && *count <= few)
          return std::pair(v, *count);
  return std::nullopt;
}

} // namespace

std::optional<Region> ofAllTrips(const Region &one, const Loop &loop, const Polynomial &trips, const Block *home,
                                 const ValueTable &values, const DefUse &definitions) {
  const auto isFixed = [&](const Polynomial &p) { return isOfOutside(p, loop.body, definitions); };
  auto [slope, rest] = one.base.in(loop.body.parameters[0]);
  if (!isFixed(slope) || !isFixed(rest) ||
      !llvm::all_of(one.axes, [&](const Region::Axis &a) { return isFixed(a.stride) && isFixed(a.count); }))
    return std::nullopt;
  Region all{std::move(rest), one.axes, home};
  if (slope == 0) // the same elements in each trip
    return values.asInt(loop.count).value_or(0) > 0 ? std::optional(std::move(all)) : std::nullopt;
  if (slope.coefficient(leading(slope)) < 0) { // from the last trip to the first
    all.base = std::move(all.base) + slope * (trips - 1);
    slope = Polynomial() - slope;
  }
  all.axes.push_back({std::move(slope), trips});
  return all;
}

bool areIn(llvm::ArrayRef<Region> regions, const Polynomial &index, const Block &at, const ValueTable &values,
           const DefUse &definitions) {
  const auto isIn = [&](const Region &region) {
    return Places(region, at, values, definitions).areFound(index - region.base);
  };
  if (llvm::any_of(regions, isIn))
    return true;
  const auto counter = shortCounter(index, values, definitions);
  if (!counter)
    return false;
  const auto [v, trips] = *counter;
  const auto [slope, rest] = index.in(v);
  if (llvm::any_of(slope.terms(), [&](const auto &term) { return llvm::is_contained(term.first, v); }))
    return false;
  for (std::int64_t i = 0; i < trips; ++i)
    if (!areIn(regions, slope * Polynomial(i) + rest, at, values, definitions))
      return false;
  return true;
}

std::optional<Region> replaced(const Region &region, const Block *home,
                               llvm::function_ref<std::optional<Polynomial>(Value)> by) {
  bool isKnown = true;
  const auto image = [&](const Polynomial &p) {
    Polynomial result;
    for (const auto &[product, coefficient] : p.terms()) {
      Polynomial term = coefficient;
      for (const Value v : product) {
        const std::optional<Polynomial> now = by(v);
        isKnown &= now.has_value();
        term = now ? term * *now : term;
      }
      result = std::move(result) + term;
    }
    return result;
  };
  Region made{image(region.base), {}, home};
  for (const Region::Axis &axis : region.axes) {
    made.axes.push_back({image(axis.stride), image(axis.count)});
    isKnown &= !(made.axes.back().stride == 0);
  }
  return isKnown ? std::optional(std::move(made)) : std::nullopt;
}

} // namespace soac::analysis
