#include "optimise/Passes.h"

#include "optimise/Facts.h"
#include "optimise/PassList.h"

#include <chrono>

namespace soac::optimise {
namespace {

constexpr Pass table[] = {
    {"simplify", "algebraic, extent, index and scope rules", simplifyRules},
    {"cse", "common subexpressions", eliminateCommonSubexpressions},
    {"dce", "dead code, of multi-result statements the dead parts", eliminateDeadCode},
};

// Runs pipelines under the options.
class Runner {
public:
  Runner(ir::Function function, const RunOptions &options) : function(std::move(function)), options(options) {}

  /// The passes in order, again until none changes anything, `rounds` times at most.
  void untilStable(llvm::ArrayRef<llvm::StringRef> names, unsigned rounds) {
    for (unsigned round = 0; round < rounds && !isStopped; ++round) {
      bool isChanged = false;
      for (llvm::StringRef name : names)
        isChanged |= run(*byName(name));
      if (!isChanged)
        return;
    }
  }
  bool run(const Pass &pass) {
    if (isStopped || (options.passLimit >= 0 && count >= options.passLimit))
      return false;
    ++count;
    const auto start = std::chrono::steady_clock::now();
    const auto before = fingerprint(function);
    function = pass.run(std::move(function));
    const bool isChanged = fingerprint(function) != before;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (options.observe)
      options.observe(pass, function, isChanged, seconds.count());
    isStopped = options.stopAfter == pass.name;
    return isChanged;
  }
  ir::Function take() { return std::move(function); }

private:
  ir::Function function;
  const RunOptions &options;
  int count = 0;
  bool isStopped = false;
};

} // namespace

llvm::ArrayRef<Pass> passes() { return table; }

const Pass *byName(llvm::StringRef name) {
  for (const Pass &pass : table)
    if (name == pass.name)
      return &pass;
  return nullptr;
}

ir::Function simplify(ir::Function function, const RunOptions &options) {
  Runner runner(std::move(function), options);
  runner.untilStable({"simplify", "cse", "dce"}, 12);
  return runner.take();
}

ir::Function optimise(ir::Function function, const RunOptions &options) {
  Runner runner(std::move(function), options);
  runner.untilStable({"simplify", "cse", "dce"}, 12);
  return runner.take();
}

} // namespace soac::optimise
