// Walks over Clang's tree: clang::RecursiveASTVisitor behind virtual functions. Its template takes seconds to compile,
// so that it is instantiated once, in AstVisitor.cpp.
#pragma once

#include <clang/AST/Type.h>

namespace soac::frontend {

/// Calls `visit...` for every node, a node before its children, until one of them returns false.
class AstVisitor {
public:
  struct Extent {
    bool instantiations = false; ///< also of templates
    bool implicitCode = false;   ///< also code that the user did not write
    bool templateArguments = true;
  };
  AstVisitor() = default;
  explicit AstVisitor(Extent extent) : extent(extent) {}
  AstVisitor(const AstVisitor &) = delete;
  virtual ~AstVisitor() = default;

  bool traverse(clang::Decl *decl);
  bool traverse(const clang::Stmt *statement);
  bool traverse(clang::QualType type);
  bool traverse(const clang::TemplateArgument &argument);

  virtual bool visitDecl(clang::Decl *) { return true; }
  virtual bool visitStmt(clang::Stmt *) { return true; }
  virtual bool visitType(clang::Type *) { return true; }
  /// Visits a declaration and what is in it, by `traverseInto`, or passes over it. `decl` may be null.
  virtual bool enter(clang::Decl *decl) { return traverseInto(decl); }

protected:
  bool traverseInto(clang::Decl *decl);

private:
  struct Walker;
  Extent extent;
};

} // namespace soac::frontend
