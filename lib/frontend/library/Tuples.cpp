// std::tuple and std::pair: records whose members are numbered; get, tie, make_tuple and the like.
//   std::tie(a, b) = std::pair(x, y)   ->   a = x;  b = y
#include "frontend/library/KnownCalls.h"
#include "frontend/library/Library.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

using Kind = Layout::Kind;

namespace {

/// Fills the members from values or references, one for each.
FValue gather(Lowering &l, llvm::ArrayRef<const clang::Expr *> members, const Layout *layout, const clang::Expr *site) {
  FValue v{layout, {}};
  for (auto [member, field] : llvm::zip(members, layout->fields)) {
    FValue part;
    if (field.layout->kind == Kind::Reference) {
      part = l.reference(l.location(member), field.layout);
    } else {
      part = l.copy(member);
      if (part && part.layout != field.layout)
        part = convertTo(l, part, field.layout, site);
    }
    if (!part)
      return {};
    llvm::append_range(v.leaves, part.leaves);
  }
  return v;
}

std::optional<unsigned> indexArgument(const clang::FunctionDecl *callee) {
  const clang::TemplateArgumentList *arguments = callee->getTemplateSpecializationArgs();
  if (!arguments || arguments->size() == 0 || arguments->get(0).getKind() != clang::TemplateArgument::Integral)
    return std::nullopt;
  return static_cast<unsigned>(arguments->get(0).getAsIntegral().getZExtValue());
}

/// std::get<T>(tuple): the member of that type.
std::optional<unsigned> typeArgument(Lowering &l, const clang::FunctionDecl *callee, const Layout *tuple) {
  const clang::TemplateArgumentList *arguments = callee->getTemplateSpecializationArgs();
  if (!arguments || arguments->size() == 0 || arguments->get(0).getKind() != clang::TemplateArgument::Type)
    return std::nullopt;
  const Layout *wanted = l.types.of(arguments->get(0).getAsType());
  for (auto [i, field] : llvm::enumerate(tuple->fields))
    if (field.layout == wanted)
      return static_cast<unsigned>(i);
  return std::nullopt;
}

FValue get(Lowering &l, const CallSite &site) {
  const clang::CallExpr *call = site.call;
  const clang::FunctionDecl *callee = site.callee;
  const Location at = l.location(call->getArg(0));
  if (!at)
    return {};
  const Layout *result = l.types.of(callee->getReturnType());
  auto index = indexArgument(callee);
  Location member;
  if (at.layout->kind == Kind::Array && index) { // of std::array
    member = l.element(at, {l.builder().index(*index)});
  } else if (at.layout->kind == Kind::Record) {
    if (!index)
      index = typeArgument(l, callee, at.layout);
    if (index && *index < at.layout->fields.size())
      member = l.field(at, *index);
  }
  if (!member) {
    l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(), {"this use of std::get"});
    return {};
  }
  if (member.layout->kind == Kind::Reference)
    member = l.referent(l.read(member, call));
  return result->kind == Kind::Reference ? l.reference(member, result) : l.read(member, call);
}

/// tuple = tuple, member by member, through references (std::tie).
FValue assignMembers(Lowering &l, const CallSite &site) {
  const clang::CallExpr *call = site.call;
  const FValue v = l.copy(call->getArg(1));
  const Location to = l.location(call->getArg(0));
  if (!v || !to)
    return {};
  if (!v.isRecord() || v.layout->fields.size() != to.layout->fields.size()) {
    l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(), {"this assignment to a tuple"});
    return {};
  }
  for (unsigned i = 0; i < to.layout->fields.size(); ++i) {
    Location member = l.field(to, i);
    if (member && member.layout->kind == Kind::Reference)
      member = l.referent(l.read(member, call));
    FValue part = v.field(i);
    if (member && part && part.layout != member.layout && member.layout->leaves.empty()) // std::ignore
      continue;
    if (member && part && part.layout != member.layout)
      part = convertTo(l, part, member.layout, call);
    l.write(member, part, call);
  }
  return l.reference(to, l.types.of(site.callee->getReturnType()));
}

FValue make(Lowering &l, const CallSite &site) { return gather(l, site.arguments, site.result(), site.call); }

} // namespace

std::optional<FValue> constructTuple(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout) {
  llvm::SmallVector<const clang::Expr *, 4> arguments;
  for (const clang::Expr *argument : e->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
      arguments.push_back(argument);
  if (arguments.empty()) {
    FValue v{layout, {}};
    for (const ir::Value zero : zeroLeaves(l, layout))
      v.leaves.push_back({zero, nullptr});
    return v;
  }
  if (arguments.size() == 1) {
    const Layout *from = l.types.ofObject(arguments[0]->getType());
    if (from->kind == Kind::Record && from->isTuple() && from->fields.size() == layout->fields.size() &&
        !(layout->fields.size() == 1 && layout->fields[0].layout == from))
      return convertTo(l, l.copy(arguments[0]), layout, e);
  }
  if (arguments.size() == layout->fields.size())
    return gather(l, arguments, layout, e);
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this way to make a tuple"});
  return FValue{};
}

CallLowering tupleCall(const CallSite &site) {
  if (site.name == "std::get")
    return site.arguments.size() == 1 ? get : nullptr;
  if (site.isOne({"std::make_tuple", "std::make_pair", "std::tie", "std::forward_as_tuple"}))
    return make;
  const bool isAssignment = site.isOne({"std::tuple::operator=", "std::pair::operator="});
  return isAssignment && site.call->getNumArgs() == 2 ? assignMembers : nullptr;
}

} // namespace soac::frontend
