// The lowering of statements and expressions, as the other rooms use it.
#pragma once

#include "frontend/lower/OutsideCalls.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

void lowerStatement(Lowering &l, const clang::Stmt *s);
void lowerSequence(Lowering &l, llvm::ArrayRef<const clang::Stmt *> statements);
void lowerVariable(Lowering &l, const clang::VarDecl *d);
/// Lowers `rest` where control has not left.
void guarded(Lowering &l, llvm::function_ref<void()> rest);
/// The object that a member function is called on.
Location objectOf(Lowering &l, const clang::CallExpr *call);
/// Evaluates an argument for a parameter of this type: a Reference for reference parameters.
FValue lowerArgument(Lowering &l, const clang::Expr *e, clang::QualType parameter);
FValue convertTo(Lowering &l, const FValue &v, const Layout *layout, const clang::Expr *site);
/// Is it a call that writes to a file or a stream, as a statement of its own, and is that left out?
bool dropsOutput(Lowering &l, const clang::Stmt *s);
FValue zeroOf(Lowering &l, const Layout *layout);
/// New elements of a container: zero, or the value of their default constructor. Nothing where that is refused.
std::optional<FValue> defaultElement(Lowering &l, const Layout *layout, const clang::Expr *site);
/// Is it made by constructors whose bodies are read?
bool isUserRecord(const Layout *layout);
/// The value of an object that is moved from; a vector or array is empty afterwards.
FValue takeFrom(Lowering &l, const clang::Expr *source);
/// An object that this constructor makes.
FValue constructed(Lowering &l, const Layout *layout, const clang::CXXConstructorDecl *constructor,
                   llvm::ArrayRef<FValue> arguments, const clang::Expr *site);
FValue pointerTo(Lowering &l, const Location &array, ir::Value offset, const Layout *pointer);
Location dereference(Lowering &l, const FValue &pointer, ir::Value offset, const clang::Expr *site);
/// Two pointers do not point into one array.
void refuseApart(Lowering &l, clang::SourceRange site);
FValue advance(Lowering &l, const FValue &pointer, ir::Value by);
FValue addressOf(Lowering &l, const Location &at, const Layout *pointer);
FValue pointerOperation(Lowering &l, clang::BinaryOperatorKind op, const FValue &a, const FValue &b, const Layout *result,
                        const clang::Expr *site);
/// Whether the pointer is not null, a bool; unset, and refused, where that is not known.
ir::Value notNull(Lowering &l, const FValue &pointer, const clang::Expr *site);
/// View of an array-like value or lvalue, for a view parameter.
FValue viewOf(Lowering &l, const Location &array, const Layout *view);
FValue convertScalar(Lowering &l, const FValue &v, const Layout *to);
/// a op b of C++, or of one operand. Signed integers have no overflow: the statement says so.
ir::Value computed(Lowering &l, ir::Prim prim, llvm::ArrayRef<ir::Value> arguments);
/// How an integer is computed, in whichever block; null where it is not.
const ir::Apply *definitionOf(Lowering &l, ir::Value integer);
ir::Value widen(Lowering &l, ir::Value v); ///< an integer as i64, computed from the operands of exact operations
std::optional<std::int64_t> constantInt(const clang::ASTContext &context, const clang::Expr *e);

/// Calls of std::function's members; null for other calls.
CallLowering stdFunctionCall(const CallSite &site);

} // namespace soac::frontend
