// The report of --explain-cost: what every loop of the generated functions does in an iteration, how often, and whether in
// vector lanes or on threads; and where not, why.
//
// Operations are counted in units of an addition (analysis/Cost.h), as if one began after the other; bytes are those of the
// elements that statements read and write, wherever they are. Both are estimates: a compiler keeps much of it in registers.
#pragma once

#include "schedule/Definitions.h"
#include "schedule/report/Explain.h"

#include <llvm/Support/raw_ostream.h>

namespace soac::schedule {

/// What some nodes cost, those in loops of their own left out.
struct Cost {
  Size operations, read, written;           ///< operations, bytes, bytes
  std::map<std::string, unsigned> functions; ///< the costly ones, "exp" -> 2
};

enum class LoopKind : std::uint8_t { Loop, While, Map, Reduction, InOrder, Scan, Histogram };

struct LoopCost {
  ir::SourceLocation location;
  LoopKind kind = LoopKind::Loop;
  Size trips;
  bool isOnThreads = false, isVector = false;
  std::string obstacle; ///< to vector lanes; empty where it is in them
  Cost each;
  std::vector<LoopCost> inner;
};

struct FunctionCost {
  std::string name;               ///< as a caller writes it; of a definition that another function calls, its own
  std::vector<std::string> files; ///< for locations
  Cost own, all;                  ///< outside of loops; with them
  std::vector<LoopCost> loops;
  std::vector<ExplainedArray> stored; ///< for the return sweep
  std::vector<LoopRuns> runs;
};

struct CostReport {
  std::string source;
  Size::Known sizes;
  std::vector<FunctionCost> functions;
  std::set<std::string> named;   ///< names in formulas
};

/// Of optimised functions, and of the definitions that they invoke.
CostReport costReport(const interface::Unit &unit, const Size::Known &sizes);

/// A line for each loop, inner loops indented.
void writeText(const CostReport &report, llvm::raw_ostream &out);

} // namespace soac::schedule
