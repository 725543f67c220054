// Iterators of arrays, which are pointers, the elements between two iterators, and std::vector<bool>'s references to
// elements.
//   std::vector<double> v(x.begin() + 1, x.end())   ->   v = slice(x, start 1, count size - 1)
#include "frontend/library/Iterators.h"

#include "frontend/library/Library.h"
#include "frontend/library/MemberCall.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/Targets.h"

namespace soac::frontend {

using Kind = Layout::Kind;

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
  const Layout *layout = l.types.of(type);
  if (layout->kind == Kind::Reference)
    return l.reference(at, layout);
  if (layout->kind == Kind::View)
    return viewOf(l, at, layout);
  if (layout->kind == Kind::Pointer)
    return pointerTo(l, at, l.builder().index(0), layout);
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record && libraryClassOf(record) == LibraryClass::BitReference)
    return l.reference(at, l.types.of(l.types.context.getLValueReferenceType(l.types.context.BoolTy)));
  return l.read(at, call);
}

namespace {

// ---- References to elements of std::vector<bool>. ----

Location bitOf(Lowering &l, const CallSite &site) {
  const Location at = l.location(site.object);
  return at && at.layout->kind == Kind::Reference ? l.referent(l.read(at, site.object)) : at;
}

FValue assignBit(Lowering &l, const CallSite &site) {
  const Location at = bitOf(l, site);
  if (!at || l.failed())
    return {};
  if (const FValue v = l.value(site.arguments[0]))
    l.write(at, convertTo(l, v, at.layout, site.call), site.call);
  return l.reference(at, l.types.of(l.types.context.getLValueReferenceType(l.types.context.BoolTy)));
}

FValue readBit(Lowering &l, const CallSite &site) { return l.read(bitOf(l, site), site.call); }

// ---- Members of iterators. ----

FValue objectValue(Lowering &l, const CallSite &site) { return l.value(site.object); }
ir::Value indexArgument(Lowering &l, const CallSite &site) { return l.asIndex(l.value(site.arguments[0])); }

FValue element(Lowering &l, const CallSite &site) {
  const FValue pointer = objectValue(l, site);
  const ir::Value offset = site.arguments.empty() ? l.builder().index(0) : indexArgument(l, site);
  return MemberCall(l, site).returned(dereference(l, pointer, offset, site.call));
}

/// operator->, base(): the pointer itself.
FValue pointerItself(Lowering &l, const CallSite &site) {
  FValue v = objectValue(l, site);
  if (v)
    v.layout = l.types.ofObject(site.method->getReturnType());
  return v;
}

FValue moved(Lowering &l, const CallSite &site) {
  const clang::OverloadedOperatorKind op = site.method->getOverloadedOperator();
  const bool isBack = op == clang::OO_MinusMinus || op == clang::OO_MinusEqual;
  const bool isByOne = op == clang::OO_PlusPlus || op == clang::OO_MinusMinus;
  const Location at = MemberCall(l, site).objectLocation();
  const FValue old = l.read(at, site.call);
  if (!old)
    return {};
  const ir::Value by = isByOne ? l.builder().index(1) : indexArgument(l, site);
  l.write(at, advance(l, old, isBack ? l.builder().neg(by) : by), site.call);
  const bool isPostfix = isByOne && !site.arguments.empty();
  return isPostfix ? old : l.reference(at, l.types.of(site.method->getReturnType()));
}

FValue advanced(Lowering &l, const CallSite &site) {
  const FValue pointer = objectValue(l, site);
  const ir::Value by = indexArgument(l, site);
  const bool isBack = site.method->getOverloadedOperator() == clang::OO_Minus;
  return advance(l, pointer, isBack ? l.builder().neg(by) : by);
}

FValue assignIterator(Lowering &l, const CallSite &site) {
  const FValue v = l.value(site.arguments[0]);
  const Location at = MemberCall(l, site).objectLocation();
  l.write(at, v, site.call);
  return l.reference(at, l.types.of(site.method->getReturnType()));
}

FValue operation(Lowering &l, const CallSite &site) {
  const auto *call = llvm::cast<clang::CXXOperatorCallExpr>(site.call);
  const auto op = clang::BinaryOperator::getOverloadedOpcode(call->getOperator());
  const FValue a = l.value(site.arguments[0]), b = l.value(site.arguments[1]);
  return pointerOperation(l, op, a, b, site.result(), call);
}

} // namespace

CallLowering bitReferenceMember(const CallSite &site) {
  if (site.method->getOverloadedOperator() == clang::OO_Equal && site.arguments.size() == 1)
    return assignBit;
  return llvm::isa<clang::CXXConversionDecl>(site.method) ? readBit : nullptr;
}

CallLowering iteratorMember(const CallSite &site) {
  switch (site.method->getOverloadedOperator()) {
  case clang::OO_Star:
  case clang::OO_Subscript: return element;
  case clang::OO_Arrow: return pointerItself;
  case clang::OO_PlusPlus:
  case clang::OO_MinusMinus:
  case clang::OO_PlusEqual:
  case clang::OO_MinusEqual: return moved;
  case clang::OO_Plus:
  case clang::OO_Minus: return advanced;
  case clang::OO_Equal: return assignIterator;
  default: return site.method->getIdentifier() && site.method->getName() == "base" ? pointerItself : nullptr;
  }
}

CallLowering iteratorOperation(const CallSite &site) {
  const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(site.call);
  if (!call || site.arguments.size() != 2 || site.layout(0)->kind != Kind::Pointer)
    return nullptr;
  return site.layout(1)->kind == Kind::Pointer || call->getOperator() == clang::OO_Plus ? operation : nullptr;
}

std::optional<FValue> currentOf(const FValue &iterator) {
  const clang::CXXRecordDecl *record = iterator.isRecord() ? iterator.layout->type->getAsCXXRecordDecl() : nullptr;
  if (!record || qualifiedName(record) != "std::reverse_iterator")
    return std::nullopt;
  return iterator.field(static_cast<unsigned>(iterator.layout->fields.size()) - 1);
}

namespace {

/// The elements that a pointer can reach, as an array of one dimension: arrays of arrays are one array of the innermost
/// elements, an object is an array of one element.
Location walkedArray(Lowering &l, const FValue &pointer, const clang::Expr *site) {
  const auto refused = [&](const char *why) {
    l.refuse(diag::Id::PointerUse, site->getSourceRange(), {"expression", why});
    return Location{};
  };
  const Location target = pointee(pointer);
  if (!target)
    return refused("what it points to is not known, or it is null");
  const Layout *element = pointer.layout->element, *array = target.layout;
  unsigned rank = 0;
  while (array->kind == Kind::Array && array != element) {
    rank += array->rank;
    array = array->element;
  }
  if (array != element)
    return refused("it points to an object of another type");
  if (rank == 1)
    return target;
  FValue v = l.read(target, site);
  if (!v)
    return {};
  v.layout = l.types.arrayOf(element, 1);
  ir::Builder &b = l.builder();
  for (Leaf &leaf : v.leaves) {
    if (!leaf.value)
      return refused("it points to an object with references");
    ir::Value size = b.index(1);
    for (unsigned d = 0; d < rank; ++d)
      size = b.mul(size, b.extent(leaf.value, d));
    ir::Values extents{size};
    for (unsigned d = rank; d < b.type(leaf.value).rank; ++d)
      extents.push_back(b.extent(leaf.value, d));
    leaf.value = b.type(leaf.value).isArray() ? b.emit1(ir::Reshape{leaf.value, extents}) : b.fill(leaf.value, extents);
  }
  return l.newVariable(v, "");
}

} // namespace

/// The elements from one iterator or pointer to another.
FValue elementsBetween(Lowering &l, const FValue &from, const FValue &to, const Layout *layout,
                       const clang::Expr *site) {
  if (!from || !to)
    return {};
  const auto first = currentOf(from), last = currentOf(to);
  if (first && last) {
    FValue v = elementsBetween(l, *last, *first, layout, site);
    for (Leaf &leaf : v.leaves) {
      leaf.value = l.builder().reverse(leaf.value);
      for (RowLengths &rows : leaf.rows)
        if (rows.dimension > 0)
          rows.lengths = l.builder().reverse(rows.lengths);
    }
    return v;
  }
  const FValue count = pointerOperation(l, clang::BO_Sub, to, from, l.types.of(l.types.context.LongTy), site);
  if (!count.isScalar())
    return {};
  const Location array = walkedArray(l, from, site);
  if (!array)
    return {};
  const Location part =
      l.slice(array, from.leaves[1].value, count.leaves[0].value, 1, l.types.arrayOf(from.layout->element, 1));
  FValue v = l.types.isMadeRowByRow(layout) ? l.copy(part, site) : l.read(part, site);
  if (!v || v.layout->element == layout->element) {
    v.layout = v ? layout : nullptr;
    return v;
  }
  // Real numbers become complex numbers.
  const bool isReal = v.layout->element->kind == Kind::Scalar;
  if (isReal && layout->element->isComplex() && layout->leaves.size() == 2 &&
      v.layout->leaves[0].type == layout->leaves[0].type)
    return {layout, {v.leaves[0], Leaf{l.builder().zerosLike(v.leaves[0].value), nullptr}}};
  return convertTo(l, v, layout, site);
}

} // namespace soac::frontend
