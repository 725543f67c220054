// Loops of which each trip changes all elements of an array, to loops over the elements, each of which goes through the trips by
// itself (PlainLoops.h):
//
//   loop m, (a) |b, p| { w = x[i, b];  loop n, (p) |j, q| { q[j] = q[j] + w * c[b, j] } }
//   ->   W = loop m |b| { x[i, b] };
//        loop n, (a) |j, q| { s = loop m, (q[j]) |b, s| { s + W[b] * c[b, j] };  q[j] = s }
//
// In vector lanes an element is a register or two, which then stays where it is from trip to trip, while the array of a block would
// be read and written in each. Every element gets the same operations in the same order. Several arrays are several nests. What
// differs between iterations and depends on the trip alone is computed once for each trip, in an array.
#pragma once

#include "optimise/passes/LaneValues.h"

namespace soac::optimise {

/// Changes such loops over arrays that vary.
void turnElementLoops(ir::Block &plain, const LaneValues &kinds, ir::ValueTable &values);

} // namespace soac::optimise
