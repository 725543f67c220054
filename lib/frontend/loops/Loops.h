// Loops, and OpenMP's directives.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

void lowerLoop(Lowering &l, const clang::Stmt *loop);
void lowerRangeFor(Lowering &l, const clang::CXXForRangeStmt *loop);
void lowerDirective(Lowering &l, const clang::OMPExecutableDirective *d);

/// A loop that no statement of the source is: `body` for i < count, written at `site`.
void lowerCountedLoop(Lowering &l, ir::Value count, const clang::Expr *site, llvm::function_ref<void(ir::Value)> body);

/// Is it a function of OpenMP's own library, such as omp_get_thread_num?
bool isOpenMpFunction(const clang::FunctionDecl *function);

} // namespace soac::frontend
