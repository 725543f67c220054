// Iterators of arrays, which are pointers, what lies between two of them, and std::vector<bool>'s references to elements.
#include "frontend/MemberCall.h"
#include "frontend/Targets.h"

namespace soac::frontend {

using Kind = Shape::Kind;

Location MemberCall::objectLocation() const {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
  if (member && member->isArrow())
    return dereference(l, l.value(object), l.builder().index(0), object);
  return l.location(object);
}

FValue MemberCall::returned(const Location &at) const {
  if (!at)
    return {};
  const clang::QualType type = method->getReturnType();
  const Shape *shape = l.types.of(type);
  if (shape->kind == Kind::Reference)
    return l.reference(at, shape);
  if (shape->kind == Kind::View)
    return viewOf(l, at, shape);
  if (shape->kind == Kind::Pointer)
    return pointerTo(l, at, l.builder().index(0), shape);
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record && isBitReference(qualifiedName(record))) // of std::vector<bool>
    return l.reference(at, l.types.of(l.types.context.getLValueReferenceType(l.types.context.BoolTy)));
  return l.read(at, call);
}

bool isIterator(llvm::StringRef className) {
  return className == "__gnu_cxx::__normal_iterator" || className == "std::__wrap_iter" ||
         className == "soac::detail::strided_iterator";
}

bool isBitReference(llvm::StringRef className) { return className == "std::_Bit_reference"; }

bool MemberCall::ofBitReference() {
  Location at = l.location(object);
  if (at && at.shape->kind == Kind::Reference)
    at = l.referent(l.read(at, object));
  if (!at || l.failed())
    return true;
  if (method->getOverloadedOperator() == clang::OO_Equal && arguments.size() == 1) {
    const FValue v = l.value(arguments[0]);
    if (v)
      l.write(at, convertTo(l, v, at.shape, call), call);
    result = l.reference(at, l.types.of(l.types.context.getLValueReferenceType(l.types.context.BoolTy)));
    return true;
  }
  if (llvm::isa<clang::CXXConversionDecl>(method)) {
    result = l.read(at, call);
    return true;
  }
  return false;
}

bool MemberCall::ofIterator() {
  const clang::OverloadedOperatorKind op = method->getOverloadedOperator();
  const Shape *shape = l.types.of(method->getReturnType());
  const auto move = [&](std::int64_t sign, bool isPostfix) {
    const Location at = objectLocation();
    const FValue old = l.read(at, call);
    if (!old)
      return true;
    ir::Value by = l.builder().index(1);
    if (op == clang::OO_PlusEqual || op == clang::OO_MinusEqual)
      by = l.asIndex(l.value(arguments[0]));
    l.write(at, advance(l, old, sign > 0 ? by : l.builder().neg(by)), call);
    result = isPostfix ? old : l.reference(at, shape);
    return true;
  };
  switch (op) {
  case clang::OO_Star: result = returned(dereference(l, l.value(object), l.builder().index(0), call)); return true;
  case clang::OO_Arrow:
    result = l.value(object);
    result.shape = shape;
    return true;
  case clang::OO_Subscript:
    result = returned(dereference(l, l.value(object), l.asIndex(l.value(arguments[0])), call));
    return true;
  case clang::OO_PlusPlus: return move(1, !arguments.empty());
  case clang::OO_MinusMinus: return move(-1, !arguments.empty());
  case clang::OO_PlusEqual: return move(1, false);
  case clang::OO_MinusEqual: return move(-1, false);
  case clang::OO_Plus: result = advance(l, l.value(object), l.asIndex(l.value(arguments[0]))); return true;
  case clang::OO_Minus:
    result = advance(l, l.value(object), l.builder().neg(l.asIndex(l.value(arguments[0]))));
    return true;
  case clang::OO_Equal: {
    const FValue v = l.value(arguments[0]);
    const Location at = objectLocation();
    l.write(at, v, call);
    result = l.reference(at, shape);
    return true;
  }
  default: break;
  }
  if (method->getIdentifier() && method->getName() == "base") { // the plain pointer
    result = l.value(object);
    if (result)
      result.shape = l.types.ofObject(method->getReturnType());
    return true;
  }
  return false;
}

bool iteratorOperation(Lowering &l, const clang::CallExpr *call, FValue &result) {
  const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (!operation || call->getNumArgs() != 2 || l.types.ofObject(call->getArg(0)->getType())->kind != Kind::Pointer)
    return false;
  if (l.types.ofObject(call->getArg(1)->getType())->kind != Kind::Pointer && operation->getOperator() != clang::OO_Plus)
    return false;
  const auto op = clang::BinaryOperator::getOverloadedOpcode(operation->getOperator());
  const FValue a = l.value(call->getArg(0)), b = l.value(call->getArg(1));
  result = pointerOperation(l, op, a, b, l.types.of(call->getType()), call);
  return true;
}

std::optional<FValue> currentOf(const FValue &iterator) {
  const clang::CXXRecordDecl *record = iterator.isRecord() ? iterator.shape->type->getAsCXXRecordDecl() : nullptr;
  if (!record || qualifiedName(record) != "std::reverse_iterator")
    return std::nullopt;
  return iterator.field(static_cast<unsigned>(iterator.shape->fields.size()) - 1);
}

/// The elements from one iterator or pointer to another.
FValue elementsBetween(Lowering &l, const FValue &from, const FValue &to, const Shape *shape, const clang::Expr *site) {
  if (!from || !to)
    return {};
  const auto first = currentOf(from), last = currentOf(to);
  if (first && last) {
    FValue v = elementsBetween(l, *last, *first, shape, site);
    for (Leaf &leaf : v.leaves)
      leaf.value = l.builder().reverse(leaf.value);
    return v;
  }
  const FValue count = pointerOperation(l, clang::BO_Sub, to, from, l.types.of(l.types.context.LongTy), site);
  if (!count.isScalar())
    return {};
  const Location array = pointee(from);
  const Location part = l.slice(array, from.leaves[1].value, count.leaves[0].value, 1, l.types.arrayOf(from.shape->element, 1));
  FValue v = l.read(part, site);
  if (!v || v.shape->element == shape->element) {
    v.shape = v ? shape : nullptr;
    return v;
  }
  // Real numbers as complex ones.
  const bool isReal = v.shape->element->kind == Kind::Scalar;
  if (isReal && shape->element->kind == Kind::Record && shape->leaves.size() == 2 && isStdComplex(shape->element->type) &&
      v.shape->leaves[0].type == shape->leaves[0].type)
    return {shape, {v.leaves[0], Leaf{l.builder().zerosLike(v.leaves[0].value), nullptr}}};
  return convertTo(l, v, shape, site);
}

} // namespace soac::frontend
