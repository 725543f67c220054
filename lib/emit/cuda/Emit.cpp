#include "emit/cuda/Emit.h"

#include "emit/Spaces.h"
#include "emit/cuda/CudaEmitter.h"
#include "emit/cuda/Definitions.h"
#include "interface/DeviceFace.h"
#include "interface/DeviceRecords.h"
#include "schedule/device/Apart.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>

namespace soac::emit {

using namespace interface;

namespace {

/// Of functions that operators call: `soac_generated_fit::cuda`. Plain functions are overloads beside the host's.
std::string nameSpaceOf(const CxxFunction &f) {
  return llvm::StringRef(f.nameSpace).starts_with("soac_generated_") ? f.nameSpace + "::cuda" : f.nameSpace;
}

std::string head(const CxxFunction &f, const std::string &parameters) {
  const std::string result = f.result.kind == CxxType::Kind::Void ? "void" : f.result.spelling;
  return result + " " + f.name + "(const soac::cuda::on &place" + (parameters.empty() ? "" : ", ") + parameters + ")";
}

std::string declaration(const CxxFunction &f, const Unit &unit) {
  std::string list;
  Names names(unit.macros);
  names.reserve("place");
  for (const CxxParameter &p : f.parameters)
    list += (list.empty() ? "" : ", ") + declare(p.spelling, names.unique(p.name));
  return head(f, list) + ";";
}

class Writer {
public:
  explicit Writer(const Unit &unit) : unit(unit), declared(unit, header), defined(unit, source) {}

  CudaOutput run() {
    for (const CxxFunction &f : unit.functions)
      if (!f.isOfRows)
        function(f);
    declared.enter("");
    defined.enter("");
    output.declarations = header.str();
    output.bindings = bindings();
    output.source = source.str();
    output.explanation = explanation.str();
    return std::move(output);
  }

private:
  const Unit &unit;
  CudaOutput output;
  Text header, source, explanation;
  Spaces declared, defined;
  llvm::StringSet<> made;
  llvm::StringMap<unsigned> invokedNames;
  std::set<std::string> written; ///< the records that the header defines

  void refuse(const CxxFunction &f, std::string why) { output.refusals.push_back({qualifiedName(f), std::move(why)}); }

  void function(const CxxFunction &f) {
    std::string why;
    std::optional<CxxFunction> face = deviceFace(f, why);
    if (!face)
      return refuse(f, why);
    std::vector<schedule::Definition> definitions = schedule::definitionsOf(f.function, schedule::Target::Device);
    ir::Function lowered = schedule::device::lowerForDevice(*face);
    schedule::settleMemory(lowered, definitions);
    CudaEmitter emitter(*face, lowered, unit.macros);
    if (!emitter.refusal().empty())
      return refuse(f, emitter.refusal());
    DeviceDefinitions called = defineForKernels(std::move(definitions), f.name, invokedNames, unit.macros);
    if (!called.refusal.empty())
      return refuse(f, called.refusal);
    emitter.invoked = called.invoked;
    emitter.messages = std::move(called.messages);
    face->nameSpace = nameSpaceOf(f);
    const FunctionEmitter::Definition d = emitter.emit();
    if (const std::string defined = records(f); !defined.empty()) {
      declared.enter("");
      header.lines(defined);
    }
    declared.enter(face->nameSpace);
    header.line("/// The same on a device.");
    header.line(declaration(*face, unit));
    defined.enter(face->nameSpace);
    if (!emitter.messages.empty()) {
      source.open("static constexpr const char *" + f.name + "_messages[] = {");
      for (const std::string &message : emitter.messages) // one that is split into lines is one all the same
        source.line("(" + quoted(message) + "),");
      source.close("};");
      source.blank();
    }
    source.append(called.text);
    if (!emitter.kernels.empty()) {
      source.line("namespace {");
      source.blank();
      source.append(emitter.kernels);
      source.line("} // namespace");
      source.blank();
    }
    source.open(head(*face, d.parameters) + " {");
    source.append(d.body);
    source.close("}");
    source.blank();
    made.insert(qualifiedName(f));
    explanation.open(unit.source + ": " + qualifiedName(f));
    if (emitter.explanation.empty())
      explanation.line("no kernels of its own");
    for (llvm::StringRef rest = emitter.explanation.str(), line; !rest.empty();) {
      std::tie(line, rest) = rest.split('\n');
      explanation.line(line);
    }
    explanation.dedent();
    explanation.blank();
  }

  /// What stands for the records of the function's parameters and result.
  std::string records(const CxxFunction &f) {
    std::string text = deviceRecords(f.result, written);
    for (const CxxParameter &p : f.parameters)
      text += deviceRecords(p.type, written);
    return text;
  }

  std::string bindings() {
    Text text;
    for (const OperatorBinding &b : unit.bindings) {
      if (!made.contains(b.function))
        continue;
      const std::size_t name = b.function.rfind("::");
      text.open("template <> struct soac::cuda::implementation<" + b.operatorType + "> {");
      text.line("static constexpr auto call = &" + b.function.substr(0, name) + "::cuda" + b.function.substr(name) + ";");
      text.close("};");
    }
    return text.str();
  }
};

} // namespace

CudaOutput cuda(const Unit &unit) { return Writer(unit).run(); }

} // namespace soac::emit
