// Programs that are written as C++, compiled once, and run against the interpreter.
#pragma once

#include "interface/Interface.h"
#include "ops/rules/RuntimeValue.h"

#include <string>
#include <vector>

namespace soac::test {

struct Case {
  std::string name; ///< an identifier
  ir::Function function;
  std::vector<ops::RuntimeValue> arguments;
};

/// Of the seeds from 1 on: in turn the adjoint, the tangent, the optimised program itself.
constexpr unsigned randomPrograms = 300;
/// Hand-written ones, each after what would go wrong if it failed, then random ones.
std::vector<Case> cases();

/// The plainest C++ face: arrays come in as views and go out as arrays, several results as a tuple.
interface::CxxFunction plainFace(const Case &c);

} // namespace soac::test
