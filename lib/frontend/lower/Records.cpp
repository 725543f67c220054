// Aggregates: initialiser lists, closures, and conversions between values of related types.
#include "frontend/lower/Records.h"

#include "frontend/lower/Effects.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/Locations.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/RowLengths.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

using Kind = Layout::Kind;

bool fieldIndex(const Layout *record, const clang::NamedDecl *decl, unsigned &index) {
  if (!record || record->kind != Kind::Record)
    return false;
  for (auto [i, field] : llvm::enumerate(record->fields)) {
    const bool isSame = field.decl ? field.decl->getCanonicalDecl() == decl->getCanonicalDecl()
                                   : decl->getIdentifier() && decl->getName() == field.name;
    if (isSame) {
      index = static_cast<unsigned>(i);
      return true;
    }
  }
  return false;
}

namespace {

FValue initialiserFor(Lowering &l, const clang::Expr *e, const Layout *layout) {
  if (layout->kind == Kind::Reference)
    return l.reference(l.location(e), layout);
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(e))
    return lowerInitList(l, list, layout);
  FValue v = l.copy(e);
  return v && v.layout != layout ? convertTo(l, v, layout, e) : v;
}

/// Vectors and arrays: the first gives the shape, which the others must have, too, unless rows have lengths of their own.
FValue rowsFromList(Lowering &l, const clang::InitListExpr *e, const Layout *layout) {
  const auto count = std::max<std::int64_t>(layout->staticExtent, e->getNumInits());
  const auto elementAt = [&](std::int64_t i) {
    const clang::Expr *init = i < e->getNumInits() ? e->getInit(static_cast<unsigned>(i)) : e->getArrayFiller();
    const bool isGiven = init && !llvm::isa<clang::ImplicitValueInitExpr>(init);
    return isGiven ? initialiserFor(l, init, layout->element) : zeroOf(l, layout->element);
  };
  if (l.types.isMadeRowByRow(layout)) {
    const Location rows = l.newVariable(layout, "");
    for (std::int64_t i = 0; i < count && !l.failed(); ++i)
      if (const FValue element = elementAt(i)) {
        if (layout->isVector())
          resizeRow(l, rows, l.builder().index(i), l.builder().index(i + 1), element);
        else
          l.write(l.element(rows, {l.builder().index(i)}), element, e);
      }
    return l.copy(rows, e);
  }
  FValue array{layout, {}};
  for (std::int64_t i = 0; i < count && !l.failed(); ++i) {
    const FValue element = exact(l, elementAt(i));
    if (!element)
      return {};
    for (auto [k, part] : llvm::enumerate(element.leaves)) {
      if (i == 0) {
        array.leaves.push_back({l.builder().fill(part.value, {l.builder().index(count)}), nullptr});
        continue;
      }
      ir::Value &all = array.leaves[k].value;
      if (l.builder().type(part.value).isArray())
        checkSameShape(l, l.builder().read(all, {l.builder().index(0)}), part.value, "the first element");
      all = l.builder().update(all, {l.builder().index(i)}, part.value);
    }
  }
  return l.failed() ? FValue{} : array;
}

FValue arrayFromList(Lowering &l, const clang::InitListExpr *e, const Layout *layout) {
  if (e->getNumInits() > 0 && !hasStaticShape(layout->element))
    return rowsFromList(l, e, layout);
  FValue array = zeroOf(l, layout);
  const auto set = [&](std::int64_t i, const FValue &element) {
    if (!element || element.leaves.size() != array.leaves.size())
      return;
    for (auto [leaf, part] : llvm::zip(array.leaves, element.leaves))
      leaf.value = l.builder().update(leaf.value, {l.builder().index(i)}, part.value);
  };
  for (unsigned i = 0; i < e->getNumInits() && !l.failed(); ++i)
    if (!llvm::isa<clang::ImplicitValueInitExpr>(e->getInit(i)))
      set(i, initialiserFor(l, e->getInit(i), layout->element));
  if (const clang::Expr *filler = e->getArrayFiller(); filler && !llvm::isa<clang::ImplicitValueInitExpr>(filler)) {
    const FValue element = initialiserFor(l, filler, layout->element);
    for (std::int64_t i = e->getNumInits(); i < layout->staticExtent && !l.failed(); ++i)
      set(i, element);
  }
  return l.failed() ? FValue{} : array;
}

} // namespace

/// A member without a value: its initialiser may have effects all the same.
static FValue memberValue(Lowering &l, const clang::Expr *init, const Layout *member) {
  if (member->kind != Kind::Unsupported)
    return initialiserFor(l, init, member);
  if (!llvm::isa<clang::CXXDefaultInitExpr>(init))
    lowerEffects(l, init);
  return l.failed() ? FValue{} : FValue{member, {}};
}

/// Default member initialisers may use members before them, through `this`.
static FValue recordInPlace(Lowering &l, const clang::InitListExpr *e, const Layout *layout) {
  const Location object = l.newVariable(layout, "");
  for (unsigned i = 0; i < layout->fields.size() && !l.failed(); ++i) {
    const Layout *field = layout->fields[i].layout;
    FValue part;
    if (i >= e->getNumInits()) {
      part = zeroOf(l, field);
    } else if (llvm::isa<clang::CXXDefaultInitExpr>(e->getInit(i))) {
      Frame &frame = l.internals().frame();
      const std::optional<Location> outer = std::exchange(frame.object, object);
      clang::FieldDecl *outerCapture = std::exchange(frame.thisCapture, nullptr);
      part = memberValue(l, e->getInit(i), field);
      l.internals().frame().object = outer;
      l.internals().frame().thisCapture = outerCapture;
    } else {
      part = memberValue(l, e->getInit(i), field);
    }
    l.write(l.field(object, i), part, e);
  }
  return l.copy(object, e);
}

FValue lowerInitList(Lowering &l, const clang::InitListExpr *e, const Layout *layout) {
  if (l.failed())
    return {};
  if (const clang::InitListExpr *semantic = e->getSemanticForm())
    e = semantic;
  if (layout->kind == Kind::Unsupported) {
    const clang::CXXRecordDecl *record = e->getType()->getAsCXXRecordDecl();
    if (record && record->isUnion())
      l.refuse(diag::Id::Union, e->getSourceRange(), {record->getNameAsString()});
    else
      l.refuse(diag::Id::UnsupportedType, e->getSourceRange(), {e->getType().getAsString(), layout->reason});
    return {};
  }
  if (e->isTransparent() || (e->getNumInits() == 1 && l.types.of(e->getInit(0)->getType()) == layout &&
                             layout->kind != Kind::Array && e->getInit(0)->getType()->isRecordType()))
    return l.copy(e->getInit(0));
  switch (layout->kind) {
  case Kind::Array: {
    if (layout->container == Layout::Container::StdArray) {
      if (e->getNumInits() == 0 || layout->staticExtent == 0)
        return zeroOf(l, layout);
      FValue v = l.copy(e->getInit(0));
      if (v && v.leaves.size() == layout->leaves.size())
        v.layout = layout;
      return v;
    }
    return arrayFromList(l, e, layout);
  }
  case Kind::Record: {
    if (llvm::any_of(e->inits(), [](const clang::Expr *init) { return llvm::isa<clang::CXXDefaultInitExpr>(init); }))
      return recordInPlace(l, e, layout);
    FValue v{layout, {}};
    for (unsigned i = 0; i < layout->fields.size() && !l.failed(); ++i) {
      const Layout *field = layout->fields[i].layout;
      const FValue part = i < e->getNumInits() ? memberValue(l, e->getInit(i), field) : zeroOf(l, field);
      if (!part || part.leaves.size() != field->leaves.size())
        return {};
      llvm::append_range(v.leaves, part.leaves);
    }
    return l.failed() ? FValue{} : v;
  }
  case Kind::View: return FValue{layout, {Leaf{}}};
  default:
    if (e->getNumInits() == 0)
      return zeroOf(l, layout);
    return initialiserFor(l, e->getInit(0), layout);
  }
}

FValue lowerLambda(Lowering &l, const clang::LambdaExpr *e) {
  const Layout *layout = l.types.of(e->getType());
  if (layout->kind != Kind::Record) {
    l.refuse(diag::Id::UnsupportedType, e->getSourceRange(), {"the lambda", layout->reason});
    return {};
  }
  FValue closure{layout, {}};
  unsigned field = 0;
  auto init = e->capture_init_begin();
  for (const clang::LambdaCapture &capture : e->captures()) {
    const clang::Expr *value = *init++;
    if (capture.capturesVLAType() || field >= layout->fields.size()) {
      l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this capture"});
      return {};
    }
    const Layout *member = layout->fields[field++].layout;
    const bool isText = capture.capturesVariable() &&
                        l.internals().texts.contains(llvm::cast<clang::ValueDecl>(capture.getCapturedVar()->getCanonicalDecl()));
    const FValue part = isText ? zeroOf(l, member) : memberValue(l, value, member); // text is known by its variable
    if (!part)
      return {};
    llvm::append_range(closure.leaves, part.leaves);
  }
  return l.failed() ? FValue{} : closure;
}

// ---- Conversions. ----------------------------------------------------------------------------------------------------

namespace {

std::pair<unsigned, const Layout *> flattened(const Layout *layout) {
  unsigned rank = 0;
  while (layout->isArrayLike()) {
    rank += layout->rank;
    layout = layout->element;
  }
  return {rank, layout};
}

FValue refuseConversion(Lowering &l, const FValue &v, const Layout *layout, const clang::Expr *site) {
  const auto spell = [](const Layout *s) { return s->type.isNull() ? std::string("an array") : s->type.getAsString(); };
  l.refuse(diag::Id::UnsupportedExpression, site ? site->getSourceRange() : clang::SourceRange(),
           {"the conversion of '" + spell(v.layout) + "' to '" + spell(layout) + "'"});
  return {};
}

/// Elements of another arithmetic type: converted one by one.
FValue convertElements(Lowering &l, const FValue &v, const Layout *from, const Layout *to, unsigned rank) {
  ir::Builder &b = l.builder();
  ir::Value array = v.leaves[0].value;
  std::function<ir::Value(ir::Builder &, ir::Value, unsigned)> convert = [&](ir::Builder &at, ir::Value x,
                                                                             unsigned depth) -> ir::Value {
    if (depth == 0)
      return at.cast(to->scalar, x);
    return at.map(at.extent(x), {x}, [&](ir::Builder &inner, llvm::ArrayRef<ir::Value> parameters) {
      return ir::Values{convert(inner, parameters[1], depth - 1)};
    })[0];
  };
  (void)from;
  return {l.types.arrayOf(to, rank), {Leaf{convert(b, array, rank), nullptr}}};
}

} // namespace

/// One arm for each kind of layout that is wanted: who adds a kind finds all conversions to the others here.
FValue convertTo(Lowering &l, const FValue &given, const Layout *layout, const clang::Expr *site) {
  if (l.failed() || !given || given.layout == layout)
    return given;
  const Layout *from = given.layout;
  if (from->kind == Kind::Reference)
    return convertTo(l, l.copy(l.referent(given), site), layout, site);
  const FValue v = layout->kind == Kind::Record ? given : exact(l, given); // of a record each member by itself
  switch (layout->kind) {
  case Kind::Void: return {layout, {}};
  case Kind::Reference: {
    const FValue object = convertTo(l, v, layout->element, site);
    return l.reference(l.newVariable(object, ""), layout);
  }
  case Kind::Scalar:
    if (from->kind == Kind::Scalar)
      return convertScalar(l, v, layout);
    break;
  case Kind::Array:
    if (from->isArrayLike()) {
      const auto [rank, element] = flattened(from);
      const auto [toRank, toElement] = flattened(layout);
      if (rank != toRank)
        break;
      FValue data = from->kind == Kind::View ? l.read(l.referent(v), site) : v;
      if (!data)
        return {};
      if (element != toElement) {
        if (element->kind != Kind::Scalar || toElement->kind != Kind::Scalar)
          break;
        data = convertElements(l, data, element, toElement, rank);
      }
      data.layout = layout;
      return data;
    }
    break;
  case Kind::View:
    if (from->kind == Kind::View && v.leaves[0].target)
      return viewOf(l, v.leaves[0].target->location, layout);
    if (from->kind == Kind::Array)
      return viewOf(l, l.newVariable(v, ""), layout);
    break;
  case Kind::Pointer:
    if (from->kind == Kind::Pointer) {
      FValue pointer = v;
      pointer.layout = layout;
      return pointer;
    }
    break;
  case Kind::Function:
    if (from->leaves.size() == 1 && from->leaves[0].isTarget) {
      FValue function = v;
      function.layout = layout;
      return function;
    }
    break;
  case Kind::Record:
    if (from->kind == Kind::Record && from->fields.size() == layout->fields.size() &&
        (from->isTuple() || layout->isTuple())) {
      FValue out{layout, {}};
      for (unsigned i = 0; i < layout->fields.size(); ++i) {
        const FValue part = convertTo(l, v.field(i), layout->fields[i].layout, site);
        if (!part)
          return {};
        llvm::append_range(out.leaves, part.leaves);
      }
      return out;
    }
    break;
  case Kind::Unsupported: break;
  }
  return refuseConversion(l, v, layout, site);
}

} // namespace soac::frontend
