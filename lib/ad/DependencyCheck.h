// The run-time check of a claim that an array has no false dependencies: an inspector.
#pragma once

#include "ir/Builder.h"

namespace soac::ad {

/// Appends a copy of the loop that notes for every element of carried array `position` which iteration wrote it, if
/// any, and whether it was read before that; dead code elimination reduces the copy to the slice that steers the
/// accesses. Returns a bool: no element is written by two iterations, and none is read before it is written for the
/// first time. A use of the whole array, also by a combinator, counts as a read of all elements.
///   a[0] = x;  y = a[0];  a[0] = y    in one iteration is accepted;  y = a[0];  a[0] = x  is not
ir::Value hasNoFalseDependencies(const ir::Loop &loop, std::size_t position, ir::Builder &b);

} // namespace soac::ad
