// Clang types to shapes.
#pragma once

#include "frontend/values/Value.h"

#include <clang/AST/ASTContext.h>

#include <llvm/ADT/DenseMap.h>

#include <functional>
#include <map>
#include <optional>

namespace soac::frontend {

class Types {
public:
  /// `complete` has Clang define an instance of a class template.
  explicit Types(clang::ASTContext &context, std::function<void(clang::QualType)> complete = {})
      : context(context), complete(std::move(complete)) {}
  Types(const Types &) = delete;

  /// The shape of a type; references and const are looked at as they are (`T &` is a Reference). Never null.
  const Layout *of(clang::QualType type);
  /// The shape of what a reference refers to, or of the type itself.
  const Layout *ofObject(clang::QualType type) { return of(type.getNonReferenceType()); }

  /// An array of so many dimensions with elements of this shape; it has no C++ type of its own.
  const Layout *arrayOf(const Layout *element, unsigned rank);

  /// The scalar type that a builtin arithmetic type or enum computes in; none for others (`long double`, `__int128`).
  std::optional<ir::Scalar> scalarOf(clang::QualType type) const;

  clang::ASTContext &context;
  /// Does something in the file perhaps write to the variable?
  bool mayChange(const clang::VarDecl *variable);
  /// Does something in the file make arrays of that type row by row? Rows are elements that are, or hold, vectors.
  bool isMadeRowByRow(const Layout *array);
  /// While it lives, arrays of the types of parameters count as made row by row, too.
  class RowsOfParameters {
  public:
    explicit RowsOfParameters(Types &types) : types(types) {}
    RowsOfParameters(const RowsOfParameters &) = delete;
    ~RowsOfParameters() { types.rowsOfParameters.clear(); }
    void add(const Layout *parameter); ///< what is in it, too

  private:
    Types &types;
  };

  llvm::DenseMap<const clang::FunctionDecl *, bool> readable; ///< functions that have rules or are called in rules

private:
  void fill(Layout &layout, clang::QualType type);
  void fillRecord(Layout &layout, const clang::CXXRecordDecl *record);
  void fillTuple(Layout &layout, const clang::CXXRecordDecl *record);
  void fillIterator(Layout &layout, clang::QualType pointer);
  bool fillLibraryClass(Layout &layout, const clang::CXXRecordDecl *record);
  std::function<void(clang::QualType)> complete;
  const Layout *refused(const std::string &reason); ///< a layout that is not supported, for this reason

  llvm::DenseMap<const void *, std::unique_ptr<Layout>> layouts;
  std::map<std::pair<const Layout *, unsigned>, std::unique_ptr<Layout>> arrays;
  std::map<std::string, std::unique_ptr<Layout>> refusals;
  std::optional<llvm::DenseSet<const clang::VarDecl *>> changed; ///< variables outside functions that mayChange
  std::optional<llvm::DenseSet<const Layout *>> madeRowByRow; ///< arrays that are
  llvm::DenseSet<const Layout *> rowsOfParameters;            ///< those that count as such
};

/// Has a member of this shape a value in generated code? Strings, functions, pointers to other objects and the like have
/// none: what an object is made of goes without them, and where one is used that is refused.
bool isMemberOfData(const Layout *member);
/// Has the record, or one in it, a member without a value? Its name, or empty.
std::string memberWithoutValue(const Layout *record);

/// The qualified name of a declaration without inline namespaces and template arguments: "std::vector", "soac::map".
std::string qualifiedName(const clang::NamedDecl *decl);


} // namespace soac::frontend
