// Clang types to shapes.
#pragma once

#include "frontend/Value.h"

#include <clang/AST/ASTContext.h>

#include <llvm/ADT/DenseMap.h>

#include <functional>

namespace soac::frontend {

class Types {
public:
  explicit Types(clang::ASTContext &context) : context(context) {}
  Types(const Types &) = delete;

  /// The shape of a type; references and const are looked at as they are (`T &` is a Reference). Never null.
  const Shape *of(clang::QualType type);
  /// The shape of what a reference refers to, or of the type itself.
  const Shape *ofObject(clang::QualType type) { return of(type.getNonReferenceType()); }

  /// The scalar type that a builtin arithmetic type or enum computes in; none for others (`long double`, `__int128`).
  std::optional<ir::Scalar> scalarOf(clang::QualType type) const;

  clang::ASTContext &context;

private:
  std::unique_ptr<Shape> make(clang::QualType type);
  std::unique_ptr<Shape> makeRecord(const clang::CXXRecordDecl *record, clang::QualType type);
  std::unique_ptr<Shape> makeLibraryClass(const clang::CXXRecordDecl *record, clang::QualType type);

  llvm::DenseMap<const void *, std::unique_ptr<Shape>> shapes;
};

/// The qualified name of a declaration without inline namespaces and template arguments: "std::vector", "soac::map".
std::string qualifiedName(const clang::NamedDecl *decl);

} // namespace soac::frontend
