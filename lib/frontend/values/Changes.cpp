// Which variables outside functions this file may change: those that have a use which does more than read. Where no other
// file can see such a variable either, it stays what its initialiser says.
#include "frontend/parse/AstVisitor.h"
#include "frontend/parse/Clang.h"
#include "frontend/values/Types.h"

namespace soac::frontend {
namespace {

const clang::Expr *pointerOperand(const clang::BinaryOperator *sum) {
  return sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
}

/// The name that an lvalue is part of: `table` of `table[i].x` and of `*(table + i)`.
const clang::Expr *root(const clang::Expr *e) {
  for (;;) {
    e = e->IgnoreParens();
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(e); member && !member->isArrow()) {
      e = member->getBase();
    } else if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(e)) {
      e = subscript->getBase();
    } else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(e);
               unary && unary->getOpcode() == clang::UO_Deref) {
      e = unary->getSubExpr();
    } else if (const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(e);
               sum && sum->isAdditiveOp() && sum->getType()->isPointerType()) {
      e = pointerOperand(sum);
    } else if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(e);
               cast &&
               (cast->getCastKind() == clang::CK_ArrayToPointerDecay || cast->getCastKind() == clang::CK_NoOp)) {
      e = cast->getSubExpr();
    } else if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e);
               call && call->getOperator() == clang::OO_Subscript &&
               call->getDirectCallee()->getDeclContext()->getEnclosingNamespaceContext()->isStdNamespace()) {
      e = call->getArg(0);
    } else {
      return e;
    }
  }
}

class Uses : public AstVisitor {
public:
  explicit Uses(llvm::DenseSet<const clang::VarDecl *> &changed) : AstVisitor({true, true, true}), changed(changed) {}

  bool visitStmt(clang::Stmt *s) override {
    if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(s); cast && onlyReads(cast))
      reads.insert(root(cast->getSubExpr()));
    else if (const auto *loop = llvm::dyn_cast<clang::CXXForRangeStmt>(s);
             loop && loop->getLoopVariable() && copies(loop->getLoopVariable()->getType()))
      reads.insert(root(loop->getRangeInit()));
    else if (const auto *operand = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(s);
             operand && !operand->isArgumentType())
      reads.insert(root(operand->getArgumentExpr()));
    else if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(s); name && !reads.contains(name))
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
          variable && variable->hasGlobalStorage())
        changed.insert(variable->getCanonicalDecl());
    return true;
  }

private:
  static bool copies(clang::QualType type) {
    return !type->isReferenceType() || type->getPointeeType().isConstQualified();
  }
  /// Reads the value, or gives it away as const.
  static bool onlyReads(const clang::ImplicitCastExpr *cast) {
    switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue: return true;
    case clang::CK_NoOp:
      return cast->getType()->isPointerType() ? cast->getType()->getPointeeType().isConstQualified()
                                              : cast->isGLValue() && cast->getType().isConstQualified();
    default: return false;
    }
  }

  llvm::DenseSet<const clang::VarDecl *> &changed;
  llvm::DenseSet<const clang::Expr *> reads; ///< names in places that do not write to them
};

} // namespace

bool Types::mayChange(const clang::VarDecl *variable) {
  if (variable->getType().isVolatileQualified())
    return true;
  if (!changed) {
    changed.emplace();
    Uses(*changed).traverse(context.getTranslationUnitDecl());
  }
  return changed->contains(variable->getCanonicalDecl());
}

} // namespace soac::frontend
