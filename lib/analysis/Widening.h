// Arrays that get room in one dimension where they have too little:
//   r = if extent(a, d) < count { a with zeros behind each row, count elements in all } else { a }
#pragma once

#include "ir/Builder.h"

#include <optional>

namespace soac::analysis {

struct Widening {
  ir::Value array;
  unsigned dimension;
  ir::Value count;
};

/// The array with room for `count` elements of the dimension at least.
ir::Value widened(ir::Builder &b, ir::Value array, unsigned dimension, ir::Value count);
/// What the statement widens, if it was made by `widened`.
std::optional<Widening> asWidening(const ir::Statement &statement, const ir::ValueTable &values);

} // namespace soac::analysis
