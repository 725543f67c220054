// Raw pointers have no extent: a function may read and overwrite their elements one by one. Where the memory plan needs a
// copy, an overlay takes its place (include/soac/runtime/overlay.hpp), which holds only the elements that are touched.
//   p[i] = x, p read afterwards   ->   overlay b on p, which holds b[i] = x and reads all other elements from p
#pragma once

#include "ir/Walk.h"
#include "schedule/MemoryPlan.h"

namespace soac::schedule {

/// The pointer parameters, and how they are used.
struct PointerParameters {
  ir::Values all;
  ir::Values writable; ///< pointers whose memory may be overwritten
  ir::Values fields;   ///< pointers to one field of records: dense only where they are given an extent
};

/// The copies of arrays of unknown extent that are acceptable.
enum class Copies : std::uint8_t { None, Overlays };

/// The first of the pointers whose extent the function would have to know: the function reads the extent, makes an array
/// of that shape, or hands all of a copy or of a field to an operation on dense arrays. None when there is no such pointer.
ir::Value pointerOfNeededExtent(const ir::Function &function, const PointerParameters &pointers, Copies copies);

/// The pointer whose extent `v`, a copy made by the memory plan, would have; none where the extent is known.
ir::Value pointerOf(ir::Value v, llvm::ArrayRef<ir::Value> pointers, const Shapes &shapes);

} // namespace soac::schedule
