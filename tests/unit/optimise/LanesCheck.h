// Functions in blocks of lanes, for the tests of the pass.
#pragma once

#include "Check.h"

namespace soac::test {

/// In blocks of `lanes` iterations.
inline Passed inLanes(llvm::StringRef text, std::int64_t lanes = 4) {
  const ir::Function before = parsed(text);
  ir::Function after = before;
  for (const char *name : {"simplify", "cse", "dce"})
    after = optimise::byName(name)->run(std::move(after));
  return checked(before, optimise::putInLanes(std::move(after), lanes));
}

/// On vectors of 0 to 11 numbers and a table of 3.
inline void onAll(Passed &p) {
  for (std::size_t n = 0; n < 12; ++n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = 0.3 * static_cast<double>(i) - 1.1;
    p.on({RuntimeValue::array(x), RuntimeValue::array({0.5, -0.25, 1.5})}, 1e-14);
  }
}

inline bool hasBlocks(const Passed &p) { return p.text().find("|%block") != std::string::npos; }

} // namespace soac::test
