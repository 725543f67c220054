// memcpy, memmove and memset on elements of known type are copies of numbers:
//   memcpy(a, b, n * sizeof(double))   ->   for i < n: a[i] = old b[i]
#include "frontend/library/Memory.h"

#include "frontend/library/KnownCalls.h"
#include "frontend/loops/Loops.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/Targets.h"

namespace soac::frontend {

using Kind = Layout::Kind;

const clang::Expr *asTyped(const clang::Expr *e) {
  for (;;) {
    e = e->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(e);
    if (!cast || (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp))
      return e;
    e = cast->getSubExpr();
  }
}

namespace {

/// The factors of a product.
void factors(const clang::Expr *e, llvm::SmallVectorImpl<const clang::Expr *> &out) {
  const clang::Expr *plain = e->IgnoreParenImpCasts();
  if (const auto *product = llvm::dyn_cast<clang::BinaryOperator>(plain); product && product->getOpcode() == clang::BO_Mul) {
    factors(product->getLHS(), out);
    return factors(product->getRHS(), out);
  }
  out.push_back(e);
}

FValue refuseBytes(Lowering &l, const CallSite &site) {
  l.refuse(diag::Id::ReinterpretCast, site.call->getSourceRange(), {"bytes", "numbers"},
           {"assign the elements in a loop"});
  return {};
}

/// A copy of the source's elements before the call, since the two ranges may overlap.
FValue sourceOf(Lowering &l, const clang::Expr *from) {
  const FValue source = l.value(from);
  if (source && pointee(source))
    return pointerTo(l, l.newVariable(l.read(pointee(source), from), ""), source.leaves[1].value, source.layout);
  l.refuse(diag::Id::PointerUse, from->getSourceRange(), {"argument", "what it points to is not known, or it is null"});
  return {};
}

/// Writes `element(i)` to every element i of the range that the first argument points to.
FValue write(Lowering &l, const CallSite &site, const FValue &target, llvm::function_ref<FValue(ir::Value)> element) {
  const clang::Expr *to = asTyped(site.arguments[0]);
  if (l.failed())
    return {};
  const std::int64_t size = l.types.context.getTypeSizeInChars(to->getType()->getPointeeType()).getQuantity();
  const ir::Value count = elementCount(l, site.arguments[2], size, /*isExact=*/false);
  setLocation(l, site.call->getExprLoc());
  lowerCountedLoop(l, count, site.call, [&](ir::Value i) { l.write(dereference(l, target, i, to), element(i), site.call); });
  FValue result = target;
  result.layout = site.result();
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
  return write(l, site, target, [&](ir::Value) { return zeroOf(l, target.layout->element); });
}

} // namespace

ir::Value elementCount(Lowering &l, const clang::Expr *bytes, std::int64_t size, bool isExact) {
  ir::Builder &b = l.builder();
  if (const auto known = l.constantInt(bytes->IgnoreParenImpCasts()); known && *known % size == 0)
    return b.index(*known / size);
  llvm::SmallVector<const clang::Expr *, 4> all;
  factors(bytes, all);
  const auto unit = llvm::find_if(all, [&](const clang::Expr *e) {
    const auto known = l.constantInt(e);
    return known && *known > 0 && *known % size == 0;
  });
  if (unit == all.end()) {
    const ir::Value whole = l.asIndex(l.value(bytes));
    if (isExact)
      b.check(b.equal(b.apply(prims::Prim::Rem, {whole, b.index(size)}), b.index(0)),
              "soac: the size of allocated memory is no multiple of its elements'");
    return b.div(whole, b.index(size));
  }
  ir::Value count = b.index(*l.constantInt(*unit) / size);
  for (const clang::Expr *e : all)
    if (e != *unit)
      count = b.values.asInt(count) == 1 ? l.asIndex(l.value(e)) : b.mul(count, l.asIndex(l.value(e)));
  return count;
}

CallLowering memoryCall(const CallSite &site) {
  llvm::StringRef name = site.name;
  name.consume_front("std::");
  name.consume_front("__builtin_");
  const bool isSet = name == "memset";
  if ((!isSet && name != "memcpy" && name != "memmove") || site.arguments.size() != 3)
    return nullptr;
  const auto pointerOf = [&](unsigned i) { return site.types.of(asTyped(site.arguments[i])->getType()); };
  const Layout *pointer = pointerOf(0);
  if (pointer->kind != Kind::Pointer || !pointer->element->isData)
    return nullptr;
  if (isSet)
    return constantInt(site.types.context, site.arguments[1]) == 0 ? clearElements : refuseBytes;
  const Layout *source = pointerOf(1);
  return source->kind == Kind::Pointer && source->element == pointer->element ? copyElements : nullptr;
}

} // namespace soac::frontend
