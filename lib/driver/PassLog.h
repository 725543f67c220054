// What the debugging options ask to see of the passes: dumps, times, and a limit for bisection.
#pragma once

#include "driver/Driver.h"
#include "optimise/Passes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Support/raw_ostream.h>

namespace soac::driver {

class PassLog {
public:
  explicit PassLog(const Options &options) : options(options) {}
  /// A new function: the pass limit counts from here.
  void start(const interface::CxxFunction &f);
  optimise::RunOptions beforeDifferentiation();
  optimise::RunOptions afterDifferentiation(); ///< where --stop-after looks
  /// A phase that is not in the table of passes.
  void note(llvm::StringRef phase, const ir::Function &function) { dump(phase, function, /*changed=*/true); }
  void printTimes(llvm::raw_ostream &out) const;

private:
  void dump(llvm::StringRef pass, const ir::Function &function, bool changed) const;

  const Options &options;
  std::string name;
  int passesRun = 0;
  llvm::MapVector<llvm::StringRef, double> seconds;
};

} // namespace soac::driver
