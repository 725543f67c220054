// soac in one page: C++ --frontend--> IR --ad--> IR --optimise--> IR --emit--> C++.
#include "driver/Driver.h"

#include "ad/Ad.h"
#include "ad/PointerExtents.h"
#include "diag/Render.h"
#include "driver/GradientTests.h"
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
  return pointers;
}

/// Extents of pointers that nothing needs are taken away. One that is needed and not known is refused.
bool settlePointers(ir::Function &function, const Pointers &pointers, diag::Engine &engine) {
  ir::Function plain = function;
  ad::dropPointerExtents(plain, pointers.scalars, pointers.writable);
  if (!schedule::pointerOfNeededExtent(plain, pointers.all, pointers.writable))
    function = optimise::byName("dce")->run(std::move(plain));
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

/// Takes a function from what the frontend read to what is emitted, or refuses it with a diagnostic.
bool transform(ir::CxxFunction &f, const Options &options, PassLog &log, diag::Engine &engine) {
  log.start(f);
  if (options.stage == Stage::Ir || options.stage == Stage::List)
    return true;
  const Pointers pointers = pointersOf(f);
  ir::Function simplified = optimise::simplify(std::move(f.function), log.beforeDifferentiation());
  if (!pointers.all.empty()) {
    ad::addPointerExtents(simplified, pointers.all);
    simplified = optimise::simplify(std::move(simplified), log.beforeDifferentiation());
  }
  std::optional<ir::Function> derivative = ad::differentiate(std::move(simplified), {options.forceRule}, engine);
  if (!derivative)
    return false;
  log.note("differentiate", *derivative);
  if (options.stage == Stage::Ad) {
    f.function = std::move(*derivative);
    return true;
  }
  f.function = optimise::optimise(std::move(*derivative), log.afterDifferentiation());
  return settlePointers(f.function, pointers, engine);
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
