// Makes a failing program small: the first of its simplifications that still fails, again and again.
#pragma once

#include "ir/Function.h"
#include "ops/rules/RuntimeValue.h"

#include <functional>

namespace soac::test {

struct Case {
  ir::Function function;
  std::vector<ops::RuntimeValue> arguments;
};

/// `fails` must be false for programs that are not well-formed or do not run. It is called `mostAttempts` times at
/// most.
Case shrink(Case original, const std::function<bool(const Case &)> &fails, unsigned mostAttempts = 4000);

/// The program's text and its arguments.
std::string toString(const Case &c);

} // namespace soac::test
