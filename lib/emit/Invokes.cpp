// Definitions: functions of their own, in front of the function that invokes them. They take scalars by value, arrays
// and accumulators by the handles that the caller has, update arrays in place, and return one number or a tuple of
// numbers.
//   %r: f64 = invoke of a definition f with (%x, %a)   ->   const double r = f_called(x, a, workspace);
#include "emit/Invokes.h"

#include "emit/FunctionEmitter.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace interface;
using namespace ir;

std::vector<Invoked> nameInvoked(std::vector<schedule::Definition> &definitions, llvm::StringMap<unsigned> &taken) {
  std::vector<Invoked> invoked;
  for (schedule::Definition &definition : definitions) {
    std::string &name = definition.face.name;
    name += "_called";
    if (const unsigned number = ++taken[name]; number > 1)
      name += "_" + std::to_string(number);
    invoked.push_back({name, definition.isOutermost, definition.takesMemory});
  }
  return invoked;
}

void writeInvoked(const std::string &caller, llvm::ArrayRef<std::string> heads, llvm::ArrayRef<Text> bodies,
                  Text &out) {
  if (heads.empty())
    return;
  out.line("// What " + caller + " calls.");
  out.line("namespace {");
  out.blank();
  for (const std::string &head : heads)
    out.line(head + ";");
  out.blank();
  for (auto [head, body] : llvm::zip(heads, bodies)) {
    out.open(head + " {");
    out.append(body);
    out.close("}");
    out.blank();
  }
  out.line("} // namespace");
  out.blank();
}

std::vector<Invoked> defineInvoked(std::vector<schedule::Definition> definitions, const std::string &caller,
                                   llvm::StringMap<unsigned> &taken, llvm::ArrayRef<std::string> macros, Text &out) {
  std::vector<Invoked> invoked = nameInvoked(definitions, taken);
  std::vector<std::string> heads;
  std::vector<Text> bodies;
  for (const schedule::Definition &definition : definitions) {
    const CxxFunction &face = definition.face;
    const std::vector<ArgumentMemory> listed;
    FunctionEmitter emitter(face, face.function, listed, 0, macros, definition.isOutermost);
    emitter.invoked = invoked;
    emitter.isDefinition = true;
    const FunctionEmitter::Definition d = emitter.emit();
    const std::string workspace =
        definition.takesMemory ? "soac::workspace &" + (d.usesWorkspace ? d.workspace : "") : "";
    heads.push_back((face.result.kind == CxxType::Kind::Void ? "void" : face.result.spelling) + " " + face.name + "(" +
                    d.parameters + (d.parameters.empty() || workspace.empty() ? "" : ", ") + workspace + ")");
    bodies.push_back(d.body);
  }
  writeInvoked(caller, heads, bodies, out);
  return invoked;
}

void FunctionEmitter::invoke(const Invoke &op, const Statement &s) {
  llvm::SmallVector<std::string, 4> arguments, results;
  Values scalars;
  for (Value v : op.arguments)
    arguments.push_back(text(v, /*typed=*/true));
  for (auto [k, r] : llvm::enumerate(s.results)) {
    const std::optional<unsigned> argument = op.argumentOf(k);
    if (argument)
      arguments[*argument] = text(r);
    else
      scalars.push_back(r);
  }
  for (Value v : op.accumulators)
    arguments.push_back(text(v));
  const Invoked &called = invoked[op.definition];
  if (called.takesMemory)
    arguments.push_back(workspace());
  const std::string call = called.name + "(" + llvm::join(arguments, ", ") + ");";
  for (Value r : scalars) {
    results.push_back(freshName(r));
    bindName(r, results.back());
  }
  const bool isUsed = llvm::any_of(scalars, [&](Value r) { return uses.count(r) > 0; });
  if (!isUsed)
    line(call);
  else if (results.size() == 1)
    line("const " + std::string(spelling(type(scalars[0]).scalar)) + " " + results[0] + " = " + call);
  else
    line("const auto [" + llvm::join(results, ", ") + "] = " + call);
  afterCall(op.mayFail && !called.throws);
}

void FunctionEmitter::afterCall(bool mayHaveFailed) {
  if (mayHaveFailed)
    leave();
}

} // namespace soac::emit
