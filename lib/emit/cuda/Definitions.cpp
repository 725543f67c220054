// Definitions on a device: functions of their own, which a thread calls. They take scalars by value, arrays and
// accumulators by the handles that the caller has, and the thread. What they keep is on its stack, the room on which
// they ask for first; several numbers are given in a struct.
//   %r: f64, %s: f64 = invoke of a definition f with (%x)
//   ->   struct f_called_results { double r; double s; };
//        __device__ f_called_results f_called(double x, soac::cuda::thread &scratch) { if (!scratch.has_room(0)) { .. }
//        .. } const auto [r, s] = f_called(x, scratch);  if (scratch.failed()) return;
#include "emit/cuda/Definitions.h"

#include "emit/cuda/CudaEmitter.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::emit {

using namespace ir;
using interface::CxxType;

namespace {

class DefinitionEmitter : public CudaEmitter {
public:
  DefinitionEmitter(const interface::CxxFunction &face, llvm::ArrayRef<std::string> macros)
      : CudaEmitter(face, face.function, macros, schedule::Target::Thread) {
    isDefinition = true;
    isInKernel = true;
  }

  /// `before`: the messages of other definitions.
  Definition emit(std::vector<std::string> before) {
    messages = std::move(before);
    const std::string place =
        function.body.statements.empty() ? "" : function.placeOf(function.body.statements[0].location);
    tooDeep = messageNumber(place + (place.empty() ? "" : ": ") + function.name +
                            ": it calls itself too often for the stack of a thread, which "
                            "cudaDeviceSetLimit(cudaLimitStackSize, ..) makes larger");
    return CudaEmitter::emit();
  }

private:
  unsigned tooDeep = 0;

  const char *nameOfMemory() const override { return "scratch"; }
  std::string frameLine(const std::string &scratch) const override {
    const bool isVoid = face.result.kind == CxxType::Kind::Void;
    return "if (!" + scratch + ".has_room(" + std::to_string(bytesOnStack(decided.tree.body)) + ", " +
           std::to_string(tooDeep) + "))\n    return" + (isVoid ? ";" : " {};");
  }
  /// Of small arrays.
  std::int64_t bytesOnStack(const exec::Nodes &nodes) const {
    std::int64_t bytes = 0;
    for (const exec::Node &node : nodes) {
      if (const auto *a = std::get_if<exec::Alloc>(&node); a && a->space == exec::Space::Stack) {
        std::int64_t size = 8; // of an element, at most
        for (const exec::Dim &d : a->extents)
          size *= function.values.asInt(d.value).value_or(1);
        bytes += size;
      }
      exec::forEachInside(node, [&](const exec::Nodes &inner) { bytes += bytesOnStack(inner); });
    }
    return bytes;
  }

  void compareArguments(llvm::ArrayRef<std::string>) override {} // as the caller has them
  std::string heldResult() const override { return FunctionEmitter::heldResult(); }
  std::string returnedScalar(const CxxType &t, Value v, bool isWhole) override {
    return FunctionEmitter::returnedScalar(t, v, isWhole);
  }
  std::string resultValue(const CxxType &t, std::size_t &next, bool isWhole) override {
    return FunctionEmitter::resultValue(t, next, isWhole);
  }
};

/// struct NAME { double r; double s; };
void defineResults(const interface::CxxFunction &face, llvm::ArrayRef<std::string> macros, Text &out) {
  Names names(macros);
  out.open("struct " + face.result.spelling + " {");
  for (auto [field, k] : llvm::zip_equal(face.result.fields, face.results)) {
    const std::string &hint = face.function.values.name(face.function.body.results[k]).text;
    out.line(field.type.spelling + " " + names.unique(hint.empty() ? "t" : hint) + ";");
  }
  out.close("};");
}

} // namespace

DeviceDefinitions defineForKernels(std::vector<schedule::Definition> definitions, const std::string &caller,
                                   llvm::StringMap<unsigned> &taken, llvm::ArrayRef<std::string> macros) {
  DeviceDefinitions result;
  result.invoked = nameInvoked(definitions, taken);
  for (Invoked &each : result.invoked)
    each.takesMemory = true; // what a thread has
  std::vector<std::string> heads;
  std::vector<Text> bodies;
  Text structs;
  for (schedule::Definition &definition : definitions) {
    interface::CxxFunction &face = definition.face;
    if (face.result.isTuple) {
      face.result.spelling = face.name + "_results";
      defineResults(face, macros, structs);
    }
    DefinitionEmitter emitter(face, macros);
    if (result.refusal = emitter.refusal(); !result.refusal.empty())
      return result;
    emitter.invoked = result.invoked;
    const FunctionEmitter::Definition d = emitter.emit(std::move(result.messages));
    result.messages = std::move(emitter.messages);
    heads.push_back("[[gnu::noinline]] __device__ " +
                    (face.result.kind == CxxType::Kind::Void ? "void" : face.result.spelling) + " " + face.name + "(" +
                    d.parameters + (d.parameters.empty() ? "" : ", ") + "soac::cuda::thread &" + d.workspace + ")");
    bodies.push_back(d.body);
  }
  if (!structs.empty()) {
    result.text.line("namespace {");
    result.text.blank();
    result.text.append(structs);
    result.text.blank();
    result.text.line("} // namespace");
    result.text.blank();
  }
  writeInvoked(caller, heads, bodies, result.text);
  return result;
}

} // namespace soac::emit
