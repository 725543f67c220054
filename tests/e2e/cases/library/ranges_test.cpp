#include "ranges.hpp"
#include "ranges.soac.hpp"

#include "check.hpp"

namespace ranges {
namespace {

DERIVATIVES(Ranges, row, 0.7)
DERIVATIVES(Ranges, row_returned, 0.7)
DERIVATIVES(Ranges, all_rows, 0.7)
DERIVATIVES(Ranges, row_of_rows, 0.7)
DERIVATIVES(Ranges, one_object, 0.7)
DERIVATIVES(Ranges, rows_of_a_member, Frame{{{1, 2, 0.5}, {0.3, -1, 2}}, 1.5})
DERIVATIVES(Ranges, rows_from_rows, 0.7)
DERIVATIVES(Ranges, records, 0.7)
DERIVATIVES(Ranges, resized_records, 0.7, 3)
DERIVATIVES(Ranges, cleared_records, 0.7, 3)
DERIVATIVES(Ranges, resized_complex, 0.7, 3)
DERIVATIVES(Ranges, resized_arrays, 0.7, 2)
DERIVATIVES(Ranges, single, 0.7, 1.3)
DERIVATIVES(Ranges, assigned_list, 0.7, 1.3)
TEST(Ranges, one_object_or_none) {
  for (int n = 0; n < 2; ++n)
    EXPECT_DERIVATIVES(one_object_or_none, 0.7, n);
}

} // namespace
} // namespace ranges
