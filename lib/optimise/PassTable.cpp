#include "optimise/Passes.h"

#include "optimise/passes/PassList.h"

#include "analysis/CountedLoops.h"
#include "analysis/DeadCode.h"

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

} // namespace

llvm::ArrayRef<Pass> passes() { return table; }

const Pass *byName(llvm::StringRef name) {
  for (const Pass &pass : table)
    if (name == pass.name)
      return &pass;
  return nullptr;
}

} // namespace soac::optimise
