// soac-property: looks for random programs that break a property. For long runs, and to replay a seed.
#include "Properties.h"

#include "support/Shrink.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

using namespace soac;

static llvm::cl::opt<std::string> only("property", llvm::cl::desc("One of runs, first_order, ..; all by default"));
static llvm::cl::opt<std::uint64_t> seed("seed", llvm::cl::desc("The first program's number"), llvm::cl::init(1));
static llvm::cl::opt<std::uint64_t> count("count", llvm::cl::desc("How many programs"), llvm::cl::init(1000));
static llvm::cl::opt<unsigned> most("most", llvm::cl::desc("Stop after that many failures"), llvm::cl::init(1));
static llvm::cl::opt<bool> shows("print", llvm::cl::desc("Print the programs and check nothing"));
static llvm::cl::opt<bool> keepsSize("no-shrink", llvm::cl::desc("Report failures as they are"));
static llvm::cl::list<std::string> without("without", llvm::cl::CommaSeparated,
                                           llvm::cl::desc("Constructs to leave out: scans, bins, .."));

static bool leaveOut(property::Features &f, llvm::StringRef name) {
  const std::pair<const char *, bool *> flags[] = {
      {"conditionals", &f.conditionals}, {"counted-loops", &f.countedLoops}, {"while-loops", &f.whileLoops},
      {"maps", &f.maps},                 {"reductions", &f.reductions},      {"scans", &f.scans},
      {"arrays", &f.arrays},             {"updates", &f.updates},            {"bins", &f.bins},
      {"scatters", &f.scatters},         {"accumulators", &f.accumulators},
  };
  for (const auto &[flag, value] : flags)
    if (name == flag) {
      *value = false;
      return true;
    }
  return false;
}

static unsigned search(const property::NamedProperty &p, const property::Features &features) {
  unsigned failures = 0;
  for (std::uint64_t s = seed; s < seed + count && failures < most; ++s)
    if (const std::string problem = property::check(p, features, s, 1, !keepsSize); !problem.empty()) {
      llvm::outs() << problem << "\n";
      ++failures;
    }
  return failures;
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "Looks for random programs that break a property.\n");
  unsigned failures = 0;
  for (const property::NamedProperty &p : property::properties()) {
    if (!only.empty() && only != p.name)
      continue;
    property::Features features = p.features;
    for (const std::string &name : without)
      if (!leaveOut(features, name)) {
        llvm::errs() << "unknown construct " << name << "\n";
        return 2;
      }
    if (shows) {
      for (std::uint64_t s = seed; s < seed + count; ++s) {
        const auto sample = property::generate(s, features);
        llvm::outs() << "// seed " << s << " " << sample.failure << "\n"
                     << test::toString({sample.function, sample.arguments});
      }
      return 0;
    }
    failures += search(p, features);
  }
  llvm::outs() << failures << " failures\n";
  return failures != 0;
}
