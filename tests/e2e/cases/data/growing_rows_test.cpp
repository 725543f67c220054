#include "growing_rows.hpp"

#include "check.hpp"
#include "growing_rows.soac.hpp"

#include <gtest/gtest.h>

namespace growing_rows {
namespace {

const numbers x{0.4, 0.9, 0.6};

} // namespace

DERIVATIVES(GrowingRows, path, 7, x)
DERIVATIVES(GrowingRows, stack, 7, x)
DERIVATIVES(GrowingRows, queue, 7, x)
DERIVATIVES(GrowingRows, two, 7, x)
DERIVATIVES(GrowingRows, records, 7, x)
DERIVATIVES(GrowingRows, some, 7, x)
DERIVATIVES(GrowingRows, nested, 5, x)
DERIVATIVES(GrowingRows, from_argument, pairs{{0.3, 0.4}}, x)
DERIVATIVES(GrowingRows, emptied, 7, x)
DERIVATIVES(GrowingRows, matrices, 7, x)
DERIVATIVES(GrowingRows, resized, 7, x)

DERIVATIVES(GrowingRowsFromNothing, path, 1, x)
DERIVATIVES(GrowingRowsFromNothing, two, 1, x)
DERIVATIVES(GrowingRowsFromNothing, nested, 1, x)
DERIVATIVES(GrowingRowsFromNothing, from_argument, pairs{}, x)
DERIVATIVES(GrowingRowsFromNothing, emptied, 2, x)
DERIVATIVES(GrowingRowsFromNothing, resized, 1, x)

} // namespace growing_rows
