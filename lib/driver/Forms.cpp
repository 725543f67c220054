#include "driver/Forms.h"

#include "driver/InternalErrors.h"
#include "driver/Outputs.h"
#include "exec/Printer.h"
#include "frontend/Format.h"
#include "interface/DeviceFace.h"
#include "ir/text/Printer.h"
#include "optimise/Definitions.h"
#include "schedule/Definitions.h"
#include "schedule/Lower.h"
#include "schedule/device/Apart.h"
#include "schedule/Schedule.h"

#include <llvm/ADT/STLExtras.h>

#include <memory>
#include <set>

namespace soac::driver {

/// Functions for rows that differ in length go with those that call them, which do without them where they are gone.
static void dropAlone(interface::Unit &unit) {
  std::set<std::string> made, called;
  const auto nameOf = [](const interface::CxxFunction &f, const std::string &name) { return f.nameSpace + "::" + name; };
  for (const interface::CxxFunction &f : unit.functions) {
    made.insert(nameOf(f, f.name));
    called.insert(nameOf(f, f.ofRows));
  }
  for (interface::CxxFunction &f : unit.functions)
    if (!made.contains(nameOf(f, f.ofRows)))
      f.ofRows.clear();
  llvm::erase_if(unit.functions, [&](const interface::CxxFunction &f) { return f.isOfRows && !called.contains(nameOf(f, f.name)); });
}

bool keepFunctions(interface::Unit &unit, llvm::function_ref<bool(interface::CxxFunction &)> isKept) {
  std::vector<std::string> dropped;
  llvm::erase_if(unit.functions, [&](interface::CxxFunction &f) {
    const std::string name = interface::qualifiedName(f);
    if (isKept(f))
      return false;
    dropped.push_back(name);
    return true;
  });
  llvm::erase_if(unit.bindings, [&](const interface::OperatorBinding &b) { return llvm::is_contained(dropped, b.function); });
  dropAlone(unit);
  return !dropped.empty();
}

namespace {

/// The functions without calls but those of functions that call themselves.
interface::Unit forDevice(const interface::Unit &unit) {
  interface::Unit result = unit;
  for (interface::CxxFunction &f : result.functions)
    f.function = f.onDevice ? std::move(*f.onDevice) : optimise::inlineAllDefinitions(std::move(f.function));
  return result;
}

/// The same for a device, too. Functions that end in an internal error there are left out there alone.
void addDevice(const interface::Unit &unit, emit::Output &output, bool &isWhole) {
  interface::Unit device = forDevice(unit);
  if (endsWell("the device's output for " + unit.source, [&] { output = emit::cxxAndCuda(unit, device); }))
    return;
  isWhole = false;
  keepFunctions(device, [&](const interface::CxxFunction &f) {
    interface::Unit alone = device;
    alone.functions = {f};
    return endsWell("'" + interface::qualifiedName(f) + "' for a device", [&] { emit::cxxAndCuda(unit, alone); });
  });
  endsWell("the device's output for " + unit.source, [&] { output = emit::cxxAndCuda(unit, device); });
}

/// The text of all functions; where printing them ends in an internal error, of those that can be printed by themselves.
emit::Output printed(interface::Unit &unit, bool &isWhole) {
  emit::Output output;
  const std::string all = "the output for " + unit.source;
  if (endsWell(all, [&] { output = emit::cxx(unit); }))
    return output;
  isWhole = false;
  keepFunctions(unit, [&](const interface::CxxFunction &f) {
    interface::Unit alone = unit;
    alone.functions = {f};
    llvm::erase_if(alone.bindings, [&](const interface::OperatorBinding &b) { return b.function != interface::qualifiedName(f); });
    return endsWell("'" + interface::qualifiedName(f) + "'", [&] { emit::cxx(alone); });
  });
  emit::Output rest;
  return endsWell(all, [&] { rest = emit::cxx(unit); })
             ? rest
             : emit::Output{"#pragma once\n", "", "", {}, ""};
}

bool printNames(interface::Unit &unit, llvm::raw_ostream &out) {
  for (const interface::CxxFunction &f : unit.functions)
    out << unit.source << ": function " << interface::qualifiedName(f) << '\n';
  for (const interface::OperatorBinding &b : unit.bindings)
    out << unit.source << ": operator " << b.operatorType << '\n';
  return true;
}

bool printIr(interface::Unit &unit, llvm::raw_ostream &out) {
  for (const interface::CxxFunction &f : unit.functions)
    ir::print(f.function, out);
  return true;
}

bool printTrees(interface::Unit &unit, llvm::raw_ostream &out) {
  for (const interface::CxxFunction &f : unit.functions) {
    const std::vector<schedule::Definition> definitions = schedule::definitionsOf(f.function);
    for (const schedule::Definition &d : definitions)
      exec::print(schedule::Schedule(d.face, d.face.function, 0, d.isOutermost).tree, d.face.function, out);
    ir::Function lowered = schedule::lower(f.function);
    schedule::settleMemory(lowered, definitions);
    exec::print(schedule::Schedule(f, lowered).tree, lowered, out);
  }
  return true;
}

bool printCuda(interface::Unit &unit, llvm::raw_ostream &out) {
  bool isWhole = true;
  const emit::Output output = outputOf(unit, isWhole);
  out << output.device;
  for (const emit::Output::Refusal &r : output.refusals)
    out << "// not for a device: '" << r.function << "': " << r.reason << '\n';
  return isWhole;
}

bool printKernels(interface::Unit &unit, llvm::raw_ostream &out) {
  for (const interface::CxxFunction &f : forDevice(unit).functions) {
    std::string refusal;
    if (const auto face = interface::deviceFace(f, refusal)) {
      const std::vector<schedule::Definition> definitions =
          schedule::definitionsOf(f.function, schedule::Target::Device);
      ir::Function lowered = schedule::device::lowerForDevice(*face);
      schedule::settleMemory(lowered, definitions);
      std::vector<std::unique_ptr<schedule::Schedule>> called;
      for (const schedule::Definition &d : definitions)
        called.push_back(
            std::make_unique<schedule::Schedule>(d.face, d.face.function, 0, d.isOutermost, schedule::Target::Thread));
      const schedule::Schedule schedule(*face, lowered, 0, /*isOutermost=*/true, schedule::Target::Device);
      refusal = schedule.refusal;
      for (const auto &each : called)
        refusal = refusal.empty() ? each->refusal : refusal;
      if (refusal.empty()) {
        for (const auto &each : called)
          exec::print(each->tree, each->function, out);
        exec::print(schedule.tree, lowered, out);
        continue;
      }
    }
    out << "// not for a device: '" << interface::qualifiedName(f) << "': " << refusal << '\n';
  }
  return true;
}

bool explainKernels(interface::Unit &unit, llvm::raw_ostream &out) {
  bool isWhole = true;
  const emit::Output output = outputOf(unit, isWhole);
  out << output.explanation;
  for (const emit::Output::Refusal &r : output.refusals)
    out << unit.source << ": " << r.function << "\n  not for a device: " << r.reason << "\n\n";
  return isWhole;
}

bool printCxx(interface::Unit &unit, llvm::raw_ostream &out) {
  bool isWhole = true;
  const emit::Output output = outputOf(unit, isWhole);
  out << output.header << '\n' << output.source;
  return isWhole;
}

constexpr Form table[] = {
    {"list", "the functions and operators that are found", Stage::Frontend, printNames},
    {"ir", "the IR as read", Stage::Frontend, printIr},
    {"ad", "the IR after differentiation", Stage::Ad, printIr},
    {"opt", "the IR after optimisation", Stage::Opt, printIr},
    {"exec", "what runs where, and in which memory", Stage::Opt, printTrees},
    {"kernels", "the same of a device", Stage::Opt, printKernels, /*isForDevice=*/true},
    {"cpp", "the generated C++", Stage::Opt, printCxx},
    {"cuda", "the generated CUDA", Stage::Opt, printCuda, /*isForDevice=*/true},
};

} // namespace

llvm::ArrayRef<Form> forms() { return table; }

const Form &explainedKernels() {
  static constexpr Form form = {"explain-kernels", "the kernels in words", Stage::Opt, explainKernels, /*isForDevice=*/true};
  return form;
}

const Form &formByName(llvm::StringRef name) {
  return *llvm::find_if(table, [&](const Form &form) { return name == form.name; });
}

emit::Output outputOf(interface::Unit &unit, bool &isWhole) {
  const bool empty = unit.functions.empty() && unit.bindings.empty();
  emit::Output output = empty ? emit::Output{"#pragma once\n", "", "", {}, ""} : printed(unit, isWhole);
  if (unit.isForDevice && !empty)
    addDevice(unit, output, isWhole);
  const std::string head = firstLine(unit.source);
  output.header = head + frontend::format(output.header, unit.source);
  output.source = head + frontend::format(output.source, unit.source);
  if (unit.isForDevice)
    output.device = head + frontend::format(output.device, unit.source);
  return output;
}

} // namespace soac::driver
