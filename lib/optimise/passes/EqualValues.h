// What two loops or kernels of one count compute alike.
#pragma once

#include "analysis/Polynomial.h"
#include "ir/Walk.h"

namespace soac::optimise {

/// The scalars of the second one's body that equal one of the first one's in the same iteration, with that one; with
/// `isBackwards` where the second one begins with the last iteration of the first. A statement equals another if it is
/// the same operation on equal operands; integers are equal that are the same polynomial.
ir::ValueMap equalValues(const ir::Op &first, const ir::Op &second, bool isBackwards, const ir::ValueTable &values,
                         const analysis::Polynomials &polynomials);

} // namespace soac::optimise
