// Random well-typed programs of the IR whose runs are well defined: indices in range, bounded numbers, loops that end.
//
// Extents are concrete while a program is made (0, 1, 2 and non-powers), and the program reads them with `Extent` or
// has them as constants. Inputs have zeros, and numbers from a coarse grid so that ties occur.
#pragma once

#include "ir/Function.h"
#include "ops/rules/RuntimeValue.h"

#include <cstdint>
#include <string>
#include <vector>

namespace soac::property {

/// What a program may be made of.
struct Features {
  bool conditionals = true;
  bool countedLoops = true;
  bool whileLoops = true;
  bool maps = true;
  bool reductions = true;
  bool scans = true;
  bool arrays = true; ///< rearrange, reshape, slice, rotate, concat, fill
  bool updates = true;
  bool bins = true; ///< reduce_by_index
  bool scatters = true;
  bool accumulators = true;
  bool starts = true;            ///< min and max that start with any number
  bool claims = true;            ///< no_false_dependencies
  bool growth = true;            ///< loops that change an array's extent
  bool invocations = true;       ///< of definitions, which may be recursive
  bool linearRecursions = false; ///< results of recursive definitions are linear in what their invocations give
  bool userRules = true;         ///< with_rules
  bool snapshotsOfArrays = true; ///< checkpoint(revolve: n) of loops that carry arrays
  bool emptyMatrices = true;     ///< arrays of extents 0 and k as parameters
  unsigned depth = 4;            ///< of nested scopes
  unsigned statements = 6;       ///< of the outermost block, about
  std::int64_t iterations = 150; ///< of all loops around a place together, at most
};

struct Sample {
  ir::Function function;
  std::vector<ops::RuntimeValue> arguments;
  std::string failure; ///< of its run: always empty, or the generator is wrong
};

/// The same program for the same seed and features. Its run succeeds and meets no number above 10^4 in magnitude.
Sample generate(std::uint64_t seed, const Features &features);

} // namespace soac::property
