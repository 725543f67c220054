// Expressions of the user's as text that generated code can say: what an exception is made of, what a function that
// does not return is called with. Numbers in them are computed like all others and are operands of the text; strings,
// which the IR does not have, stay text, also where a variable or a parameter holds them.
#pragma once

#include "frontend/state/Lowering.h"

namespace soac::frontend {

/// C++ text with {0}, {1}, .. for the operands, which are scalars.
struct ExpressionText {
  std::string text;
  ir::Values operands;
  const std::vector<ir::Statement> *home = nullptr; ///< of a variable's: the block that declares it

  /// Adds C++ text in which nothing stands for an operand.
  void append(llvm::StringRef cxx);
  void append(const ExpressionText &other);
};

/// The text of an expression; refused where generated code cannot say it. An argument or an initialiser stands alone:
/// its text needs no parentheses.
ExpressionText textOf(Lowering &l, const clang::Expr *e, bool isAlone = true);

/// Is it a string of the standard library, or a stream that makes one?
bool isText(clang::QualType type);
/// Can a parameter of this type be given the text of its argument?
bool takesText(clang::QualType parameter);
/// A value of such a type.
FValue textValue(Lowering &l, const clang::Expr *e);
void declareText(Lowering &l, const clang::VarDecl *variable);
/// Is it `text += e`, `text = e` or `stream << e << f`, of a variable that is text?
bool isTextCall(Lowering &l, const clang::CallExpr *call);
FValue lowerTextCall(Lowering &l, const clang::CallExpr *call);

} // namespace soac::frontend
