// soac-property: looks for random programs that break a property. For long runs, and to replay a seed.
#include "Properties.h"

#include "ir/text/Printer.h"
#include "support/Shrink.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

using namespace soac;

namespace cl = llvm::cl;
static cl::OptionCategory category("soac-property's options");
static cl::opt<std::string> only("property", cl::desc("One of runs, first_order, ..; all by default"),
                                 cl::cat(category));
static cl::opt<std::uint64_t> seed("seed", cl::desc("The first program's number"), cl::init(1), cl::cat(category));
static cl::opt<std::uint64_t> count("count", cl::desc("How many programs"), cl::init(1000), cl::cat(category));
static cl::opt<unsigned> most("most", cl::desc("Stop after that many failures"), cl::init(1), cl::cat(category));
static cl::opt<bool> shows("print", cl::desc("Print the programs and check nothing"), cl::cat(category));
static cl::opt<bool> keepsSize("no-shrink", cl::desc("Report failures as they are"), cl::cat(category));
static cl::opt<std::string>
    containing("containing", cl::desc("Check only programs with this in their text: scatter, .."), cl::cat(category));
static cl::opt<bool> isolates("isolate", cl::desc("Check in a process of its own, so that crashes shrink too"),
                              cl::cat(category));
static cl::list<std::string> without("without", cl::CommaSeparated,
                                     cl::desc("Constructs to leave out: scans, bins, .."), cl::cat(category));

/// The property, checked in a process of its own: a crash is a failure that shrinks like any other.
static property::Property isolated(property::Property holds) {
  return [holds](const ir::Function &f, llvm::ArrayRef<ops::RuntimeValue> arguments) -> std::string {
    int ends[2];
    if (pipe(ends) != 0)
      return "no pipe";
    const pid_t child = fork();
    if (child == 0) {
      if (!freopen("/dev/null", "w", stderr))
        _exit(1);
      const std::string problem = holds(f, arguments);
      const bool isWritten = write(ends[1], problem.data(), problem.size()) == static_cast<ssize_t>(problem.size());
      _exit(isWritten ? 0 : 1);
    }
    close(ends[1]);
    std::string problem(1 << 16, 0);
    std::size_t size = 0;
    for (ssize_t n; (n = read(ends[0], problem.data() + size, problem.size() - size)) > 0;)
      size += static_cast<std::size_t>(n);
    close(ends[0]);
    problem.resize(size);
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0 ? problem : "crashes";
  };
}

static bool leaveOut(property::Features &f, llvm::StringRef name) {
  const std::pair<const char *, bool *> flags[] = {
      {"conditionals", &f.conditionals},
      {"counted-loops", &f.countedLoops},
      {"while-loops", &f.whileLoops},
      {"maps", &f.maps},
      {"reductions", &f.reductions},
      {"scans", &f.scans},
      {"arrays", &f.arrays},
      {"updates", &f.updates},
      {"bins", &f.bins},
      {"scatters", &f.scatters},
      {"accumulators", &f.accumulators},
      {"claims", &f.claims},
      {"growth", &f.growth},
      {"invocations", &f.invocations},
      {"user-rules", &f.userRules},
      {"snapshots-of-arrays", &f.snapshotsOfArrays},
      {"empty-matrices", &f.emptyMatrices},
  };
  for (const auto &[flag, value] : flags)
    if (name == flag) {
      *value = false;
      return true;
    }
  return false;
}

static bool isLeftOut(std::uint64_t number, const property::Features &features) {
  return !containing.empty() &&
         !llvm::StringRef(ir::toString(property::generate(number, features).function)).contains(containing);
}

static unsigned search(const property::NamedProperty &p, const property::Features &features) {
  unsigned failures = 0;
  for (std::uint64_t s = seed; s < seed + count && failures < most; ++s) {
    if (isLeftOut(s, features))
      continue;
    if (const std::string problem = property::check(p, features, s, 1, !keepsSize); !problem.empty()) {
      llvm::outs() << problem << "\n";
      llvm::outs().flush();
      ++failures;
    }
  }
  return failures;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Looks for random programs that break a property.\n");
  unsigned failures = 0;
  for (property::NamedProperty p : property::properties()) {
    if (!only.empty() && only != p.name)
      continue;
    if (isolates)
      p.holds = isolated(p.holds);
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
    const unsigned found = search(p, features);
    llvm::outs() << p.name << ": " << found << " failures in programs " << seed << " to " << seed + count - 1 << "\n";
    failures += found;
  }
  return failures != 0;
}
