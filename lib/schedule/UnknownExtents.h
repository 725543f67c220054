// Raw pointers have no extent: a function may read and overwrite what they point to, element by element. Where the memory
// plan wants a copy, an overlay stands for it (include/soac/runtime/overlay.hpp), which holds touched elements alone.
#pragma once

#include "ir/Walk.h"
#include "schedule/MemoryPlan.h"

namespace soac::schedule {

/// Which parameters are pointers, and how they are used.
struct PointerParameters {
  ir::Values all;
  ir::Values writable; ///< whose memory may be overwritten
  ir::Values fields;   ///< one field of records each: dense only where they are given an extent
};

/// Which copies of arrays of unknown extent are acceptable.
enum class Copies : std::uint8_t { None, Overlays };

/// The first of the pointers whose extent the function would have to know: it asks for it, makes an array of that
/// shape, or hands all of a copy or of a field to something that wants a dense array. No value when there is none.
ir::Value pointerOfNeededExtent(const ir::Function &function, const PointerParameters &pointers, Copies copies);

/// The pointer of which `v`, a copy made by the memory plan, would have the extent; none where that is known.
ir::Value pointerOf(ir::Value v, llvm::ArrayRef<ir::Value> pointers, const Shapes &shapes);

} // namespace soac::schedule
