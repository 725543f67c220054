#include "analysis/Accesses.h"

#include "analysis/InPlace.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {
namespace {

bool collect(const ir::Block &block, bool isInBranch, const ir::ValueTable &values, ElementAccesses &found) {
  return llvm::all_of(block.statements, [&](const ir::Statement &s) {
    const auto add = [&](ElementAccess::Kind kind, ir::Value array, const ir::Values &indices, ir::Value element) {
      found.all.push_back({kind, &s, array, &indices, isInBranch});
      return values.type(element).isScalar();
    };
    if (const auto *index = std::get_if<ir::Index>(&s.op))
      return add(ElementAccess::Read, index->array, index->indices, s.results[0]);
    if (const auto *update = std::get_if<ir::Update>(&s.op))
      return add(ElementAccess::Write, update->array, update->indices, update->value);
    if (const auto *accumulate = std::get_if<ir::Accumulate>(&s.op))
      return add(ElementAccess::Addition, accumulate->accumulator, accumulate->indices, accumulate->value);
    if (const auto *branch = std::get_if<ir::If>(&s.op)) {
      found.branches.push_back(&s);
      return collect(branch->then, true, values, found) && collect(branch->otherwise, true, values, found);
    }
    return std::holds_alternative<ir::Apply>(s.op) || std::holds_alternative<ir::Extent>(s.op);
  });
}

} // namespace

std::optional<ElementAccesses> elementAccesses(const ir::Block &block, const ir::ValueTable &values) {
  ElementAccesses found;
  return collect(block, false, values, found) ? std::optional(std::move(found)) : std::nullopt;
}

// Integers whose arithmetic is that of Z as long as the indices computed from them are in range.
static bool isWide(ir::Scalar s) { return s == ir::Scalar::I32 || s == ir::Scalar::I64 || s == ir::Scalar::U64; }

ArrayAccesses::ArrayAccesses(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values)
    : own(loop.isCounted() ? loop.body.parameters[0] : ir::Value()), inside(loop.body),
      polynomials(values, inside, isWide) {
  const ir::Value parameter = loop.body.parameters[position + loop.isCounted()];
  const auto shape = updateShape(parameter, loop.body.results[position], loop.body, values);
  known = shape && shape->depth > 0;
  if (!known)
    return;
  indexCount = shape->depth;
  addVersion(parameter);
  path.push_back({nullptr, &loop.body});
  walk(loop.body, false);
  for (std::size_t k = 0; k < loop.body.results.size(); ++k)
    if (k != position)
      readWhole(loop.body.results[k]);
  const auto result = versions.find(loop.body.results[position]);
  known = known && result != versions.end() && !linked.contains(result->first);
}

void ArrayAccesses::access(bool isWrite, const ir::Statement *statement, llvm::ArrayRef<ir::Value> indices, ir::Value version) {
  accesses.push_back({isWrite, statement, ir::Values(indices), versions.lookup(version), path});
}

void ArrayAccesses::readWhole(ir::Value v) {
  if (isVersion(v))
    access(false, nullptr, {}, v);
}

// Notes that a later version is made of `v`: only one may be, and not within an operator, whose runs may overlap in
// time.
void ArrayAccesses::link(ir::Value v, bool isOperator) { known = known && !isOperator && linked.insert(v).second; }

void ArrayAccesses::walk(const ir::Block &block, bool isOperator) {
  for (const ir::Statement &statement : block.statements)
    visit(statement, isOperator);
}

void ArrayAccesses::walkIn(const ir::Statement &statement, const ir::Block &block, bool isOperator) {
  path.push_back({&statement, &block});
  walk(block, isOperator);
  path.pop_back();
}

void ArrayAccesses::visit(const ir::Statement &statement, bool isOperator) {
  if (std::holds_alternative<ir::Extent>(statement.op))
    return;
  if (const auto *update = std::get_if<ir::Update>(&statement.op); update && isVersion(update->array)) {
    readWhole(update->value);
    link(update->array, isOperator);
    addVersion(statement.results[0]);
    access(true, &statement, update->indices, statement.results[0]);
    return;
  }
  if (const auto *index = std::get_if<ir::Index>(&statement.op); index && isVersion(index->array)) {
    const bool isElement = index->indices.size() >= indexCount;
    access(false, isElement ? &statement : nullptr, isElement ? llvm::ArrayRef(index->indices).take_front(indexCount) : llvm::ArrayRef<ir::Value>(),
           index->array);
    return;
  }
  if (const auto *inner = std::get_if<ir::Loop>(&statement.op))
    return visit(*inner, statement, isOperator);
  if (const auto *branch = std::get_if<ir::If>(&statement.op))
    return visit(*branch, statement, isOperator);
  ir::forEachOperand(statement.op, [&](ir::Value v) { readWhole(v); });
  ir::forEachBlock(statement.op, [&](const ir::Block &block) {
    walkIn(statement, block, true);
    for (ir::Value r : block.results)
      readWhole(r);
  });
}

void ArrayAccesses::visit(const ir::Loop &inner, const ir::Statement &statement, bool isOperator) {
  for (std::size_t k = 0; k < inner.inits.size(); ++k)
    if (isVersion(inner.inits[k])) {
      link(inner.inits[k], isOperator);
      addVersion(inner.body.parameters[k + inner.isCounted()]);
      if (!inner.isCounted())
        addVersion(inner.condition.parameters[k]);
    }
  if (!inner.isCounted())
    walkIn(statement, inner.condition, isOperator);
  walkIn(statement, inner.body, isOperator);
  for (std::size_t k = 0; k < inner.inits.size(); ++k) {
    if (isVersion(inner.inits[k]))
      addVersion(statement.results[k]);
    else
      readWhole(inner.body.results[k]);
  }
}

void ArrayAccesses::visit(const ir::If &branch, const ir::Statement &statement, bool isOperator) {
  const auto before = linked;
  walkIn(statement, branch.then, isOperator);
  const auto after = std::exchange(linked, before);
  walkIn(statement, branch.otherwise, isOperator);
  linked.insert(after.begin(), after.end());
  for (std::size_t k = 0; k < statement.results.size(); ++k) {
    const ir::Value then = branch.then.results[k], otherwise = branch.otherwise.results[k];
    if (!isVersion(then) && !isVersion(otherwise))
      continue;
    known = known && isVersion(then) && isVersion(otherwise) && !isOperator;
    linked.insert(then);
    linked.insert(otherwise);
    addVersion(statement.results[k]);
  }
}

std::optional<Polynomial> ArrayAccesses::affine(ir::Value v) const {
  const Polynomial &result = polynomials.of(v);
  const bool isAffine = llvm::all_of(result.terms(), [&](const auto &term) {
    return (term.first.size() == 1 && isCounter(term.first[0])) ||
           llvm::none_of(term.first, [&](ir::Value factor) { return inside.isInside(factor); });
  });
  return isAffine ? std::optional(result) : std::nullopt;
}

// Where both indices of a dimension are c i + r, r + c i = r' + c i' has the one solution i' - i = (r - r') / c.
std::optional<Distances> ArrayAccesses::distances(const Access &a, const Access &b) const {
  Distances result;
  if (a.indices.empty() || b.indices.empty()) {
    result.isComplete = false;
    return result;
  }
  for (std::size_t d = 0; d < a.indices.size(); ++d) {
    const auto x = affine(a.indices[d]), y = affine(b.indices[d]);
    const Polynomial apart = x && y ? *x - *y : Polynomial();
    const auto isOfCounter = [&](const auto &term) { return term.first.size() == 1 && isCounter(term.first[0]); };
    const auto counters = x ? llvm::count_if(x->terms(), isOfCounter) : 0;
    if (!x || !y || !apart.isConstant() || counters > 1) {
      result.isComplete = false;
      continue;
    }
    const std::int64_t difference = apart.constant();
    if (counters == 0) {
      if (difference != 0)
        return std::nullopt;
      continue;
    }
    const auto &[product, coefficient] = *llvm::find_if(x->terms(), isOfCounter);
    const ir::Block *counter = inside.of(product[0])->parameterOf;
    if (!a.isInside(*counter) || !b.isInside(*counter)) {
      result.isComplete = false;
      continue;
    }
    if (difference % coefficient != 0)
      return std::nullopt;
    const auto [known, isNew] = result.of.try_emplace(counter, difference / coefficient);
    if (!isNew && known->second != difference / coefficient)
      return std::nullopt;
  }
  return result;
}

} // namespace soac::analysis
