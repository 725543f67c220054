// std::optional: a record of the value and of whether there is one. A value that is not there is zero.
#include "frontend/LoweringState.h"

namespace soac::frontend {

namespace {

enum Part : unsigned { Held, HasValue };

FValue boolean(Lowering &l, bool x) { return l.makeScalar(l.builder().values.constantBool(x), l.types.context.BoolTy); }

FValue holding(Lowering &l, FValue held, const Shape *shape, const clang::Expr *site) {
  if (held && held.shape != shape->fields[Held].shape)
    held = convertTo(l, held, shape->fields[Held].shape, site);
  if (!held)
    return {};
  FValue v{shape, held.leaves};
  v.leaves.append(boolean(l, true).leaves);
  return v;
}

/// What an optional becomes that is made from, or assigned, this.
FValue converted(Lowering &l, const clang::Expr *from, const Shape *shape) {
  const FValue v = l.value(from);
  if (!v || v.shape == shape)
    return v;
  if (v.isRecord() && v.shape->isOptional) { // of another type
    FValue held = convertTo(l, v.field(Held), shape->fields[Held].shape, from);
    held.leaves.append(v.field(HasValue).leaves);
    return held ? FValue{shape, held.leaves} : FValue{};
  }
  const clang::CXXRecordDecl *record = from->getType()->getAsCXXRecordDecl();
  return record && qualifiedName(record) == "std::nullopt_t" ? zeroOf(l, shape) : holding(l, v, shape, from);
}

struct OptionalCall {
  Lowering &l;
  const clang::CallExpr *call;
  const clang::CXXMethodDecl *method;
  Location at;
  llvm::ArrayRef<const clang::Expr *> arguments;

  ir::Value hasValue() { return l.read(l.field(at, HasValue), call).leaves[0].value; }

  FValue held() {
    const Shape *shape = l.types.of(method->getReturnType());
    const Location value = l.field(at, Held);
    if (shape->kind == Shape::Kind::Reference)
      return l.reference(value, shape);
    return shape->kind == Shape::Kind::Pointer ? addressOf(l, value, shape) : l.read(value, call);
  }

  FValue valueOr() {
    const Location result = l.newVariable(l.read(l.field(at, Held), call), "");
    const FValue other = l.value(arguments[0]);
    if (!other || !result || l.failed())
      return {};
    lowerIfElse(l, hasValue(), [] {}, [&] { l.write(result, convertTo(l, other, result.shape, call), call); });
    return l.read(result, call);
  }

  FValue assign() {
    l.write(at, converted(l, arguments[0], at.shape), call);
    return l.reference(at, l.types.of(method->getReturnType()));
  }

  std::optional<FValue> run() {
    setLocation(l, call->getExprLoc());
    switch (method->getOverloadedOperator()) {
    case clang::OO_Equal: return assign();
    case clang::OO_Star:
    case clang::OO_Arrow: return held();
    default: break;
    }
    if (llvm::isa<clang::CXXConversionDecl>(method))
      return l.makeScalar(hasValue(), l.types.context.BoolTy);
    if (!method->getIdentifier())
      return std::nullopt;
    const llvm::StringRef name = method->getName();
    if (name == "has_value")
      return l.makeScalar(hasValue(), l.types.context.BoolTy);
    if (name == "value_or" && arguments.size() == 1)
      return valueOr();
    if (name == "value") {
      l.builder().check(hasValue(), "soac: the std::optional holds no value");
      return held();
    }
    if (name == "reset") {
      l.write(at, zeroOf(l, at.shape), call);
      return FValue{l.types.of(l.types.context.VoidTy), {}};
    }
    if (name == "emplace" && arguments.size() == 1) {
      l.write(at, holding(l, l.value(arguments[0]), at.shape, call), call);
      return held();
    }
    return std::nullopt;
  }
};

} // namespace

std::optional<FValue> constructOptional(Lowering &l, const clang::CXXConstructExpr *e, const Shape *shape) {
  if (e->getNumArgs() == 0)
    return zeroOf(l, shape);
  if (e->getNumArgs() == 1)
    return converted(l, e->getArg(0), shape);
  return std::nullopt;
}

bool lowerOptionalCall(Lowering &l, const clang::CallExpr *call, const clang::FunctionDecl *callee, FValue &result) {
  if (qualifiedName(callee) == "std::make_optional" && call->getNumArgs() == 1) {
    const Shape *shape = l.types.of(call->getType());
    result = shape->isOptional ? holding(l, l.value(call->getArg(0)), shape, call) : FValue{};
    return static_cast<bool>(result) || l.failed();
  }
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (!method || method->isStatic() || llvm::isa<clang::CXXDestructorDecl>(method))
    return false;
  const std::string className = qualifiedName(method->getParent());
  if (className != "std::optional" && className != "std::_Optional_base_impl")
    return false;
  Location at = objectOf(l, call);
  if (at.derived)
    at = *at.derived;
  llvm::SmallVector<const clang::Expr *, 2> arguments;
  for (const clang::Expr *argument :
       llvm::drop_begin(call->arguments(), llvm::isa<clang::CXXOperatorCallExpr>(call) ? 1 : 0))
    arguments.push_back(argument);
  if (!at || l.failed() || !at.shape->isOptional)
    return l.failed();
  if (const auto handled = OptionalCall{l, call, method, at, arguments}.run()) {
    result = *handled;
    return true;
  }
  l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(),
           {"'std::optional::" + method->getNameAsString() + "'"});
  return true;
}

} // namespace soac::frontend
