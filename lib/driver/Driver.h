// The whole flow, from C++ files to the files beside them.
#pragma once

#include "driver/Forms.h"
#include "frontend/Frontend.h"
#include "schedule/report/CostReport.h"
#include "schedule/report/MemoryReport.h"

#include <llvm/ADT/ArrayRef.h>

#include <map>
#include <optional>
#include <string>

namespace soac::driver {

struct Options {
  Stage stage = Stage::Opt;
  const Form *form = nullptr;  ///< to be printed on standard output; null: files are written
  std::string outputDirectory; ///< empty: beside each source
  bool cuda = false;           ///< NAME.soac.cu, too
  bool strictMath = false;     ///< scalar functions of <cmath> alone
  bool deterministic = false;  ///< sums are bitwise equal for every number of threads
  bool check = false;          ///< compare with the files on disk instead of writing them

  bool writeDepfile = false; ///< -MD
  std::string depfile;       ///< -MF; empty: NAME.soac.d beside the outputs
  std::string depfileTarget; ///< -MT; empty: the outputs
  std::string program;       ///< the path of the running tool: outputs depend on it

  std::string gradientTests; ///< only write a program that checks every derivative, into this file
  std::vector<std::string> gradientTestSettings;
  std::string gradientTestsElsewhere; ///< settings of functions that the file does not have go here; empty: they are errors

  std::string dumpIr;    ///< "all", "changed", or a pass
  std::string stopAfter; ///< a pass
  int passLimit = -1;    ///< run this many passes over each function at most
  bool timePasses = false;
  std::string failIn;    ///< a function that ends in an internal error, to see what becomes of the others
  std::string forceRule; ///< "reduce:general"
  std::string sarif;     ///< a file for diagnostics as SARIF, beside the text on standard error
  schedule::MemoryOptions memory;
  bool explainCost = false; ///< print what loops cost, at `memory.sizes`, instead of writing files
};

/// One source file and how it is compiled.
struct Input {
  std::string file;
  frontend::Options command;
};

/// 0: all is well; 1: something was refused, ended in an internal error, could not be written, or (with `check`) is out
/// of date.
int run(const Options &options, llvm::ArrayRef<Input> inputs);

/// "0.1.0"
const char *version();

} // namespace soac::driver
