// C++ types as generated code writes them: spelled so that another file can say them, flattened as interface::CxxType.
#pragma once

#include "frontend/values/Types.h"
#include "interface/Interface.h"

#include <clang/AST/PrettyPrinter.h>

#include <optional>

namespace soac::frontend {

class CxxTypes {
public:
  explicit CxxTypes(Types &types);

  /// How the type, or what a reference refers to, flattens. None with the reason in `whyNot` when it cannot stand at the
  /// edge of generated code.
  std::optional<interface::CxxType> of(clang::QualType type, std::string &whyNot);

  /// The type with full qualification, as it is declared (references and const too).
  std::string spelling(clang::QualType type) const;
  /// A function as the operand of a template argument: "&a::f", with a cast where the name has several meanings.
  std::string address(const clang::FunctionDecl *function) const;
  /// "a::f", or "a::f<double>" for an instantiation.
  std::string qualified(const clang::FunctionDecl *function) const;
  /// "namespace a { double f(double); }"
  std::string declaration(const clang::FunctionDecl *function) const;
  /// "namespace a { extern double x[3]; }"
  std::string declaration(const clang::VarDecl *variable) const;
  /// The text within the namespaces around the declaration.
  static std::string inNamespaces(const clang::Decl *decl, std::string text);
  std::string templateArgument(const clang::TemplateArgument &argument) const;

  /// The first class or enumeration that the type names and that another file cannot name: it is defined in the main
  /// file or it has no name. Null when there is none.
  const clang::TagDecl *hidden(clang::QualType type) const;

private:
  std::optional<interface::CxxType> of(const Layout *layout, std::string &whyNot);
  bool addElements(const Layout *layout, interface::CxxType &array, std::string &whyNot);
  void addParts(const Layout *complex, interface::CxxType &record) const;
  bool addFields(const Layout *layout, interface::CxxType &record, std::string &whyNot);

  Types &types;
  clang::PrintingPolicy policy;
};

/// `soac::view<const T, R>` of a type with elements T; other types as they are. The form in which seeds are passed.
interface::CxxType borrowed(const interface::CxxType &type, bool isConst);
/// True when some leaf is floating point.
bool isDifferentiable(const interface::CxxType &type);

/// Can generated code make an object of it?
bool canBeMade(const interface::CxxType &type);

} // namespace soac::frontend
