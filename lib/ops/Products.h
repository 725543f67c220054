// Derivatives of products: d times the product of all factors but one.
#pragma once

#include "ir/Builder.h"

#include <utility>

namespace soac::ops {

/// For every factor d times the product of the others; `product` is that of them all.
ir::Value timesOthers(ir::Value factors, ir::Value product, ir::Value d, ir::Builder &b);

/// The same in bins: those of `dest`, then those of `values`, whose keys say their bin; zero for keys out of range.
/// `products` and `d` have one element for each bin.
std::pair<ir::Value, ir::Value> timesOthersInBins(ir::Value dest, ir::Value keys, ir::Value values, ir::Value products,
                                                  ir::Value d, ir::Builder &b);

} // namespace soac::ops
