// Functions of the standard library outside <cmath> that have a direct meaning here. Others are inlined where their
// body is visible (std::accumulate, std::inner_product, std::midpoint, ..).
#include "frontend/Callables.h"
#include "frontend/LoweringState.h"

namespace soac::frontend {

using prims::Prim;
using Kind = Shape::Kind;

namespace {

bool isOne(llvm::StringRef name, std::initializer_list<llvm::StringRef> names) { return llvm::is_contained(names, name); }

/// min and max of two values of one arithmetic type, without a comparison of the user's.
bool minimum(Lowering &l, const clang::CallExpr *call, bool isMax, FValue &result) {
  const Shape *shape = l.types.ofObject(call->getType());
  if (shape->kind != Kind::Scalar || shape->scalar == ir::Scalar::Bool)
    return false;
  const Prim prim = isMax ? Prim::Max : Prim::Min;
  if (call->getNumArgs() == 2) {
    const FValue a = l.value(call->getArg(0)), b = l.value(call->getArg(1));
    if (a.isScalar() && b.isScalar())
      result = {shape, {Leaf{l.builder().apply(prim, {a.leaves[0].value, b.leaves[0].value}), nullptr}}};
    return true;
  }
  // std::min({a, b, c}): the first of the smallest.
  const auto *list = call->getNumArgs() == 1
                         ? llvm::dyn_cast<clang::CXXStdInitializerListExpr>(call->getArg(0)->IgnoreImplicit())
                         : nullptr;
  const auto *elements = list ? llvm::dyn_cast<clang::InitListExpr>(list->getSubExpr()->IgnoreImplicit()) : nullptr;
  if (!elements || elements->getNumInits() == 0)
    return false;
  ir::Value best;
  for (const clang::Expr *element : elements->inits()) {
    const ir::Value v = l.scalar(element);
    if (l.failed())
      return true;
    best = best ? l.builder().apply(prim, {best, v}) : v;
  }
  result = {shape, {Leaf{best, nullptr}}};
  return true;
}

/// std::clamp(v, lo, hi): v < lo ? lo : hi < v ? hi : v. On ties v itself: max(v, lo) and min(v, hi) keep their first.
bool clamp(Lowering &l, const clang::CallExpr *call, FValue &result) {
  const Shape *shape = l.types.ofObject(call->getType());
  if (shape->kind != Kind::Scalar || call->getNumArgs() != 3)
    return false;
  const ir::Value v = l.scalar(call->getArg(0)), low = l.scalar(call->getArg(1)), high = l.scalar(call->getArg(2));
  if (l.failed())
    return true;
  result = {shape, {Leaf{l.builder().apply(Prim::Min, {l.builder().apply(Prim::Max, {v, low}), high}), nullptr}}};
  return true;
}

bool swap(Lowering &l, const clang::CallExpr *call, FValue &result) {
  const Location a = l.location(call->getArg(0)), b = l.location(call->getArg(1));
  const FValue x = l.read(a, call), y = l.read(b, call);
  l.write(a, y, call);
  l.write(b, x, call);
  result = {l.types.of(l.types.context.VoidTy), {}};
  return true;
}

FValue referenceTo(Lowering &l, const Location &at, const clang::FunctionDecl *callee) {
  const Shape *shape = l.types.of(callee->getReturnType());
  return shape->kind == Kind::Reference ? l.reference(at, shape) : l.read(at);
}

/// std::begin, end, size, data, ssize of arrays.
bool range(Lowering &l, const clang::CallExpr *call, llvm::StringRef name, FValue &result) {
  if (call->getNumArgs() != 1)
    return false;
  Location at = l.location(call->getArg(0));
  if (at && at.shape->kind == Kind::View)
    at = l.referent(l.read(at, call));
  if (!at)
    return l.failed();
  const Shape *shape = l.types.of(call->getType());
  if (at.shape->kind != Kind::Array)
    return false;
  if (name == "std::size" || name == "std::ssize" || name == "std::empty") {
    const ir::Value n = l.extent(at, 0);
    result = name == "std::empty" ? l.makeScalar(l.builder().equal(n, l.builder().index(0)), call->getType())
                                  : convertScalar(l, l.makeScalar(n, l.types.context.LongTy), shape);
    return true;
  }
  if (shape->kind != Kind::Pointer)
    return false;
  const bool isEnd = name == "std::end" || name == "std::cend";
  result = pointerTo(l, at, isEnd ? l.extent(at, 0) : l.builder().index(0), shape);
  return true;
}

} // namespace

bool lowerStdCall(Lowering &l, const clang::CallExpr *call, const clang::FunctionDecl *callee, FValue &result) {
  const unsigned builtin = callee->getBuiltinID();
  const std::string owned = qualifiedName(callee);
  const llvm::StringRef name = owned;
  if (isOne(name, {"std::move", "std::forward", "std::as_const", "std::move_if_noexcept", "std::forward_like"}) &&
      call->getNumArgs() == 1) {
    result = referenceTo(l, l.location(call->getArg(0)), callee);
    return true;
  }
  if (lowerMemoryCall(l, call, name, result))
    return true;
  if (lowerStdFunctionCall(l, call, callee, name, result))
    return true;
  if (lowerSort(l, call, callee, name, result))
    return true;
  if (name == "__builtin_constant_p") {
    result = l.makeScalar(l.builder().values.constantInt(ir::Scalar::I32, 0), call->getType());
    return true;
  }
  if (name == "std::addressof" || name == "std::__addressof" || name == "__builtin_addressof") {
    result = addressOf(l, l.location(call->getArg(0)), l.types.of(call->getType()));
    return true;
  }
  if (name == "std::min" || name == "std::max")
    return minimum(l, call, name == "std::max", result);
  if (name == "std::clamp")
    return clamp(l, call, result);
  if ((name == "std::swap" || name == "std::iter_swap") && call->getNumArgs() == 2 && name == "std::swap")
    return swap(l, call, result);
  if (name == "std::exchange" && call->getNumArgs() == 2) {
    const Location at = l.location(call->getArg(0));
    FValue v = l.value(call->getArg(1));
    result = l.read(at, call);
    if (v && at)
      l.write(at, v.shape == at.shape ? v : convertTo(l, v, at.shape, call), call);
    return true;
  }
  if (isOne(name, {"std::begin", "std::end", "std::cbegin", "std::cend", "std::size", "std::ssize", "std::data", "std::empty"}))
    return range(l, call, name, result);
  if (name == "std::is_constant_evaluated" || name == "std::__is_constant_evaluated" ||
      builtin == clang::Builtin::BI__builtin_is_constant_evaluated) {
    // The standard library's algorithms are loops over elements when they are evaluated at compile time, else memmove.
    const clang::FunctionDecl *asks = l.internals().frame().function;
    const bool isAlgorithm = asks && asks->isInStdNamespace();
    result = l.makeScalar(l.builder().values.constantBool(isAlgorithm), l.types.context.BoolTy);
    return true;
  }
  if (builtin == clang::Builtin::BI__builtin_expect || name == "__builtin_expect") {
    result = l.value(call->getArg(0));
    return true;
  }
  if (isOne(name, {"__builtin_assume", "__builtin_unreachable", "__builtin_prefetch", "std::unreachable"})) {
    result = {l.types.of(l.types.context.VoidTy), {}};
    return true;
  }
  if (isOne(name, {"abort", "std::abort", "exit", "std::exit", "std::terminate", "__assert_fail"})) {
    l.builder().check(l.builder().values.constantBool(false), (name + " is called").str());
    result = {l.types.of(l.types.context.VoidTy), {}};
    return true;
  }
  return false;
}

} // namespace soac::frontend
