// soac in one page: C++ --frontend--> IR --ad--> IR --optimise--> IR --emit--> C++.
#include "driver/Driver.h"

#include "ad/Ad.h"
#include "ad/PointerExtents.h"
#include "diag/Render.h"
#include "driver/GradientTests.h"
#include "driver/MemoryReport.h"
#include "driver/Outputs.h"
#include "driver/PassLog.h"
#include "emit/Emit.h"
#include "frontend/Format.h"
#include "ir/Printer.h"
#include "ir/Walk.h"
#include "optimise/Passes.h"
#include "schedule/UnknownExtents.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/raw_ostream.h>

namespace soac::driver {
namespace {

/// The IR parameters of raw pointers, whose extents C++ does not say.
struct Pointers {
  ir::Values all, writable;
  ir::Values primal;  ///< the writable ones that are not adjoints or tangents
  ir::Values scalars; ///< those that do not point to records: these are used where they are, records are unpacked
};

Pointers pointersOf(const ir::CxxFunction &f) {
  Pointers pointers;
  for (const ir::CxxParameter &p : f.parameters) {
    if (p.type.kind != ir::CxxType::Kind::Array || p.type.container != ir::CxxType::Container::Pointer)
      continue;
    pointers.all.append(p.inputs);
    if (p.type.element->kind == ir::CxxType::Kind::Scalar)
      pointers.scalars.append(p.inputs);
    for (std::size_t k = 0; k < p.inputs.size() && k < p.outputs.size(); ++k)
      if (p.outputs[k] >= 0)
        pointers.writable.push_back(p.inputs[k]);
  }
  for (const ir::Statement &statement : f.function.body.statements)
    if (const auto *op = std::get_if<ir::Differentiate>(&statement.op)) {
      ir::ValueSet used = ir::freeVariables(op->fn, f.function.values);
      used.insert(op->arguments.begin(), op->arguments.end());
      llvm::copy_if(pointers.writable, std::back_inserter(pointers.primal), [&](ir::Value v) { return used.contains(v); });
    }
  return pointers;
}

/// The pointers of which `function` still has an extent, or would need one.
ir::ValueSet measured(const ir::Function &function, const Pointers &pointers) {
  ir::ValueSet found;
  for (const ir::Statement &statement : function.body.statements)
    if (const auto *reshape = std::get_if<ir::Reshape>(&statement.op);
        reshape && llvm::is_contained(pointers.all, reshape->array))
      found.insert(reshape->array);
  if (const ir::Value needed = schedule::pointerOfNeededExtent(function, pointers.all, pointers.writable))
    found.insert(needed);
  return found;
}

/// Takes away the extents of pointers that nothing needs. Returns those that it could not do without.
ir::ValueSet settlePointers(ir::Function &function, const Pointers &pointers) {
  ir::Function plain = function;
  ad::dropPointerExtents(plain, pointers.scalars, pointers.writable);
  plain = optimise::byName("dce")->run(std::move(plain));
  const ir::ValueSet left = measured(plain, pointers);
  if (!schedule::pointerOfNeededExtent(plain, pointers.all, pointers.writable))
    function = std::move(plain);
  return left;
}

/// A pointer whose extent is needed and not known is refused.
bool checkPointers(const ir::Function &function, const Pointers &pointers, diag::Engine &engine) {
  ir::Value unknown = schedule::pointerOfNeededExtent(function, pointers.all, pointers.writable);
  for (const ir::Statement &statement : function.body.statements)
    if (!std::holds_alternative<ir::Reshape>(statement.op))
      for (ir::Value v : ir::freeVariables(statement.op, function.values))
        if (llvm::is_contained(pointers.all, v) && !llvm::is_contained(pointers.scalars, v))
          unknown = v;
  if (!unknown)
    return true;
  diag::Place place; // of the first use
  for (const ir::Statement &statement : function.body.statements)
    if (const ir::SourceLocation at = statement.location;
        !place.line && ir::freeVariables(statement.op, function.values).contains(unknown))
      place = {at.file < function.files.size() ? function.files[at.file] : std::string(), at.line, at.column};
  diag::Diagnostic &diagnostic =
      engine.report(diag::Id::PointerUse, place,
                    {function.values.name(unknown),
                     "its derivative needs to know how many elements it points to, which its uses do not tell"});
  diagnostic.notes.emplace_back(place, "pass a soac::view or std::span, which say their extent");
  return false;
}

/// Differentiates what was simplified, with the final contents of the pointers `redone` put back by redo logs.
std::optional<ir::Function> derive(const ir::Function &simplified, const ir::ValueSet &redone, const Options &options,
                                   PassLog &log, diag::Engine &engine) {
  ad::Options how{options.forceRule, ir::Values(redone.begin(), redone.end())};
  for (const ir::Statement &statement : simplified.body.statements)
    if (const auto *reshape = std::get_if<ir::Reshape>(&statement.op); reshape && redone.contains(reshape->array))
      how.redone.push_back(statement.results[0]);
  std::optional<ir::Function> derivative = ad::differentiate(simplified, how, engine);
  if (!derivative)
    return std::nullopt;
  log.note("differentiate", *derivative);
  if (options.stage == Stage::Ad)
    return derivative;
  return optimise::optimise(std::move(*derivative), log.afterDifferentiation());
}

/// The same for a function with pointers. A pointer that would have to be copied, and so needs an extent, has its final
/// contents redone instead; where that does not help, its extent is found by an inspector.
std::optional<ir::Function> derivePointers(const ir::Function &simplified, const Pointers &pointers,
                                           const Options &options, PassLog &log, diag::Engine &engine) {
  std::optional<ir::Function> first = derive(simplified, {}, options, log, engine);
  if (!first || options.stage == Stage::Ad)
    return first;
  ir::ValueSet redone = settlePointers(*first, pointers);
  redone.remove_if([&](ir::Value p) { return !llvm::is_contained(pointers.primal, p); });
  for (int attempt = 0; attempt < 2 && !redone.empty(); ++attempt) {
    std::optional<ir::Function> next = derive(simplified, redone, options, log, engine);
    const ir::ValueSet left = settlePointers(*next, pointers);
    if (llvm::none_of(redone, [&](ir::Value p) { return left.contains(p); })) {
      first = std::move(next);
      break;
    }
    redone.remove_if([&](ir::Value p) { return left.contains(p); });
  }
  if (!checkPointers(*first, pointers, engine))
    return std::nullopt;
  return first;
}

/// Takes a function from what the frontend read to what is emitted, or refuses it with a diagnostic.
bool transform(ir::CxxFunction &f, const Options &options, PassLog &log, diag::Engine &engine) {
  log.start(f);
  if (options.stage == Stage::Ir || options.stage == Stage::List)
    return true;
  const Pointers pointers = pointersOf(f);
  ir::Function simplified = optimise::simplify(std::move(f.function), log.beforeDifferentiation());
  std::optional<ir::Function> derivative;
  if (pointers.all.empty()) {
    derivative = derive(simplified, {}, options, log, engine);
  } else {
    ad::addPointerExtents(simplified, pointers.all);
    simplified = optimise::simplify(std::move(simplified), log.beforeDifferentiation());
    derivative = derivePointers(simplified, pointers, options, log, engine);
  }
  if (derivative)
    f.function = std::move(*derivative);
  return derivative.has_value();
}

/// A function that is refused takes its operator bindings with it.
void transformAll(ir::Unit &unit, const Options &options, PassLog &log, diag::Engine &engine) {
  std::vector<std::string> refused;
  llvm::erase_if(unit.functions, [&](ir::CxxFunction &f) {
    if (transform(f, options, log, engine))
      return false;
    refused.push_back(qualifiedName(f));
    return true;
  });
  llvm::erase_if(unit.bindings, [&](const ir::OperatorBinding &b) { return llvm::is_contained(refused, b.function); });
}

void list(const ir::Unit &unit, llvm::raw_ostream &out) {
  for (const ir::CxxFunction &f : unit.functions)
    out << unit.source << ": function " << qualifiedName(f) << '\n';
  for (const ir::OperatorBinding &b : unit.bindings)
    out << unit.source << ": operator " << b.operatorType << '\n';
}

/// Prints the unit as it stands after `stage`.
void show(const ir::Unit &unit, Stage stage, llvm::raw_ostream &out) {
  if (stage == Stage::List)
    return list(unit, out);
  for (const ir::CxxFunction &f : unit.functions)
    ir::print(f.function, out);
}

/// Says where memory goes, as text on standard output or in a page beside the outputs.
bool explainMemory(const ir::Unit &unit, const Input &input, const Options &options, PassLog &log, diag::Engine &engine) {
  const MemoryReport report = memoryReport(unit, options.memory, [&](ir::CxxFunction &f, bool isTrial) {
    diag::Engine unheard; // what is refused is reported once, not for every way to run its loops
    return transform(f, options, log, isTrial ? unheard : engine);
  });
  if (options.memory.form == MemoryOptions::Form::Text) {
    writeText(report, llvm::outs());
    return true;
  }
  File page{outputPaths(input.file, options.outputDirectory).memoryPage, pageFirstLine(unit.source)};
  llvm::raw_string_ostream text(page.text);
  writeHtml(report, text);
  text.flush();
  return writeAll(page);
}

emit::Output outputOf(const ir::Unit &unit) {
  const bool empty = unit.functions.empty() && unit.bindings.empty();
  emit::Output output = empty ? emit::Output{"#pragma once\n", ""} : emit::cxx(unit);
  const std::string head = firstLine(unit.source);
  output.header = head + frontend::format(output.header, unit.source);
  output.source = head + frontend::format(output.source, unit.source);
  return output;
}

bool process(const Input &input, const Options &options, PassLog &log, diag::Engine &engine) {
  frontend::Result read = frontend::read(input.file, input.command, engine);
  if (!read.parsed)
    return false;
  if (!options.gradientTests.empty()) {
    const std::string program = gradientTests(read.unit, options.gradientTestSettings);
    return writeAll(
        {{options.gradientTests, firstLine(read.unit.source) + frontend::format(program, read.unit.source)}});
  }
  if (options.memory.form != MemoryOptions::Form::None)
    return explainMemory(read.unit, input, options, log, engine);
  transformAll(read.unit, options, log, engine);
  if (options.stage < Stage::Cpp) {
    show(read.unit, options.stage, llvm::outs());
    return true;
  }
  const emit::Output output = outputOf(read.unit);
  if (options.stage == Stage::Cpp) {
    llvm::outs() << output.header << '\n' << output.source;
    return true;
  }
  const OutputPaths paths = outputPaths(input.file, options.outputDirectory);
  const std::vector<File> files = {{paths.source, output.source}, {paths.header, output.header}};
  if (options.check)
    return areCurrent(files);
  if (!writeAll(files))
    return false;
  return !options.writeDepfile || writeDepfile(options, paths, read.dependencies);
}

} // namespace

int run(const Options &options, llvm::ArrayRef<Input> inputs) {
  bool fine = true;
  PassLog log(options);
  for (const Input &input : inputs) {
    diag::Engine engine;
    fine &= process(input, options, log, engine);
    fine &= !engine.hasErrors();
    if (options.sarif)
      diag::renderSarif(engine, version(), llvm::errs());
    else
      diag::renderText(engine, diag::readLine, llvm::errs(), llvm::errs().has_colors());
  }
  log.printTimes(llvm::errs());
  return fine ? 0 : 1;
}

const char *version() { return SOAC_VERSION; }

} // namespace soac::driver
