// Plain derivatives: what their signature (Plain.cpp) tells their body (PlainBody.cpp).
#pragma once

#include "frontend/Derivatives.h"

namespace soac::frontend {

/// A plain function to be written, and which of its parameters is what.
struct Derivatives::Plain {
  ir::CxxFunction made;
  std::vector<std::string> inlineNamespaces; ///< of those that it is in
  /// Per parameter of f: the position of its adjoint or tangent, -1 when it has none.
  llvm::SmallVector<int, 8> derivatives;
  int seed = -1;    ///< position of r_adj
  int tangent = -1; ///< position of r_tan
};

} // namespace soac::frontend
