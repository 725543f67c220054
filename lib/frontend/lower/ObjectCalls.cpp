// Calls of objects with values for arguments, as combinators call their operators: which call operator takes them best, and
// what it may write to.
#include "frontend/lower/Callables.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

using Kind = Layout::Kind;

namespace {

/// How well an argument fits a parameter: 0 not at all, more is better.
unsigned fit(Lowering &l, const FValue &argument, clang::QualType parameter) {
  const Layout *to = l.types.ofObject(parameter), *from = argument.layout;
  if (!from)
    return 1;
  if (from->kind == Kind::Reference)
    from = from->element;
  if (from == to)
    return 4;
  if (from->isArrayLike() && to->isArrayLike()) {
    const auto flat = [](const Layout *s) {
      unsigned rank = 0;
      while (s->isArrayLike()) {
        rank += s->rank;
        s = s->element;
      }
      return std::pair(rank, s);
    };
    return flat(from) == flat(to) ? 3 : 0;
  }
  if (from->kind == Kind::Scalar && to->kind == Kind::Scalar)
    return ir::isFloat(from->scalar) == ir::isFloat(to->scalar) ? 2 : 1;
  return from->kind == to->kind && from->leaves.size() == to->leaves.size() ? 1 : 0;
}

unsigned fit(Lowering &l, llvm::ArrayRef<FValue> arguments, const clang::FunctionDecl *function) {
  if (function->getNumParams() != arguments.size())
    return 0;
  unsigned total = 1;
  for (auto [argument, parameter] : llvm::zip(arguments, function->parameters())) {
    const unsigned one = fit(l, argument, parameter->getType());
    if (one == 0)
      return 0;
    total += one;
  }
  return total;
}

const clang::CXXMethodDecl *callOperator(Lowering &l, const clang::CXXRecordDecl *record, llvm::ArrayRef<FValue> arguments) {
  const clang::CXXMethodDecl *best = nullptr;
  unsigned bestFit = 0;
  const auto consider = [&](const clang::FunctionDecl *function) {
    const unsigned score = fit(l, arguments, function);
    if (score > bestFit) {
      best = llvm::cast<clang::CXXMethodDecl>(function);
      bestFit = score;
    }
  };
  for (const clang::Decl *member : record->getDefinition()->decls()) {
    if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(member);
        method && method->getOverloadedOperator() == clang::OO_Call)
      consider(method);
    const auto *made = llvm::dyn_cast<clang::FunctionTemplateDecl>(member);
    if (made && made->getTemplatedDecl()->getOverloadedOperator() == clang::OO_Call)
      for (const clang::FunctionDecl *special : made->specializations())
        consider(special);
  }
  for (const clang::CXXBaseSpecifier &base : record->getDefinition()->bases())
    if (const clang::CXXRecordDecl *declaration = base.getType()->getAsCXXRecordDecl(); declaration && !best)
      best = callOperator(l, declaration, arguments);
  return best;
}

/// A combinator's operator may write to its copies, not to its own state and not to the elements that it is given.
struct OperatorCall {
  Lowering &l;
  const clang::Expr *site;
  std::vector<std::tuple<unsigned, Leaf, std::string>> watched;

  Location watch(const FValue &v, const std::string &name) {
    const Location at = l.newVariable(v, name);
    for (const unsigned slot : at.slots)
      watched.emplace_back(slot, l.internals().slots[slot].leaf, name);
    return at;
  }

  /// The parameter can write to a variable that is watched.
  FValue argument(const FValue &given, const clang::ParmVarDecl *parameter) {
    const Layout *layout = l.types.of(parameter->getType());
    const bool isReference = layout->kind == Kind::Reference;
    const Layout *object = isReference ? layout->element : layout;
    if (given && given.layout->kind == Kind::Array && object->kind == Kind::View)
      return viewOf(l, watch(given, parameter->getNameAsString()), object);
    if (given && isReference && given.layout == object)
      return l.reference(watch(given, parameter->getNameAsString()), layout);
    return given;
  }

  FValue operator()(const clang::FunctionDecl *function, llvm::ArrayRef<FValue> given, std::optional<Location> object) {
    llvm::SmallVector<FValue, 4> arguments;
    for (auto [i, v] : llvm::enumerate(given))
      arguments.push_back(i < function->getNumParams() ? argument(v, function->getParamDecl(i)) : v);
    const FValue result = l.callFunction(function, arguments, site, object);
    for (const auto &[slot, before, name] : watched)
      if (!(l.internals().slots[slot].leaf == before)) {
        const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(site);
        const clang::FunctionDecl *combinator = call ? call->getDirectCallee() : nullptr;
        l.refuse(diag::Id::OperatorWrites, site ? site->getSourceRange() : function->getSourceRange(),
                 {combinator ? combinator->getNameAsString() : "map", name},
                 {"return the new value instead: a combinator's result is made of what its operator returns"});
      }
    return l.failed() ? FValue{} : result;
  }
};

} // namespace

FValue Lowering::callObject(const FValue &callee, llvm::ArrayRef<FValue> arguments, const clang::Expr *site) {
  if (failed() || !callee)
    return {};
  FValue object = callee;
  if (object.layout->kind == Kind::Reference)
    object = read(referent(object), site);
  if (!object)
    return {};
  OperatorCall call{*this, site, {}};
  const clang::SourceRange range = site ? site->getSourceRange() : clang::SourceRange();
  if (object.layout->kind == Kind::Function || object.layout->kind == Kind::Pointer) {
    if (object.leaves[0].target && object.leaves[0].target->function)
      return call(object.leaves[0].target->function, arguments, std::nullopt);
    return callTarget(*this, object, arguments, site);
  }
  const clang::CXXRecordDecl *record = object.isRecord() ? object.layout->type->getAsCXXRecordDecl() : nullptr;
  const clang::CXXMethodDecl *method = record ? callOperator(*this, record, arguments) : nullptr;
  if (!method) {
    refuse(diag::Id::IndirectCall, range, {}, {"no call operator takes these arguments"});
    return {};
  }
  return call(method, arguments, method->isStatic() ? std::nullopt : std::optional(call.watch(object, "its own state")));
}

} // namespace soac::frontend
