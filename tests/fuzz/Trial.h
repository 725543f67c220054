// Random programs through soac, the compiler and a run.
#pragma once

#include "Commands.h"
#include "Source.h"

#include <optional>

namespace soac::fuzz {

/// Runs batches of programs in one directory.
class Trial {
public:
  /// `flags` for what soac writes.
  Trial(Commands &commands, std::string flags) : commands(commands), flags(std::move(flags)) {}

  /// For each program what is wrong with it, or nothing.
  std::vector<std::optional<Problem>> run(const std::vector<Program> &programs);

private:
  void write(const std::vector<Program> &programs, const std::vector<bool> &isChecked);
  void runFrom(std::size_t first, const std::vector<Program> &programs, std::vector<std::optional<Problem>> &problems);
  std::vector<std::optional<Problem>> halves(const std::vector<Program> &programs, Problem problem);

  Commands &commands;
  std::string flags;
};

/// The smallest program found by leaving out lines that has the same fault.
Program shrink(Trial &trial, Program program, const Problem &problem);

} // namespace soac::fuzz
