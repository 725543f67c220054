// Commutative operators with an inverse: the total gives the result of all elements but one [SC22 §5.1.1, DPP24]:
//   r = x * y * z:  x_adj += (r / x) * r_adj where r is not 0
#pragma once

#include "ir/Builder.h"
#include "prims/Prims.h"

#include <optional>
#include <utility>

namespace soac::ops {

struct Invertible;
/// The row of a primitive operator, or null.
const Invertible *invertible(std::optional<prims::Prim> prim);

/// The adjoints of the elements of a reduction from `start` to `total`, whose adjoint is d.
ir::Value ofElements(const Invertible &op, ir::Value start, ir::Value elements, ir::Value total, ir::Value d,
                     ir::Builder &b);

/// The same in bins of scalars or, element by element, of rows: the adjoints of the elements of `dest`, then the adjoints
/// of `values`, zero where the key is out of range:
///   keys [0, 1, 0]: values[0] and values[2] go into bin 0 with dest[0], and share d[0]; values[1] has d[1]
/// `totals` and `d` have one element for each bin. All rows have the shape of `neutral`.
std::pair<ir::Value, ir::Value> ofBins(const Invertible &op, ir::Value neutral, ir::Value dest, ir::Value keys,
                                       ir::Value values, ir::Value totals, ir::Value d, ir::Builder &b);

} // namespace soac::ops
