// soac in one page: C++ --frontend--> IR --ad--> IR --optimise--> IR --emit--> C++.
#include "driver/Driver.h"

#include "ad/Ad.h"
#include "ad/RoundTrips.h"
#include "diag/Render.h"
#include "driver/GradientTests.h"
#include "driver/InternalErrors.h"
#include "schedule/report/MemoryReport.h"
#include "driver/Outputs.h"
#include "driver/PassLog.h"
#include "driver/PointerFunctions.h"
#include "frontend/Format.h"
#include "ir/Walk.h"
#include "optimise/Passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <set>

namespace soac::driver {
namespace {

/// Takes a function from what the frontend read to what is emitted, or refuses it with a diagnostic.
bool transformed(interface::CxxFunction &f, const Options &options, PassLog &log, diag::Engine &engine) {
  log.start(f);
  f.function = optimise::normalise(std::move(f.function), log.beforeDifferentiation());
  if (options.stage == Stage::Frontend)
    return true;
  const Pointers pointers = pointersOf(f);
  const auto simplify = [&](ir::Function function) {
    return optimise::simplify(std::move(function), log.beforeDifferentiation());
  };
  const std::set<ir::SourceLocation> harmless = ad::harmlessConversions(f.function);
  ir::Function simplified = simplify(std::move(f.function));
  addAccesses(f, simplified);
  const auto optimised = [&](ir::Function function) {
    return optimise::optimise(std::move(function), log.afterDifferentiation());
  };
  const auto differentiated = [&](const ir::Function &from, llvm::ArrayRef<ir::Value> redone, diag::Engine &to) {
    return ad::differentiate(from, {options.forceRule, ir::Values(redone), harmless}, to);
  };
  const auto derived = [&](const ir::Function &from, llvm::ArrayRef<ir::Value> redone) -> std::optional<ir::Function> {
    const ir::Function arranged = optimise::arrangeForHost(from, log.beforeDifferentiation());
    std::optional<ir::Function> derivative = differentiated(arranged, redone, engine);
    if (!derivative)
      return std::nullopt;
    log.note("differentiate", *derivative);
    if (options.cuda && pointers.all.empty() && options.stage == Stage::Opt) {
      diag::Engine said; // what it says has been said of the host's
      if (auto ofDevice = differentiated(from, redone, said))
        f.onDevice = optimise::optimiseForDevice(std::move(*ofDevice), log.beforeDifferentiation());
    }
    return options.stage == Stage::Ad ? std::move(derivative) : optimised(std::move(*derivative));
  };
  const bool isPlain = pointers.all.empty() || options.stage == Stage::Ad;
  std::optional<ir::Function> derivative =
      pointers.all.empty() ? derived(optimise::specialise(std::move(simplified), log.beforeDifferentiation()), {})
      : isPlain            ? derived(simplified, {})
                           : derivePointers(simplified, pointers, {simplify, optimised, derived}, engine);
  if (derivative)
    f.function = std::move(*derivative);
  return derivative.has_value();
}

enum class Outcome { Made, Refused, Failed };

Outcome transform(interface::CxxFunction &f, const Options &options, PassLog &log, diag::Engine &engine) {
  bool isMade = false;
  const std::string name = interface::qualifiedName(f);
  const bool isFine = endsWell("'" + name + "'", [&] {
    if (name == options.failIn)
      llvm::report_fatal_error("asked for by --fail-in");
    diag::Engine unheard; // where a function for rows that differ is refused, its callers do without it
    isMade = transformed(f, options, log, f.isOfRows ? unheard : engine);
  });
  return !isFine ? Outcome::Failed : isMade ? Outcome::Made : Outcome::Refused;
}

/// Leaves out what is refused or ends in an internal error. False after such an error.
bool transformAll(interface::Unit &unit, const Options &options, PassLog &log, diag::Engine &engine) {
  bool isFine = true;
  keepFunctions(unit, [&](interface::CxxFunction &f) {
    const Outcome outcome = transform(f, options, log, engine);
    isFine &= outcome != Outcome::Failed;
    return outcome == Outcome::Made;
  });
  return isFine;
}

/// The functions stay as they were read.
void leaveOutRefused(interface::Unit &unit, const Options &options, PassLog &log, diag::Engine &engine) {
  keepFunctions(unit, [&](const interface::CxxFunction &f) {
    interface::CxxFunction copy = f;
    return transform(copy, options, log, engine) == Outcome::Made;
  });
}

/// "x" of "x.extent(0)", "x.size()" and "x.extent(0).size()".
std::string withoutExtent(llvm::StringRef name) {
  return name.take_front(std::min(name.find(".extent("), name.find(".size()"))).str();
}

std::set<std::string> arraysAndNumbersOf(const std::map<std::string, std::int64_t> &sizes) {
  std::set<std::string> names;
  for (const auto &[name, size] : sizes)
    names.insert(withoutExtent(name));
  return names;
}

/// Takes away the names of parameters, of values in functions, and in formulas.
void eraseKnown(const interface::Unit &unit, const std::set<std::string> &inFormulas, std::set<std::string> &names) {
  for (const std::string &name : inFormulas)
    names.erase(withoutExtent(name));
  for (const interface::CxxFunction &f : unit.functions) {
    for (const interface::CxxParameter &p : f.parameters)
      names.erase(p.name);
    for (std::size_t id = 0; id < f.function.values.size(); ++id)
      names.erase(withoutExtent(f.function.values.name(ir::Value{static_cast<unsigned>(id)}).text));
  }
}

/// Says where memory goes, as text on standard output or in a page beside the outputs.
/// Takes the names that it has from `unknownSizes`.
bool explainMemory(const interface::Unit &unit, const Input &input, const Options &options, PassLog &log, diag::Engine &engine,
                   std::set<std::string> &unknownSizes) {
  const schedule::MemoryReport report = schedule::memoryReport(unit, options.memory, [&](interface::CxxFunction &f, bool isTrial) {
    diag::Engine unheard; // what is refused is reported once, not for every way to run its loops
    return transform(f, options, log, isTrial ? unheard : engine) == Outcome::Made;
  });
  eraseKnown(unit, report.named, unknownSizes);
  if (options.memory.form == schedule::MemoryOptions::Form::Text) {
    schedule::writeText(report, llvm::outs());
    return true;
  }
  File page{outputPaths(input.file, options.outputDirectory).memoryPage, pageFirstLine(unit.source)};
  llvm::raw_string_ostream text(page.text);
  schedule::writeHtml(report, text);
  text.flush();
  return writeAll(page);
}

/// Says on standard output what the loops of the functions cost. Takes the names that it has from `unknownSizes`.
void explainCost(const interface::Unit &unit, const schedule::Size::Known &sizes, std::set<std::string> &unknownSizes) {
  const schedule::CostReport report = schedule::costReport(unit, sizes);
  eraseKnown(unit, report.named, unknownSizes);
  schedule::writeText(report, llvm::outs());
}

/// Nothing is written where a setting is wrong.
bool writeGradientTests(const interface::Unit &unit, const Options &options) {
  GradientTests tests = gradientTests(unit, options.gradientTestSettings);
  std::vector<File> files = {{options.gradientTests, firstLine(unit.source) + frontend::format(tests.program, unit.source)}};
  if (options.gradientTestsElsewhere.empty())
    for (const std::string &setting : tests.elsewhere)
      tests.mistakes.push_back("'" + setting + "': '" + unit.source + "' has no derivative of this function");
  else
    files.push_back({options.gradientTestsElsewhere, firstLine(unit.source) + llvm::join(tests.elsewhere, "\n") + "\n"});
  for (const std::string &mistake : tests.mistakes)
    llvm::errs() << "soac: error: gradient test " << mistake << '\n';
  return tests.mistakes.empty() && writeAll(files);
}

bool writeSarif(const diag::Engine &engine, const std::string &path) {
  File file{path, ""};
  llvm::raw_string_ostream text(file.text);
  diag::renderSarif(engine, version(), text);
  text.flush();
  return writeAll(file);
}

/// The file as a compiler finds it that runs in the command's directory.
std::string seenFromCommand(const Input &input) {
  llvm::SmallString<128> file(input.file);
  if (!llvm::sys::fs::equivalent(input.command.directory.empty() ? "." : input.command.directory, "."))
    llvm::sys::fs::make_absolute(file);
  return file.str().str();
}

bool process(const Input &input, const Options &options, PassLog &log, diag::Engine &engine,
             std::set<std::string> &unknownSizes) {
  frontend::Result read = frontend::read(seenFromCommand(input), input.command, engine);
  if (!read.parsed)
    return false;
  read.unit.isStrictMath = options.strictMath;
  read.unit.isDeterministic = options.deterministic;
  read.unit.isForDevice = options.cuda;
  const OutputPaths paths = outputPaths(input.file, options.outputDirectory);
  if (!options.gradientTests.empty()) {
    leaveOutRefused(read.unit, options, log, engine);
    return writeGradientTests(read.unit, options) &&
           (!options.writeDepfile || writeDepfile(options, paths, read.dependencies));
  }
  if (options.memory.form != schedule::MemoryOptions::Form::None)
    return explainMemory(read.unit, input, options, log, engine, unknownSizes);
  bool isWhole = transformAll(read.unit, options, log, engine);
  if (options.form)
    return options.form->print(read.unit, llvm::outs()) && isWhole;
  if (options.explainCost) {
    explainCost(read.unit, options.memory.sizes, unknownSizes);
    return isWhole;
  }
  const emit::Output output = outputOf(read.unit, isWhole);
  for (const emit::Output::Refusal &r : output.refusals)
    engine.report(diag::Id::NotOnDevice, {seenFromCommand(input)}, {r.function, r.reason});
  std::vector<File> files = {{paths.source, output.source}, {paths.header, output.header}};
  if (options.cuda)
    files.push_back({paths.device, output.device});
  if (options.check)
    return areCurrent(files) && isWhole;
  if (!writeAll(files))
    return false;
  return (!options.writeDepfile || writeDepfile(options, paths, read.dependencies)) && isWhole;
}

} // namespace

int run(const Options &options, llvm::ArrayRef<Input> inputs) {
  bool fine = true;
  PassLog log(options);
  diag::Engine all;
  std::set<std::string> unknownSizes = arraysAndNumbersOf(options.memory.sizes);
  for (const Input &input : inputs) {
    diag::Engine engine;
    fine &= process(input, options, log, engine, unknownSizes);
    fine &= !engine.hasErrors();
    diag::renderText(engine, diag::readLine, llvm::errs(), llvm::errs().has_colors());
    for (const diag::Diagnostic &d : engine.all())
      all.add(d);
  }
  if (!fine)
    unknownSizes.clear(); // a file that was not read may have them
  for (const std::string &name : unknownSizes)
    llvm::errs() << "soac: error: --sizes: there is no '" << name << "' in what is differentiated\n";
  fine &= unknownSizes.empty() && (options.sarif.empty() || writeSarif(all, options.sarif));
  log.printTimes(llvm::errs());
  return fine ? 0 : 1;
}

const char *version() { return SOAC_VERSION; }

} // namespace soac::driver
