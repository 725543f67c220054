// The command: options in, driver::run out.
#include "CompileCommands.h"
#include "LlvmOptions.h"
#include "Sizes.h"
#include "driver/Driver.h"
#include "driver/GradientSettings.h"
#include "driver/Outputs.h"
#include "optimise/Passes.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/thread.h>

namespace {

namespace cl = llvm::cl;
using soac::schedule::MemoryOptions;
using soac::driver::Form;

constexpr const char *overview =
    "Writes derivatives of C++ functions as C++: NAME.soac.hpp and NAME.soac.cpp for NAME.cpp.\n\n"
    "  soac [options] FILE... -p BUILD     flags from BUILD/compile_commands.json\n"
    "  soac [options] FILE... -- FLAGS     flags as given\n";

/// The options of one run; registered with LLVM's parser while this lives.
struct CommandLine {
  CommandLine() {
    for (const Form &form : soac::driver::forms())
      emit.getParser().addLiteralOption(form.name, &form, form.summary);
  }

  cl::OptionCategory category{"soac's options"};

  cl::list<std::string> files{cl::Positional, cl::desc("FILE..."), cl::cat(category)};
  cl::opt<std::string> build{"p", cl::desc("Directory of compile_commands.json; without it, the nearest above FILE"),
                             cl::value_desc("DIR"), cl::cat(category)};
  cl::list<std::string> extra{"extra-arg", cl::desc("A compiler flag more, after those of FILE"),
                              cl::value_desc("FLAG"), cl::cat(category)};
  cl::list<std::string> extraBefore{"extra-arg-before", cl::desc("A compiler flag more, before those of FILE"),
                                    cl::value_desc("FLAG"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Write into DIR instead of beside each source"), cl::value_desc("DIR"),
                              cl::cat(category)};
  cl::opt<const Form *> emit{"emit", cl::desc("Print instead of writing files"), cl::init(nullptr), cl::cat(category)};
  cl::opt<bool> cuda{"cuda", cl::desc("Write NAME.soac.cu, too, for a device"), cl::cat(category)};
  cl::opt<bool> list{"list", cl::desc("Print the functions and operators that are found"), cl::cat(category)};
  cl::opt<bool> check{"check", cl::desc("Write nothing; exit code 1 when an output is out of date"), cl::cat(category)};
  cl::opt<std::string> target{"for-target",
                              cl::desc("Of several compile commands for a file, take that of CMake's TARGET"),
                              cl::value_desc("TARGET"), cl::cat(category)};
  cl::opt<bool> version{"version", cl::desc("Print the version"), cl::cat(category)};
  cl::opt<std::string> sarif{"sarif", cl::desc("Write diagnostics as SARIF, too"), cl::value_desc("FILE"), cl::cat(category)};

  cl::opt<bool> depfile{"MD", cl::desc("Write a depfile beside the outputs (NAME.soac.d)"), cl::cat(category)};
  cl::opt<std::string> depfilePath{"MF", cl::desc("The depfile's path (implies -MD)"), cl::value_desc("FILE"),
                                   cl::cat(category)};
  cl::opt<std::string> depfileTarget{"MT", cl::desc("The target in the depfile"), cl::value_desc("TARGET"),
                                     cl::cat(category)};

  cl::opt<std::string> gradientTests{
      "gradient-tests", cl::desc("Write only FILE: a C++ program that checks the plain derivatives at random points"),
      cl::value_desc("FILE"), cl::cat(category)};
  cl::list<std::string> gradientTestSettings{
      "gradient-test", cl::desc("FUNCTION:PARAMETER=VALUE or FUNCTION:skip=REASON for that program"),
      cl::value_desc("SETTING"), cl::cat(category)};

  cl::opt<std::string> gradientTestsElsewhere{
      "gradient-tests-elsewhere", cl::desc("Settings for functions that are not in the file are written to this one"),
      cl::value_desc("FILE"), cl::cat(category)};
  cl::opt<bool> strictMath{"strict-math", cl::desc("Call exp, sin and the like one element at a time, and keep the quotients of derivatives"),
                           cl::cat(category)};
  cl::opt<bool> deterministic{"deterministic", cl::desc("Add up in an order that does not depend on the number of threads"), cl::cat(category)};
  cl::opt<bool> dropOutput{"drop-output", cl::desc("Leave printf and streams out of derivatives, with a note, instead of refusing them"),
                           cl::cat(category)};

  cl::opt<MemoryOptions::Form> explainMemory{
      "explain-memory", cl::desc("Write no derivatives but where the memory of adjoints goes"), cl::ValueOptional,
      cl::init(MemoryOptions::Form::None), cl::cat(category),
      cl::values(clEnumValN(MemoryOptions::Form::Text, "text", "on standard output"),
                 clEnumValN(MemoryOptions::Form::Html, "html", "as a page, NAME.memory.html"),
                 clEnumValN(MemoryOptions::Form::Text, "", ""))};
  cl::opt<bool> explainKernels{"explain-kernels", cl::desc("Write no derivatives but which kernels they are on a device"), cl::cat(category)};
  cl::opt<bool> explainCost{"explain-cost", cl::desc("Write no derivatives but what their loops cost, and which run in vector lanes and on threads"),
                            cl::cat(category)};
  cl::opt<std::string> memoryBudget{"memory-budget", cl::desc("For --explain-memory: what the adjoint may take, as in 2GiB"),
                                    cl::value_desc("BYTES"), cl::cat(category)};
  cl::opt<bool> allWays{"all-ways", cl::desc("For --explain-memory: try every way for every loop, however long it takes"),
                        cl::cat(category)};
  cl::list<std::string> sizes{"sizes", cl::desc("For --explain-memory and --explain-cost: n=1000,x.extent(0)=64,points=1797x64"),
                              cl::value_desc("NAME=NUMBER"), cl::cat(category)};

  cl::opt<std::string> dumpIr{"dump-ir", cl::desc("Print the IR: all, changed, or after one pass"),
                              cl::value_desc("WHEN"), cl::cat(category)};
  cl::opt<std::string> stopAfter{"stop-after", cl::desc("Stop after this pass and print the IR"),
                                 cl::value_desc("PASS"), cl::cat(category)};
  cl::opt<int> passLimit{"pass-limit", cl::desc("Run at most N passes over each function"), cl::value_desc("N"),
                         cl::init(-1), cl::cat(category)};
  cl::opt<bool> timePasses{"time-passes", cl::desc("Print the time spent in each pass"), cl::cat(category)};
  cl::opt<std::string> failIn{"fail-in", cl::desc("Act as if there were an internal error in this function"),
                              cl::value_desc("FUNCTION"), cl::Hidden, cl::cat(category)};
  cl::opt<std::string> forceRule{"force-rule", cl::desc("Use the named adjoint rule, as in reduce:general"),
                                 cl::value_desc("OP:RULE"), cl::cat(category)};

  bool readMemory(MemoryOptions &memory) const;
  /// Nothing when the options contradict each other; the reason is on standard error.
  std::optional<soac::driver::Options> options(const char *argv0) const;
  /// The files with their flags; `given` are those after --, `program` is this one. Nothing when one cannot be had.
  std::optional<std::vector<soac::driver::Input>> inputs(llvm::StringRef program, soac::tool::Database given) const;
  bool haveOwnOutputs(const soac::driver::Options &options) const;
};

bool usageError(const llvm::Twine &reason) {
  llvm::errs() << "soac: " << reason << "; see soac --help\n";
  return false;
}

bool isPassOrOneOf(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> others) {
  return name.empty() || llvm::is_contained(others, name) || soac::optimise::byName(name) ||
         usageError("there is no pass '" + name + "'");
}

bool CommandLine::readMemory(MemoryOptions &memory) const {
  memory.form = explainMemory;
  memory.allWays = allWays;
  if (memory.form == MemoryOptions::Form::None && (!memoryBudget.empty() || allWays))
    return usageError("--memory-budget and --all-ways are for --explain-memory");
  if (memory.form == MemoryOptions::Form::None && !explainCost && !sizes.empty())
    return usageError("--sizes is for --explain-memory and --explain-cost");
  if (!memoryBudget.empty()) {
    memory.budget = soac::tool::parseBytes(memoryBudget);
    if (!memory.budget)
      return usageError("'" + memoryBudget + "' is not a number of bytes");
  }
  std::string reason;
  for (const std::string &text : sizes)
    if (!soac::tool::parseSizes(text, memory.sizes, reason))
      return usageError(reason);
  return true;
}

std::optional<soac::driver::Options> CommandLine::options(const char *argv0) const {
  if (!isPassOrOneOf(dumpIr, {"all", "changed", "frontend", "differentiate"}) || !isPassOrOneOf(stopAfter, {}))
    return std::nullopt;
  soac::driver::Options result;
  if (!readMemory(result.memory))
    return std::nullopt;
  for (llvm::StringRef setting : gradientTestSettings)
    if (!soac::driver::parseGradientSetting(setting)) {
      usageError("'" + setting + "' is not FUNCTION:PARAMETER=VALUE or FUNCTION:skip=REASON");
      return std::nullopt;
    }
  result.form = list             ? &soac::driver::formByName("list")
                : explainKernels ? &soac::driver::explainedKernels()
                : !stopAfter.empty() ? &soac::driver::formByName("opt") : emit.getValue();
  if (result.form)
    result.stage = result.form->stage;
  result.explainCost = explainCost;
  result.outputDirectory = output;
  result.check = check;
  result.strictMath = strictMath;
  result.deterministic = deterministic;
  result.cuda = cuda || (result.form && result.form->isForDevice);
  result.writeDepfile = depfile || !depfilePath.empty();
  result.depfile = depfilePath;
  result.depfileTarget = depfileTarget;
  result.program = llvm::sys::fs::getMainExecutable(argv0, reinterpret_cast<void *>(&usageError));
  result.gradientTests = gradientTests;
  result.gradientTestSettings.assign(gradientTestSettings.begin(), gradientTestSettings.end());
  result.gradientTestsElsewhere = gradientTestsElsewhere;
  result.dumpIr = dumpIr;
  result.stopAfter = stopAfter;
  result.failIn = failIn;
  result.passLimit = passLimit;
  result.timePasses = timePasses;
  result.forceRule = forceRule;
  result.sarif = sarif;
  return result;
}

/// The directory of soac/soac.hpp, PREFIX/include of PREFIX/bin/soac; in a build directory that is a link. Empty when it is
/// not there.
llvm::SmallString<128> libraryBeside(llvm::StringRef program) {
  llvm::SmallString<128> directory(llvm::sys::path::parent_path(llvm::sys::path::parent_path(program)));
  llvm::sys::path::append(directory, "include");
  llvm::SmallString<128> header(directory), real;
  llvm::sys::path::append(header, "soac", "soac.hpp");
  const bool isThere = llvm::sys::fs::exists(header) && !llvm::sys::fs::real_path(directory, real);
  return isThere ? real : llvm::SmallString<128>();
}

std::optional<std::vector<soac::driver::Input>> CommandLine::inputs(llvm::StringRef program,
                                                                      soac::tool::Database given) const {
  if (files.empty()) {
    usageError("no file is given");
    return std::nullopt;
  }
  for (const std::string &file : files)
    if (!llvm::sys::fs::is_regular_file(file)) {
      usageError("there is no file '" + file + "'");
      return std::nullopt;
    }
  std::string reason;
  soac::tool::Database found = given ? std::move(given) : soac::tool::databaseOf(build, files.front(), reason);
  if (!found) {
    usageError(reason);
    return std::nullopt;
  }
  const soac::tool::Database database = soac::tool::withArguments(std::move(found), extraBefore, extra);
  const llvm::SmallString<128> library = libraryBeside(program);
  std::vector<soac::driver::Input> result;
  for (const std::string &file : files) {
    std::optional<soac::frontend::Options> command = soac::tool::commandOf(file, *database, target);
    if (!command) {
      usageError("the compilation database has no command for '" + file + "'");
      return std::nullopt;
    }
    command->dropOutput = dropOutput;
    if (!library.empty()) // after all others: a project that says where it is means that one
      command->arguments.insert(command->arguments.end(), {"-idirafter", library.str().str()});
    result.push_back({file, std::move(*command)});
  }
  return result;
}

/// Two sources of one name would write to the same files.
bool CommandLine::haveOwnOutputs(const soac::driver::Options &options) const {
  if (options.form)
    return true;
  if (!gradientTests.empty() && files.size() > 1)
    return usageError("--gradient-tests is for one file");
  if (!depfilePath.empty() && files.size() > 1)
    return usageError("-MF is for one file");
  llvm::StringMap<llvm::StringRef> writers;
  for (const std::string &file : files) {
    const std::string header = soac::driver::outputPaths(file, output).header;
    const auto [first, isNew] = writers.try_emplace(header, file);
    if (!isNew && !llvm::sys::fs::equivalent(first->second, file))
      return usageError("'" + first->second + "' and '" + file + "' would both be written to '" + header + "'");
  }
  return true;
}

} // namespace

/// The whole run, as `main` does it; the exit code.
static int run(int argc, const char **argv) {
  constexpr int usage = 2;
  soac::tool::removeLlvmOptions();
  CommandLine commandLine;
  auto given = soac::tool::commandAfterDashes(argc, argv);
  std::string reason;
  llvm::raw_string_ostream reasons(reason);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &reasons)) {
    llvm::errs() << reason;
    return usage;
  }
  if (commandLine.version) {
    llvm::outs() << "soac " << soac::driver::version() << '\n';
    return 0;
  }
  const std::optional<soac::driver::Options> options = commandLine.options(argv[0]);
  if (!options || !commandLine.haveOwnOutputs(*options))
    return usage;
  const auto inputs = commandLine.inputs(options->program, std::move(given));
  return inputs ? soac::driver::run(*options, *inputs) : usage;
}

/// Expressions and statements are walked by recursion, Clang's own walks among them: on a stack that is enough for source
/// text that other programs have written.
int main(int argc, const char **argv) {
  llvm::InitLLVM init(argc, argv);
  const std::optional<unsigned> stack = 1u << 30; // of which only what is touched takes memory
  int exitCode = 0;
  llvm::thread(stack, [&] { exitCode = run(argc, argv); }).join();
  return exitCode;
}
