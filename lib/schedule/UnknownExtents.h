// Raw pointers have no extent: a function may read and overwrite what they point to, but not copy it.
#pragma once

#include "ir/Walk.h"

namespace soac::schedule {

/// The first of `pointers` (parameters) whose extent the function would have to know: it asks for it, or the memory plan
/// makes an array of that shape. No value when there is none.
ir::Value pointerOfNeededExtent(const ir::Function &function, llvm::ArrayRef<ir::Value> pointers,
                                llvm::ArrayRef<ir::Value> writable);

} // namespace soac::schedule
