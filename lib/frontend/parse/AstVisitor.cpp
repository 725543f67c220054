// The one instantiation of clang::RecursiveASTVisitor; AstVisitor.h says why.
#include "frontend/parse/AstVisitor.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace soac::frontend {

struct AstVisitor::Walker : clang::RecursiveASTVisitor<Walker> {
  using Base = clang::RecursiveASTVisitor<Walker>;
  AstVisitor &visitor;
  explicit Walker(AstVisitor &visitor) : visitor(visitor) {}

  bool shouldVisitTemplateInstantiations() const { return visitor.extent.instantiations; }
  bool shouldVisitImplicitCode() const { return visitor.extent.implicitCode; }
  bool TraverseDecl(clang::Decl *decl) { return visitor.enter(decl); }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc &argument) {
    return !visitor.extent.templateArguments || Base::TraverseTemplateArgumentLoc(argument);
  }
  bool VisitDecl(clang::Decl *decl) { return visitor.visitDecl(decl); }
  bool VisitStmt(clang::Stmt *statement) { return visitor.visitStmt(statement); }
  bool VisitType(clang::Type *type) { return visitor.visitType(type); }
};

bool AstVisitor::traverse(clang::Decl *decl) { return enter(decl); }
bool AstVisitor::traverse(const clang::Stmt *statement) {
  return Walker(*this).TraverseStmt(const_cast<clang::Stmt *>(statement));
}
bool AstVisitor::traverse(clang::QualType type) { return Walker(*this).TraverseType(type); }
bool AstVisitor::traverse(const clang::TemplateArgument &argument) {
  return Walker(*this).TraverseTemplateArgument(argument);
}
bool AstVisitor::traverseInto(clang::Decl *decl) { return Walker(*this).Base::TraverseDecl(decl); }

} // namespace soac::frontend
