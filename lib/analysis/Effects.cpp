#include "analysis/Effects.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

bool isTotal(Prim prim, Scalar operandType, Scalar resultType) {
  switch (prim) {
  case Prim::Div:
  case Prim::Rem: return isFloat(operandType);
  case Prim::Shl:
  case Prim::Shr:
  case Prim::Polygamma: return false;
  case Prim::Cast: return !isFloat(operandType) || isFloat(resultType) || resultType == Scalar::Bool;
  default: return true;
  }
}

bool isTotal(const Apply &apply, const ValueTable &values) {
  const Scalar operand = values.type(apply.arguments.front()).scalar;
  const auto second = apply.arguments.size() == 2 ? values.asInt(apply.arguments[1]) : std::nullopt;
  if (second && (apply.prim == Prim::Div || apply.prim == Prim::Rem))
    return *second != 0 && *second != -1;
  if (second && (apply.prim == Prim::Shl || apply.prim == Prim::Shr))
    return *second >= 0 && *second < bitWidth(operand);
  return isTotal(apply.prim, operand, apply.type);
}

namespace {

bool anyWithin(const Op &op, llvm::function_ref<bool(const Op &)> holds) {
  bool result = holds(op);
  forEachBlock(op, [&](const Block &inner) {
    result = result || llvm::any_of(inner.statements, [&](const Statement &s) { return anyWithin(s.op, holds); });
  });
  return result;
}

} // namespace

bool hasEffect(const Op &op) {
  llvm::DenseSet<Value> own; // accumulators
  return anyWithin(op, [&](const Op &inner) {
    if (const auto *w = std::get_if<WithAccumulators>(&inner))
      own.insert(w->body.parameters.begin(), w->body.parameters.end());
    const auto *a = std::get_if<Accumulate>(&inner);
    if (const auto *invoke = std::get_if<Invoke>(&inner))
      return invoke->mayFail || llvm::any_of(invoke->accumulators, [&](Value v) { return v && !own.contains(v); });
    return std::holds_alternative<Check>(inner) || (a && !own.contains(a->accumulator));
  });
}

bool hasCheck(const Op &op) {
  return anyWithin(op, [](const Op &inner) {
    const auto *invoke = std::get_if<Invoke>(&inner);
    return std::holds_alternative<Check>(inner) || (invoke && invoke->mayFail);
  });
}

bool hasExit(const Op &op) {
  return anyWithin(op, [](const Op &inner) {
    const auto *check = std::get_if<Check>(&inner);
    const auto *invoke = std::get_if<Invoke>(&inner);
    return (check && !check->exit.empty()) || (invoke && invoke->mayFail);
  });
}

} // namespace soac::analysis
