// soac-fuzz: random C++ programs through soac, the compiler and a run, against the same programs on dual numbers.
#include "Mutants.h"
#include "Mutation.h"
#include "Trial.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

using namespace soac::fuzz;

namespace cl = llvm::cl;
static cl::OptionCategory category("soac-fuzz's options");
static cl::opt<std::string> tool("soac", cl::desc("The tool"), cl::Required, cl::cat(category));
static cl::opt<std::string> compiler("compiler", cl::desc("The C++ compiler"), cl::init("g++"), cl::cat(category));
static cl::opt<std::string> launcher("launcher", cl::desc("What starts the compiler, a cache"), cl::cat(category));
static cl::opt<std::string> flags("flags", cl::desc("Its flags for what soac writes"), cl::init("-O3 -march=native"),
                                  cl::cat(category));
static cl::opt<std::string> quick("quick", cl::desc("Flags for three batches of four"), cl::init("-O1"),
                                  cl::cat(category));
static cl::opt<std::string> include("include", cl::desc("The folder of soac's library"), cl::Required,
                                    cl::cat(category));
static cl::opt<std::string> runtime("runtime", cl::desc("The folder of check.hpp"), cl::Required, cl::cat(category));
static cl::opt<std::string> directory("directory", cl::desc("Where to work"), cl::Required, cl::cat(category));
static cl::opt<unsigned long> seed("seed", cl::desc("The first program's number"), cl::init(1), cl::cat(category));
static cl::opt<unsigned long> count("count", cl::desc("How many programs"), cl::init(50), cl::cat(category));
static cl::opt<unsigned long> batch("batch", cl::desc("How many are compiled together"), cl::init(50),
                                    cl::cat(category));
static cl::opt<bool> shows("print", cl::desc("Print the programs and check nothing"), cl::cat(category));
static cl::opt<bool> keepsSize("no-shrink", cl::desc("Report failures as they are"), cl::cat(category));

static cl::list<std::string> sources("mutate", cl::CommaSeparated,
                                     cl::desc("Check mutants of these sources, not programs"), cl::cat(category));

static cl::opt<unsigned long> every("run-every",
                                    cl::desc("Run the gradient tests of every so-manieth mutant; 0: of none"),
                                    cl::init(0), cl::cat(category));

static void report(Trial &trial, Program program, const Problem &problem) {
  llvm::outs() << "// " << program.name << ": " << name(problem.fault) << ": " << problem.message << "\n";
  if (!keepsSize)
    program = shrink(trial, std::move(program), problem);
  llvm::outs() << definition(program) << "\n";
  llvm::outs().flush();
}

static unsigned long checkPrograms(Commands &commands) {
  if (count > batch) // else each would be used once
    for (const std::string &f : {std::string(), flags.getValue(), quick.getValue()})
      commands.precompile("prefix.hpp", f);
  unsigned long failures = 0;
  for (unsigned long first = seed; first < seed + count; first += batch) {
    Trial trial(commands, first / batch % 4 == 0 ? flags : quick);
    std::vector<Program> programs;
    for (unsigned long s = first; s < std::min(first + batch, seed + count); ++s)
      programs.push_back(generate(s));
    const auto problems = trial.run(programs);
    for (std::size_t i = 0; i < programs.size(); ++i)
      if (problems[i]) {
        ++failures;
        report(trial, programs[i], *problems[i]);
      }
  }
  return failures;
}

/// The sources take turns.
static unsigned long checkMutants(Commands &commands) {
  commands.precompile("prefix.hpp", "");
  if (every) {
    commands.precompile("prefix.hpp", "-O1");
    commands.precompile("prefix.hpp", "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all");
    writeFile(commands.path("suite.hpp"), "#include <soac/testing/suite.hpp>\n");
    commands.precompile("suite.hpp", "");
  }
  unsigned long failures = 0;
  for (unsigned long s = seed; s < seed + count; ++s) {
    const std::string &source = sources[s % sources.size()];
    if (const auto problem = checkMutant(commands, source, s, every && s % every == 0)) {
      ++failures;
      const std::string kept = commands.path("mutant" + std::to_string(s) + ".cpp");
      writeFile(kept, mutate(read(source), s));
      llvm::outs() << kept << ": " << name(problem->fault) << ": " << problem->message << "\n";
      llvm::outs().flush();
    }
  }
  return failures;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Looks for C++ programs whose derivatives are wrong.\n");
  if (shows) {
    for (unsigned long s = seed; s < seed + count; ++s)
      llvm::outs() << definition(generate(s)) << "\n";
    return 0;
  }
  Commands commands({tool, compiler, launcher, flags, quick, include, runtime, directory});
  const unsigned long failures = sources.empty() ? checkPrograms(commands) : checkMutants(commands);
  llvm::outs() << failures << " failures in programs " << seed << " to " << seed + count - 1 << "\n";
  return failures != 0;
}
