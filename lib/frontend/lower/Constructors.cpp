// Constructors: copies are copies of leaves, the known containers are made here, and the user's are inlined.
#include "frontend/lower/Constructors.h"

#include "frontend/library/Library.h"
#include "frontend/lower/Callables.h"
#include "frontend/lower/Calls.h"
#include "frontend/lower/Effects.h"
#include "frontend/lower/Expressions.h"
#include "frontend/lower/Lower.h"
#include "frontend/lower/Pointers.h"
#include "frontend/lower/Records.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Targets.h"
#include "frontend/state/Variables.h"
#include "frontend/values/SpecialMembers.h"

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

FValue filled(Lowering &l, const FValue &element, llvm::ArrayRef<ir::Value> extents, const Layout *layout) {
  FValue v{layout, {}};
  if (!element)
    return {};
  for (const Leaf &leaf : element.leaves)
    v.leaves.push_back({l.builder().fill(leaf.value, extents), nullptr});
  return v;
}

} // namespace

std::optional<FValue> defaultElement(Lowering &l, const Layout *layout, const clang::Expr *site) {
  if (layout->kind == Kind::Record && !layout->isTuple() && !layout->type.isNull()) {
    const clang::CXXRecordDecl *record = layout->type->getAsCXXRecordDecl();
    for (const clang::CXXConstructorDecl *constructor : record->ctors())
      if (constructor->isDefaultConstructor() && (constructor->isUserProvided() || record->hasInClassInitializer())) {
        if (!constructor->getBody() && !constructor->isDefaulted())
          break;
        const Location at = l.newVariable(layout, "");
        llvm::SmallVector<FValue, 2> defaults;
        FreshEvaluations use(l.internals().evaluations);
        for (const clang::ParmVarDecl *parameter : constructor->parameters())
          defaults.push_back(lowerArgument(l, parameter->getDefaultArg(), parameter->getType()));
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
  if (isList && arguments.size() == 1)
    return convertTo(l, l.value(arguments[0]), layout, e);
  const bool isVector = layout->library == LibraryClass::Vector || layout->library == LibraryClass::Deque;
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
    return convertTo(l, l.value(arguments[0]), layout, e);
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

// ---- Moves. ----------------------------------------------------------------------------------------------------------

namespace {

/// Vectors, arrays and std::unique_ptr that were moved from hold nothing; other members keep their values.
void leaveEmpty(Lowering &l, const Location &at) {
  if (!at || at.choice || !at.dimensions.empty() || l.failed())
    return;
  if (at.layout->kind == Kind::Record)
    for (unsigned i = 0; i < at.layout->fields.size(); ++i)
      leaveEmpty(l, l.field(at, i));
  if (at.layout->isOwner())
    l.write(at, FValue{at.layout, {nullTarget(), Leaf{l.builder().index(0), nullptr}}});
  if (at.layout->kind != Kind::Array || at.layout->staticExtent >= 0)
    return;
  l.write(at, zeroOf(l, at.layout));
  for (const unsigned slot : at.slots)
    l.internals().slots[slot].isEmptyArray = true;
}

} // namespace

FValue takeFrom(Lowering &l, const clang::Expr *source) {
  // What a temporary or a variable that a `return` names holds afterwards is nobody's business.
  if (!source->isXValue() || llvm::isa<clang::ImplicitCastExpr, clang::MaterializeTemporaryExpr>(source->IgnoreParens()))
    return l.value(source);
  const Location at = l.location(source);
  const FValue v = l.read(at, source);
  if (v)
    leaveEmpty(l, at);
  return v;
}

// ---- Constructors of the user's classes. -----------------------------------------------------------------------------

bool isUserRecord(const Layout *layout) {
  return layout->kind == Kind::Record && !layout->isTuple() && !layout->isOptional();
}

namespace {

void initialise(Lowering &l, const Location &at, const clang::Expr *init) {
  if (!at || l.failed())
    return;
  if (at.layout->kind == Kind::Unsupported) // a member without a value
    return lowerEffects(l, init);
  setLocation(l, init->getBeginLoc());
  if (at.layout->kind == Kind::Reference) {
    l.write(at, l.reference(l.location(init), at.layout), init);
    return;
  }
  const clang::Expr *plain = init->IgnoreImplicit();
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(plain);
      construct && isUserRecord(at.layout) && l.types.of(construct->getType()) == at.layout) {
    constructInto(l, at, construct);
    return;
  }
  FValue v = l.value(init);
  if (v && v.layout != at.layout)
    v = convertTo(l, v, at.layout, init);
  l.write(at, v, init);
}

void memberInitialiser(Lowering &l, const Location &object, const clang::CXXCtorInitializer *init,
                       const clang::CXXConstructorDecl *constructor) {
  if (init->isDelegatingInitializer())
    return initialise(l, object, init->getInit());
  unsigned index = 0;
  const clang::NamedDecl *what = nullptr;
  if (init->isBaseInitializer()) {
    const clang::CXXRecordDecl *base = init->getBaseClass()->getAsCXXRecordDecl();
    what = base ? base->getDefinition() : nullptr;
  } else {
    what = init->getMember();
  }
  if (!what || !fieldIndex(object.layout, what, index)) {
    l.refuse(diag::Id::UnsupportedExpression, constructor->getSourceRange(), {"this member initialiser"});
    return;
  }
  const Location at = l.field(object, index);
  if (const auto *inherited = llvm::dyn_cast<clang::CXXInheritedCtorInitExpr>(init->getInit()->IgnoreImplicit())) {
    // The base's constructor gets the parameters of the one that inherits it.
    llvm::SmallVector<FValue, 4> arguments;
    for (const clang::ParmVarDecl *parameter : constructor->parameters()) {
      const auto variable = l.variable(parameter);
      const Layout *layout = l.types.of(parameter->getType());
      if (!variable)
        return;
      arguments.push_back(layout->kind == Kind::Reference ? l.reference(*variable, layout)
                                                          : l.read(*variable, inherited));
    }
    return callConstructor(l, at, inherited->getConstructor(), arguments, inherited);
  }
  const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(init->getInit()->IgnoreImplicit());
  const bool isNothing = construct && construct->getConstructor()->isTrivial() &&
                         construct->getConstructor()->isDefaultConstructor() && !construct->requiresZeroInitialization();
  if (!isNothing)
    initialise(l, at, init->getInit());
}

} // namespace

void callConstructor(Lowering &l, const Location &at, const clang::CXXConstructorDecl *constructor,
                     llvm::ArrayRef<FValue> arguments, const clang::Expr *site) {
  if (l.failed() || !at)
    return;
  const clang::FunctionDecl *definition = nullptr;
  if (!constructor->hasBody(definition) && (!constructor->isDefaulted() || constructor->isCopyOrMoveConstructor())) {
    l.refuse(diag::Id::OpaqueCall, site->getSourceRange(), {constructor->getQualifiedNameAsString()});
    return;
  }
  const auto *body = definition ? llvm::cast<clang::CXXConstructorDecl>(definition) : constructor;
  inlineFunction(l, body, arguments, site, at, [&] {
    for (const clang::CXXCtorInitializer *init : body->inits())
      memberInitialiser(l, at, init, body);
  });
}

namespace {

/// `at` is of a class that the user wrote.
void constructUserRecord(Lowering &l, const Location &at, const clang::CXXConstructExpr *e) {
  const clang::CXXConstructorDecl *constructor = e->getConstructor();
  if (constructor->isCopyOrMoveConstructor() && e->getNumArgs() >= 1 && constructsByLeaves(e->getType()))
    return l.write(at, constructor->isMoveConstructor() ? takeFrom(l, e->getArg(0)) : l.value(e->getArg(0)), e);
  if (e->requiresZeroInitialization())
    l.write(at, zeroOf(l, at.layout), e);
  if (constructor->isDefaultConstructor() && constructor->isTrivial())
    return;
  llvm::SmallVector<FValue, 4> arguments;
  for (unsigned i = 0; i < e->getNumArgs(); ++i)
    arguments.push_back(lowerArgument(l, e->getArg(i), constructor->getParamDecl(i)->getType()));
  callConstructor(l, at, constructor, arguments, e);
}

} // namespace

void constructInto(Lowering &l, const Location &at, const clang::CXXConstructExpr *e) {
  if (isUserRecord(at.layout) && evaluateOnce(l, e))
    constructUserRecord(l, at, e);
  else if (!isUserRecord(at.layout))
    l.write(at, lowerConstruct(l, e), e);
}

FValue lowerParenInit(Lowering &l, const clang::CXXParenListInitExpr *e) {
  const Layout *layout = l.types.of(e->getType());
  const llvm::ArrayRef<clang::Expr *> parts = const_cast<clang::CXXParenListInitExpr *>(e)->getInitExprs();
  if (layout->kind != Kind::Record || layout->isTuple() || parts.size() != layout->fields.size()) {
    l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this initialisation with parentheses"}, {"write braces"});
    return {};
  }
  const Location at = l.newVariable(layout, "");
  for (auto [i, part] : llvm::enumerate(parts))
    initialise(l, l.field(at, static_cast<unsigned>(i)), part);
  return l.read(at, e);
}

namespace {

/// Members that the constructor has left unwritten hold something: copies of the whole are fine, reads of them are not.
void settleMembers(Lowering &l, const Location &at) {
  Lowering::State &state = l.internals();
  for (const unsigned slot : at.slots) {
    Slot &s = state.slots[slot];
    const ir::Type type = state.infos[slot].type;
    if (s.written == Written::No && s.leaf.value && (type.isScalar() || state.infos[slot].isStaticShape) && !l.failed()) {
      if (type.isScalar()) // a value of its own
        s.leaf.value = l.builder().apply(type.scalar == ir::Scalar::Bool ? prims::Prim::Or : prims::Prim::Add,
                                         {s.leaf.value, s.leaf.value});
      state.indeterminate.insert(s.leaf.value);
    }
    s.written = Written::Yes;
  }
}

} // namespace

FValue constructed(Lowering &l, const Layout *layout, const clang::CXXConstructorDecl *constructor,
                   llvm::ArrayRef<FValue> arguments, const clang::Expr *site) {
  const Location at = l.newVariable(layout, "");
  callConstructor(l, at, constructor, arguments, site);
  settleMembers(l, at);
  return l.read(at, site);
}

FValue lowerConstruct(Lowering &l, const clang::CXXConstructExpr *e) {
  const Layout *layout = l.types.of(e->getType());
  if (!evaluateOnce(l, e))
    return {};
  if (layout->kind == Kind::Unsupported) {
    l.refuse(diag::Id::UnsupportedType, e->getSourceRange(), {e->getType().getAsString(), layout->reason});
    return {};
  }
  const clang::CXXConstructorDecl *constructor = e->getConstructor();
  // A copy, also one that converts an rvalue to the same class.
  if (constructor->isCopyOrMoveConstructor() && e->getNumArgs() >= 1 &&
      (constructsByLeaves(e->getType()) || isContainer(libraryClassOf(constructor->getParent())) || layout->isTuple() ||
       layout->isOptional())) {
    FValue v = constructor->isMoveConstructor() ? takeFrom(l, e->getArg(0)) : l.value(e->getArg(0));
    if (v && v.layout != layout)
      v = convertTo(l, v, layout, e);
    return v;
  }
  if (layout->isOwner())
    return constructOwner(l, e, layout);
  if (layout->isTuple())
    if (auto made = constructTuple(l, e, layout))
      return *made;
  if (layout->isOptional())
    if (auto made = constructOptional(l, e, layout))
      return *made;
  if (layout->kind == Kind::Function && e->getNumArgs() == 0)
    return {layout, {nullTarget()}};
  if (layout->kind == Kind::Function && e->getNumArgs() == 1)
    return constructFunction(l, e->getArg(0), layout);
  if (layout->kind == Kind::Array && layout->container == Layout::Container::CArray) {
    // T a[n]: every element is made by the same constructor.
    const Layout *element = layout;
    ir::Values extents;
    while (element->kind == Kind::Array && element->container == Layout::Container::CArray) {
      extents.push_back(l.builder().index(element->staticExtent));
      element = element->element;
    }
    if (!isUserRecord(element))
      return filled(l, zeroOf(l, element), extents, layout);
    const Location one = l.newVariable(element, "");
    constructUserRecord(l, one, e);
    settleMembers(l, one);
    return filled(l, l.read(one), extents, layout);
  }
  if (layout->kind == Kind::Array && layout->staticExtent >= 0) { // std::array of what has a default constructor
    const auto element = defaultElement(l, layout->element, e);
    return element ? filled(l, *element, {l.builder().index(layout->staticExtent)}, layout) : FValue{};
  }
  if (isContainer(libraryClassOf(constructor->getParent())))
    if (auto made = constructContainer(l, e, layout))
      return *made;
  if (!isUserRecord(layout)) {
    l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(),
             {"this constructor of '" + qualifiedName(constructor->getParent()) + "'"});
    return {};
  }
  const Location at = l.newVariable(layout, "");
  constructUserRecord(l, at, e);
  settleMembers(l, at);
  return l.read(at, e);
}

} // namespace soac::frontend
