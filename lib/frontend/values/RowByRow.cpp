// Which arrays of vectors are made row by row: with elements that are empty, and get their lengths later, or one after
// the other.
//   std::vector<std::vector<double>> a(n), b(n, {});  a.resize(n);  a.push_back(row);  std::vector<double> c[3];
//   b[i].resize(m);
// or of several arrays whose lengths the code does not show, or shows to differ:
//   std::vector<std::vector<double>> a{x, y}, b{{1}, {2, 3}};
#include "frontend/parse/AstVisitor.h"
#include "frontend/parse/Clang.h"
#include "frontend/values/Types.h"

namespace soac::frontend {
namespace {

using Kind = Layout::Kind;

bool holdsVector(const Layout *layout) {
  switch (layout->kind) {
  case Kind::Record: return llvm::any_of(layout->fields, [](const Layout::Field &f) { return holdsVector(f.layout); });
  case Kind::Array: return layout->isVector() || holdsVector(layout->element);
  default: return false;
  }
}

/// std::vector<double>(), {}, and the like.
bool isEmpty(const clang::Expr *e) {
  e = e->IgnoreUnlessSpelledInSource();
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(e))
    return list->getNumInits() == 0;
  const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(e);
  return llvm::isa<clang::CXXScalarValueInitExpr>(e) || (construct && construct->getNumArgs() == 0);
}

class RowByRow : public AstVisitor {
public:
  RowByRow(Types &types, llvm::DenseSet<const Layout *> &found)
      : AstVisitor({true, true, false}), types(types), found(found) {}

  /// The standard library makes no such arrays of its own.
  bool enter(clang::Decl *decl) override {
    return (decl && types.context.getSourceManager().isInSystemHeader(decl->getLocation())) || traverseInto(decl);
  }
  bool visitStmt(clang::Stmt *s) override {
    if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(s))
      constructs(construct);
    else if (const auto *call = llvm::dyn_cast<clang::CXXMemberCallExpr>(s))
      calls(call);
    else if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(s);
             list && !list->getType()->isDependentType() && mayDiffer(list))
      add(list->getType(), /*isFixed=*/true);
    return true;
  }

private:
  static llvm::SmallVector<const clang::Expr *, 3>
  given(llvm::iterator_range<clang::CallExpr::const_arg_iterator> arguments) {
    llvm::SmallVector<const clang::Expr *, 3> out;
    for (const clang::Expr *argument : arguments)
      if (!llvm::isa<clang::CXXDefaultArgExpr>(argument))
        out.push_back(argument);
    return out;
  }
  static bool isCount(const clang::Expr *e) {
    return e->getType().getNonReferenceType()->isIntegralOrEnumerationType();
  }

  void constructs(const clang::CXXConstructExpr *e) {
    const clang::QualType type = e->getType();
    if (type->isDependentType())
      return;
    const auto arguments = given({e->arg_begin(), e->arg_end()});
    const bool isOfCount = !arguments.empty() && isCount(arguments[0]) &&
                           (arguments.size() == 1 || (arguments.size() == 2 && isEmpty(arguments[1])));
    if (const auto *list = e->isStdInitListInitialization() && arguments.size() == 1 ? listOf(arguments[0]) : nullptr;
        list && mayDiffer(list))
      add(type, /*isFixed=*/false);
    if (isOfCount || (arguments.empty() && !e->isListInitialization()))
      add(type, /*isFixed=*/arguments.empty());
  }

  /// Of an array's elements: are they more than one, and not lists of one length each?
  static bool mayDiffer(const clang::InitListExpr *list) {
    const auto lengthOf = [&](unsigned i) -> std::optional<std::size_t> {
      const clang::Expr *e = list->getInit(i)->IgnoreUnlessSpelledInSource();
      const auto *inner = llvm::dyn_cast<clang::InitListExpr>(e);
      return inner ? std::optional<std::size_t>(inner->getNumInits()) : std::nullopt;
    };
    for (unsigned i = 1; i < list->getNumInits(); ++i)
      if (!lengthOf(i) || lengthOf(i) != lengthOf(0))
        return true;
    return false;
  }
  static const clang::InitListExpr *listOf(const clang::Expr *e) {
    e = e->IgnoreUnlessSpelledInSource();
    if (const auto *whole = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(e))
      e = whole->getSubExpr()->IgnoreUnlessSpelledInSource();
    return llvm::dyn_cast<clang::InitListExpr>(e);
  }

  void calls(const clang::CXXMemberCallExpr *call) {
    const clang::CXXMethodDecl *method = call->getMethodDecl();
    if (!method || !method->getIdentifier() || call->getObjectType()->isDependentType())
      return;
    const auto arguments = given({call->arg_begin(), call->arg_end()});
    const llvm::StringRef name = method->getName();
    const bool isAppend = name == "push_back" || name == "emplace_back";
    if (isAppend || (name == "resize" && (arguments.size() == 1 || isEmpty(arguments[1]))))
      add(call->getObjectType(), /*isFixed=*/false);
    if (isAppend || llvm::is_contained({"resize", "assign", "pop_back", "clear", "insert", "erase"}, name))
      if (const clang::Expr *rows = whoseElement(call->getImplicitObjectArgument()->IgnoreParenImpCasts()))
        add(rows->getType(), /*isFixed=*/false);
  }

  /// `a` of a[i], a.at(i), a.front() and a.back(); null for others.
  static const clang::Expr *whoseElement(const clang::Expr *e) {
    if (const auto *subscript = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e))
      return subscript->getOperator() == clang::OO_Subscript ? subscript->getArg(0) : nullptr;
    const auto *call = llvm::dyn_cast<clang::CXXMemberCallExpr>(e);
    const clang::CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
    const bool isAccess =
        method && method->getIdentifier() && llvm::is_contained({"at", "front", "back"}, method->getName());
    return isAccess ? call->getImplicitObjectArgument() : nullptr;
  }

  void add(clang::QualType type, bool isFixed) {
    const clang::Type *canonical = type.getCanonicalType().getTypePtr();
    const bool isArray = canonical->isArrayType();
    const auto *record = canonical->getAsCXXRecordDecl();
    if (!isArray && !(record && record->isInStdNamespace()))
      return;
    const Layout *layout = types.of(type);
    if (layout->kind == Kind::Array && (layout->staticExtent >= 0) == isFixed && holdsVector(layout->element)) {
      found.insert(layout);
      found.insert(types.arrayOf(layout->element, 1)); // what pointers to the elements go over
    }
  }

  Types &types;
  llvm::DenseSet<const Layout *> &found;
};

} // namespace

bool Types::isMadeRowByRow(const Layout *array) {
  if (!holdsVector(array->element))
    return false;
  if (!madeRowByRow) {
    madeRowByRow.emplace();
    llvm::DenseSet<const Layout *> found;
    RowByRow(*this, found).traverse(context.getTranslationUnitDecl());
    madeRowByRow = std::move(found);
  }
  return madeRowByRow->contains(array) || rowsOfParameters.contains(array);
}

void Types::RowsOfParameters::add(const Layout *parameter) {
  switch (parameter->kind) {
  case Kind::Record:
    for (const Layout::Field &f : parameter->fields)
      add(f.layout);
    return;
  case Kind::Array:
    if (holdsVector(parameter->element)) {
      types.rowsOfParameters.insert(parameter);
      types.rowsOfParameters.insert(types.arrayOf(parameter->element, 1));
    }
    return add(parameter->element);
  case Kind::View:
    if (holdsVector(parameter->element))
      types.rowsOfParameters.insert(types.arrayOf(parameter->element, parameter->rank));
    return add(parameter->element);
  case Kind::Reference: return add(parameter->element);
  default: return;
  }
}

} // namespace soac::frontend
