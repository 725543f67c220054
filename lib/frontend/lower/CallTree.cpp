#include "frontend/lower/CallTree.h"

#include "frontend/parse/AstVisitor.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>

#include <limits>

namespace soac::frontend {

namespace {

using Functions = std::vector<const clang::FunctionDecl *>;

// Generated lines grow with operations; a loop and a branch are written twice, with what they carry.
constexpr unsigned loopSize = 12, branchSize = 6;
/// A function that is not larger is written in place of its calls.
constexpr unsigned mostInPlace = 40;
/// Together the calls may add this much by being written in place.
constexpr unsigned mostAdded = 120;

bool isLibrarys(const clang::FunctionDecl *function) {
  const clang::SourceManager &sources = function->getASTContext().getSourceManager();
  return sources.isInSystemHeader(sources.getExpansionLoc(function->getLocation()));
}

struct BodyVisitor : AstVisitor {
  unsigned size = 0;
  bool isParallel = false;
  Functions callees;
  llvm::DenseSet<const clang::Stmt *> rules; ///< these may call their function

  bool visitStmt(clang::Stmt *s) override {
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(s))
      passOverRules(call);
    if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(s); name && !rules.contains(name))
      add(name->getDecl());
    else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(s))
      add(member->getMemberDecl());
    else if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(s))
      add(made->getConstructor());
    isParallel |= llvm::isa<clang::OMPExecutableDirective>(s);
    size += sizeOf(s);
    return true;
  }

private:
  static unsigned sizeOf(const clang::Stmt *s) {
    if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(s))
      return loopSize;
    if (llvm::isa<clang::IfStmt, clang::SwitchCase, clang::AbstractConditionalOperator>(s))
      return branchSize;
    return llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::CallExpr, clang::ArraySubscriptExpr>(s);
  }

  /// soac::with_vjp(f, rules.., arguments..)
  void passOverRules(const clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const std::string name = callee ? callee->getQualifiedNameAsString() : "";
    isParallel |= llvm::StringRef(name).starts_with("soac::");
    if (!llvm::StringRef(name).starts_with("soac::with_"))
      return;
    for (const clang::Expr *argument : llvm::drop_begin(call->arguments()))
      rules.insert(argument->IgnoreUnlessSpelledInSource());
  }

  void add(const clang::Decl *decl) {
    const auto *callee = llvm::dyn_cast_or_null<clang::FunctionDecl>(decl);
    const clang::FunctionDecl *definition = nullptr;
    if (callee && callee->hasBody(definition))
      callees.push_back(definition->getCanonicalDecl());
  }
};

} // namespace

CallTree::CallTree(const clang::FunctionDecl *root) {
  if (root)
    count(root->getCanonicalDecl());
}

const CallTree::Body &CallTree::bodyOf(const clang::FunctionDecl *function) {
  std::unique_ptr<Body> &body = bodies[function];
  if (body)
    return *body;
  body = std::make_unique<Body>();
  const clang::FunctionDecl *definition = nullptr;
  if (!function->hasBody(definition) || isLibrarys(definition))
    return *body;
  BodyVisitor visitor;
  visitor.traverse(definition->getBody());
  *body = {visitor.size, visitor.isParallel, std::move(visitor.callees)};
  return *body;
}

bool CallTree::isRecursive(const clang::FunctionDecl *function) {
  function = function->getCanonicalDecl();
  if (const auto known = recursive.find(function); known != recursive.end())
    return known->second;
  llvm::DenseSet<const clang::FunctionDecl *> seen;
  Functions open = bodyOf(function).callees;
  bool result = false;
  while (!open.empty() && !result) {
    const clang::FunctionDecl *next = open.back();
    open.pop_back();
    result = next == function;
    if (seen.insert(next).second)
      llvm::append_range(open, bodyOf(next).callees);
  }
  return recursive[function] = result;
}

bool CallTree::isShared(const clang::FunctionDecl *function) const {
  return shared.contains(function->getCanonicalDecl());
}

unsigned CallTree::sizeOf(const clang::FunctionDecl *function) {
  if (const auto known = sizes.find(function); known != sizes.end())
    return known->second;
  sizes[function] = 1; // of calls of itself
  unsigned size = bodyOf(function).size;
  for (const clang::FunctionDecl *callee : Functions(bodyOf(function).callees))
    if (const unsigned inner = sizeOf(callee); inner <= mostInPlace)
      size += inner;
  return sizes[function] = size;
}

bool CallTree::reachesParallel(const clang::FunctionDecl *function) {
  if (const auto known = parallel.find(function); known != parallel.end())
    return known->second;
  parallel[function] = false;
  bool result = bodyOf(function).isParallel;
  for (const clang::FunctionDecl *callee : Functions(bodyOf(function).callees))
    result = reachesParallel(callee) || result;
  return parallel[function] = result;
}

/// Callers come before callees, so that the calls of a function are known when it is looked at: of one that stays a
/// function, its callees are called once from there.
void CallTree::count(const clang::FunctionDecl *root) {
  Functions order;
  llvm::DenseSet<const clang::FunctionDecl *> seen;
  const std::function<void(const clang::FunctionDecl *)> visit = [&](const clang::FunctionDecl *function) {
    if (!seen.insert(function).second)
      return;
    for (const clang::FunctionDecl *callee : Functions(bodyOf(function).callees))
      visit(callee);
    order.push_back(function);
  };
  visit(root);
  constexpr unsigned many = 1000;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> calls;
  calls[root] = 1;
  for (const clang::FunctionDecl *function : llvm::reverse(order)) {
    unsigned times = calls.lookup(function);
    const unsigned size = sizeOf(function);
    if (function != root && !isLibrarys(function) && size > mostInPlace && (times - 1) * size > mostAdded && !reachesParallel(function))
      shared.insert(function);
    if (shared.contains(function) || isRecursive(function))
      times = 1;
    for (const clang::FunctionDecl *callee : bodyOf(function).callees)
      calls[callee] = std::min(many, calls.lookup(callee) + times);
  }
}

} // namespace soac::frontend
