// Loops each of which is all that the one around it does, but for cheap numbers: a device has a thread for each iteration of
// the innermost one.
//
//   map n |i| { map m |j| { f(x[i], y[j]) } }                      n * m threads
//   map n |i| { s = sum m |j| { a[i, j] * x[j] };  sqrt(s) }       n sums, each by several threads
#pragma once

#include "schedule/device/Sides.h"

namespace soac::schedule::device {

struct Nest {
  unsigned depth = 1;
  ir::Values added; ///< the accumulators to elements of which several threads add
  bool readsColumns = false; ///< of sums: what neighbouring ones read lies side by side, rather than what one reads
};

/// The nest that begins with a loop on a grid; `added`: the accumulators to elements of which several of its iterations add.
Nest nestOf(const exec::For &outermost, ir::Values added, const ir::Function &function, const exec::AccessQuery &query,
            const exec::Places &places, const FreeLoops &free, const Sides &sides);

} // namespace soac::schedule::device
