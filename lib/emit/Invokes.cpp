// Definitions: functions of their own, in front of the function that invokes them. They take scalars by value, arrays
// and what they add to by the handles that the caller has, and give one number or a tuple of them.
#include "emit/Invokes.h"

#include "emit/FunctionEmitter.h"
#include "schedule/Lower.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace interface;
using namespace ir;

namespace {

CxxType scalarType(Type t) {
  CxxType result;
  result.kind = CxxType::Kind::Scalar;
  result.scalar = t.scalar;
  result.spelling = spelling(t.scalar);
  return result;
}

CxxParameter parameterOf(Value v, const Function &f, std::size_t number) {
  const Type type = f.type(v);
  CxxParameter p;
  p.name = f.values.name(v).empty() ? "x" + std::to_string(number) : f.values.name(v).text;
  p.type = scalarType(type);
  p.inputs = {v};
  p.spelling = type.accumulator ? "auto &&" : type.isArray() ? "const auto &" : p.type.spelling;
  return p;
}

CxxFunction faceOf(const Function &f, const std::string &name) {
  CxxFunction face;
  face.name = name;
  for (auto [k, v] : llvm::enumerate(f.body.parameters))
    face.parameters.push_back(parameterOf(v, f, k));
  llvm::SmallVector<std::string, 4> types;
  for (auto [k, v] : llvm::enumerate(f.body.results)) {
    face.result.fields.push_back({std::to_string(k), scalarType(f.type(v))});
    face.results.push_back(static_cast<unsigned>(k));
    types.push_back(face.result.fields.back().type.spelling);
  }
  if (types.size() == 1) {
    const CxxType only = face.result.fields[0].type;
    face.result = only;
  } else if (types.size() > 1) {
    face.result.kind = CxxType::Kind::Record;
    face.result.isTuple = true;
    face.result.spelling = "std::tuple<" + llvm::join(types, ", ") + ">";
  }
  return face;
}

} // namespace

std::vector<std::string> defineInvoked(const Function &function, const std::string &caller,
                                       llvm::StringMap<unsigned> &taken, llvm::ArrayRef<std::string> macros,
                                       Text &out) {
  std::vector<std::string> names, heads;
  std::vector<Text> bodies;
  for (const Function &definition : function.definitions) {
    const std::string name = definition.name + "_called";
    const unsigned number = ++taken[name];
    names.push_back(number == 1 ? name : name + "_" + std::to_string(number));
  }
  for (auto [definition, name] : llvm::zip(function.definitions, names)) {
    const Function lowered = schedule::lower(definition);
    const CxxFunction face = faceOf(lowered, name);
    const std::vector<ArgumentMemory> listed;
    FunctionEmitter emitter(face, lowered, listed, 0, macros);
    emitter.invoked = names;
    const FunctionEmitter::Definition d = emitter.emit();
    heads.push_back((face.result.kind == CxxType::Kind::Void ? "void" : face.result.spelling) + " " + name + "(" +
                    d.parameters + (d.parameters.empty() ? "" : ", ") + "soac::workspace &" +
                    (d.usesWorkspace ? d.workspace : "") + ")");
    bodies.push_back(d.body);
  }
  if (names.empty())
    return names;
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
  return names;
}

void FunctionEmitter::invoke(const Invoke &op, const Statement &s) {
  std::string list;
  for (Value v : op.arguments)
    list += text(v, /*typed=*/true) + ", ";
  for (Value v : op.accumulators)
    list += text(v) + ", ";
  const std::string call = invoked[op.definition] + "(" + list + workspace() + ");";
  llvm::SmallVector<std::string, 4> results;
  for (Value r : s.results) {
    results.push_back(freshName(r));
    bindName(r, results.back());
  }
  const bool isUsed = llvm::any_of(s.results, [&](Value r) { return uses.count(r) > 0; });
  if (!isUsed)
    line(call);
  else if (results.size() == 1)
    line("const " + std::string(spelling(type(s.results[0]).scalar)) + " " + results[0] + " = " + call);
  else
    line("const auto [" + llvm::join(results, ", ") + "] = " + call);
  if (op.mayFail)
    leave(s);
}

} // namespace soac::emit
