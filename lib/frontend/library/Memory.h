// C's functions on memory in bytes: the elements that the bytes hold, and their number.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

/// The number of elements of `size` bytes in `bytes`: `n * sizeof(T)` is n. Where no factor is a multiple of `size` and
/// `isExact` is set, a check at run time demands a whole number of elements.
ir::Value elementCount(Lowering &l, const clang::Expr *bytes, std::int64_t size, bool isExact);

/// A pointer argument before its conversion to a pointer to bytes.
const clang::Expr *asTyped(const clang::Expr *e);

} // namespace soac::frontend
