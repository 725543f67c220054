// memcpy, memmove and memset on elements: what the bytes hold is known, so they are copies of numbers.
#include "frontend/CallSite.h"
#include "frontend/Loops.h"
#include "frontend/Targets.h"

namespace soac::frontend {

using Kind = Shape::Kind;

namespace {

/// The argument before it became a pointer to bytes.
const clang::Expr *asTyped(const clang::Expr *e) {
  for (;;) {
    e = e->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(e);
    if (!cast || (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp))
      return e;
    e = cast->getSubExpr();
  }
}

/// How many elements `bytes` are: `n * sizeof(T)` is n.
ir::Value elementCount(Lowering &l, const clang::Expr *bytes, std::int64_t size) {
  const clang::Expr *plain = bytes->IgnoreParenImpCasts();
  if (const auto known = l.constantInt(plain); known && *known % size == 0)
    return l.builder().index(*known / size);
  if (const auto *product = llvm::dyn_cast<clang::BinaryOperator>(plain);
      product && product->getOpcode() == clang::BO_Mul) {
    if (l.constantInt(product->getRHS()) == size)
      return l.asIndex(l.value(product->getLHS()));
    if (l.constantInt(product->getLHS()) == size)
      return l.asIndex(l.value(product->getRHS()));
  }
  return l.builder().div(l.asIndex(l.value(bytes)), l.builder().index(size));
}

void forEach(Lowering &l, ir::Value count, const clang::CallExpr *call, llvm::function_ref<void(ir::Value)> body) {
  if (l.builder().values.asInt(count) == 1)
    return body(l.builder().index(0));
  LoopBuilder loop(l, call);
  const ir::Value i = l.builder().values.fresh(ir::indexType, "i");
  loop.body({i}, [&] { body(i); });
  loop.finish(count);
}

FValue refuseBytes(Lowering &l, const CallSite &site) {
  l.refuse(diag::Id::ReinterpretCast, site.call->getSourceRange(), {"bytes", "numbers"},
           {"assign the elements in a loop"});
  return {};
}

/// The elements as they are now: the two ranges may overlap.
FValue sourceOf(Lowering &l, const clang::Expr *from) {
  const FValue source = l.value(from);
  if (source && pointee(source))
    return pointerTo(l, l.newVariable(l.read(pointee(source), from), ""), source.leaves[1].value, source.shape);
  l.refuse(diag::Id::PointerUse, from->getSourceRange(), {"argument", "what it points to is not known, or it is null"});
  return {};
}

/// `element(i)` for every element of the range that the first argument points to.
FValue write(Lowering &l, const CallSite &site, const FValue &target, llvm::function_ref<FValue(ir::Value)> element) {
  const clang::Expr *to = asTyped(site.arguments[0]);
  if (l.failed())
    return {};
  const std::int64_t size = l.types.context.getTypeSizeInChars(to->getType()->getPointeeType()).getQuantity();
  const ir::Value count = elementCount(l, site.arguments[2], size);
  setLocation(l, site.call->getExprLoc());
  forEach(l, count, site.call, [&](ir::Value i) { l.write(dereference(l, target, i, to), element(i), site.call); });
  FValue result = target;
  result.shape = site.result();
  return result;
}

FValue copyElements(Lowering &l, const CallSite &site) {
  const FValue target = l.value(asTyped(site.arguments[0]));
  const clang::Expr *from = asTyped(site.arguments[1]);
  const FValue source = l.failed() ? FValue{} : sourceOf(l, from);
  return write(l, site, target, [&](ir::Value i) { return l.read(dereference(l, source, i, from), from); });
}

FValue clearElements(Lowering &l, const CallSite &site) {
  const FValue target = l.value(asTyped(site.arguments[0]));
  return write(l, site, target, [&](ir::Value) { return zeroOf(l, target.shape->element); });
}

} // namespace

CallLowering memoryCall(const CallSite &site) {
  llvm::StringRef name = site.name;
  name.consume_front("std::");
  name.consume_front("__builtin_");
  const bool isSet = name == "memset";
  if ((!isSet && name != "memcpy" && name != "memmove") || site.arguments.size() != 3)
    return nullptr;
  const auto pointerOf = [&](unsigned i) { return site.types.of(asTyped(site.arguments[i])->getType()); };
  const Shape *pointer = pointerOf(0);
  if (pointer->kind != Kind::Pointer || !pointer->element->isData)
    return nullptr;
  if (isSet)
    return constantInt(site.types.context, site.arguments[1]) == 0 ? clearElements : refuseBytes;
  const Shape *source = pointerOf(1);
  return source->kind == Kind::Pointer && source->element == pointer->element ? copyElements : nullptr;
}

} // namespace soac::frontend
