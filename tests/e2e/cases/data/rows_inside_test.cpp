#include "rows_inside.hpp"

#include "check.hpp"
#include "rows_inside.soac.hpp"

#include <gtest/gtest.h>

namespace rows_inside {

namespace {

const row x{0.3, -0.7, 0.9, 0.4, -0.2, 0.6, 0.8};

} // namespace

DERIVATIVES(RowsInside, points, x)
DERIVATIVES(RowsInside, nodes, x)
DERIVATIVES(RowsInside, layers, x)
DERIVATIVES(RowsInside, parts, x)
DERIVATIVES(RowsInside, pair_of_rows, x)
DERIVATIVES(RowsInside, network, x)

} // namespace rows_inside
