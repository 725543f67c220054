// The trade-off of memory against re-execution as a picture.
#pragma once

#include "schedule/report/MemoryReport.h"

namespace soac::schedule {

/// An <svg> element: bytes from left to right on a logarithmic axis, runs of the loop's body upwards, one point for each
/// way whose numbers are known, a line through the ways that no other way beats, and the budget. Empty for fewer than two
/// points.
std::string tradeOffChart(const LoopReport &loop, std::optional<std::int64_t> budget);

} // namespace soac::schedule
