// Numbers that a loop carries as sums: each iteration adds one term, or subtracts it, and does nothing else with the number. As the
// order of a sum of floating-point numbers is free, they do not keep iterations in order.
//   loop n, (s) |i, t| { x = f(i);  u = add t, x  yield u }
#pragma once

#include "ir/Function.h"

#include <optional>

namespace soac::analysis {

struct CarriedSum {
  ir::Value term;
  bool isSubtracted;
  const ir::Statement *addition;
};

/// Of the value that the loop carries at this position; none where it is something else.
std::optional<CarriedSum> carriedSum(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values);

} // namespace soac::analysis
