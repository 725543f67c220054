// The table as data, and what follows from its operand kinds.
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <string_view>

namespace soac::prims {
namespace {

using types::Scalar;

constexpr bool hasDerivative(std::string_view a, std::string_view b, std::string_view c) {
  const auto isNone = [](std::string_view contribution) { return contribution == "zero" || contribution == "none"; };
  return !(isNone(a) && isNone(b) && isNone(c));
}

constexpr PrimInfo table[] = {
#define SOAC_PRIM(Id, name, arity, operands, result, cxx, precedence, commutative, range, cost, da, db, dc, doc)       \
  {name,       arity,       Operands::operands, Result::result, cxx,                                                   \
   precedence, commutative, Range::range,       cost,           hasDerivative(#da, #db, #dc),                          \
   doc},
#include "prims/Prims.def"
};

bool acceptsFirst(Operands kind, Scalar s) {
  switch (kind) {
  case Operands::Float:
  case Operands::Ldexp: return types::isFloat(s);
  case Operands::Integer:
  case Operands::Shift: return types::isInteger(s);
  case Operands::Number: return s != Scalar::Bool;
  case Operands::Signed: return types::isFloat(s) || types::isSigned(s);
  case Operands::BoolOrInteger: return !types::isFloat(s);
  case Operands::Select: return s == Scalar::Bool;
  case Operands::Order: return s == Scalar::I32;
  case Operands::Any:
  case Operands::Cast: return true;
  }
  return false;
}

} // namespace

const PrimInfo &info(Prim p) { return table[static_cast<unsigned>(p)]; }

std::optional<Prim> byName(llvm::StringRef name) {
  for (auto [i, row] : llvm::enumerate(table))
    if (name == row.name)
      return static_cast<Prim>(i);
  return std::nullopt;
}

Spelling spelling(Prim p, Scalar operandType) {
  if (operandType == Scalar::Bool)
    switch (p) {
    case Prim::And: return {"{0} && {1}", 14};
    case Prim::Or: return {"{0} || {1}", 15};
    case Prim::Xor: return {"{0} != {1}", 10};
    case Prim::Not: return {"!{0}", 3};
    default: break;
    }
  return {info(p).cxx, info(p).precedence};
}

bool accepts(Prim p, llvm::ArrayRef<Scalar> operands) {
  const PrimInfo &row = info(p);
  if (operands.size() != row.arity || !acceptsFirst(row.operands, operands[0]))
    return false;
  switch (row.operands) {
  case Operands::Shift: return types::isInteger(operands[1]);
  case Operands::Select: return operands[1] == operands[2];
  case Operands::Ldexp: return operands[1] == Scalar::I32;
  case Operands::Order: return types::isFloat(operands[1]);
  default: return llvm::all_equal(operands);
  }
}

Scalar resultType(Prim p, llvm::ArrayRef<Scalar> operands) {
  switch (info(p).result) {
  case Result::Bool: return Scalar::Bool;
  case Result::SameAsSecond: return operands[1];
  case Result::SameAsFirst:
  case Result::Explicit: return operands[0];
  }
  return operands[0];
}

} // namespace soac::prims
