// Products of seeds with partial derivatives that count as numbers become ordinary ones (Note [Strong zeros] in
// prims/Prims.def). Arguments of a function that is written, and the elements of arrays, count as numbers, and so does
// what sums and products make of numbers: in matrix products a guard would cost more than the product. What a
// `Singular` primitive gives may be infinite or not a number, and so may the scalars that are computed from it.
#include "optimise/passes/PassList.h"

#include "analysis/Flow.h"
#include "interface/Interface.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <cmath>

namespace soac::optimise {
namespace {

using namespace ir;

// Which values may be infinite or not a number: those that are reached from a singular one.
class Finiteness {
public:
  explicit Finiteness(const Function &f) : values(f.values), users(f.values.size()), singular(f.values.size()) {
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

private:
  bool isNumber(Value constant) const { return std::isfinite(values.asFloat(constant).value_or(0)); }
  void mark(Value v) {
    if (isFloat(values.type(v).scalar) && !singular[v.id]) {
      singular[v.id] = true;
      reached.push_back(v);
    }
  }
  // `to` is computed from `from`.
  void flow(Value from, Value to) {
    if (!values.type(from).isScalar() || !values.type(to).isScalar())
      return;
    if (!values.asConstant(from))
      users[from.id].push_back(to);
    else if (!isNumber(from))
      mark(to);
  }
  void visit(const Block &block) {
    for (const Statement &s : block.statements) {
      statement(s);
      forEachBlock(s.op, [&](const Block &inner) { visit(inner); });
    }
  }

  // A singular primitive whose operands keep it away from its singularity.
  bool isRegular(const Apply &op) const {
    const auto second = op.arguments.size() > 1 ? values.asFloat(op.arguments[1]) : std::nullopt;
    switch (op.prim) {
    case Prim::Div:
    case Prim::SeedDiv: return second && *second != 0.0;
    case Prim::Pow: return second && *second >= 0.0 && *second == std::trunc(*second);
    default: return prims::info(op.prim).range == prims::Range::Finite;
    }
  }
  // Is nothing known of the statement's results?
  bool isUnknown(const Op &op) const {
    if (const auto *call = std::get_if<Call>(&op))
      return !call->face || !call->face->isVariable; // which is finite as an argument is
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
  // Combinators with neutral elements: an infinite one, in a minimum, is gone where there is an element.
  static bool hasNeutral(const Op &op) {
    return std::holds_alternative<Reduce>(op) || std::holds_alternative<Scan>(op) || std::holds_alternative<MapReduce>(op);
  }
  void statement(const Statement &s) {
    if (isUnknown(s.op))
      return unknown(s);
    if (const auto *op = std::get_if<Apply>(&s.op); op && isFloat(op->type) && !isRegular(*op))
      mark(s.results[0]);
    analysis::forEachFlow(s, [&](Value from, Value to) {
      if (!values.asConstant(from) || !hasNeutral(s.op))
        flow(from, to);
    });
  }

  const ValueTable &values;
  std::vector<llvm::SmallVector<Value, 2>> users; ///< by value id: values computed from it
  std::vector<bool> singular;
  llvm::SmallVector<Value, 32> reached; ///< marked, and their users not yet
};

// A zero matters only beside a factor that may be infinite.
void weaken(Apply &op, const Finiteness &known) {
  if (op.prim == Prim::StrongMul) {
    if (known.isFinite(op.arguments[1]))
      std::swap(op.arguments[0], op.arguments[1]);
    if (known.isFinite(op.arguments[0]))
      op.prim = Prim::SeedMul;
  }
  if (op.prim == Prim::SeedMul && known.isFinite(op.arguments[1]))
    op.prim = Prim::Mul;
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
