// Products of seeds with partial derivatives that count as finite become ordinary products (Note [Strong zeros] in
// prims/Prims.def):
//   seed_mul d, x   ->   mul d, x          where x is a parameter; after q = div 1.0, x, seed_mul d, q stays
// Scalar parameters of the function that is written out (not of its definitions), and elements of arrays, count as finite,
// and so do sums and products of finite numbers: in matrix products a guard would cost more than the product. The result
// of a `Singular` primitive may be infinite or not a number, and so may the scalars computed from it, also where a
// sweep stores what it has computed in an array and another one reads it; but not where the sign of its operand
// (analysis/Signs.h) keeps it away from its singularity: roots of sums of squares, quotients whose divisor is
// positive or, in the branch around, not zero. Quotients of seeds by such numbers are ordinary ones.
#include "optimise/passes/PassList.h"

#include "analysis/Flow.h"
#include "analysis/Signs.h"
#include "interface/Interface.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <cmath>
#include <limits>

namespace soac::optimise {
namespace {

using namespace ir;

// Which values may be infinite or not a number: those computed from a singular value.
class Finiteness {
public:
  explicit Finiteness(const Function &f)
      : values(f.values), users(f.values.size()), singular(f.values.size()), stored(f.values.size()),
        computed(f.values.size()), signs(f.values) {
    while (follow(f.body))
      ;
    if (f.isDefinition)
      for (Value p : f.body.parameters)
        if (values.type(p).isScalar())
          mark(p);
    visit(f.body);
    while (!reached.empty())
      for (Value to : users[reached.pop_back_val().id])
        mark(to);
  }
  bool isFinite(Value v) const { return values.asConstant(v) ? isNumber(v) : !singular[v.id]; }
  /// Is the divisor of the quotient a number, and not zero?
  bool isByNumber(const Apply &quotient) const { return isFinite(quotient.arguments[1]) && byNonzero.contains(&quotient); }

private:
  bool isNumber(Value constant) const { return std::isfinite(values.asFloat(constant).value_or(0)); }
  void mark(Value v) {
    if (isFloat(values.type(v).scalar) && !singular[v.id]) {
      singular[v.id] = true;
      reached.push_back(v);
    }
  }
  /// Finds the values of arrays in which a sweep stores numbers. True when there is a new one.
  bool follow(const Block &block) {
    bool isNew = false;
    for (const Statement &s : block.statements) {
      analysis::forEachFlow(s, [&](Value from, Value to) {
        if (values.type(to).isArray() && !stored[to.id] && (stored[from.id] || values.stored(from) != Stored::None))
          stored[to.id] = isNew = true;
      });
      forEachBlock(s.op, [&](const Block &inner) { isNew |= follow(inner); });
    }
    return isNew;
  }
  bool isFollowed(Value v) const { return values.type(v).isScalar() || stored[v.id] || values.stored(v) != Stored::None; }
  // `to` is computed from `from`.
  void flow(Value from, Value to) {
    if (!isFollowed(from) || !isFollowed(to) || (values.type(to).isArray() && !values.type(from).isArray() && !computed[from.id]))
      return;
    if (!values.asConstant(from))
      users[from.id].push_back(to);
    else if (!isNumber(from))
      mark(to);
  }
  void visit(const Block &block) {
    for (const Statement &s : block.statements) {
      statement(s);
      if (const auto *branch = std::get_if<If>(&s.op)) {
        visit(branch->then, branch->condition, true);
        visit(branch->otherwise, branch->condition, false);
      } else {
        forEachBlock(s.op, [&](const Block &inner) { visit(inner); });
      }
      signs.pass(s);
    }
  }
  void visit(const Block &arm, Value condition, bool holds) {
    const std::size_t before = signs.enter(condition, holds);
    visit(arm);
    signs.leave(before);
  }

  /// Of the quotient of a constant, as reciprocals are: does it overflow for the smallest divisor?
  bool mayOverflow(const Apply &quotient) const {
    const double most = quotient.type == Scalar::F64 ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
    const auto dividend = values.asFloat(quotient.arguments[0]);
    return dividend && !(std::abs(*dividend) / signs.of(quotient.arguments[1]).least <= most);
  }
  // A singular primitive whose operands keep it away from its singularity.
  bool isRegular(const Apply &op) const {
    const auto second = op.arguments.size() > 1 ? values.asFloat(op.arguments[1]) : std::nullopt;
    switch (op.prim) {
    case Prim::Div:
    case Prim::SeedDiv: return signs.of(op.arguments[1]).isNotZero() && !mayOverflow(op);
    case Prim::Sqrt: return signs.of(op.arguments[0]).isNotNegative;
    case Prim::Log: return signs.of(op.arguments[0]).isPositive();
    case Prim::Pow:
      return (second && *second >= 0.0 && *second == std::trunc(*second)) || signs.of(op.arguments[0]).isPositive();
    default: return prims::info(op.prim).range == prims::Range::Finite;
    }
  }
  // Is nothing known about the values that the statement computes?
  bool isUnknown(const Op &op) const {
    if (const auto *call = std::get_if<Call>(&op))
      return !call->face || !call->face->isVariable; // a variable counts as finite, like a parameter
    return std::holds_alternative<Invoke>(op) || std::holds_alternative<WithRules>(op) ||
           std::holds_alternative<Differentiate>(op) || (hasNeutral(op) && givesInfinity(op));
  }
  bool givesInfinity(const Op &op) const {
    bool found = false;
    forEachBlock(op, [&](const Block &inner) {
      found |= llvm::any_of(inner.results, [&](Value v) { return values.asConstant(v) && !isNumber(v); });
    });
    return found;
  }
  void unknown(const Statement &s) {
    llvm::for_each(s.results, [&](Value r) { mark(r); });
    forEachBlock(s.op, [&](const Block &inner) { llvm::for_each(inner.parameters, [&](Value p) { mark(p); }); });
  }
  // Combinators with neutral elements: an infinite neutral element, of a minimum, is gone where there is an element.
  static bool hasNeutral(const Op &op) {
    return std::holds_alternative<Reduce>(op) || std::holds_alternative<Scan>(op) || std::holds_alternative<MapReduce>(op);
  }
  void statement(const Statement &s) {
    if (isUnknown(s.op))
      return unknown(s);
    if (const auto *op = std::get_if<Apply>(&s.op); op && isFloat(op->type)) {
      computed[s.results[0].id] = true;
      if (!isRegular(*op))
        mark(s.results[0]);
      if (op->prim == Prim::SeedDiv && signs.of(op->arguments[1]).isNotZero())
        byNonzero.insert(op);
    }
    analysis::forEachFlow(s, [&](Value from, Value to) {
      if (!values.asConstant(from) || !hasNeutral(s.op))
        flow(from, to);
    });
  }

  const ValueTable &values;
  std::vector<llvm::SmallVector<Value, 2>> users; ///< by value id: the values computed from it
  std::vector<bool> singular;
  std::vector<bool> stored;   ///< an array in which a sweep stores numbers for another one
  std::vector<bool> computed; ///< a scalar that a primitive has made
  llvm::SmallVector<Value, 32> reached; ///< marked values whose users are not marked yet
  analysis::Signs signs;
  llvm::DenseSet<const Apply *> byNonzero; ///< quotients of seeds whose divisor is not zero
};

// The guard of a zero matters only where the other factor may be infinite.
void weaken(Apply &op, const Finiteness &known) {
  if (op.prim == Prim::StrongMul) {
    if (known.isFinite(op.arguments[1]))
      std::swap(op.arguments[0], op.arguments[1]);
    if (known.isFinite(op.arguments[0]))
      op.prim = Prim::SeedMul;
  }
  if (op.prim == Prim::SeedMul && known.isFinite(op.arguments[1]))
    op.prim = Prim::Mul;
  if (op.prim == Prim::SeedDiv && known.isByNumber(op))
    op.prim = Prim::Div;
}

void weaken(Block &block, const Finiteness &known) {
  for (Statement &s : block.statements) {
    if (auto *apply = std::get_if<Apply>(&s.op))
      weaken(*apply, known);
    forEachBlock(s.op, [&](Block &inner) { weaken(inner, known); });
  }
}

} // namespace

Function weakenStrongZeros(Function function) {
  const Finiteness known(function);
  weaken(function.body, known);
  return function;
}

} // namespace soac::optimise
