#include "optimise/Passes.h"

#include "optimise/Definitions.h"

#include "ir/Definitions.h"
#include "ir/Fingerprint.h"
#include "ir/text/Printer.h"
#include "ir/verify/Verifier.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/raw_ostream.h>

#include <chrono>
#include <cstdlib>
#include <utility>

namespace soac::optimise {
namespace {

void writeFile(const std::string &path, const ir::Function &function) {
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  if (!error)
    ir::print(function, file);
}

// A pass has made a malformed function: a bug of ours. The function before the pass goes to a file that soac-opt reads.
[[noreturn]] void reportBug(const Pass &pass, const ir::Function &before, llvm::ArrayRef<std::string> problems) {
  const std::string path = "soac-bug-" + std::string(pass.name) + ".ir";
  writeFile(path, before); // closes the file, too: the process may end below without running destructors
  llvm::errs() << "soac: internal error: the pass '" << pass.name << "' made a malformed function of '" << before.name
               << "':\n";
  for (const std::string &problem : problems)
    llvm::errs() << "  " << problem << "\n";
  llvm::errs() << "Please report this with the file (soac-opt --passes=" << pass.name << " " << path
               << " replays it).\n";
  llvm::sys::Process::Exit(EXIT_FAILURE); // ends the work on this function only, where the driver guards it
}

// Runs pipelines under the options.
class Runner {
public:
  Runner(ir::Function function, const RunOptions &options)
      : function(std::move(function)), options(options), number(ir::fingerprint(this->function)) {
    if (options.verify)
      original = this->function;
  }

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
  /// True when the pass changed the function. A pass does not run again on a function that it has left as it was.
  bool run(const Pass &pass) {
    if (isStopped || (options.passLimit >= 0 && count >= options.passLimit) || settled.contains(&pass))
      return false;
    ++count;
    const auto start = std::chrono::steady_clock::now();
    function = pass.run(std::move(function));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const auto before = std::exchange(number, ir::fingerprint(function));
    const bool isChanged = number != before;
    if (isChanged) {
      settled.clear();
      changes.push_back(&pass);
    } else {
      settled.insert(&pass);
    }
    if (options.observe)
      options.observe(pass, function, isChanged, seconds.count());
    isStopped = options.stopAfter == pass.name;
    return isChanged;
  }
  ir::Function take() {
    if (options.verify && !ir::verify(function).empty())
      blame();
    return std::move(function);
  }

private:
  /// Finds the pass that has made the function malformed.
  [[noreturn]] void blame() {
    for (const Pass *pass : changes) {
      const ir::Function before = original;
      original = pass->run(std::move(original));
      if (const auto problems = ir::verify(original); !problems.empty())
        reportBug(*pass, before, problems);
    }
    llvm::report_fatal_error("soac bug: a pass makes a malformed function, but not when it runs again");
  }

  ir::Function function;
  ir::Function original;             ///< in front of the first pass
  std::vector<const Pass *> changes; ///< the passes that have changed the function
  const RunOptions &options;
  std::uint64_t number;                        ///< the function's fingerprint
  llvm::SmallPtrSet<const Pass *, 16> settled; ///< passes that have left this function as it is
  int count = 0;
  bool isStopped = false;
};

ir::Function normaliseOne(ir::Function function, const RunOptions &options) {
  Runner runner(std::move(function), options);
  runner.run(*byName("count"));
  runner.run(*byName("room"));
  runner.run(*byName("row_room"));
  return runner.take();
}

ir::Function simplifyOne(ir::Function function, const RunOptions &options) {
  Runner runner(std::move(function), options);
  if (runner.run(*byName("early_exits")))
    runner.run(*byName("count"));
  runner.run(*byName("chains"));
  runner.run(*byName("simplify"));
  runner.run(*byName("choices"));
  runner.untilStable({"simplify", "cse", "dce", "steady_reads", "hoist", "checks", "trips", "recurrences", "index_sets",
                      "quotients", "row_exchanges", "rows", "private", "registers", "lone_elements", "extremes"},
                     12);
  if (runner.run(*byName("unswitch")))
    runner.untilStable({"simplify", "cse", "dce", "hoist", "recurrences", "index_sets", "quotients", "private"}, 4);
  if (runner.run(*byName("row_elements")))
    runner.untilStable({"simplify", "cse", "dce", "hoist", "checks"}, 4);
  if (runner.run(*byName("row_reads")))
    runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
  if (runner.run(*byName("steady_rows")))
    runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
  if (runner.run(*byName("pair_loops")))
    runner.untilStable({"elements", "simplify", "cse", "dce", "hoist"}, 4);
  const bool choosesElements = runner.run(*byName("chosen_elements"));
  if (runner.run(*byName("chosen")) || choosesElements)
    runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
  if (runner.run(*byName("common_updates")))
    runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
  if (runner.run(*byName("selected_updates")))
    runner.untilStable({"elements", "simplify", "cse", "dce", "hoist"}, 4);
  return runner.take();
}

Function specialiseOne(Function function, const RunOptions &options) {
  Runner runner(std::move(function), options);
  if (runner.run(*byName("outer_branches")))
    runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
  return runner.take();
}

Function arrangeOne(Function function, const RunOptions &options) {
  Runner runner(std::move(function), options);
  if (runner.run(*byName("triangles")))
    runner.untilStable({"simplify", "cse", "dce", "hoist", "quotients"}, 4);
  return runner.take();
}

/// `Thread`: one thread of a device runs it, in the middle of a kernel.
enum class For : std::uint8_t { Host, Device, Thread };

ir::Function optimiseFor(For target, ir::Function function, const RunOptions &options) {
  Runner runner(std::move(function), options);
  if (!options.isStrictMath) {
    runner.untilStable({"simplify", "cse", "dce"}, 1);
    runner.run(*byName("reciprocals"));
  }
  runner.untilStable({"strong_zeros", "simplify", "cse", "dce", "dead_updates", "hoist", "checks", "recurrences", "recompute"}, 12);
  if (runner.run(*byName("undone_loops")))
    runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
  if (target != For::Thread && runner.run(*byName(target == For::Host ? "seeds_apart" : "seeds_apart_outside")))
    runner.untilStable({"simplify", "cse", "dce"}, 4);
  if (target == For::Host && runner.run(*byName("growing_logs")))
    runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
  if (target == For::Host)
    runner.untilStable({"select", "unroll", "reverse_loops", "pair_loops", "elements", "simplify", "cse", "dce", "quotients"}, 8);
  runner.untilStable({"select", "unroll", "reverse_loops", "filled", "fission", "interchange", "sums", "accumulators",
                      "merge_accumulators", "fuse", "simplify", "cse", "dce", "hoist", "checks", "recurrences", "recompute",
                      "quotients"},
                     12);
  if (target == For::Host) {
    if (runner.run(*byName("element_sums")))
      runner.untilStable({"simplify", "cse", "dce", "hoist", "quotients", "reverse_loops", "fuse"}, 4);
    if (runner.run(*byName("fuse_nests"))) {
      runner.untilStable({"simplify", "cse", "dce", "hoist", "fuse", "fuse_nests"}, 4);
      if (runner.run(*byName("common_work"))) // of kernels that have come together
        runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
    }
    if (runner.run(*byName("places"))) // now that elements which are computed are in their reductions
      runner.run(*byName("fuse"));
    runner.untilStable({"add_elements", "direct_sums"}, 4);
    runner.untilStable({"gather_rows", "simplify", "cse", "dce", "hoist"}, 4); // a dimension each time
    runner.untilStable({"dead_updates", "distribute", "simplify", "cse", "dce", "hoist"}, 4);
    if (runner.run(*byName("on_demand")))
      runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
    if (runner.run(*byName("tables")))
      runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
    if (runner.run(*byName("lanes")))
      runner.untilStable({"simplify", "cse", "dce", "hoist", "fuse"}, 4);
    if (runner.run(*byName("keep")))
      runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
    if (runner.run(*byName("merge_branches")))
      runner.untilStable({"simplify", "cse", "dce"}, 4);
    if (runner.run(*byName("common_work")))
      runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
    if (runner.run(*byName("branch_values")))
      runner.untilStable({"simplify", "cse", "dce"}, 4);
    if (runner.run(*byName("jam")))
      runner.untilStable({"simplify", "cse", "elements", "dce", "hoist"}, 4);
    if (runner.run(*byName("first_sums")))
      runner.untilStable({"simplify", "filled", "dce"}, 2);
    runner.run(*byName("stored_rows"));
    if (runner.run(*byName("zero_terms")))
      runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
    if (runner.run(*byName("groups")))
      runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
    if (runner.run(*byName("carried_elements")))
      runner.untilStable({"simplify", "cse", "dce", "hoist"}, 4);
    if (runner.run(*byName("while_branches"))) // which `simplify` and `select` take back
      runner.run(*byName("dce"));
    return runner.take();
  }
  if (target == For::Thread)
    return runner.take();
  if (runner.run(*byName("sums_apart")))
    runner.untilStable({"reverse_loops", "sums", "accumulators", "merge_accumulators", "fuse", "simplify", "cse", "dce", "hoist"}, 4);
  runner.untilStable({"add_elements"}, 4); // a dimension each time
  runner.run(*byName("fuse"));
  runner.untilStable({"gather_additions", "split_additions", "simplify", "cse", "dce", "hoist", "quotients"}, 4);
  if (runner.run(*byName("merge_branches")))
    runner.untilStable({"simplify", "cse", "dce"}, 4);
  if (runner.run(*byName("branch_values")))
    runner.untilStable({"simplify", "cse", "dce"}, 4);
  runner.run(*byName("sink_branches"));
  runner.run(*byName("flatten"));
  runner.untilStable({"accumulators", "simplify", "cse", "dce", "hoist"}, 4);
  runner.untilStable({"add_elements"}, 4);
  return runner.take();
}
ir::Function optimiseOne(Function function, const RunOptions &options) { return optimiseFor(For::Host, std::move(function), options); }
ir::Function forDevice(Function function, const RunOptions &options) {
  return optimiseFor(For::Device, std::move(function), options);
}
ir::Function forThread(Function function, const RunOptions &options) {
  return optimiseFor(For::Thread, std::move(function), options);
}

using Pipeline = Function(Function, const RunOptions &);

/// Runs the pipeline on the function, and another one on each of its definitions.
Function each(Pipeline &run, Pipeline &runOnDefinition, Function function, const RunOptions &options) {
  if (function.definitions.empty())
    return run(std::move(function), options);
  std::vector<std::uint64_t> done(function.definitions.size()); // fingerprints of the definitions after their last run
  const auto runAll = [&] {
    bool isAny = false;
    for (auto [definition, number] : llvm::zip_equal(function.definitions, done))
      if (ir::fingerprint(definition) != number) {
        definition = runOnDefinition(std::move(definition), options);
        number = ir::fingerprint(definition);
        isAny = true;
      }
    ir::settleInvokes(function);
    return isAny;
  };
  function = run(std::move(function), options);
  do
    function = propagateConstants(std::move(function));
  while (runAll());
  while (exposeResults(function))
    runAll();
  function = run(std::move(function), options);
  return pruneDefinitions(std::move(function));
}

} // namespace

ir::Function normalise(ir::Function function, const RunOptions &options) {
  function = normaliseOne(std::move(function), options);
  for (ir::Function &definition : function.definitions)
    definition = normaliseOne(std::move(definition), options);
  return function;
}

ir::Function simplify(ir::Function function, const RunOptions &options) {
  function = each(simplifyOne, simplifyOne, std::move(function), options);
  const std::size_t before = function.definitions.size();
  function = inlineSmallDefinitions(std::move(function));
  if (function.definitions.empty() && before == 0)
    return function;
  return each(simplifyOne, simplifyOne, ownArguments(std::move(function)), options);
}

ir::Function specialise(ir::Function function, const RunOptions &options) {
  return specialiseOne(std::move(function), options);
}

ir::Function arrangeForHost(ir::Function function, const RunOptions &options) {
  function = arrangeOne(std::move(function), options);
  for (ir::Function &definition : function.definitions)
    definition = arrangeOne(std::move(definition), options);
  return function;
}

ir::Function optimise(ir::Function function, const RunOptions &options) {
  return each(optimiseOne, optimiseOne, tupleDefinitions(pruneDefinitions(std::move(function))), options);
}

ir::Function optimiseForDevice(ir::Function function, const RunOptions &options) {
  function = tupleDefinitions(inlineAllDefinitions(std::move(function)));
  function = inlineAllDefinitions(std::move(function)); // of a tuple, the definition that no longer invokes itself
  return each(forDevice, forThread, std::move(function), options);
}

} // namespace soac::optimise
