// Containers that constructors make: arrays of any kind, views of them, iterators.
#include "frontend/lower/Containers.h"

#include "frontend/library/Library.h"
#include "frontend/lower/Callables.h"
#include "frontend/lower/Calls.h"
#include "frontend/lower/Constructors.h"
#include "frontend/lower/Lower.h"
#include "frontend/lower/Pointers.h"
#include "frontend/lower/Records.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/Targets.h"

namespace soac::frontend {

using Kind = Layout::Kind;

FValue zeroOf(Lowering &l, const Layout *layout) {
  FValue v{layout, {}};
  for (const ir::Value zero : zeroLeaves(l, layout))
    v.leaves.push_back({zero, nullptr});
  return v;
}

namespace {

llvm::SmallVector<const clang::Expr *, 4> givenArguments(const clang::CXXConstructExpr *e) {
  llvm::SmallVector<const clang::Expr *, 4> out;
  for (const clang::Expr *argument : e->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
      out.push_back(argument);
  return out;
}

bool isIntegral(const clang::Expr *e) { return e->getType().getNonReferenceType()->isIntegralOrEnumerationType(); }

} // namespace

FValue filled(Lowering &l, const FValue &element, llvm::ArrayRef<ir::Value> extents, const Layout *layout) {
  FValue v{layout, {}};
  if (!element)
    return {};
  for (const Leaf &leaf : element.leaves)
    v.leaves.push_back({l.builder().fill(leaf.value, extents), nullptr});
  return v;
}

std::optional<FValue> defaultElement(Lowering &l, const Layout *layout, const clang::Expr *site) {
  if (layout->kind == Kind::Record && !layout->isTuple() && !layout->type.isNull()) {
    const clang::CXXRecordDecl *record = layout->type->getAsCXXRecordDecl();
    for (const clang::CXXConstructorDecl *constructor : record->ctors())
      if (constructor->isDefaultConstructor() && (constructor->isUserProvided() || record->hasInClassInitializer())) {
        if (!constructor->getBody() && !constructor->isDefaulted())
          break;
        llvm::SmallVector<FValue, 2> defaults;
        FreshEvaluations use(l.internals().evaluations);
        for (const clang::ParmVarDecl *parameter : constructor->parameters())
          defaults.push_back(lowerArgument(l, parameter->getDefaultArg(), parameter->getType()));
        if (constructor->isUserProvided())
          return constructed(l, layout, constructor, defaults, site);
        // Value-initialised: zero, before the initialisers of members give some of them values.
        const Location at = l.newVariable(layout, "");
        l.write(at, zeroOf(l, layout), site);
        callConstructor(l, at, constructor, defaults, site);
        return l.read(at);
      }
    if (record->hasInClassInitializer()) {
      l.refuse(diag::Id::UnsupportedExpression, site->getSourceRange(), {"elements with default member initialisers"},
               {"give the value of the elements as an argument"});
      return std::nullopt;
    }
  }
  return zeroOf(l, layout);
}

namespace {

const clang::InitListExpr *listOf(const clang::Expr *e) {
  const auto *list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(e->IgnoreImplicit());
  return list ? llvm::dyn_cast<clang::InitListExpr>(list->getSubExpr()->IgnoreImplicit()) : nullptr;
}

/// {{a, b}, {c, d}} for an array of rank 2.
std::optional<FValue> fromRows(Lowering &l, const clang::Expr *e, const Layout *layout) {
  const clang::InitListExpr *rows = listOf(e);
  if (!rows || layout->rank != 2 || rows->getNumInits() == 0)
    return std::nullopt;
  const clang::InitListExpr *first = listOf(rows->getInit(0));
  if (!first)
    return std::nullopt;
  ir::Builder &b = l.builder();
  const ir::Values extents{b.index(rows->getNumInits()), b.index(first->getNumInits())};
  FValue array = filled(l, zeroOf(l, layout->element), extents, layout);
  for (unsigned i = 0; i < rows->getNumInits() && !l.failed(); ++i) {
    const clang::InitListExpr *row = listOf(rows->getInit(i));
    if (!row || row->getNumInits() != first->getNumInits()) {
      l.refuse(diag::Id::UnsupportedExpression, rows->getInit(i)->getSourceRange(), {"a row of another length"});
      return FValue{};
    }
    for (unsigned j = 0; j < row->getNumInits(); ++j) {
      const FValue element = convertTo(l, l.value(row->getInit(j)), layout->element, row->getInit(j));
      if (!element)
        return FValue{};
      for (auto [leaf, part] : llvm::zip(array.leaves, element.leaves))
        leaf.value = b.update(leaf.value, {b.index(i), b.index(j)}, part.value);
    }
  }
  return l.failed() ? FValue{} : array;
}

std::optional<FValue> makeArray(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout) {
  const auto arguments = givenArguments(e);
  if (layout->rank > 1 && arguments.size() == 1)
    if (auto rows = fromRows(l, arguments[0], layout))
      return rows;
  const bool isList = e->isListInitialization() && e->isStdInitListInitialization();
  if (arguments.empty())
    return zeroOf(l, layout);
  if (isList && arguments.size() == 1) {
    const clang::InitListExpr *list = listOf(arguments[0]);
    const bool mayDiffer = list && layout->isVector() && l.types.isMadeRowByRow(layout);
    return mayDiffer ? lowerInitList(l, list, layout) : convertTo(l, l.value(arguments[0]), layout, e);
  }
  const bool isVector = layout->isVector();
  if (isVector && arguments.size() == 2 && isIntegral(arguments[0]) &&
      l.types.ofObject(arguments[1]->getType())->kind != Kind::Pointer) {
    const ir::Value n = l.asIndex(l.value(arguments[0]));
    return filled(l, convertTo(l, l.value(arguments[1]), layout->element, e), {n}, layout);
  }
  const bool areExtents = llvm::all_of(arguments, isIntegral);
  if (areExtents && arguments.size() == layout->rank) {
    ir::Values extents;
    for (const clang::Expr *argument : arguments)
      extents.push_back(l.asIndex(l.value(argument)));
    const auto element = defaultElement(l, layout->element, e);
    return element ? filled(l, *element, extents, layout) : FValue{};
  }
  const Layout *first = l.types.ofObject(arguments[0]->getType());
  if (arguments.size() == 1 && first->isArrayLike())
    return convertTo(l, l.copy(arguments[0]), layout, e);
  const clang::CXXRecordDecl *iterator = arguments[0]->getType()->getAsCXXRecordDecl();
  const bool isReversed = iterator && qualifiedName(iterator) == "std::reverse_iterator";
  const Layout *second = arguments.size() == 2 ? l.types.ofObject(arguments[1]->getType()) : nullptr;
  if (second && isVector &&
      ((first->kind == Kind::Pointer && second->kind == Kind::Pointer) || (isReversed && second == first)))
    return elementsBetween(l, l.value(arguments[0]), l.value(arguments[1]), layout, e);
  return std::nullopt;
}

std::optional<FValue> makeView(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout) {
  const auto arguments = givenArguments(e);
  if (arguments.empty())
    return FValue{layout, {Leaf{}}};
  const Layout *first = l.types.ofObject(arguments[0]->getType());
  if (first->kind == Kind::Pointer && arguments.size() == layout->rank + 1) {
    const FValue pointer = l.value(arguments[0]);
    ir::Values extents;
    for (const clang::Expr *argument : llvm::drop_begin(arguments)) {
      const FValue extent = l.value(argument);
      if (!extent || l.failed())
        return FValue{};
      if (extent.layout->kind == Kind::Pointer) // first and last
        extents.push_back(l.asIndex(
            pointerOperation(l, clang::BO_Sub, extent, pointer, l.types.of(l.types.context.LongTy), e)));
      else
        extents.push_back(l.asIndex(extent));
    }
    return viewOfPointer(l, pointer, extents, layout, e);
  }
  if (arguments.size() == 1 && (first->isArrayLike())) {
    if (first->kind == Kind::View) {
      FValue v = l.value(arguments[0]);
      return v && v.leaves[0].target ? viewOf(l, v.leaves[0].target->location, layout) : FValue{};
    }
    return viewOf(l, l.location(arguments[0]), layout);
  }
  return std::nullopt;
}

} // namespace

std::optional<FValue> constructContainer(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout) {
  std::optional<FValue> made;
  if (layout->kind == Kind::View) {
    made = makeView(l, e, layout);
  } else if (layout->kind == Kind::Array) {
    made = makeArray(l, e, layout);
  } else if (layout->kind == Kind::Pointer) { // an iterator
    const auto arguments = givenArguments(e);
    if (arguments.empty())
      return FValue{layout, {Leaf{}, Leaf{l.builder().index(0), nullptr}}};
    if (arguments.size() != 1)
      return std::nullopt;
    FValue v = l.value(arguments[0]);
    if (v && v.layout->kind == Kind::Pointer)
      v.layout = layout;
    return v;
  }
  if (!made && !l.failed()) {
    l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this way to make a '" + e->getType().getAsString() + "'"});
    return FValue{};
  }
  return made;
}

} // namespace soac::frontend
