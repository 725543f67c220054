#include "ops/rules/OperatorAdjoint.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <limits>

namespace soac::ops {
namespace {

using prims::Prim;

// True for operators of sums, products, comparisons and choices alone: their derivatives are defined everywhere.
bool isDefinedEverywhere(const ir::Block &block) {
  return llvm::all_of(block.statements, [](const ir::Statement &s) {
    if (const auto *branch = std::get_if<ir::If>(&s.op))
      return isDefinedEverywhere(branch->then) && isDefinedEverywhere(branch->otherwise);
    if (const auto *apply = std::get_if<ir::Apply>(&s.op))
      return llvm::is_contained({Prim::Add, Prim::Sub, Prim::Mul, Prim::SeedMul, Prim::StrongMul, Prim::Neg, Prim::Fma, Prim::Min, Prim::Max, Prim::Abs,
                                 Prim::Select, Prim::Lt, Prim::Le, Prim::Gt, Prim::Ge, Prim::Eq, Prim::Ne, Prim::And,
                                 Prim::Or, Prim::Not},
                                apply->prim);
    return std::holds_alternative<ir::Index>(s.op) || std::holds_alternative<ir::Extent>(s.op);
  });
}

} // namespace

OperatorAdjoint::OperatorAdjoint(const ir::Block &op, llvm::ArrayRef<bool> active, Adjoints &adjoints)
    : active(active), none(active.size(), false), free(adjoints.activeFree({&op})), op(op), adjoints(adjoints) {}

OperatorAdjoint::Seeds OperatorAdjoint::seeds(llvm::ArrayRef<ir::Value> adjointsOfActive) const {
  Seeds result;
  for (bool isActive : active) {
    result.push_back(isActive ? Adjoints::Seed(adjointsOfActive.front()) : Adjoints::Seed());
    adjointsOfActive = adjointsOfActive.drop_front(isActive ? 1 : 0);
  }
  return result;
}

// Runs `body` in a scope with fresh values for x and y, as a sweep needs them.
ir::Values OperatorAdjoint::applied(llvm::ArrayRef<ir::Value> x, llvm::ArrayRef<ir::Value> y,
                                    llvm::ArrayRef<ir::Value> freeScalars,
                                    llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)> body) const {
  ir::Builder &b = adjoints.builder();
  ir::Values arguments(x);
  arguments.append(y.begin(), y.end());
  ir::Types types;
  for (ir::Value v : arguments)
    types.push_back(b.type(v));
  ir::Values results = b.inlineBlock(adjoints.nested(types, freeScalars, {}, body), arguments);
  for (ir::Value v : llvm::reverse(freeScalars))
    adjoints.add(v, results.pop_back_val());
  return results;
}

ir::Values OperatorAdjoint::at(llvm::ArrayRef<ir::Value> x, llvm::ArrayRef<ir::Value> y, llvm::ArrayRef<bool> ofX,
                               llvm::ArrayRef<bool> ofY, llvm::ArrayRef<Adjoints::Seed> seeds, bool reachFree) const {
  Flags flags(ofX);
  flags.append(ofY.begin(), ofY.end());
  const llvm::ArrayRef<ir::Value> freeScalars = reachFree ? llvm::ArrayRef(free.scalars) : llvm::ArrayRef<ir::Value>();
  return applied(x, y, freeScalars, [&](llvm::ArrayRef<ir::Value> p) {
    adjoints.sweep(op, p, flags, seeds, reachFree);
    ir::Values given;
    for (auto [operand, isWanted] : llvm::zip_equal(p, flags))
      if (isWanted)
        given.push_back(adjoints.of(operand));
    return given;
  });
}

ir::Value OperatorAdjoint::isUndefined(llvm::ArrayRef<ir::Value> start, llvm::ArrayRef<ir::Value> y,
                                       const Seeds &seeds) const {
  return applied(start, y, {}, [&](llvm::ArrayRef<ir::Value> p) -> ir::Values {
    const std::size_t n = active.size();
    Flags ofY(none);
    ofY.append(active.begin(), active.end());
    const ir::Values results = adjoints.sweep(op, p, ofY, seeds, /*reachFree=*/false);
    ir::Builder &b = adjoints.builder();
    ir::Value leavesIt = b.values.constantBool(true), isNan = b.values.constantBool(false);
    for (std::size_t c = 0; c < n; ++c) {
      leavesIt = b.apply(Prim::And, {leavesIt, b.equal(results[c], p[n + c])});
      if (active[c])
        isNan = b.apply(Prim::Or, {isNan, b.apply(Prim::IsNan, {adjoints.of(p[n + c])})});
    }
    return {b.apply(Prim::And, {leavesIt, isNan})};
  })[0];
}

ir::Values OperatorAdjoint::atStart(llvm::ArrayRef<ir::Value> start, llvm::ArrayRef<ir::Value> y,
                                    llvm::ArrayRef<bool> ofStart, llvm::ArrayRef<ir::Value> adjointsOfResult) const {
  const Seeds seeds = this->seeds(adjointsOfResult);
  const auto given = [&] {
    ir::Values both = at(start, y, ofStart, active, seeds);
    std::rotate(both.begin(), both.end() - static_cast<std::ptrdiff_t>(adjointsOfResult.size()), both.end());
    return both;
  };
  if (isDefinedEverywhere(op))
    return given();
  const auto asItIs = [&] {
    ir::Builder &b = adjoints.builder();
    ir::Values results(adjointsOfResult);
    for (auto [v, isWanted] : llvm::zip_equal(start, ofStart))
      if (isWanted)
        results.push_back(b.values.constantFloat(b.type(v).scalar, std::numeric_limits<double>::quiet_NaN()));
    return results;
  };
  const ir::Value condition = isUndefined(start, y, seeds);
  ir::Block then = adjoints.nested({}, free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) { return asItIs(); });
  ir::Block otherwise = adjoints.nested({}, free.scalars, {}, [&](llvm::ArrayRef<ir::Value>) { return given(); });
  ir::Values results = adjoints.builder().emit(ir::If{condition, std::move(then), std::move(otherwise)});
  for (ir::Value v : llvm::reverse(free.scalars))
    adjoints.add(v, results.pop_back_val());
  return results;
}

} // namespace soac::ops
