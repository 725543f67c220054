#include "ad/ArrayAccesses.h"

#include "ir/Walk.h"
#include "ops/rules/UndoLog.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {

using prims::Prim;

ArrayAccesses::ArrayAccesses(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values)
    : loop(loop), values(values) {
  const ir::Value parameter = loop.body.parameters[position + loop.isCounted()];
  const auto shape = ops::updateShape(parameter, loop.body.results[position], loop.body, values);
  known = shape && shape->depth > 0;
  if (!known)
    return;
  indexCount = shape->depth;
  for (ir::Value p : loop.body.parameters)
    parameters.insert(p);
  if (loop.isCounted())
    counters[loop.body.parameters[0]] = &loop.body;
  define(loop.body);
  addVersion(parameter);
  path.push_back({nullptr, &loop.body});
  walk(loop.body, false);
  for (std::size_t k = 0; k < loop.body.results.size(); ++k)
    if (k != position)
      readWhole(loop.body.results[k]);
  const auto result = versions.find(loop.body.results[position]);
  known = known && result != versions.end() && !linked.contains(result->first);
}

void ArrayAccesses::define(const ir::Block &block) {
  for (const ir::Statement &statement : block.statements) {
    for (ir::Value r : statement.results)
      definitions[r] = &statement;
    const auto *inner = std::get_if<ir::Loop>(&statement.op);
    ir::forEachBlock(statement.op, [&](const ir::Block &b) {
      parameters.insert(b.parameters.begin(), b.parameters.end());
      if (inner && inner->isCounted() && &b == &inner->body)
        counters[b.parameters[0]] = &b;
      define(b);
    });
  }
}

void ArrayAccesses::access(bool isWrite, llvm::ArrayRef<ir::Value> indices, ir::Value version) {
  accesses.push_back({isWrite, ir::Values(indices), versions.lookup(version), path});
}

void ArrayAccesses::readWhole(ir::Value v) {
  if (isVersion(v))
    access(false, {}, v);
}

// A version that a later one is made of: only one may be, and not within an operator, which may run at the same time.
void ArrayAccesses::link(ir::Value v, bool isOperator) { known = known && !isOperator && linked.insert(v).second; }

void ArrayAccesses::walk(const ir::Block &block, bool isOperator) {
  for (const ir::Statement &statement : block.statements)
    visit(statement, isOperator);
}

void ArrayAccesses::visit(const ir::Statement &statement, bool isOperator) {
  const auto inside = [&](const ir::Block &block, bool isInOperator) {
    path.push_back({&statement, &block});
    walk(block, isInOperator);
    path.pop_back();
  };
  if (std::holds_alternative<ir::Extent>(statement.op))
    return;
  if (const auto *update = std::get_if<ir::Update>(&statement.op); update && isVersion(update->array)) {
    readWhole(update->value);
    link(update->array, isOperator);
    addVersion(statement.results[0]);
    access(true, update->indices, statement.results[0]);
    return;
  }
  if (const auto *index = std::get_if<ir::Index>(&statement.op); index && isVersion(index->array)) {
    const bool isElement = index->indices.size() >= indexCount;
    access(false, isElement ? llvm::ArrayRef(index->indices).take_front(indexCount) : llvm::ArrayRef<ir::Value>(),
           index->array);
    return;
  }
  if (const auto *inner = std::get_if<ir::Loop>(&statement.op)) {
    for (std::size_t k = 0; k < inner->inits.size(); ++k)
      if (isVersion(inner->inits[k])) {
        link(inner->inits[k], isOperator);
        addVersion(inner->body.parameters[k + inner->isCounted()]);
        if (!inner->isCounted())
          addVersion(inner->condition.parameters[k]);
      }
    if (!inner->isCounted())
      inside(inner->condition, isOperator);
    inside(inner->body, isOperator);
    for (std::size_t k = 0; k < inner->inits.size(); ++k) {
      if (isVersion(inner->inits[k]))
        addVersion(statement.results[k]);
      else
        readWhole(inner->body.results[k]);
    }
    return;
  }
  if (const auto *branch = std::get_if<ir::If>(&statement.op)) {
    const auto before = linked;
    inside(branch->then, isOperator);
    const auto after = std::exchange(linked, before);
    inside(branch->otherwise, isOperator);
    linked.insert(after.begin(), after.end());
    for (std::size_t k = 0; k < statement.results.size(); ++k) {
      if (!isVersion(branch->then.results[k]) && !isVersion(branch->otherwise.results[k]))
        continue;
      known = known && isVersion(branch->then.results[k]) && isVersion(branch->otherwise.results[k]) && !isOperator;
      for (ir::Value v : {branch->then.results[k], branch->otherwise.results[k]})
        linked.insert(v);
      addVersion(statement.results[k]);
    }
    return;
  }
  ir::forEachOperand(statement.op, [&](ir::Value v) { readWhole(v); });
  ir::forEachBlock(statement.op, [&](const ir::Block &block) {
    inside(block, true);
    for (ir::Value r : block.results)
      readWhole(r);
  });
}

namespace {

// Integers whose arithmetic is that of Z as long as the indices made of them are in range.
bool isWide(ir::Scalar s) { return s == ir::Scalar::I32 || s == ir::Scalar::I64 || s == ir::Scalar::U64; }

void addScaled(Affine &to, const Affine &from, std::int64_t factor) {
  to.constant += factor * from.constant;
  for (const auto &[counter, coefficient] : from.counters)
    if ((to.counters[counter] += factor * coefficient) == 0)
      to.counters.erase(counter);
  for (const auto &[term, coefficient] : from.terms)
    if ((to.terms[term] += factor * coefficient) == 0)
      to.terms.erase(term);
}

} // namespace

std::optional<Affine> ArrayAccesses::affine(ir::Value v) const {
  Affine result;
  if (const auto constant = values.asInt(v)) {
    result.constant = *constant;
    return result;
  }
  if (!isWide(values.type(v).scalar))
    return std::nullopt;
  if (const auto counter = counters.find(v); counter != counters.end()) {
    result.counters[counter->second] = 1;
    return result;
  }
  if (parameters.contains(v))
    return std::nullopt;
  const auto definition = definitions.find(v);
  if (definition == definitions.end()) {
    result.terms[v] = 1;
    return result;
  }
  const auto *apply = std::get_if<ir::Apply>(&definition->second->op);
  if (!apply)
    return std::nullopt;
  const auto argument = [&](std::size_t k) { return affine(apply->arguments[k]); };
  switch (apply->prim) {
  case Prim::Cast: return argument(0);
  case Prim::Neg:
  case Prim::Add:
  case Prim::Sub: {
    const auto a = argument(0), b = apply->prim == Prim::Neg ? a : argument(1);
    if (!a || !b)
      return std::nullopt;
    addScaled(result, *a, apply->prim == Prim::Neg ? -1 : 1);
    if (apply->prim != Prim::Neg)
      addScaled(result, *b, apply->prim == Prim::Add ? 1 : -1);
    return result;
  }
  case Prim::Mul: {
    const auto left = values.asInt(apply->arguments[0]), right = values.asInt(apply->arguments[1]);
    const auto other = left ? argument(1) : right ? argument(0) : std::nullopt;
    if (!other)
      return std::nullopt;
    addScaled(result, *other, left ? *left : *right);
    return result;
  }
  default: return std::nullopt;
  }
}

bool ArrayAccesses::isSameInEveryIteration(ir::Value v) const {
  if (values.asConstant(v))
    return true;
  if (const auto counter = counters.find(v); counter != counters.end())
    return counter->second != &loop.body;
  if (parameters.contains(v))
    return false;
  const auto definition = definitions.find(v);
  if (definition == definitions.end())
    return true;
  if (const auto *index = std::get_if<ir::Index>(&definition->second->op))
    return isSameInEveryIteration(index->array) &&
           llvm::all_of(index->indices, [&](ir::Value a) { return isSameInEveryIteration(a); });
  const auto *apply = std::get_if<ir::Apply>(&definition->second->op);
  return apply && llvm::all_of(apply->arguments, [&](ir::Value a) { return isSameInEveryIteration(a); });
}

} // namespace soac::ad
