// Of branches on a condition that is known the arm that is taken.
#pragma once

#include "ir/Walk.h"

namespace soac::optimise {

/// Also in the blocks inside. The condition may still be used otherwise.
void takeArms(ir::Block &block, ir::Value condition, bool holds);

} // namespace soac::optimise
