// Calls are inlined: parameters become variables of a new frame, `return` writes its result and sets its flag.
#include "frontend/lower/Calls.h"

#include "frontend/library/Library.h"
#include "frontend/loops/Loops.h"
#include "frontend/lower/Aliasing.h"
#include "frontend/lower/CalledFunctions.h"
#include "frontend/lower/Callables.h"
#include "frontend/lower/Exits.h"
#include "frontend/lower/Expressions.h"
#include "frontend/lower/IntegerCalls.h"
#include "frontend/lower/Lower.h"
#include "frontend/lower/Output.h"
#include "frontend/lower/OutsideCalls.h"
#include "frontend/state/Flags.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Variables.h"
#include "frontend/values/SpecialMembers.h"

namespace soac::frontend {

using Kind = Layout::Kind;

namespace {

/// Its result is a class of the standard library's own, which is called through volatile references.
bool isBind(const clang::FunctionDecl *callee) {
  return callee->isInStdNamespace() && callee->getIdentifier() && callee->getName() == "bind";
}

void sayOpaque(Lowering &l, const clang::FunctionDecl *callee, clang::SourceRange range) {
  const std::string name = callee->getQualifiedNameAsString();
  const llvm::StringRef plain = callee->getIdentifier() ? callee->getName() : "";
  if (isBind(callee))
    return l.refuse(diag::Id::UnsupportedExpression, range, {"'" + name + "'"},
                    {"write a lambda that calls the function, as in [&](double y) { return f(x, y); }"});
  if (isOutput(callee))
    return l.refuse(diag::Id::Output, range, {name},
                    {"do it outside the function that is differentiated; the option --drop-output leaves output out"});
  if (plain == "malloc" || plain == "calloc" || plain == "free" || plain == "realloc" || plain == "operator new")
    return l.refuse(diag::Id::Allocation, range, {name});
  if (plain == "memcpy" || plain == "memset" || plain == "memmove" || plain == "__builtin_memcpy")
    return l.refuse(diag::Id::ReinterpretCast, range, {"memory", "bytes"}, {"copy the elements in a loop"});
  if (callee->isVariadic())
    return l.refuse(diag::Id::Variadic, range, {name});
  l.refuse(diag::Id::OpaqueCall, range, {name},
           {"define it in this file or in a header, or give it a derivative with soac::with_vjp or soac::with_jvp"});
}

/// The result is not known; the statements behind are looked at all the same.
FValue refuseOpaque(Lowering &l, const clang::FunctionDecl *callee, clang::SourceRange range) {
  sayOpaque(l, callee, range);
  return standIn(l, l.types.ofObject(callee->getReturnType()));
}

/// Binds a parameter to its argument.
void bind(Lowering &l, const clang::ParmVarDecl *parameter, const FValue &argument, const clang::Expr *site) {
  const clang::QualType type = parameter->getType();
  const Layout *layout = l.types.of(type);
  const std::string name = parameter->getIdentifier() ? parameter->getName().str() : "";
  auto &variables = l.internals().frame().variables;
  const auto *key = llvm::cast<clang::ValueDecl>(parameter->getCanonicalDecl());
  if (!argument || l.failed())
    return;
  if (takesText(type) && argument.leaves.size() == 1 && argument.leaves[0].target && argument.leaves[0].target->text) {
    l.internals().texts[key] = *argument.leaves[0].target->text;
    return;
  }
  if (l.hooks.dropsOutput() && isOutputHandle(type))
    return;
  if (type.getNonReferenceType().isVolatileQualified()) {
    l.refuse(diag::Id::Volatile, parameter->getSourceRange(), {name});
    return;
  }
  if (layout->kind == Kind::Unsupported && argument.layout == layout) { // it has no value, and needs none
    variables[key] = l.newVariable(argument, name);
    return;
  }
  if (layout->kind == Kind::Unsupported) {
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (record && record->isUnion())
      l.refuse(diag::Id::Union, parameter->getSourceRange(), {record->getNameAsString()});
    else
      l.refuse(diag::Id::UnsupportedType, parameter->getSourceRange(), {type.getAsString(), layout->reason});
    return;
  }
  if (layout->kind == Kind::Reference) {
    if (argument.layout->kind == Kind::Reference && argument.layout->element == layout->element) {
      variables[key] = l.referent(argument);
      return;
    }
    FValue object = argument;
    if (argument.layout->kind == Kind::Reference)
      object = l.copy(l.referent(argument), site);
    if (object && object.layout != layout->element)
      object = convertTo(l, object, layout->element, site);
    variables[key] = l.newVariable(object, name);
    return;
  }
  const FValue v = argument.layout == layout ? argument : convertTo(l, argument, layout, site);
  if (v)
    variables[key] = l.newVariable(v, name);
}

bool isBeingLowered(Lowering &l, const clang::FunctionDecl *function) {
  return llvm::any_of(llvm::drop_begin(l.internals().frames, l.internals().ruleFrames), [&](const auto &frame) {
    return frame->function && frame->function->getCanonicalDecl() == function->getCanonicalDecl();
  });
}

} // namespace

FValue inlineFunction(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                      const clang::Expr *site, std::optional<Location> object, llvm::function_ref<void()> before) {
  Lowering::State &state = l.internals();
  const clang::SourceRange range = site ? site->getSourceRange() : function->getSourceRange();
  if (l.failed())
    return {};
  if (isBeingLowered(l, function)) {
    l.refuse(diag::Id::Recursion, range, {function->getNameAsString()}, {"write it as a loop"});
    return {};
  }
  if (function->isVariadic()) {
    l.refuse(diag::Id::Variadic, range, {function->getNameAsString()});
    return {};
  }
  l.hooks.checkText(l, function);
  if (l.failed())
    return {};
  const Layout *resultLayout = l.types.of(function->getReturnType());
  const bool isConstructor = llvm::isa<clang::CXXConstructorDecl>(function);
  if (!isConstructor && resultLayout->kind == Kind::Unsupported) {
    l.refuse(diag::Id::UnsupportedType, range, {function->getReturnType().getAsString(), resultLayout->reason});
    return {};
  }
  const ir::SourceLocation outer = l.builder().location;
  auto owned = std::make_unique<Frame>();
  Frame &frame = *owned;
  frame.site = site;
  frame.function = function;
  frame.object = object;
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function); method && method->getParent()->isLambda()) {
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
    method->getParent()->getCaptureFields(captures, frame.thisCapture);
    frame.captures = captures;
  }
  FreshEvaluations evaluations(state.evaluations);
  VariableScope scope(l);
  frame.returned = newFlag(l, "returned");
  if (!isConstructor && resultLayout->kind != Kind::Void)
    frame.result =
        l.newVariable(resultLayout, function->getIdentifier() ? function->getName().str() + "_result" : "result");
  for (const unsigned slot : frame.result.slots)
    state.infos[slot].isResult = true;
  state.frames.push_back(std::move(owned));
  for (unsigned i = 0; i < function->getNumParams() && !l.failed(); ++i) {
    if (i < arguments.size())
      bind(l, function->getParamDecl(i), arguments[i], site);
    else
      l.refuse(diag::Id::UnsupportedExpression, range, {"a call with too few arguments"});
  }
  if (before)
    before();
  if (const clang::Stmt *body = function->getBody())
    lowerStatement(l, body);
  FValue result{l.types.of(l.types.context.VoidTy), {}};
  if (frame.result)
    result = l.copy(frame.result, function->getBody());
  state.frames.pop_back();
  l.builder().location = outer;
  if (state.frames.empty())
    l.settle();
  return l.failed() ? FValue{} : result;
}

/// Does the class of the object, which is known only at run time, decide which function is called?
static bool isDispatched(const clang::CXXMethodDecl *method, const clang::Expr *site) {
  if (!method->isVirtual() || method->hasAttr<clang::FinalAttr>() || method->getParent()->hasAttr<clang::FinalAttr>())
    return false;
  const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(site);
  const auto *member = call ? llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens()) : nullptr;
  if (!member)
    return true;
  return !member->hasQualifier() && method->getDevirtualizedMethod(member->getBase(), /*IsAppleKext=*/false) != method;
}

FValue Lowering::callFunction(const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments,
                              const clang::Expr *site, std::optional<Location> object) {
  if (failed())
    return {};
  const clang::SourceRange range = site ? site->getSourceRange() : callee->getSourceRange();
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && isDispatched(method, site)) {
    refuse(diag::Id::VirtualCall, range, {callee->getQualifiedNameAsString()},
           {"make the function or the class 'final', or the type a template parameter"});
    return {};
  }
  const clang::FunctionDecl *definition = nullptr;
  if (std::optional<FValue> outside = lowerOutsideCall(*this, callee, arguments, site))
    return *outside;
  if (!callee->hasBody(definition)) {
    if (const auto result = lowerMathFunction(*this, callee, arguments))
      return *result;
    if (isCalledAsItIs(types, callee))
      return lowerIntegerCall(*this, callee, arguments, site);
    return refuseOpaque(*this, callee, range);
  }
  if (isCalledAsItIs(types, callee))
    return lowerIntegerCall(*this, definition, arguments, site);
  if (const std::optional<FValue> result = callDefinition(*this, definition, arguments, site, object))
    return *result;
  return inlineFunction(*this, definition, arguments, site, object, nullptr);
}

FValue lowerArgument(Lowering &l, const clang::Expr *e, clang::QualType parameter) {
  if (takesText(parameter))
    return textValue(l, e);
  if (l.hooks.dropsOutput() && isOutputHandle(parameter)) // named in output alone
    return {l.types.ofObject(parameter), {Leaf{{}, std::make_shared<const Target>()}}};
  if (parameter->isReferenceType() && !parameter->isFunctionReferenceType())
    return l.reference(l.location(e), l.types.of(parameter));
  return l.copy(e);
}

namespace {

bool isInSoac(const CallSite &site) {
  const llvm::StringRef name = site.name;
  return name.starts_with("soac::") && !name.starts_with("soac::runtime::");
}

FValue indirectCall(Lowering &l, const clang::CallExpr *call) {
  if (const auto made = lowerCallThrough(l, call))
    return *made;
  const FValue callee = l.value(call->getCallee());
  llvm::SmallVector<FValue, 4> arguments;
  const clang::FunctionDecl *function =
      callee && !callee.leaves.empty() && callee.leaves[0].target ? callee.leaves[0].target->function : nullptr;
  if (!function) {
    l.refuse(diag::Id::IndirectCall, call->getSourceRange());
    return {};
  }
  for (unsigned i = 0; i < call->getNumArgs() && i < function->getNumParams(); ++i)
    arguments.push_back(lowerArgument(l, call->getArg(i), function->getParamDecl(i)->getType()));
  return l.callFunction(function, arguments, call);
}

/// Assignment that copies member by member.
bool isPlainAssignment(const clang::FunctionDecl *callee) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  return method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
         (!method->isUserProvided() || !method->getParent()->isInStdNamespace()) &&
         assignsByLeaves(method->getASTContext().getRecordType(method->getParent()));
}

} // namespace

Location objectOf(Lowering &l, const clang::CallExpr *call) {
  if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const auto *access = llvm::dyn_cast<clang::MemberExpr>(member->getCallee()->IgnoreParens());
    const clang::Expr *object = member->getImplicitObjectArgument();
    if (object->getType()->isPointerType() && access && access->isArrow())
      return dereference(l, l.value(object), l.builder().index(0), object);
    return l.location(object);
  }
  return l.location(call->getArg(0));
}

/// One question after another, the first of which decides; arguments are evaluated where none before has an answer.
FValue lowerCall(Lowering &l, const clang::CallExpr *call) {
  if (!evaluateOnce(l, call))
    return {};
  if (llvm::isa<clang::CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens()))
    return {l.types.of(l.types.context.VoidTy), {}};
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return indirectCall(l, call);
  if (isOpenMpFunction(callee)) {
    l.refuse(diag::Id::OpenMp, call->getSourceRange(),
             {"'" + callee->getNameAsString() + "'", "its value depends on the threads that run"});
    return {};
  }
  if (isTextCall(l, call))
    return lowerTextCall(l, call);
  if (isExit(callee))
    return lowerExit(l, call, callee);
  // A lambda that becomes a function pointer.
  if (const auto *conversion = llvm::dyn_cast<clang::CXXConversionDecl>(callee);
      conversion && conversion->getParent()->isLambda() && !conversion->getPrimaryTemplate()) {
    const clang::FunctionDecl *body = conversion->getParent()->getLambdaCallOperator();
    return {l.types.of(call->getType()), {Leaf{{}, std::make_shared<const Target>(Target{{}, body})}}};
  }
  const CallSite site(l.types, call, callee);
  CallLowering known = knownCall(site);
  if (!known && isInSoac(site))
    known = l.hooks.soacCall(site);
  if (known) {
    const FValue v = known(l, site);
    return l.failed() ? FValue{} : v;
  }
  if (isPlainAssignment(callee)) {
    const unsigned first = llvm::isa<clang::CXXOperatorCallExpr>(call) ? 1 : 0;
    const bool isMove = llvm::cast<clang::CXXMethodDecl>(callee)->isMoveAssignmentOperator();
    const FValue v = isMove ? takeFrom(l, call->getArg(first)) : l.copy(call->getArg(first));
    const Location at = objectOf(l, call);
    l.write(at, v, call);
    return l.reference(at, l.types.of(callee->getReturnType()));
  }

  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const clang::FunctionDecl *visible = nullptr;
  const bool isVirtual = method && method->isVirtual();
  const bool hasOwnBody = isVirtual || callee->hasBody(visible) || llvm::isa<clang::CXXDestructorDecl>(callee);
  if (isOutput(callee) || isBind(callee) ||
      (!hasOwnBody && !l.internals().withRules && !isCalledAsItIs(l.types, callee))) {
    return refuseOpaque(l, callee, call->getSourceRange());
  }
  const bool isOperatorMember = llvm::isa<clang::CXXOperatorCallExpr>(call) && method && !method->isExplicitObjectMemberFunction();
  std::optional<Location> object;
  if (method && !method->isStatic())
    object = objectOf(l, call);
  if (llvm::isa_and_nonnull<clang::CXXDestructorDecl>(method))
    return {l.types.of(l.types.context.VoidTy), {}};
  llvm::SmallVector<FValue, 4> arguments;
  for (unsigned i = isOperatorMember ? 1 : 0, p = 0; i < call->getNumArgs() && !l.failed(); ++i, ++p) {
    if (p >= callee->getNumParams())
      break; // of a variadic function, which is refused
    arguments.push_back(lowerArgument(l, call->getArg(i), callee->getParamDecl(p)->getType()));
  }
  // A virtual function of an object whose class is known exactly is an ordinary one.
  if (method && method->isVirtual() && object && !l.failed()) {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
    const bool isQualified = member && member->hasQualifier();
    const clang::FunctionDecl *definition = nullptr;
    if (isQualified && callee->hasBody(definition))
      return inlineFunction(l, definition, arguments, call, object, nullptr);
  }
  setLocation(l, call->getExprLoc());
  SharedArguments shared(l, callee, arguments);
  const FValue result = l.callFunction(callee, arguments, call, object);
  shared.refuse(call);
  return l.failed() ? FValue{} : result;
}

} // namespace soac::frontend
