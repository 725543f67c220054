// The contributions of Prims.def as code, over any type of expression.
#pragma once

#include "prims/Prims.h"

#include <llvm/ADT/ArrayRef.h>

#include <numbers>
#include <optional>

namespace soac::prims {

/// The d of a contribution, and what is linear in it: its products and quotients are zero where it is (Note [Strong
/// zeros] in Prims.def).
template <class E> struct Seed {
  E e;
  friend Seed operator-(const Seed &d) { return {-d.e}; }
  friend Seed operator*(const Seed &d, const E &partial) { return {seed_mul(d.e, partial)}; }
  friend Seed strong_mul(const Seed &d, const E &seed) { return {strong_mul(d.e, seed)}; }
  friend Seed operator*(const Seed &d, double factor) { return {d.e * E(factor)}; }
  friend Seed operator/(const Seed &d, const E &divisor) { return {seed_div(d.e, divisor)}; }
  friend Seed select(const E &c, const Seed &x, const Seed &y) { return {select(c, x.e, y.e)}; }
  friend Seed select(const E &c, const Seed &x, double y) { return {select(c, x.e, E(y))}; }
  friend Seed select(const E &c, double x, const Seed &y) { return {select(c, E(x), y.e)}; }
  friend Seed ldexp(const Seed &d, const E &exponent) { return {ldexp(d.e, exponent)}; }
};

/// What argument number `argument` of `p` contributes to the derivative, linear in `d` (see Prims.def); none where it
/// is zero by definition. `arguments` and `r` are the operands and the result of the primitive.
///
/// `E` has, found by argument-dependent lookup: + - * / and unary -, the comparisons, && and ||, select(c, x, y) and
/// the functions of the table by their names. It converts from double: such a literal has the type of the other operand
/// (polygamma(a + 1, b): i32; polygamma(1, a): the first operand is an i32).
template <class E>
std::optional<Seed<E>> contribution(Prim p, unsigned argument, llvm::ArrayRef<E> arguments, const E &r,
                                    const Seed<E> &d) {
  [[maybe_unused]] constexpr std::nullopt_t zero = std::nullopt, none = std::nullopt;
  const E &a = arguments.front();
  const E &b = arguments[arguments.size() > 1 ? 1 : 0];
  switch (p) {
#define SOAC_PRIM(Id, name, arity, operands, result, cxx, precedence, commutative, range, cost, da, db, dc, doc)       \
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

/// The same as an expression.
template <class E>
std::optional<E> contribution(Prim p, unsigned argument, llvm::ArrayRef<E> arguments, const E &r, const E &d) {
  const auto result = contribution<E>(p, argument, arguments, r, Seed<E>{d});
  return result ? std::optional<E>(result->e) : std::nullopt;
}

} // namespace soac::prims
