// Random programs through soac, the compiler and a run.
#pragma once

#include "Source.h"

#include <optional>

namespace soac::fuzz {

/// The commands of a trial.
struct Tools {
  std::string soac, compiler;
  std::string flags;     ///< for what soac writes
  std::string include;   ///< of soac's library
  std::string runtime;   ///< the folder of check.hpp
  std::string directory; ///< for what a trial writes
};

enum class Fault { Invalid, Refused, ToolFails, DoesNotCompile, Crashes, Wrong };
struct Problem {
  Fault fault;
  std::string message;
};
const char *name(Fault fault);

/// Runs batches of programs in one directory.
class Trial {
public:
  explicit Trial(Tools tools);

  /// For each program what is wrong with it, or nothing.
  std::vector<std::optional<Problem>> run(const std::vector<Program> &programs);

private:
  std::string path(const char *file) const { return tools.directory + "/" + file; }
  int execute(const std::vector<std::string> &command, std::string &output);
  int compile(const char *source, const char *object, const std::string &flags, std::string &output);
  void write(const std::vector<Program> &programs, const std::vector<bool> &isChecked);
  void runFrom(std::size_t first, const std::vector<Program> &programs, std::vector<std::optional<Problem>> &problems);
  std::vector<std::optional<Problem>> halves(const std::vector<Program> &programs, Problem problem);

  Tools tools;
};

/// The smallest program found by leaving out lines that has the same fault.
Program shrink(Trial &trial, Program program, const Problem &problem);

} // namespace soac::fuzz
