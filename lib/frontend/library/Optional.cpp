// std::optional: a record of the value and a flag. An empty optional has the value zero:
//   std::optional<double> x = y   ->   (y, true)          x.reset()   ->   (0.0, false)
#include "frontend/library/KnownCalls.h"
#include "frontend/library/Library.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/Joins.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

namespace {

enum Part : unsigned { Held, HasValue };

FValue boolean(Lowering &l, bool x) { return l.makeScalar(l.builder().values.constantBool(x), l.types.context.BoolTy); }

FValue holding(Lowering &l, FValue held, const Layout *layout, const clang::Expr *site) {
  if (held && held.layout != layout->fields[Held].layout)
    held = convertTo(l, held, layout->fields[Held].layout, site);
  if (!held)
    return {};
  FValue v{layout, held.leaves};
  v.leaves.append(boolean(l, true).leaves);
  return v;
}

/// The value of an optional that is constructed from, or assigned, `from`.
FValue converted(Lowering &l, const clang::Expr *from, const Layout *layout) {
  const FValue v = l.copy(from);
  if (!v || v.layout == layout)
    return v;
  if (v.isRecord() && v.layout->isOptional()) { // of another type
    FValue held = convertTo(l, v.field(Held), layout->fields[Held].layout, from);
    held.leaves.append(v.field(HasValue).leaves);
    return held ? FValue{layout, held.leaves} : FValue{};
  }
  const clang::CXXRecordDecl *record = from->getType()->getAsCXXRecordDecl();
  return record && qualifiedName(record) == "std::nullopt_t" ? zeroOf(l, layout) : holding(l, v, layout, from);
}

Location objectOf(Lowering &l, const CallSite &site) {
  const Location at = frontend::objectOf(l, site.call);
  setLocation(l, site.call->getExprLoc());
  return at;
}

ir::Value hasValue(Lowering &l, const Location &at, const CallSite &site) {
  const FValue v = l.read(l.field(at, HasValue), site.call);
  return v ? v.leaves[0].value : l.builder().values.constantBool(false);
}

FValue heldAt(Lowering &l, const Location &at, const CallSite &site) {
  const Layout *layout = l.types.of(site.method->getReturnType());
  const Location value = l.field(at, Held);
  if (layout->kind == Layout::Kind::Reference)
    return l.reference(value, layout);
  return layout->kind == Layout::Kind::Pointer ? addressOf(l, value, layout) : l.read(value, site.call);
}

// ---- Members. ----

FValue assign(Lowering &l, const CallSite &site) {
  const Location at = objectOf(l, site);
  if (at)
    l.write(at, converted(l, site.arguments[0], at.layout), site.call);
  return l.reference(at, l.types.of(site.method->getReturnType()));
}

FValue held(Lowering &l, const CallSite &site) {
  const Location at = objectOf(l, site);
  return at ? heldAt(l, at, site) : FValue{};
}

FValue isHeld(Lowering &l, const CallSite &site) {
  const Location at = objectOf(l, site);
  return at ? l.makeScalar(hasValue(l, at, site), l.types.context.BoolTy) : FValue{};
}

FValue valueOr(Lowering &l, const CallSite &site) {
  const Location at = objectOf(l, site);
  const Location result = at ? l.newVariable(l.read(l.field(at, Held), site.call), "") : Location{};
  const FValue other = l.copy(site.arguments[0]);
  if (!other || !result || l.failed())
    return {};
  lowerIfElse(
      l, hasValue(l, at, site), [] {},
      [&] { l.write(result, convertTo(l, other, result.layout, site.call), site.call); });
  return l.read(result, site.call);
}

FValue checkedValue(Lowering &l, const CallSite &site) {
  const Location at = objectOf(l, site);
  if (!at)
    return {};
  l.builder().check(hasValue(l, at, site), "soac: the std::optional holds no value");
  return heldAt(l, at, site);
}

FValue reset(Lowering &l, const CallSite &site) {
  const Location at = objectOf(l, site);
  if (at)
    l.write(at, zeroOf(l, at.layout), site.call);
  return {l.types.of(l.types.context.VoidTy), {}};
}

FValue emplace(Lowering &l, const CallSite &site) {
  const Location at = objectOf(l, site);
  if (!at)
    return {};
  l.write(at, holding(l, l.copy(site.arguments[0]), at.layout, site.call), site.call);
  return heldAt(l, at, site);
}

FValue refuseMember(Lowering &l, const CallSite &site) {
  l.refuse(diag::Id::UnsupportedExpression, site.call->getSourceRange(),
           {"'std::optional::" + site.method->getNameAsString() + "'"});
  return {};
}

CallLowering memberCall(const CallSite &site) {
  switch (site.method->getOverloadedOperator()) {
  case clang::OO_Equal: return assign;
  case clang::OO_Star:
  case clang::OO_Arrow: return held;
  default: break;
  }
  if (llvm::isa<clang::CXXConversionDecl>(site.method))
    return isHeld;
  const llvm::StringRef name = site.method->getIdentifier() ? site.method->getName() : "";
  const bool hasOne = site.arguments.size() == 1;
  return name == "has_value"            ? isHeld
         : name == "value_or" && hasOne ? valueOr
         : name == "value"              ? checkedValue
         : name == "reset"              ? reset
         : name == "emplace" && hasOne  ? emplace
                                        : refuseMember;
}

FValue makeOptional(Lowering &l, const CallSite &site) {
  return holding(l, l.copy(site.arguments[0]), site.result(), site.call);
}

} // namespace

std::optional<FValue> constructOptional(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout) {
  if (e->getNumArgs() == 0)
    return zeroOf(l, layout);
  if (e->getNumArgs() == 1)
    return converted(l, e->getArg(0), layout);
  return std::nullopt;
}

CallLowering optionalCall(const CallSite &site) {
  if (site.name == "std::make_optional")
    return site.arguments.size() == 1 && site.result()->isOptional() ? makeOptional : nullptr;
  if (!site.object || site.method->isStatic() || llvm::isa<clang::CXXDestructorDecl>(site.method))
    return nullptr;
  const std::string className = qualifiedName(site.method->getParent());
  if (className == "std::_Optional_base_impl")
    return refuseMember;
  return className == "std::optional" && site.objectLayout()->isOptional() ? memberCall(site) : nullptr;
}

} // namespace soac::frontend
