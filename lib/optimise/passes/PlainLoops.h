// The body of a kernel or loop with nothing in it but scalars, elements, counted loops, and branches: kernels inside become loops, and
// elements of rows become elements of the arrays that the rows are of.
//
//   |i, row| { s = sum m |j| { row[j] } }   ->   |i| { s = loop m, (0) |j, t| { yield t + a[i, j] } }
#pragma once

#include "optimise/passes/Kernel.h"

#include "ir/Builder.h"

namespace soac::optimise {

/// The kernel's body, made plain, with the counter as its only parameter; none where it has operations with no such form.
std::optional<ir::Block> plainBody(const Kernel &kernel, ir::ValueTable &values);

} // namespace soac::optimise
