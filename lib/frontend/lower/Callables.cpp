// Objects that can be called, or applied: std::function, pointers to members, constant tables of functions.
// What they stand for is known while lowering, as for function pointers; of a table the index is a value, and the call is a
// choice between its entries.
#include "frontend/lower/Callables.h"

#include "frontend/lower/Lower.h"
#include "frontend/lower/Records.h"
#include "frontend/parse/Clang.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/Joins.h"
#include "frontend/state/Targets.h"

namespace soac::frontend {

using Kind = Layout::Kind;

namespace {

Leaf leafOf(Target target) { return {{}, std::make_shared<const Target>(std::move(target))}; }

const Target *targetOf(const FValue &v) { return v && v.leaves.size() == 1 ? v.leaves[0].target.get() : nullptr; }

/// The object of `object.*member` or `pointer->*member`.
Location objectOf(Lowering &l, const clang::BinaryOperator *e) {
  if (e->getOpcode() == clang::BO_PtrMemD)
    return l.location(e->getLHS());
  return dereference(l, l.value(e->getLHS()), l.builder().index(0), e->getLHS());
}

/// The variable whose element is called, and the index.
std::pair<const clang::VarDecl *, const clang::Expr *> tableElement(const clang::Expr *callee) {
  callee = callee->IgnoreParenImpCasts();
  const clang::Expr *table = nullptr, *index = nullptr;
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(callee)) {
    table = subscript->getBase();
    index = subscript->getIdx();
  } else if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(callee);
             call && call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2) {
    table = call->getArg(0);
    index = call->getArg(1);
  }
  const auto *name = table ? llvm::dyn_cast<clang::DeclRefExpr>(table->IgnoreParenImpCasts()) : nullptr;
  return {name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr, index};
}

const clang::FunctionDecl *functionOf(const clang::APValue &value) {
  const auto *declaration =
      value.isLValue() && value.getLValueBase() ? value.getLValueBase().dyn_cast<const clang::ValueDecl *>() : nullptr;
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(declaration);
  if (method && method->isLambdaStaticInvoker())
    return method->getParent()->getLambdaCallOperator();
  return llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
}

/// The entries of a constant array of functions; empty where it is none.
llvm::SmallVector<const clang::FunctionDecl *, 4> entriesOf(const clang::VarDecl *table) {
  if (!table || !table->getType().isConstQualified() || !table->getAnyInitializer() || table->getType()->isDependentType())
    return {};
  const clang::APValue *value = table->evaluateValue();
  while (value && value->isStruct() && value->getStructNumFields() == 1)
    value = &value->getStructField(0); // std::array
  llvm::SmallVector<const clang::FunctionDecl *, 4> entries;
  for (unsigned i = 0; value && value->isArray() && i < value->getArraySize(); ++i) {
    entries.push_back(functionOf(i < value->getArrayInitializedElts() ? value->getArrayInitializedElt(i)
                                                                      : value->getArrayFiller()));
    if (!entries.back())
      return {};
  }
  return entries;
}

} // namespace

bool isFunctionTable(const clang::VarDecl *variable) { return !entriesOf(variable).empty(); }

std::optional<FValue> memberPointer(Lowering &l, const clang::UnaryOperator *e) {
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(e->getSubExpr()->IgnoreParens());
  if (!name || !e->getType()->isMemberPointerType())
    return std::nullopt;
  const Layout *layout = l.types.of(e->getType());
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(name->getDecl()))
    return FValue{layout, {leafOf({{}, method, nullptr})}};
  return FValue{layout, {leafOf({{}, nullptr, llvm::dyn_cast<clang::FieldDecl>(name->getDecl())})}};
}

Location memberThrough(Lowering &l, const clang::BinaryOperator *e) {
  const Location object = objectOf(l, e);
  const FValue pointer = l.value(e->getRHS());
  const Target *target = targetOf(pointer);
  unsigned index = 0;
  if (l.failed() || !object)
    return {};
  if (!target || !target->member || !fieldIndex(object.layout, target->member, index)) {
    l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"access through this pointer to member"},
             {"which member it is has to be known to the tool"});
    return {};
  }
  const Location at = l.field(object, index);
  return at && at.layout->kind == Kind::Reference ? l.referent(l.read(at, e)) : at;
}

FValue callTarget(Lowering &l, const FValue &callee, llvm::ArrayRef<FValue> arguments, const clang::Expr *site) {
  const Target *target = targetOf(callee);
  if (target && target->function)
    return l.callFunction(target->function, arguments, site);
  if (target && target->member && arguments.size() == 1) {
    const Location object = l.referent(arguments[0]);
    unsigned index = 0;
    if (object && fieldIndex(object.layout, target->member, index))
      return l.copy(l.field(object, index), site);
  }
  if (target && target->location) {
    const FValue object = l.reference(
        target->location, l.types.of(l.types.context.getLValueReferenceType(target->location.layout->type)));
    return l.callObject(object, arguments, site);
  }
  l.refuse(diag::Id::IndirectCall, site ? site->getSourceRange() : clang::SourceRange());
  return {};
}

std::optional<FValue> lowerCallThrough(Lowering &l, const clang::CallExpr *call) {
  // (object.*member)(..)
  const auto *through = llvm::dyn_cast<clang::BinaryOperator>(call->getCallee()->IgnoreParens());
  if (through && through->isPtrMemOp()) {
    const Location object = objectOf(l, through);
    const FValue pointer = l.value(through->getRHS());
    const Target *target = targetOf(pointer);
    if (!l.failed() && (!target || !target->function))
      l.refuse(diag::Id::IndirectCall, call->getSourceRange());
    llvm::SmallVector<FValue, 4> arguments;
    for (unsigned i = 0; !l.failed() && i < call->getNumArgs(); ++i)
      arguments.push_back(lowerArgument(l, call->getArg(i), target->function->getParamDecl(i)->getType()));
    return l.failed() ? FValue{} : l.callFunction(target->function, arguments, call, object);
  }

  const auto [table, index] = tableElement(call->getCallee());
  const auto entries = entriesOf(table);
  if (entries.empty())
    return std::nullopt;
  const ir::Value at = l.asIndex(l.value(index));
  llvm::SmallVector<FValue, 4> arguments;
  for (unsigned i = 0; i < call->getNumArgs(); ++i)
    arguments.push_back(lowerArgument(l, call->getArg(i), entries.front()->getParamDecl(i)->getType()));
  if (l.failed())
    return FValue{};
  const Layout *layout = l.types.of(call->getType());
  const bool isVoid = layout->kind == Kind::Void;
  const Location result = isVoid ? Location{} : l.newVariable(layout, "");
  const std::function<void(std::size_t)> choose = [&](std::size_t i) {
    const auto take = [&] {
      const FValue v = l.callFunction(entries[i], arguments, call);
      if (!isVoid && v)
        l.write(result, v.layout == layout ? v : convertTo(l, v, layout, call), call);
    };
    if (i + 1 == entries.size())
      take(); // an index out of range is no program
    else
      lowerIfElse(l, l.builder().equal(at, l.builder().index(static_cast<std::int64_t>(i))), take, [&] { choose(i + 1); });
  };
  choose(0);
  return l.failed() ? FValue{} : isVoid ? FValue{layout, {}} : l.copy(result, call);
}

FValue constructFunction(Lowering &l, const clang::Expr *from, const Layout *layout) {
  const FValue v = l.value(from);
  if (!v || v.layout->kind == Kind::Function)
    return v ? FValue{layout, v.leaves} : FValue{};
  if (!v.isRecord()) {
    l.refuse(diag::Id::UnsupportedExpression, from->getSourceRange(), {"this constructor of 'std::function'"});
    return {};
  }
  // It lives as long as anything refers to it, and nothing writes to it.
  const Location at = l.newVariable(v, "callable");
  for (const unsigned slot : at.slots) {
    l.internals().infos[slot].isGlobal = true;
    l.internals().live.pop_back();
  }
  return FValue{layout, {leafOf({at, nullptr, nullptr})}};
}

namespace {

FValue assignFunction(Lowering &l, const CallSite &site) {
  const Location at = frontend::objectOf(l, site.call);
  if (!at || l.failed())
    return {};
  l.write(at, constructFunction(l, site.arguments[0], at.layout), site.call);
  return l.reference(at, l.types.of(site.callee->getReturnType()));
}

FValue holdsFunction(Lowering &l, const CallSite &site) {
  const FValue v = l.read(frontend::objectOf(l, site.call), site.call);
  if (!v || l.failed())
    return {};
  if (const ir::Value is = isNotNull(l, v.leaves[0]))
    return l.makeScalar(is, l.types.context.BoolTy);
  l.refuse(diag::Id::IndirectCall, site.call->getSourceRange());
  return {};
}

FValue callFunctionObject(Lowering &l, const CallSite &site) {
  const Location at = frontend::objectOf(l, site.call);
  llvm::SmallVector<FValue, 4> arguments;
  for (auto [i, argument] : llvm::enumerate(site.arguments))
    arguments.push_back(lowerArgument(l, argument, site.callee->getParamDecl(static_cast<unsigned>(i))->getType()));
  const Layout *layout = l.types.of(site.callee->getReturnType());
  const FValue v = callTarget(l, l.read(at, site.call), arguments, site.call);
  return !v || v.layout == layout || layout->kind == Kind::Void ? v : convertTo(l, v, layout, site.call);
}

} // namespace

CallLowering stdFunctionCall(const CallSite &site) {
  if (!llvm::StringRef(site.name).starts_with("std::function::operator") || !site.object ||
      site.objectLayout()->kind != Kind::Function)
    return nullptr;
  return site.name == "std::function::operator()"                                ? callFunctionObject
         : site.name == "std::function::operator bool"                           ? holdsFunction
         : site.name == "std::function::operator=" && site.arguments.size() == 1 ? assignFunction
                                                                                 : nullptr;
}

} // namespace soac::frontend
