// soac-opt: textual IR in; checked, transformed, evaluated; textual IR out.
//
// The steps of --passes run in their order on every function (or on that of --function): passes of the optimiser, the
// pipelines `normalise-all`, `simplify-all` and `optimise-all`, and `differentiate`. The function is verified before and
// after each.
#include "Arguments.h"
#include "LlvmOptions.h"
#include "ad/Ad.h"
#include "diag/Render.h"
#include "eval/Interpreter.h"
#include "ir/text/Parser.h"
#include "ir/text/Printer.h"
#include "ir/verify/Verifier.h"
#include "ir/Walk.h"
#include "optimise/Passes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <chrono>

namespace {

namespace cl = llvm::cl;
using namespace soac;

constexpr int fine = 0, refused = 1, usage = 2;

/// The options of one run; registered with LLVM's parser while this lives.
struct CommandLine {
  cl::OptionCategory category{"soac-opt's options"};

  cl::opt<std::string> file{cl::Positional, cl::desc("FILE"), cl::init("-"), cl::cat(category)};
  cl::list<std::string> passes{"passes", cl::CommaSeparated, cl::value_desc("STEP,..."), cl::cat(category),
                               cl::desc("Run these steps in order; see --list-passes")};
  cl::alias pass{"pass", cl::desc("Alias of --passes"), cl::aliasopt(passes)};
  cl::opt<bool> differentiate{
      "differentiate", cl::desc("Take away every differentiate, before --pipeline and --passes"), cl::cat(category)};
  cl::opt<std::string> pipeline{"pipeline", cl::desc("normalise, simplify or optimise: run that pipeline, before --passes"),
                                cl::cat(category)};
  cl::opt<std::string> evaluate{"evaluate", cl::desc("Print the results on these arguments, as in: 2.0, [1, 2], true"),
                                cl::value_desc("ARGUMENTS"), cl::cat(category)};
  cl::opt<std::string> function{"function", cl::desc("Only this function"), cl::value_desc("NAME"), cl::cat(category)};
  cl::opt<bool> count{"count", cl::desc("Print how many statements there are instead of the IR"), cl::cat(category)};
  cl::opt<bool> locations{"locations", cl::desc("Print source locations"), cl::cat(category)};
  cl::opt<bool> quiet{"quiet", cl::desc("Do not print the IR"), cl::cat(category)};
  cl::opt<bool> listPasses{"list-passes", cl::desc("Print the steps and what they do"), cl::cat(category)};

  cl::opt<std::string> dumpIr{"dump-ir", cl::desc("Print the IR to standard error: all, changed, or after one pass"),
                              cl::value_desc("WHEN"), cl::cat(category)};
  cl::opt<std::string> stopAfter{"stop-after", cl::desc("Stop after this pass"), cl::value_desc("PASS"),
                                 cl::cat(category)};
  cl::opt<int> passLimit{"pass-limit", cl::desc("Run at most N passes over each function"), cl::value_desc("N"),
                         cl::init(-1), cl::cat(category)};
  cl::opt<bool> timePasses{"time-passes", cl::desc("Print the time spent in each pass"), cl::cat(category)};
  cl::opt<std::string> forceRule{"force-rule", cl::desc("Use the named adjoint rule, as in reduce:general"),
                                 cl::value_desc("OP:RULE"), cl::cat(category)};

  /// --differentiate, --pipeline and --passes as one list.
  std::vector<std::string> steps() const {
    std::vector<std::string> steps;
    if (differentiate)
      steps.push_back("differentiate");
    if (!pipeline.empty())
      steps.push_back(pipeline + "-all");
    steps.insert(steps.end(), passes.begin(), passes.end());
    return steps;
  }
};

using Pipeline = ir::Function (*)(ir::Function, const optimise::RunOptions &);

Pipeline pipelineByName(llvm::StringRef name) {
  if (name == "normalise-all")
    return optimise::normalise;
  if (name == "simplify-all")
    return optimise::simplify;
  if (name == "optimise-all")
    return optimise::optimise;
  return nullptr;
}

bool isStep(llvm::StringRef name) { return name == "differentiate" || pipelineByName(name) || optimise::byName(name); }

void listPasses() {
  const auto row = [](const char *name, const char *summary) {
    llvm::outs() << llvm::left_justify(name, 20) << ' ' << summary << '\n';
  };
  row("differentiate", "take away every differentiate statement, inner ones first");
  row("normalise-all", "the pipeline after the frontend");
  row("simplify-all", "the pipeline before differentiation");
  row("optimise-all", "the pipeline after differentiation");
  for (const optimise::Pass &pass : optimise::passes())
    row(pass.name, pass.summary);
}

/// Runs steps on functions and keeps the log that the debugging options ask for.
class Runner {
public:
  explicit Runner(const CommandLine &commandLine) : commandLine(commandLine) {}

  /// The function after the steps; nothing where one was refused or made a malformed function (reported).
  std::optional<ir::Function> run(ir::Function function, llvm::ArrayRef<std::string> steps) {
    passesRun = 0;
    isStopped = false;
    for (const std::string &step : steps) {
      if (isStopped)
        break;
      std::optional<ir::Function> result = runStep(std::move(function), step);
      if (!result || !isWellFormed(*result, "after " + step))
        return std::nullopt;
      function = std::move(*result);
    }
    return function;
  }

  bool isWellFormed(const ir::Function &function, const std::string &when) {
    const std::vector<std::string> problems = ir::verify(function);
    for (const std::string &problem : problems)
      llvm::errs() << "soac-opt: malformed " << when << ": " << problem << '\n';
    return problems.empty();
  }

  void printTimes() const {
    for (const auto &[name, time] : seconds)
      llvm::errs() << llvm::format("%10.6f s  ", time) << name << '\n';
  }

private:
  const CommandLine &commandLine;
  llvm::MapVector<llvm::StringRef, double> seconds;
  int passesRun = 0;
  bool isStopped = false;

  std::optional<ir::Function> runStep(ir::Function function, const std::string &step) {
    if (step == "differentiate")
      return differentiate(std::move(function));
    optimise::RunOptions options;
    options.stopAfter = commandLine.stopAfter;
    if (commandLine.passLimit >= 0)
      options.passLimit = std::max(0, commandLine.passLimit - passesRun);
    options.observe = [&](const optimise::Pass &pass, const ir::Function &after, bool changed, double time) {
      observe(pass.name, after, changed, time);
    };
    if (const Pipeline pipeline = pipelineByName(step))
      return pipeline(std::move(function), options);
    if (options.passLimit == 0)
      return function;
    const optimise::Pass &pass = *optimise::byName(step);
    const std::string before = ir::toString(function);
    const auto start = std::chrono::steady_clock::now();
    ir::Function result = pass.run(std::move(function));
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    observe(pass.name, result, ir::toString(result) != before, time.count());
    return result;
  }

  std::optional<ir::Function> differentiate(ir::Function function) {
    diag::Engine engine;
    const auto start = std::chrono::steady_clock::now();
    std::optional<ir::Function> result = ad::differentiate(std::move(function), {commandLine.forceRule}, engine);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    diag::renderText(engine, diag::readLine, llvm::errs());
    if (result)
      observe("differentiate", *result, true, time.count());
    return result;
  }

  void observe(llvm::StringRef pass, const ir::Function &after, bool changed, double time) {
    ++passesRun;
    seconds[pass] += time;
    isStopped |= commandLine.stopAfter == pass;
    const std::string &when = commandLine.dumpIr;
    if (when != "all" && when != pass && !(when == "changed" && changed))
      return;
    llvm::errs() << "// @" << after.name << " after " << pass << (changed ? "" : " (unchanged)") << '\n';
    if (changed)
      ir::print(after, llvm::errs(), {.locations = commandLine.locations});
  }
};

/// Prints the results of the function on the arguments of --evaluate, one a line.
bool evaluate(const ir::Function &function, llvm::StringRef text) {
  std::string error;
  const auto arguments = tool::parseArguments(text, function, error);
  if (!arguments) {
    llvm::errs() << "soac-opt: --evaluate: " << error << '\n';
    return false;
  }
  const eval::Outcome outcome = eval::run(function, *arguments);
  if (const auto *failure = std::get_if<eval::Failure>(&outcome)) {
    llvm::errs() << "soac-opt: @" << function.name << " failed: " << failure->message << '\n';
    return false;
  }
  for (const ops::RuntimeValue &result : std::get<std::vector<ops::RuntimeValue>>(outcome))
    llvm::outs() << ops::toString(result) << '\n';
  return true;
}

int run(const CommandLine &commandLine) {
  const std::vector<std::string> steps = commandLine.steps();
  for (const std::string &step : steps)
    if (!isStep(step)) {
      llvm::errs() << "soac-opt: there is no step '" << step << "'; see soac-opt --list-passes\n";
      return usage;
    }
  const auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(commandLine.file, /*IsText=*/true);
  if (!buffer) {
    llvm::errs() << "soac-opt: " << commandLine.file << ": " << buffer.getError().message() << '\n';
    return usage;
  }
  ir::ParseResult parsed = ir::parse((*buffer)->getBuffer());
  if (parsed.error) {
    llvm::errs() << commandLine.file << ':' << parsed.error->line << ':' << parsed.error->column
                 << ": error: " << parsed.error->message << '\n';
    return refused;
  }
  Runner runner(commandLine);
  int status = fine;
  bool isFound = false;
  for (ir::Function &function : parsed.functions) {
    if (!commandLine.function.empty() && function.name != commandLine.function)
      continue;
    isFound = true;
    std::optional<ir::Function> result;
    if (runner.isWellFormed(function, "input"))
      result = runner.run(std::move(function), steps);
    if (!result) {
      status = refused;
      continue;
    }
    if (commandLine.count)
      llvm::outs() << '@' << result->name << ": " << ir::countStatements(result->body) << " statements\n";
    else if (commandLine.evaluate.getNumOccurrences() == 0 && !commandLine.quiet)
      ir::print(*result, llvm::outs(), {.locations = commandLine.locations});
    if (commandLine.evaluate.getNumOccurrences() > 0 && !evaluate(*result, commandLine.evaluate))
      status = refused;
  }
  if (!isFound && !commandLine.function.empty()) {
    llvm::errs() << "soac-opt: there is no function @" << commandLine.function << '\n';
    return usage;
  }
  if (commandLine.timePasses)
    runner.printTimes();
  return status;
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  tool::removeLlvmOptions();
  CommandLine commandLine;
  if (!cl::ParseCommandLineOptions(argc, argv, "Checks, transforms, evaluates and prints soac's textual IR.\n",
                                   &llvm::errs()))
    return usage;
  if (commandLine.listPasses) {
    listPasses();
    return fine;
  }
  return run(commandLine);
}
