// Functions of C that take memory in bytes: elements and their number.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// How many elements of `size` bytes so many bytes are: `n * sizeof(T)` is n. Where that is not seen and `isExact`, it is
/// checked at run time that none is cut off.
ir::Value elementCount(Lowering &l, const clang::Expr *bytes, std::int64_t size, bool isExact);

/// An argument before it became a pointer to bytes.
const clang::Expr *asTyped(const clang::Expr *e);

} // namespace soac::frontend
