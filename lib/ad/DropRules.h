// Functions with user-given rules as ordinary statements: after differentiation, and where no derivative is wanted.
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Inlines the function of every `WithRules` and drops its rules:
///   r = with_rules (x) |a| { s = sin a  yield s }, ..  becomes  r = sin x
void dropRules(ir::Block &block, ir::ValueTable &values);

/// The same of numbers that a sweep has kept alone (ops/rules/KeptNumbers.h), which no further derivative should see.
void dropKeptNumbers(ir::Block &block, ir::ValueTable &values);

} // namespace soac::ad
