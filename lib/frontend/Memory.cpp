// memcpy, memmove and memset on elements: what the bytes hold is known, so they are copies of numbers.
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

} // namespace

bool lowerMemoryCall(Lowering &l, const clang::CallExpr *call, llvm::StringRef name, FValue &result) {
  name.consume_front("std::");
  name.consume_front("__builtin_");
  const bool isSet = name == "memset";
  if ((!isSet && name != "memcpy" && name != "memmove") || call->getNumArgs() != 3)
    return false;
  const clang::Expr *to = asTyped(call->getArg(0)), *from = isSet ? nullptr : asTyped(call->getArg(1));
  const Shape *pointer = l.types.of(to->getType());
  if (pointer->kind != Kind::Pointer || !pointer->element->isData ||
      (from && (l.types.of(from->getType())->kind != Kind::Pointer ||
                l.types.of(from->getType())->element != pointer->element)))
    return false;
  if (isSet && l.constantInt(call->getArg(1)) != 0) {
    l.refuse(diag::Id::ReinterpretCast, call->getSourceRange(), {"bytes", "numbers"},
             {"assign the elements in a loop"});
    return true;
  }
  const FValue target = l.value(to);
  FValue source;
  if (from) {
    // The elements as they are now: the two ranges may overlap.
    source = l.value(from);
    if (!source || !pointee(source)) {
      l.refuse(diag::Id::PointerUse, from->getSourceRange(),
               {"argument", "what it points to is not known, or it is null"});
      return true;
    }
    const Location now = l.newVariable(l.read(pointee(source), from), "");
    source = pointerTo(l, now, source.leaves[1].value, source.shape);
  }
  if (l.failed())
    return true;
  const std::int64_t size = l.types.context.getTypeSizeInChars(to->getType()->getPointeeType()).getQuantity();
  const ir::Value count = elementCount(l, call->getArg(2), size);
  setLocation(l, call->getExprLoc());
  forEach(l, count, call, [&](ir::Value i) {
    FValue element;
    if (from) {
      element = l.read(dereference(l, source, i, from), from);
    } else {
      element = FValue{pointer->element, {}};
      for (const ir::Value zero : zeroLeaves(l, pointer->element))
        element.leaves.push_back({zero, nullptr});
    }
    l.write(dereference(l, target, i, to), element, call);
  });
  result = target;
  result.shape = l.types.of(call->getType());
  return true;
}

} // namespace soac::frontend
