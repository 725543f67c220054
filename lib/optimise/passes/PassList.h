// The passes, one file each. Every pass keeps the meaning of the function; the head of its file says what it assumes and
// does.
#pragma once

#include "ir/Function.h"

namespace soac::optimise {

ir::Function giveRoom(ir::Function function);                      ///< Room.cpp
ir::Function giveRowsRoom(ir::Function function);                  ///< RowRoom.cpp
ir::Function exchangeRows(ir::Function function);                  ///< RowExchanges.cpp
ir::Function cutChains(ir::Function function);                     ///< Chains.cpp
ir::Function simplifyRules(ir::Function function);                 ///< Simplify.cpp
ir::Function eliminateCommonSubexpressions(ir::Function function); ///< CommonSubexpressions.cpp
ir::Function hoist(ir::Function function);                         ///< Hoist.cpp
ir::Function readSteadyElements(ir::Function function);            ///< SteadyReads.cpp
ir::Function copySteadyRows(ir::Function function);                ///< SteadyRows.cpp
ir::Function readRowElements(ir::Function function);               ///< RowReads.cpp
ir::Function liftChecks(ir::Function function);                    ///< Checks.cpp
ir::Function fuse(ir::Function function);                          ///< Fuse.cpp
ir::Function weakenStrongZeros(ir::Function function);             ///< StrongZeros.cpp
ir::Function multiplyByReciprocals(ir::Function function);         ///< Reciprocals.cpp
ir::Function mergeAccumulators(ir::Function function);             ///< MergeAccumulators.cpp
ir::Function selectBranches(ir::Function function);                ///< Branches.cpp
ir::Function unrollLoops(ir::Function function);                   ///< Unroll.cpp
ir::Function unrollChoices(ir::Function function);                 ///< Choices.cpp
ir::Function sumLoops(ir::Function function);                      ///< LoopReductions.cpp
ir::Function divideIndices(ir::Function function);                 ///< Quotients.cpp
ir::Function searchPlaces(ir::Function function);                  ///< Places.cpp
ir::Function reduceExtremes(ir::Function function);                ///< LoopReductions.cpp
ir::Function chooseElements(ir::Function function);                ///< ChosenElements.cpp
ir::Function chooseTerms(ir::Function function);                   ///< ChosenTerms.cpp
ir::Function closeRecurrences(ir::Function function);              ///< Recurrences.cpp
ir::Function recompute(ir::Function function);                     ///< Recompute.cpp
ir::Function ownScratch(ir::Function function);                    ///< Private.cpp
ir::Function keepInRegisters(ir::Function function);               ///< Registers.cpp
ir::Function carryLoneElements(ir::Function function);             ///< LoneElements.cpp
ir::Function ownRows(ir::Function function);                       ///< OwnRows.cpp
ir::Function countExactTrips(ir::Function function);               ///< Trips.cpp
ir::Function splitIndexSets(ir::Function function);                ///< IndexSets.cpp
ir::Function fuseNests(ir::Function function);                     ///< NestFusion.cpp
ir::Function liftAccumulators(ir::Function function);              ///< Accumulators.cpp
ir::Function splitLoops(ir::Function function);                    ///< Fission.cpp
ir::Function interchange(ir::Function function);                   ///< Interchange.cpp
ir::Function reverseLoops(ir::Function function);                  ///< LoopReversal.cpp
ir::Function mergeBranches(ir::Function function);                 ///< MergeBranches.cpp
ir::Function fuseLoops(ir::Function function);                     ///< FuseLoops.cpp
ir::Function uniteEqualCarried(ir::Function function);             ///< EqualCarried.cpp
ir::Function growLogs(ir::Function function);                      ///< GrowingLogs.cpp
ir::Function distribute(ir::Function function);                    ///< Distribute.cpp
ir::Function gatherAdditions(ir::Function function);               ///< GatherAdditions.cpp
ir::Function gatherRows(ir::Function function);                    ///< GatherRows.cpp
ir::Function sumTrianglesByColumns(ir::Function function);         ///< Triangles.cpp
ir::Function splitAdditions(ir::Function function);                ///< SplitAdditions.cpp
ir::Function sumsApart(ir::Function function);                     ///< SumsApart.cpp
ir::Function addElements(ir::Function function);                   ///< AddElements.cpp
ir::Function sinkBranches(ir::Function function);                  ///< SinkBranches.cpp
ir::Function flatten(ir::Function function);                       ///< Flatten.cpp
ir::Function readFilled(ir::Function function);                    ///< FilledElements.cpp
ir::Function addDirectly(ir::Function function);                   ///< DirectSums.cpp
ir::Function tabulate(ir::Function function);                      ///< Tables.cpp
ir::Function putInLanes(ir::Function function);                    ///< Lanes.cpp
ir::Function jamRows(ir::Function function);                       ///< Jam.cpp
ir::Function groupIterations(ir::Function function);               ///< Groups.cpp
ir::Function skipZeroTerms(ir::Function function);                 ///< ZeroTerms.cpp
ir::Function pairLoops(ir::Function function);                     ///< PairLoops.cpp
ir::Function readElementsMade(ir::Function function);              ///< Elements.cpp
ir::Function sumElements(ir::Function function);                   ///< ElementSums.cpp
ir::Function storeFirstSums(ir::Function function);                ///< FirstSums.cpp
ir::Function storeRows(ir::Function function);                     ///< StoredRows.cpp
ir::Function keepDearNumbers(ir::Function function);               ///< Keep.cpp
ir::Function computeOnDemand(ir::Function function);               ///< OnDemand.cpp
ir::Function fuseCommonWork(ir::Function function);                ///< CommonWork.cpp
ir::Function keepBranchValues(ir::Function function);              ///< BranchValues.cpp
ir::Function removeDeadUpdates(ir::Function function);             ///< DeadUpdates.cpp
ir::Function readBeforeUndone(ir::Function function);              ///< UndoneLoops.cpp
ir::Function takeSeedsApart(ir::Function function);                ///< SeedsApart.cpp
ir::Function takeSeedsApartOutside(ir::Function function);         ///< SeedsApart.cpp
ir::Function carryElements(ir::Function function);                 ///< CarriedElements.cpp
ir::Function unswitchLoops(ir::Function function);                 ///< Unswitch.cpp
ir::Function takeCommonUpdatesOut(ir::Function function);          ///< CommonUpdates.cpp
ir::Function writeRowElements(ir::Function function);              ///< RowElements.cpp
ir::Function splitEarlyExits(ir::Function function);               ///< EarlyExits.cpp
ir::Function differentiateArms(ir::Function function);             ///< OuterBranches.cpp
ir::Function selectUpdates(ir::Function function);                 ///< SelectedUpdates.cpp
ir::Function branchInWhiles(ir::Function function);                ///< WhileBranches.cpp

} // namespace soac::optimise
