#include "optimise/Passes.h"

#include "optimise/Definitions.h"
#include "optimise/passes/PassList.h"

#include "analysis/CountedLoops.h"
#include "analysis/DeadCode.h"
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

ir::Function eliminateDeadCode(ir::Function function) {
  return analysis::eliminateDeadCode(std::move(function), analysis::Claimed::IsKept);
}

constexpr Pass table[] = {
    {"count", "while loops whose trips can be counted at entry to counted ones", analysis::countLoops},
    {"room", "vectors that grow in a loop to arrays with room and a size", giveRoom},
    {"row_room", "rows that get their lengths in a loop to an array with room for the longest", giveRowsRoom},
    {"chains", "long chains of branches to groups that follow each other", cutChains},
    {"simplify", "algebraic, extent, index and scope rules", simplifyRules},
    {"cse", "common subexpressions", eliminateCommonSubexpressions},
    {"dce", "dead code, of multi-result statements the dead parts", eliminateDeadCode},
    {"hoist", "invariant statements out of loops and operators", hoist},
    {"steady_reads", "reads of elements that a loop does not write to reads in front of it", readSteadyElements},
    {"row_reads", "rows that adjoints read whole in front of loops which change their array to copies by elements",
     readRowElements},
    {"steady_rows", "rows that a nest in an adjoint reads while it writes others to copies in front of it",
     copySteadyRows},
    {"checks", "invariant checks out of loops and operators", liftChecks},
    {"recurrences", "closed forms of integers that loops carry", closeRecurrences},
    {"recompute", "integers that loops store and that follow from the counter", recompute},
    {"quotients", "quotients, remainders and comparisons of indices that the counts of loops decide", divideIndices},
    {"private", "arrays that every iteration overwrites before it reads them to arrays of the iteration", ownScratch},
    {"trips", "trips of loops whose step divides their distance, without a division", countExactTrips},
    {"index_sets", "loops of which a branch parts the first iterations from the last ones to two", splitIndexSets},
    {"row_exchanges", "rows of an array that change places to elements that do", exchangeRows},
    {"rows", "rows of an array that an iteration writes before it reads them to arrays of the iteration", ownRows},
    {"registers", "small arrays with constant indices, or with loops of a few trips over them, to scalars",
     keepInRegisters},
    {"lone_elements", "elements that are all that a loop changes of an array to carried numbers", carryLoneElements},
    {"extremes", "loops that only take the greatest or least, or also sum, to maps and reductions", reduceExtremes},
    {"chosen", "numbers that trips of a loop keep or replace to the term of the last trip that replaced them",
     chooseTerms},
    {"chosen_elements", "elements of arrays whose others are only compared to what their trip computes",
     chooseElements},
    {"common_updates", "updates of the same elements by both arms of a branch to updates behind it",
     takeCommonUpdatesOut},
    {"selected_updates", "branches that only overwrite elements that are read in front of them to updates",
     selectUpdates},
    {"row_elements", "rows that a loop writes into an array of which it writes elements, too, to their elements",
     writeRowElements},
    {"early_exits", "loops of adjoints that may be left early to their complete trips and the last one",
     splitEarlyExits},
    {"outer_branches", "branches in an adjoint whose conditions are known in front of it to an adjoint for each arm",
     differentiateArms},
    {"unswitch", "branches whose condition a loop does not change to branches around it", unswitchLoops},
    {"strong_zeros", "products with seeds to ordinary ones where no factor can be infinite", weakenStrongZeros},
    {"reciprocals", "quotients of seeds by one divisor to products with its reciprocal", multiplyByReciprocals},
    {"merge_accumulators", "with_accumulators that follow each other, and kernels before them, into one",
     mergeAccumulators},
    {"fuse", "kernels of one count into one", fuse},
    {"fuse_nests", "loops of one count with work in common, whose iterations may run in any order, into one",
     fuseNests},
    {"select", "branches of a few cheap scalars to selections, stop_gradient to the identity", selectBranches},
    {"unroll", "loops of a few trips to their iterations", unrollLoops},
    {"choices", "loops of a few trips whose number decides the way of long branches to their iterations",
     unrollChoices},
    {"reverse_loops", "loops that run backwards without need", reverseLoops},
    {"merge_branches", "branches on one condition to one", mergeBranches},
    {"fuse_loops", "loops of one count that call definitions to one", fuseLoops},
    {"equal_carried", "values that a loop carries and that are always equal to one of them", uniteEqualCarried},
    {"growing_logs",
     "a while loop that counts trips and the loop that goes the same way with logs to one whose logs grow", growLogs},
    {"pair_loops", "a loop and the one that goes on with its arrays, element by element, to one loop", pairLoops},
    {"elements",
     "elements that the same block has written or read to their values, updates that later ones overwrite to nothing",
     readElementsMade},
    {"fission", "loops around one that reads crosswise to two, which can be interchanged", splitLoops},
    {"interchange", "nested loops to an order in which memory is read as it lies", interchange},
    {"sums", "loops that only sum, or take the greatest or least, to map-reductions", sumLoops},
    {"element_sums", "sums that a loop adds to one element of an array to map-reductions in front of it", sumElements},
    {"places", "reductions to a greatest or least number and its place to one and a search", searchPlaces},
    {"accumulators", "accumulators to sums and maps", liftAccumulators},
    {"distribute", "loops that add to several elements of an array to loops that add to one", distribute},
    {"gather_rows", "nests that add to rows of an array around their own to nests over the rows that sum up",
     gatherRows},
    {"gather_additions", "kernels that add to elements around their own to kernels over the elements that sum up",
     gatherAdditions},
    {"split_additions", "loops and kernels that add to several elements of an array to ones that add to one",
     splitAdditions},
    {"sums_apart",
     "loops that write elements of their own and carry numbers, too, to one for the numbers and one for the elements",
     sumsApart},
    {"add_elements", "rows that kernels make to add them to additions of elements", addElements},
    {"sink_branches", "branches around kernels in kernels to kernels with branches inside", sinkBranches},
    {"flatten", "kernels with parallel statements inside to a kernel for each of these", flatten},
    {"filled", "elements that only a fill has written to its value", readFilled},
    {"direct_sums", "accumulators whose contents only go into another one to that one", addDirectly},
    {"tables",
     "functions of the number of a short loop that runs again and again to an array in front of the loops around it",
     tabulate},
    {"triangles", "sums over rows of triangles that lie in memory by columns to additions column by column",
     sumTrianglesByColumns},
    {"lanes", "iterations with sequential loops inside to blocks of iterations that go through these together",
     putInLanes},
    {"jam", "rows of nests in vector lanes to blocks of rows that go through the inner loop together", jamRows},
    {"zero_terms", "sums in vector lanes of terms with a factor that is often zero to those of the other terms",
     skipZeroTerms},
    {"groups", "iterations that read the same large arrays to groups that go through a loop over these together",
     groupIterations},
    {"on_demand", "elements that a loop reads where data say to what it computes, where these are few",
     computeOnDemand},
    {"keep", "dear numbers that two loops of one count compute to arrays that the first one makes", keepDearNumbers},
    {"common_work", "kernels of one count that have work in common to one", fuseCommonWork},
    {"branch_values", "dear numbers that two branches on one condition compute to results of the first one",
     keepBranchValues},
    {"first_sums", "sums of one term each, in an array of zeros, to stores", storeFirstSums},
    {"stored_rows", "rows that maps make only to store them to loops that store their elements", storeRows},
    {"dead_updates", "updates of carried arrays that no statement reads to nothing", removeDeadUpdates},
    {"undone_loops", "loops that run again only for the log by which the loop behind undoes them to nothing",
     readBeforeUndone},
    {"seeds_apart", "loops that take elements and add to elements taken before to one that takes and one that adds",
     takeSeedsApart},
    {"seeds_apart_outside", "the same of loops outside of kernels, for a device", takeSeedsApartOutside},
    {"carried_elements", "elements that a trip reads and that the trip before has written last to carried numbers",
     carryElements},
    {"while_branches", "integers that a while loop carries and one condition selects to one branch", branchInWhiles},
};

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

} // namespace

llvm::ArrayRef<Pass> passes() { return table; }

const Pass *byName(llvm::StringRef name) {
  for (const Pass &pass : table)
    if (name == pass.name)
      return &pass;
  return nullptr;
}

namespace {

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
