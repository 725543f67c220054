// The run-time check of a claim that an array has no false dependencies: an inspector.
#pragma once

#include "ir/Builder.h"

namespace soac::ad {

/// Appends a copy of the loop that notes for every element of carried array `position` whether an iteration has written
/// it (and which), and whether it was read before; of the copy, dead code elimination leaves what steers the accesses.
/// Returns a bool: no element is written by two iterations, and none after it was read. A use of the whole array, also
/// by a combinator, counts as a read of all elements.
ir::Value hasNoFalseDependencies(const ir::Loop &loop, std::size_t position, ir::Builder &b);

} // namespace soac::ad
