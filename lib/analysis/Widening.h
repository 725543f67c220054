// Arrays that get room in one dimension where they have too little:
//   r = if extent(a, d) < count { a with zeros behind each row, count elements in all } else { a }
#pragma once

#include "analysis/DefUse.h"
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
/// What the statement widens, if it has the form that `widened` gives it.
std::optional<Widening> asWidening(const ir::Statement &statement, const ir::ValueTable &values);
/// Does it do so where there is less room, and only there?
bool isWidening(const ir::Statement &statement, const DefUse &definitions, const ir::ValueTable &values);

} // namespace soac::analysis
