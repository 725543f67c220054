// Programs whose derivatives every rule must get right, with points to take them at.
#pragma once

#include "ops/rules/RuntimeValue.h"

#include <ostream>
#include <string>
#include <vector>

namespace soac::test {

struct Case {
  std::string name;
  std::string text; ///< one function in the IR's text form
  std::vector<ops::RuntimeValue> point;
};

/// How GoogleTest shows a case.
inline void PrintTo(const Case &c, std::ostream *out) { *out << c.name; }

const std::vector<Case> &cases();
std::vector<Case> reductionCases(), histogramCases(), loopCases(), startCases(), invokeCases(); ///< parts of them

} // namespace soac::test
