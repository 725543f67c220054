// Functions of the standard library outside <cmath> that are lowered directly. Others are inlined where their body is
// visible (std::accumulate, std::inner_product, std::midpoint, ..).
//   std::clamp(v, lo, hi)   ->   t = max v, lo;  r = min t, hi
#include "frontend/library/KnownCalls.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/LoweringState.h"
#include "frontend/values/SpecialMembers.h"

namespace soac::frontend {

using prims::Prim;
using Kind = Layout::Kind;

namespace {

FValue nothing(Lowering &l) { return {l.types.of(l.types.context.VoidTy), {}}; }

/// Evaluates the arguments that have side effects.
void evaluateArguments(Lowering &l, const CallSite &site) {
  for (const clang::Expr *argument : site.arguments)
    if (argument->HasSideEffects(l.types.context))
      l.value(argument->IgnoreParenImpCasts());
}

/// std::move and the like return their argument.
FValue passOn(Lowering &l, const CallSite &site) {
  const Location at = l.location(site.arguments[0]);
  const Layout *layout = l.types.of(site.callee->getReturnType());
  return layout->kind == Kind::Reference ? l.reference(at, layout) : l.copy(at);
}

FValue address(Lowering &l, const CallSite &site) { return addressOf(l, l.location(site.arguments[0]), site.result()); }

// ---- min, max and clamp of numbers, without a user's comparison. ----

const clang::InitListExpr *listed(const CallSite &site) {
  const auto *list = site.arguments.size() == 1
                         ? llvm::dyn_cast<clang::CXXStdInitializerListExpr>(site.arguments[0]->IgnoreImplicit())
                         : nullptr;
  return list ? llvm::dyn_cast<clang::InitListExpr>(list->getSubExpr()->IgnoreImplicit()) : nullptr;
}

bool isExtremum(const CallSite &site) {
  const Layout *layout = site.types.ofObject(site.call->getType());
  if (layout->kind != Kind::Scalar || layout->scalar == ir::Scalar::Bool)
    return false;
  const clang::InitListExpr *list = listed(site);
  return site.arguments.size() == 2 ? site.areScalars() : list && list->getNumInits() > 0;
}

/// std::min({a, b, c}) is the first of the smallest numbers.
FValue extremum(Lowering &l, const CallSite &site) {
  const Prim prim = site.name == "std::max" ? Prim::Max : Prim::Min;
  const clang::InitListExpr *list = listed(site);
  ir::Values operands;
  for (const clang::Expr *operand : list ? llvm::ArrayRef<const clang::Expr *>(list->getInits(), list->getNumInits())
                                         : llvm::ArrayRef<const clang::Expr *>(site.arguments))
    operands.push_back(l.scalar(operand));
  if (l.failed())
    return {};
  ir::Value best = operands[0];
  for (const ir::Value operand : llvm::drop_begin(operands))
    best = l.builder().apply(prim, {best, operand});
  return {l.types.ofObject(site.call->getType()), {Leaf{best, nullptr}}};
}

bool isOfScalars(const CallSite &site) {
  return site.types.ofObject(site.call->getType())->kind == Kind::Scalar && site.areScalars();
}

/// std::clamp(v, lo, hi): v < lo ? lo : hi < v ? hi : v. On ties it is v: max(v, lo) and min(v, hi) return their first
/// argument.
FValue clamp(Lowering &l, const CallSite &site) {
  const ir::Value v = l.scalar(site.arguments[0]), low = l.scalar(site.arguments[1]),
                  high = l.scalar(site.arguments[2]);
  if (l.failed())
    return {};
  const ir::Value result = l.builder().apply(Prim::Min, {l.builder().apply(Prim::Max, {v, low}), high});
  return {l.types.ofObject(site.call->getType()), {Leaf{result, nullptr}}};
}

// ---- swap and exchange of objects that are moved leaf by leaf. ----

bool isMovedByLeaves(const CallSite &site) {
  const clang::QualType type = site.arguments[0]->getType();
  return constructsByLeaves(type) && assignsByLeaves(type);
}

FValue swap(Lowering &l, const CallSite &site) {
  const Location a = l.location(site.arguments[0]), b = l.location(site.arguments[1]);
  const FValue x = l.copy(a, site.call), y = l.copy(b, site.call);
  l.write(a, y, site.call);
  l.write(b, x, site.call);
  return nothing(l);
}

FValue exchange(Lowering &l, const CallSite &site) {
  const Location at = l.location(site.arguments[0]);
  const FValue v = l.copy(site.arguments[1]);
  const FValue before = l.copy(at, site.call);
  if (v && at)
    l.write(at, v.layout == at.layout ? v : convertTo(l, v, at.layout, site.call), site.call);
  return before;
}

// ---- std::begin, end, size, data, ssize of arrays. ----

bool isOfArray(const CallSite &site) { return site.layout(0)->isArrayLike(); }
bool pointsIntoArray(const CallSite &site) { return isOfArray(site) && site.result()->kind == Kind::Pointer; }

Location arrayOf(Lowering &l, const CallSite &site) {
  const Location at = l.location(site.arguments[0]);
  return at && at.layout->kind == Kind::View ? l.referent(l.read(at, site.call)) : at;
}

FValue size(Lowering &l, const CallSite &site) {
  const Location at = arrayOf(l, site);
  return at ? convertScalar(l, l.makeScalar(l.extent(at, 0), l.types.context.LongTy), site.result()) : FValue{};
}

FValue isEmpty(Lowering &l, const CallSite &site) {
  const Location at = arrayOf(l, site);
  return at ? l.makeScalar(l.builder().equal(l.extent(at, 0), l.builder().index(0)), site.call->getType()) : FValue{};
}

FValue begin(Lowering &l, const CallSite &site) {
  return pointerTo(l, arrayOf(l, site), l.builder().index(0), site.result());
}

FValue end(Lowering &l, const CallSite &site) {
  const Location at = arrayOf(l, site);
  return at ? pointerTo(l, at, l.extent(at, 0), site.result()) : FValue{};
}

// ---- Queries and hints to the compiler. ----

FValue isConstant(Lowering &l, const CallSite &site) {
  return l.makeScalar(l.builder().values.constantInt(ir::Scalar::I32, 0), site.call->getType());
}

/// True inside the standard library, so that its algorithms take their compile-time path, a loop over elements, not memmove.
FValue isConstantEvaluated(Lowering &l, const CallSite &) {
  const clang::FunctionDecl *asks = l.internals().frame().function;
  const bool isAlgorithm = asks && asks->isInStdNamespace();
  return l.makeScalar(l.builder().values.constantBool(isAlgorithm), l.types.context.BoolTy);
}

FValue expected(Lowering &l, const CallSite &site) {
  const FValue v = l.value(site.arguments[0]);
  for (const clang::Expr *argument : llvm::drop_begin(site.arguments))
    l.value(argument);
  return v;
}

FValue hint(Lowering &l, const CallSite &site) {
  if (site.name != "__builtin_assume") // it does not evaluate its argument
    evaluateArguments(l, site);
  return nothing(l);
}

FValue unreachable(Lowering &l, const CallSite &) {
  l.internals().isStopped = true;
  return nothing(l);
}

FValue failedAssertion(Lowering &l, const CallSite &) {
  l.builder().check(l.builder().values.constantBool(false), "assertion failed");
  l.internals().isStopped = true;
  return nothing(l);
}

// ---- The table. ----

bool always(const CallSite &) { return true; }
constexpr unsigned any = ~0U;

struct StdFunction {
  llvm::StringLiteral name;
  unsigned arity; ///< the number of its arguments, or `any`
  bool (*holds)(const CallSite &);
  CallLowering lowering;
};

constexpr StdFunction functions[] = {
    {"std::move", 1, always, passOn},
    {"std::forward", 1, always, passOn},
    {"std::as_const", 1, always, passOn},
    {"std::move_if_noexcept", 1, always, passOn},
    {"std::forward_like", 1, always, passOn},
    {"std::addressof", 1, always, address},
    {"std::__addressof", 1, always, address},
    {"__builtin_addressof", 1, always, address},
    {"std::min", any, isExtremum, extremum},
    {"std::max", any, isExtremum, extremum},
    {"std::clamp", 3, isOfScalars, clamp},
    {"std::swap", 2, isMovedByLeaves, swap},
    {"std::exchange", 2, isMovedByLeaves, exchange},
    {"std::size", 1, isOfArray, size},
    {"std::ssize", 1, isOfArray, size},
    {"std::empty", 1, isOfArray, isEmpty},
    {"std::begin", 1, pointsIntoArray, begin},
    {"std::cbegin", 1, pointsIntoArray, begin},
    {"std::data", 1, pointsIntoArray, begin},
    {"std::end", 1, pointsIntoArray, end},
    {"std::cend", 1, pointsIntoArray, end},
    {"__builtin_constant_p", any, always, isConstant},
    {"std::is_constant_evaluated", any, always, isConstantEvaluated},
    {"std::__is_constant_evaluated", any, always, isConstantEvaluated},
    {"__builtin_is_constant_evaluated", any, always, isConstantEvaluated},
    {"__builtin_expect", any, always, expected},
    {"std::assume_aligned", 1, always, expected},
    {"__builtin_assume", any, always, hint},
    {"__builtin_unreachable", any, always, unreachable},
    {"__builtin_prefetch", any, always, hint},
    {"std::unreachable", any, always, unreachable},
    {"__assert_fail", any, always, failedAssertion},
};

} // namespace

CallLowering stdCall(const CallSite &site) {
  for (const StdFunction &function : functions)
    if (site.name == function.name && (function.arity == any || function.arity == site.arguments.size()) &&
        function.holds(site))
      return function.lowering;
  return nullptr;
}

} // namespace soac::frontend
