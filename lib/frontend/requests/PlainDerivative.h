// Plain derivatives: their parameters (PlainParameters.cpp), and the data that their signature (PlainDerivative.cpp) hands
// to their body (PlainBody.cpp).
#pragma once

#include "frontend/requests/Derivatives.h"

namespace soac::frontend {

/// A plain function to be written, and the roles of its parameters.
struct Derivatives::Plain {
  interface::CxxFunction made;
  std::vector<std::string> inlineNamespaces; ///< among the namespaces that it is in
  /// Per parameter of f: the position of its adjoint or tangent, -1 when it has none.
  llvm::SmallVector<int, 8> derivatives;
  int seed = -1;    ///< position of r_adj
  int tangent = -1; ///< position of r_tan
};

/// The declaration with the function's body, where there is one.
const clang::FunctionDecl *definitionOf(const clang::FunctionDecl *function);
/// Can the function change the tangent of the parameter, or of the elements that its views and iterators refer to?
bool isWritable(clang::QualType declared, const Layout *layout);

} // namespace soac::frontend
