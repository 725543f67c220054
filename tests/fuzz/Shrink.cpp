#include "Trial.h"

#include <llvm/ADT/STLFunctionalExtras.h>

using namespace soac::fuzz;

/// Tries each line of the tree without it, and each block without its head, as long as `still` holds of the program.
static bool leaveOut(Lines &lines, llvm::function_ref<bool()> still) {
  bool isSmaller = false;
  for (std::size_t i = lines.size(); i-- > 0;) {
    const Line kept = lines[i];
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
    if (still()) {
      isSmaller = true;
      continue;
    }
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), kept.block.begin(), kept.block.end());
    if (!kept.block.empty() && still()) {
      isSmaller = true;
      continue;
    }
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i),
                lines.begin() + static_cast<std::ptrdiff_t>(i + kept.block.size()));
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), kept);
    isSmaller |= leaveOut(lines[i].block, still);
  }
  return isSmaller;
}

Program soac::fuzz::shrink(Trial &trial, Program program, const Problem &problem) {
  const auto still = [&] {
    const auto now = trial.run({program}).front();
    return now && now->fault == problem.fault && (problem.fault != Fault::Refused || now->message == problem.message);
  };
  while (leaveOut(program.body, still) || leaveOut(program.helpers, still)) {
  }
  return program;
}
