// The table of passes and the pipelines made of them.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <functional>
#include <string>

namespace soac::optimise {

struct Pass {
  const char *name;
  const char *summary;
  ir::Function (*run)(ir::Function);
};

llvm::ArrayRef<Pass> passes();
const Pass *byName(llvm::StringRef name);
/// The pass `lanes` with blocks of that size and wherever it is possible: for tests, whose loops are short.
ir::Function putInLanes(ir::Function function, std::int64_t lanes);
/// The pass `jam` after that, with blocks of so many rows.
ir::Function jamRows(ir::Function function, std::int64_t lanes, std::int64_t rows);
/// The pass `groups` with groups of that size and wherever it is possible.
ir::Function groupIterations(ir::Function function, std::int64_t size);
/// The pass `zero_terms` for any factors that were made before, wherever it is possible.
ir::Function skipZeroTermsAnywhere(ir::Function function);

struct RunOptions {
  bool verify = true; ///< behind the last pass; where that finds problems, the passes run again, each verified
  std::string stopAfter;
  bool isStrictMath = false; ///< every quotient is rounded once
  int passLimit = -1; ///< bisect: run this many passes at most
  std::function<void(const Pass &, const ir::Function &, bool changed, double seconds)> observe;
};

/// After the frontend, which writes every loop as a `while`: makes counted loops, and gives room to vectors that grow in
/// them.
ir::Function normalise(ir::Function function, const RunOptions &options = {});
/// Before differentiation: passes that make the adjoint smaller (propagation, CSE, DCE, hoisting), none that loses
/// information which differentiation rules need (no fusion; no select from if, but of elements that are there).
ir::Function simplify(ir::Function function, const RunOptions &options = {});
/// Behind that, of functions without raw pointers, of which other functions find the extents: an adjoint for each arm
/// of a branch that holds all of a function.
ir::Function specialise(ir::Function function, const RunOptions &options = {});
/// Behind that, where only the host runs the derivatives: orders of sums in which memory is read as it lies.
ir::Function arrangeForHost(ir::Function function, const RunOptions &options = {});
/// After differentiation: everything.
ir::Function optimise(ir::Function function, const RunOptions &options = {});
/// Likewise for a device: without calls of definitions, and without blocks for a cache.
ir::Function optimiseForDevice(ir::Function function, const RunOptions &options = {});

} // namespace soac::optimise
