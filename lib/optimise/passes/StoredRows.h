// The pass `stored_rows` for a part of a function.
#pragma once

#include "ir/Function.h"

namespace soac::optimise {

void storeRows(ir::Block &block, ir::ValueTable &values);

} // namespace soac::optimise
