// Constructors: copies are copies of leaves, known containers are made in Containers.cpp, and the user's are inlined.
#include "frontend/lower/Constructors.h"

#include "frontend/library/Library.h"
#include "frontend/lower/Callables.h"
#include "frontend/lower/Calls.h"
#include "frontend/lower/Containers.h"
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
    return l.copy(source);
  const Location at = l.location(source);
  const FValue v = l.copy(at, source);
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
  FValue v = l.copy(init);
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
    return l.write(at, constructor->isMoveConstructor() ? takeFrom(l, e->getArg(0)) : l.copy(e->getArg(0)), e);
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
  return l.copy(at, e);
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

/// T a[n]: every element is made by the same constructor.
FValue constructCArray(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout) {
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

} // namespace

FValue constructed(Lowering &l, const Layout *layout, const clang::CXXConstructorDecl *constructor,
                   llvm::ArrayRef<FValue> arguments, const clang::Expr *site) {
  const Location at = l.newVariable(layout, "");
  callConstructor(l, at, constructor, arguments, site);
  settleMembers(l, at);
  return l.copy(at, site);
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
    FValue v = constructor->isMoveConstructor() ? takeFrom(l, e->getArg(0)) : l.copy(e->getArg(0));
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
  if (layout->kind == Kind::Array && layout->container == Layout::Container::CArray)
    return constructCArray(l, e, layout);
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
  return l.copy(at, e);
}

} // namespace soac::frontend
