// Aggregates: initialiser lists, closures, and conversions between values of related types.
#include "frontend/lower/Records.h"

#include "frontend/lower/Effects.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/Locations.h"
#include "frontend/state/LoweringState.h"
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

FValue initialiserFor(Lowering &l, const clang::Expr *e, const Layout *shape) {
  if (shape->kind == Kind::Reference)
    return l.reference(l.location(e), shape);
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(e))
    return lowerInitList(l, list, shape);
  FValue v = l.value(e);
  return v && v.shape != shape ? convertTo(l, v, shape, e) : v;
}

/// Vectors and arrays: the first gives the shape, which the others must have, too.
FValue rowsFromList(Lowering &l, const clang::InitListExpr *e, const Layout *shape) {
  const auto count = std::max<std::int64_t>(shape->staticExtent, e->getNumInits());
  FValue array{shape, {}};
  for (std::int64_t i = 0; i < count && !l.failed(); ++i) {
    const clang::Expr *init = i < e->getNumInits() ? e->getInit(static_cast<unsigned>(i)) : e->getArrayFiller();
    const bool isGiven = init && !llvm::isa<clang::ImplicitValueInitExpr>(init);
    const FValue element = isGiven ? initialiserFor(l, init, shape->element) : zeroOf(l, shape->element);
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

FValue arrayFromList(Lowering &l, const clang::InitListExpr *e, const Layout *shape) {
  if (e->getNumInits() > 0 && !hasStaticShape(shape->element))
    return rowsFromList(l, e, shape);
  FValue array = zeroOf(l, shape);
  const auto set = [&](std::int64_t i, const FValue &element) {
    if (!element || element.leaves.size() != array.leaves.size())
      return;
    for (auto [leaf, part] : llvm::zip(array.leaves, element.leaves))
      leaf.value = l.builder().update(leaf.value, {l.builder().index(i)}, part.value);
  };
  for (unsigned i = 0; i < e->getNumInits() && !l.failed(); ++i)
    if (!llvm::isa<clang::ImplicitValueInitExpr>(e->getInit(i)))
      set(i, initialiserFor(l, e->getInit(i), shape->element));
  if (const clang::Expr *filler = e->getArrayFiller(); filler && !llvm::isa<clang::ImplicitValueInitExpr>(filler)) {
    const FValue element = initialiserFor(l, filler, shape->element);
    for (std::int64_t i = e->getNumInits(); i < shape->staticExtent && !l.failed(); ++i)
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
static FValue recordInPlace(Lowering &l, const clang::InitListExpr *e, const Layout *shape) {
  const Location object = l.newVariable(shape, "");
  for (unsigned i = 0; i < shape->fields.size() && !l.failed(); ++i) {
    const Layout *field = shape->fields[i].shape;
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
  return l.read(object, e);
}

FValue lowerInitList(Lowering &l, const clang::InitListExpr *e, const Layout *shape) {
  if (l.failed())
    return {};
  if (const clang::InitListExpr *semantic = e->getSemanticForm())
    e = semantic;
  if (shape->kind == Kind::Unsupported) {
    const clang::CXXRecordDecl *record = e->getType()->getAsCXXRecordDecl();
    if (record && record->isUnion())
      l.refuse(diag::Id::Union, e->getSourceRange(), {record->getNameAsString()});
    else
      l.refuse(diag::Id::UnsupportedType, e->getSourceRange(), {e->getType().getAsString(), shape->reason});
    return {};
  }
  if (e->isTransparent() || (e->getNumInits() == 1 && l.types.of(e->getInit(0)->getType()) == shape &&
                             shape->kind != Kind::Array && e->getInit(0)->getType()->isRecordType()))
    return l.value(e->getInit(0));
  switch (shape->kind) {
  case Kind::Array: {
    if (shape->container == Layout::Container::StdArray) {
      if (e->getNumInits() == 0 || shape->staticExtent == 0)
        return zeroOf(l, shape);
      FValue v = l.value(e->getInit(0));
      if (v && v.leaves.size() == shape->leaves.size())
        v.shape = shape;
      return v;
    }
    return arrayFromList(l, e, shape);
  }
  case Kind::Record: {
    if (llvm::any_of(e->inits(), [](const clang::Expr *init) { return llvm::isa<clang::CXXDefaultInitExpr>(init); }))
      return recordInPlace(l, e, shape);
    FValue v{shape, {}};
    for (unsigned i = 0; i < shape->fields.size() && !l.failed(); ++i) {
      const Layout *field = shape->fields[i].shape;
      const FValue part = i < e->getNumInits() ? memberValue(l, e->getInit(i), field) : zeroOf(l, field);
      if (!part || part.leaves.size() != field->leaves.size())
        return {};
      llvm::append_range(v.leaves, part.leaves);
    }
    return l.failed() ? FValue{} : v;
  }
  case Kind::View: return FValue{shape, {Leaf{}}};
  default:
    if (e->getNumInits() == 0)
      return zeroOf(l, shape);
    return initialiserFor(l, e->getInit(0), shape);
  }
}

FValue lowerLambda(Lowering &l, const clang::LambdaExpr *e) {
  const Layout *shape = l.types.of(e->getType());
  if (shape->kind != Kind::Record) {
    l.refuse(diag::Id::UnsupportedType, e->getSourceRange(), {"the lambda", shape->reason});
    return {};
  }
  FValue closure{shape, {}};
  unsigned field = 0;
  auto init = e->capture_init_begin();
  for (const clang::LambdaCapture &capture : e->captures()) {
    const clang::Expr *value = *init++;
    if (capture.capturesVLAType() || field >= shape->fields.size()) {
      l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this capture"});
      return {};
    }
    const Layout *member = shape->fields[field++].shape;
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

std::pair<unsigned, const Layout *> flattened(const Layout *shape) {
  unsigned rank = 0;
  while (shape->isArrayLike()) {
    rank += shape->rank;
    shape = shape->element;
  }
  return {rank, shape};
}

FValue refuseConversion(Lowering &l, const FValue &v, const Layout *shape, const clang::Expr *site) {
  const auto spell = [](const Layout *s) { return s->type.isNull() ? std::string("an array") : s->type.getAsString(); };
  l.refuse(diag::Id::UnsupportedExpression, site ? site->getSourceRange() : clang::SourceRange(),
           {"the conversion of '" + spell(v.shape) + "' to '" + spell(shape) + "'"});
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

FValue convertTo(Lowering &l, const FValue &v, const Layout *shape, const clang::Expr *site) {
  if (l.failed() || !v || v.shape == shape)
    return v;
  const Layout *from = v.shape;
  if (from->kind == Kind::Reference)
    return convertTo(l, l.read(l.referent(v), site), shape, site);
  switch (shape->kind) {
  case Kind::Void: return {shape, {}};
  case Kind::Reference: {
    const FValue object = convertTo(l, v, shape->element, site);
    return l.reference(l.newVariable(object, ""), shape);
  }
  case Kind::Scalar:
    if (from->kind == Kind::Scalar)
      return convertScalar(l, v, shape);
    break;
  case Kind::Array:
    if (from->isArrayLike()) {
      const auto [rank, element] = flattened(from);
      const auto [toRank, toElement] = flattened(shape);
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
      data.shape = shape;
      return data;
    }
    break;
  case Kind::View:
    if (from->kind == Kind::View && v.leaves[0].target)
      return viewOf(l, v.leaves[0].target->location, shape);
    if (from->kind == Kind::Array)
      return viewOf(l, l.newVariable(v, ""), shape);
    break;
  case Kind::Pointer:
    if (from->kind == Kind::Pointer) {
      FValue pointer = v;
      pointer.shape = shape;
      return pointer;
    }
    break;
  case Kind::Function:
    if (from->leaves.size() == 1 && from->leaves[0].isTarget) {
      FValue function = v;
      function.shape = shape;
      return function;
    }
    break;
  case Kind::Record:
    if (from->kind == Kind::Record && from->fields.size() == shape->fields.size() && (from->isTuple() || shape->isTuple())) {
      FValue out{shape, {}};
      for (unsigned i = 0; i < shape->fields.size(); ++i) {
        const FValue part = convertTo(l, v.field(i), shape->fields[i].shape, site);
        if (!part)
          return {};
        llvm::append_range(out.leaves, part.leaves);
      }
      return out;
    }
    break;
  case Kind::Unsupported: break;
  }
  return refuseConversion(l, v, shape, site);
}

} // namespace soac::frontend
