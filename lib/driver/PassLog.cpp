#include "driver/PassLog.h"

#include "ir/text/Printer.h"

#include <llvm/Support/FormatVariadic.h>

#include <algorithm>

namespace soac::driver {

void PassLog::start(const interface::CxxFunction &f) {
  name = qualifiedName(f);
  passesRun = 0;
  dump("frontend", f.function, /*changed=*/true);
}

optimise::RunOptions PassLog::beforeDifferentiation() {
  optimise::RunOptions run;
  run.isStrictMath = options.strictMath;
  if (options.passLimit >= 0)
    run.passLimit = std::max(0, options.passLimit - passesRun);
  run.observe = [this](const optimise::Pass &pass, const ir::Function &function, bool changed, double time) {
    ++passesRun;
    seconds[pass.name] += time;
    dump(pass.name, function, changed);
  };
  return run;
}

optimise::RunOptions PassLog::afterDifferentiation() {
  optimise::RunOptions run = beforeDifferentiation();
  run.stopAfter = options.stopAfter;
  return run;
}

void PassLog::dump(llvm::StringRef pass, const ir::Function &function, bool changed) const {
  const llvm::StringRef wanted = options.dumpIr;
  if (wanted != "all" && wanted != pass && !(wanted == "changed" && changed))
    return;
  llvm::errs() << "// " << name << " after " << pass << (changed ? "\n" : " (unchanged)\n");
  if (changed || wanted != "all")
    ir::print(function, llvm::errs());
}

void PassLog::printTimes(llvm::raw_ostream &out) const {
  if (!options.timePasses)
    return;
  double total = 0;
  for (const auto &[pass, time] : seconds) {
    out << llvm::formatv("{0,-24} {1,9:f3} ms\n", pass, time * 1e3);
    total += time;
  }
  out << llvm::formatv("{0,-24} {1,9:f3} ms\n", "all passes", total * 1e3);
}

} // namespace soac::driver
