// The contributions of Prims.def as code, over any type of expression.
#pragma once

#include "prims/Prims.h"

#include <llvm/ADT/ArrayRef.h>

#include <numbers>
#include <optional>

namespace soac::prims {

/// What argument number `argument` of `p` contributes to the derivative, linear in `d` (see Prims.def); none where it
/// is zero by definition. `arguments` and `r` are the operands and the result of the primitive.
///
/// `E` has, found by argument-dependent lookup: + - * / and unary -, the comparisons, && and ||, select(c, x, y) and
/// the functions of the table by their names. It converts from double: such a literal has the type of the other operand
/// (polygamma(a + 1, b): i32; polygamma(1, a): the first operand is an i32).
template <class E>
std::optional<E> contribution(Prim p, unsigned argument, llvm::ArrayRef<E> arguments, const E &r, const E &d) {
  [[maybe_unused]] constexpr std::nullopt_t zero = std::nullopt, none = std::nullopt;
  const E &a = arguments.front();
  const E &b = arguments[arguments.size() > 1 ? 1 : 0];
  switch (p) {
#define SOAC_PRIM(Id, name, arity, operands, result, cxx, precedence, commutative, da, db, dc, doc)                    \
  case Prim::Id:                                                                                                       \
    if (argument == 0)                                                                                                 \
      return da;                                                                                                       \
    if (argument == 1)                                                                                                 \
      return db;                                                                                                       \
    return dc;
#include "prims/Prims.def"
  }
  return std::nullopt;
}

} // namespace soac::prims
