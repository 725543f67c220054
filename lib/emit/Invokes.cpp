// Definitions: functions of their own, in front of the function that invokes them. They take scalars by value, arrays
// and what they add to by the handles that the caller has, update arrays where these are, and give one number or a tuple
// of them.
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

CxxType arrayType(Type t) {
  CxxType result;
  result.kind = CxxType::Kind::Array;
  result.rank = t.rank;
  result.element = std::make_shared<const CxxType>(scalarType(t));
  return result;
}

CxxParameter parameterOf(Value v, const Function &f, std::size_t number) {
  const Type type = f.type(v);
  CxxParameter p;
  p.name = f.values.name(v).empty() ? "x" + std::to_string(number) : f.values.name(v).text;
  p.type = type.isArray() && !type.accumulator ? arrayType(type) : scalarType(type);
  p.inputs = {v};
  p.spelling = type.accumulator ? "auto &&" : type.isArray() ? "const auto &" : p.type.spelling;
  return p;
}

using Numbers = llvm::SmallVector<unsigned, 2>;

/// Which parameters each definition updates.
std::vector<Numbers> updatedParameters(const Function &function) {
  std::vector<Numbers> result(function.definitions.size());
  const auto note = [&](const Statement &s) {
    if (const auto *op = std::get_if<Invoke>(&s.op))
      result[op->definition] = op->updated;
  };
  forEachStatement(function.body, note);
  for (const Function &definition : function.definitions)
    forEachStatement(definition.body, note);
  return result;
}

CxxFunction faceOf(const Function &f, const std::string &name, llvm::ArrayRef<unsigned> updated) {
  CxxFunction face;
  face.name = name;
  for (auto [k, v] : llvm::enumerate(f.body.parameters))
    face.parameters.push_back(parameterOf(v, f, k));
  llvm::SmallVector<std::string, 4> types;
  const unsigned *next = updated.begin();
  for (auto [k, v] : llvm::enumerate(f.body.results)) {
    if (f.type(v).isArray()) {
      CxxParameter &parameter = face.parameters[*next++];
      parameter.outputs = {static_cast<int>(k)};
      parameter.spelling = "auto &&";
      continue;
    }
    face.result.fields.push_back({std::to_string(types.size()), scalarType(f.type(v))});
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
  for (auto [definition, name, updated] : llvm::zip(function.definitions, names, updatedParameters(function))) {
    const Function lowered = schedule::lower(definition);
    const CxxFunction face = faceOf(lowered, name, updated);
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
  arguments.push_back(workspace());
  const std::string call = invoked[op.definition] + "(" + llvm::join(arguments, ", ") + ");";
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
  if (op.mayFail)
    leave();
}

} // namespace soac::emit
