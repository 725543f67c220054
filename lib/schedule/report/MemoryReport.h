// The report of --explain-memory: the arrays that the adjoints of a file store, and the memory that other ways of
// checkpointing their loops would take. Written as text or as an HTML page.
#pragma once

#include "schedule/report/Explain.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/raw_ostream.h>

namespace soac::schedule {

/// The options of the report, which is written instead of the output files.
struct MemoryOptions {
  enum class Form { None, Text, Html } form = Form::None;
  std::optional<std::int64_t> budget;         ///< bytes
  std::map<std::string, std::int64_t> sizes;  ///< "n" -> 1000, "x.extent(0)" -> 64
  bool allWays = false;                       ///< try all ways to checkpoint loops, even where this takes long
};

/// One way to checkpoint a loop, with all other loops unchanged.
struct Way {
  std::string pragma;                ///< "stripmine(2)"; empty for a loop without pragma
  bool isCurrent = false;            ///< as the file has it
  Size peak;               ///< of the function
  std::optional<std::int64_t> bytes; ///< the peak at the given sizes
  std::optional<double> forward;     ///< how often the loop's body runs forward
};

struct LoopReport {
  ir::SourceLocation location;
  Size iterations;
  std::vector<Way> ways;
  bool isPartial = false;             ///< the function is large, and not all ways are tried
  std::optional<std::size_t> advised; ///< the way with the fewest runs of those that fit the budget
  const Way &current() const;
};

/// The same function on a device.
struct DeviceReport {
  std::string refusal; ///< why it cannot run there; empty where it can
  Size peak;
  std::optional<std::int64_t> bytes;
  ExplainedScope scope = {};
};

struct FunctionReport {
  std::string name;               ///< as a caller writes it
  std::vector<std::string> files; ///< for locations
  Size peak;
  bool invokes = false; ///< it invokes definitions, whose memory is not in `peak`
  std::optional<std::int64_t> bytes;
  ExplainedScope scope;
  std::vector<LoopReport> loops;
  std::optional<DeviceReport> device; ///< where that is asked for
};

struct MemoryReport {
  std::string source;
  MemoryOptions options;
  std::vector<FunctionReport> functions;
  std::set<std::string> named;   ///< names in formulas
  std::set<std::string> missing; ///< names in formulas that --sizes does not give
};

/// `transform` takes a function from the frontend's IR to optimised IR; false when it refuses. A trial has another way of
/// checkpointing a loop than the file.
MemoryReport memoryReport(const interface::Unit &read, const MemoryOptions &options,
                          llvm::function_ref<bool(interface::CxxFunction &, bool isTrial)> transform);

void writeText(const MemoryReport &report, llvm::raw_ostream &out);
void writeHtml(const MemoryReport &report, llvm::raw_ostream &out);

/// The short name of a loop's number of iterations in formulas, where it is not a name itself: N35 = (n - 1)*steps.
std::string shortName(const LoopReport &loop);
/// The formula's text with these short names.
std::string textOf(const Size &size, const FunctionReport &f);

/// "now", "(no name)", "now (2 arrays)"
std::string nameOf(const ExplainedArray &array);

/// "1.50 GiB", "640 bytes"
std::string readableBytes(std::int64_t bytes);

} // namespace soac::schedule
