// What --explain-memory says of a file: where the memory of its adjoints goes, and what other ways to run their loops
// would take. Written as text or as a page.
#pragma once

#include "schedule/report/Explain.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/raw_ostream.h>

namespace soac::schedule {

/// What is to be said of the memory of adjoints instead of writing files.
struct MemoryOptions {
  enum class Form { None, Text, Html } form = Form::None;
  std::optional<std::int64_t> budget;         ///< bytes
  std::map<std::string, std::int64_t> sizes;  ///< "n" -> 1000, "x.extent(0)" -> 64
  bool allWays = false;                       ///< to run loops, also where trying them takes long
};

/// One way to checkpoint a loop, with all others as they are.
struct Way {
  std::string pragma;                ///< "stripmine(2)"; empty for a loop without pragma
  bool isCurrent = false;            ///< as the file has it
  Size peak;               ///< of the function
  std::optional<std::int64_t> bytes; ///< the same at the given sizes
  std::optional<double> forward;     ///< how often the loop's body runs forward
};

struct LoopReport {
  ir::SourceLocation location;
  Size iterations;
  std::vector<Way> ways;
  bool isPartial = false;             ///< the function is large, and not all ways are tried
  std::optional<std::size_t> advised; ///< fewest runs of what fits the budget
  const Way &current() const;
};

struct FunctionReport {
  std::string name;               ///< as a caller writes it
  std::vector<std::string> files; ///< for locations
  Size peak;
  bool invokes = false; ///< functions of their own, whose memory is not in `peak`
  std::optional<std::int64_t> bytes;
  ExplainedScope scope;
  std::vector<LoopReport> loops;
};

struct MemoryReport {
  std::string source;
  MemoryOptions options;
  std::vector<FunctionReport> functions;
  std::set<std::string> named;   ///< names in formulas
  std::set<std::string> missing; ///< those of them that --sizes does not give
};

/// `transform` takes a function as the frontend read it to optimised IR; false when it refuses. A trial is of another
/// way to run a loop than the file's.
MemoryReport memoryReport(const interface::Unit &read, const MemoryOptions &options,
                          llvm::function_ref<bool(interface::CxxFunction &, bool isTrial)> transform);

void writeText(const MemoryReport &report, llvm::raw_ostream &out);
void writeHtml(const MemoryReport &report, llvm::raw_ostream &out);

/// A loop's iterations have a short name in formulas where they are no name themselves: N35 = (n - 1)*steps.
std::string shortName(const LoopReport &loop);
/// The formula's text with these names.
std::string textOf(const Size &size, const FunctionReport &f);

/// "now", "(no name)", "now (2 arrays)"
std::string nameOf(const ExplainedArray &array);

/// "1.50 GiB", "640 bytes"
std::string readableBytes(std::int64_t bytes);

} // namespace soac::schedule
