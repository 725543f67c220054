// Elements that are made in place: emplace_back(x, y) makes an element of the arguments by the constructor that the
// standard library calls, deep inside the instantiation of the member function:
//   v.emplace_back(x, y)   ->   v.push_back(T(x, y))
#include "frontend/library/Emplace.h"

#include "frontend/lower/Lower.h"
#include "frontend/parse/AstVisitor.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {
namespace {

/// Finds the constructor of a class that a function of the standard library calls in `new (place) T(..)`, itself or in a
/// function that it calls.
struct PlacedConstructor : AstVisitor {
  explicit PlacedConstructor(const clang::CXXRecordDecl *record) : record(record->getCanonicalDecl()) {}

  const clang::CXXRecordDecl *record;
  const clang::CXXConstructorDecl *found = nullptr;
  llvm::DenseSet<const clang::FunctionDecl *> seen;

  void look(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *body = nullptr;
    const clang::SourceManager &sources = function->getASTContext().getSourceManager();
    if (!found && sources.isInSystemHeader(function->getLocation()) && function->hasBody(body) && seen.insert(body).second)
      traverse(body->getBody());
  }
  bool visitStmt(clang::Stmt *statement) override {
    const auto *made = llvm::dyn_cast<clang::CXXNewExpr>(statement);
    const clang::CXXConstructExpr *construct = made ? made->getConstructExpr() : nullptr;
    if (construct && construct->getConstructor()->getParent()->getCanonicalDecl() == record)
      found = construct->getConstructor();
    const auto *call = llvm::dyn_cast<clang::CallExpr>(statement);
    if (const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr)
      look(callee);
    return !found;
  }
};

/// Aggregate initialisation, member by member.
FValue memberwise(Lowering &l, const Layout *element, llvm::ArrayRef<const clang::Expr *> arguments, const clang::Expr *site) {
  FValue made{element, {}};
  for (auto [argument, field] : llvm::zip(arguments, element->fields)) {
    FValue part = l.copy(argument);
    if (part && part.layout != field.layout)
      part = convertTo(l, part, field.layout, site);
    if (!part)
      return {};
    llvm::append_range(made.leaves, part.leaves);
  }
  return made;
}

} // namespace

FValue emplacedElement(Lowering &l, const Layout *element, const clang::CallExpr *call,
                       llvm::ArrayRef<const clang::Expr *> arguments) {
  const clang::CXXRecordDecl *record = element->type.isNull() ? nullptr : element->type->getAsCXXRecordDecl();
  const bool isByMembers = element->isTuple() || (record && record->hasDefinition() && record->isAggregate());
  if (arguments.size() == 1 && (!isUserRecord(element) || l.types.ofObject(arguments[0]->getType()) == element)) {
    const FValue v = l.copy(arguments[0]);
    return v ? convertTo(l, v, element, arguments[0]) : v;
  }
  if (element->kind == Layout::Kind::Record && isByMembers && !arguments.empty() &&
      arguments.size() == element->fields.size())
    return memberwise(l, element, arguments, call);
  if (element->isComplex() && llvm::all_of(arguments, [](const clang::Expr *e) { return e->getType()->isArithmeticType(); })) {
    FValue made{element, {}};
    for (auto [i, part] : llvm::enumerate(element->leaves))
      made.leaves.push_back({i < arguments.size() ? l.asScalar(l.value(arguments[i]), part.type.scalar)
                                                  : l.builder().zero(part.type.scalar),
                             nullptr});
    return made;
  }
  if (isUserRecord(element) && record) {
    PlacedConstructor placed(record);
    placed.look(call->getDirectCallee());
    if (placed.found && placed.found->getNumParams() >= arguments.size() && !placed.found->isTrivial()) {
      llvm::SmallVector<FValue, 4> values;
      for (auto [i, argument] : llvm::enumerate(arguments))
        values.push_back(lowerArgument(l, argument, placed.found->getParamDecl(i)->getType()));
      return constructed(l, element, placed.found, values, call);
    }
  }
  if (arguments.empty())
    return zeroOf(l, element);
  l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(), {"an element made in place of these arguments"},
           {"push_back an element that is written out"});
  return {};
}

} // namespace soac::frontend
