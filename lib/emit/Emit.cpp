#include "emit/Emit.h"

#include "emit/FunctionEmitter.h"
#include "emit/Invokes.h"
#include "emit/Spaces.h"
#include "emit/cuda/Emit.h"
#include "schedule/Lower.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>

namespace soac::emit {

using namespace interface;
using namespace ir;

namespace {

/// The revision of include/soac/runtime/ that the emitted text calls (runtime/config.hpp).
constexpr int runtimeRevision = 5;

std::string stem(const Unit &unit) { return unit.source.substr(0, unit.source.rfind('.')); }

std::string resultSpelling(const CxxFunction &f) {
  return f.result.kind == CxxType::Kind::Void ? "void" : f.result.spelling;
}

std::string declaration(const CxxFunction &f, const Unit &unit, bool withWorkspace) {
  std::string list;
  Names names(unit.macros);
  const bool isExternC = f.isExternC && !withWorkspace;
  for (const CxxParameter &p : f.parameters)
    list += (list.empty() ? "" : ", ") + declare(isExternC ? cSpelling(p) : p.spelling, names.unique(p.name));
  if (withWorkspace)
    list += (list.empty() ? "" : ", ") + declare("soac::workspace &", names.unique("workspace"));
  return (isExternC ? "extern \"C\" " : "") + resultSpelling(f) + " " + (withWorkspace ? nameWithMemory(f) : f.name) +
         "(" + list + ")";
}

/// Declares the functions that bindings name. Functions with internal linkage are defined in the user's source only;
/// other sources do not use them, so compilers' warnings about that are off.
void declareForBindings(const Unit &unit, Text &out) {
  if (unit.declarations.empty())
    return;
  out.line("#pragma GCC diagnostic push");
  out.line("#pragma GCC diagnostic ignored \"-Wunused-function\"");
  out.line("#ifdef __clang__");
  out.line("#pragma clang diagnostic ignored \"-Wundefined-internal\"");
  out.line("#endif");
  for (const std::string &d : unit.declarations)
    out.line(d);
  out.line("#pragma GCC diagnostic pop");
}

/// A macro that is defined once an operator on a function of a header is bound: several generated files may bind it.
std::string guardName(llvm::StringRef operatorType) {
  std::string name = "SOAC_BOUND_";
  for (char c : operatorType)
    name += llvm::isAlnum(c) ? std::string(1, c) : c == ' ' ? "" : c == '*' ? "P" : c == '&' ? "R" : "_";
  return name;
}

/// The names of functions that are also there with a `soac::workspace &`.
using WithMemory = llvm::StringSet<>;

std::string header(const Unit &unit, const CudaOutput &device, const WithMemory &withMemory) {
  Text out;
  out.line("#pragma once");
  out.blank();
  const std::string library = "#include <soac/soac.hpp>";
  const auto includeLibrary = [&] {
    out.line("#include <soac/runtime/config.hpp>");
    out.line(library);
    if (!device.declarations.empty())
      out.line("#include <soac/cuda/cuda.hpp>");
  };
  if (!unit.configuresLibrary) // first: macros of other headers do not reach it
    includeLibrary();
  for (const std::string &include : unit.includes)
    if (include != library)
      out.line(include);
  if (unit.configuresLibrary)
    includeLibrary();
  out.blank();
  out.line("static_assert(soac::runtime::revision == " + std::to_string(runtimeRevision) + ", " +
           quoted(stem(unit) + ".soac.hpp was generated for another revision of soac's runtime: generate it again") +
           ");");
  out.blank();
  {
    Spaces spaces(unit, out);
    for (const CxxFunction &f : unit.functions) {
      if (f.isOfRows)
        continue;
      spaces.enter(f.nameSpace);
      llvm::SmallVector<llvm::StringRef, 4> lines;
      llvm::StringRef(f.comment).split(lines, '\n', -1, false);
      for (llvm::StringRef l : lines)
        out.line("/// " + l);
      out.line(declaration(f, unit, false) + ";");
      if (withMemory.contains(qualifiedName(f)))
        out.line(declaration(f, unit, true) + ";");
      out.blank();
    }
  }
  out.lines(device.declarations);
  if (!unit.declarations.empty() || !unit.bindings.empty()) {
    out.line("#ifndef SOAC_GENERATED_SOURCE");
    declareForBindings(unit, out);
    for (const OperatorBinding &b : unit.bindings) {
      const std::string guard = b.mayRepeat ? guardName(b.operatorType) : "";
      if (b.mayRepeat) {
        out.line("#ifndef " + guard);
        out.line("#define " + guard);
      }
      out.open("template <> struct soac::implementation<" + b.operatorType + "> {");
      out.line("static constexpr auto call = &" + b.function + ";");
      if (withMemory.contains(b.function))
        out.line("static constexpr auto with = &" + b.function + "_with;");
      out.close("};");
      if (b.mayRepeat)
        out.line("#endif");
    }
    out.lines(device.bindings);
    out.line("#endif");
  }
  return out.str();
}

/// Is it a container whose copy allocates?
bool ownsMemory(const CxxType &t) {
  using Container = CxxType::Container;
  return t.kind == CxxType::Kind::Record || (t.kind == CxxType::Kind::Array && t.container != Container::View &&
                                             t.container != Container::StdSpan && t.container != Container::Pointer);
}

/// The form without a workspace, which calls the form with a workspace.
void defineWithoutWorkspace(const CxxFunction &f, const Unit &unit, Text &out) {
  std::string parameters, arguments;
  Names names(unit.macros);
  const std::string workspace = names.unique("workspace");
  for (const CxxParameter &p : f.parameters) {
    const std::string name = names.unique(p.name);
    parameters += (parameters.empty() ? "" : ", ") + declare(f.isExternC ? cSpelling(p) : p.spelling, name);
    const bool isAbsent = p.type.kind == CxxType::Kind::Void && !llvm::StringRef(p.spelling).ends_with("&");
    const bool isTemporary =
        isAbsent || llvm::StringRef(p.spelling).ends_with("&&") || (isGivenWhole(p) && ownsMemory(p.type));
    arguments += (isTemporary ? "std::move(" + name + ")" : f.isExternC && isPointerInC(p) ? "*" + name : name) + ", ";
  }
  out.open(std::string(f.mayRepeat ? "[[gnu::weak]] " : "") + resultSpelling(f) + " " + f.name + "(" + parameters + ") {");
  out.line("soac::workspace " + workspace + ";");
  const std::string call = nameWithMemory(f) + "(" + arguments + workspace + ");";
  out.line(f.result.kind == CxxType::Kind::Void ? call : "return " + call);
  out.close("}");
  out.blank();
}

/// Does forwarding these parameters copy nothing?
bool forwardsCheaply(const CxxFunction &f) {
  return llvm::all_of(f.parameters, [](const CxxParameter &p) {
    const llvm::StringRef spelling = llvm::StringRef(p.spelling).trim();
    const bool isBorrowed = spelling.ends_with("&") || spelling.ends_with("*");
    return !spelling.ends_with("&&") && (isBorrowed || p.type.kind == CxxType::Kind::Scalar);
  });
}

/// The overload with a workspace of a function that needs none, which calls the overload without a workspace.
void defineWithWorkspace(const CxxFunction &f, const Unit &unit, Text &out) {
  std::string parameters, arguments;
  Names names(unit.macros);
  for (const CxxParameter &p : f.parameters) {
    const std::string name = names.unique(p.name);
    parameters += declare(p.spelling, name) + ", ";
    arguments += (arguments.empty() ? "" : ", ") + name;
  }
  out.open(std::string(f.mayRepeat ? "[[gnu::weak]] " : "") + resultSpelling(f) + " " + f.name + "(" + parameters +
           "soac::workspace &) {");
  out.line((f.result.kind == CxxType::Kind::Void ? "" : "return ") + f.name + "(" + arguments + ");");
  out.close("}");
  out.blank();
}

/// The function is the one whose rows may differ in length.
void defineAsOfRows(const CxxFunction &f, const Unit &unit, Text &out) {
  std::string parameters, arguments;
  Names names(unit.macros);
  const auto add = [&](const std::string &spelling, const std::string &name, const std::string &argument) {
    parameters += (parameters.empty() ? "" : ", ") + declare(spelling, name);
    arguments += (arguments.empty() ? "" : ", ") + argument;
  };
  for (const CxxParameter &p : f.parameters) {
    const std::string name = names.unique(p.name);
    add(p.spelling, name, handedOn(p, name));
  }
  const std::string name = names.unique("workspace");
  add("soac::workspace &", name, name);
  out.open(std::string(f.mayRepeat ? "[[gnu::weak]] " : "") + resultSpelling(f) + " " + nameWithMemory(f) + "(" +
           parameters + ") {");
  out.line((f.result.kind == CxxType::Kind::Void ? "" : "return ") + f.ofRows + "(" + arguments + ");");
  out.close("}");
  out.blank();
  defineWithoutWorkspace(f, unit, out);
}

/// Is there a form with a workspace?
bool define(const CxxFunction &f, const Unit &unit, llvm::StringMap<unsigned> &invokedNames, Text &out) {
  if (f.returnsRows && !f.ofRows.empty()) {
    defineAsOfRows(f, unit, out);
    return true;
  }
  std::vector<schedule::Definition> definitions = schedule::definitionsOf(f.function);
  const std::vector<ArgumentMemory> listed = listedArguments(f);
  Function lowered = f.function;
  dropUnlisted(lowered, f, listed);
  lowered = schedule::lower(std::move(lowered));
  schedule::settleMemory(lowered, definitions);
  const std::size_t entryStatements = moveToEntry(lowered, listed);
  const std::vector<Invoked> invoked = defineInvoked(std::move(definitions), f.name, invokedNames, unit.macros, out);
  FunctionEmitter emitter(f, lowered, listed, entryStatements, unit.macros);
  emitter.invoked = invoked;
  const FunctionEmitter::Definition d = emitter.emit();
  const std::string linkage = f.isOfRows ? "static " : f.mayRepeat ? "[[gnu::weak]] " : "";
  const std::string head = linkage + resultSpelling(f) + " ";
  if (!d.usesWorkspace && !f.isOfRows && (!f.isPlain || (!f.isExternC && forwardsCheaply(f)))) {
    out.open(head + f.name + "(" + d.parameters + ") {");
    out.append(d.body);
    out.close("}");
    out.blank();
    if (f.isPlain)
      defineWithWorkspace(f, unit, out);
    return f.isPlain;
  }
  const std::string workspace = "soac::workspace &" + (d.usesWorkspace ? d.workspace : std::string());
  out.open(head + (f.isOfRows ? f.name : nameWithMemory(f)) + "(" + d.parameters + (d.parameters.empty() ? "" : ", ") +
           workspace + ") {");
  out.append(d.body);
  out.close("}");
  out.blank();
  if (!f.isOfRows)
    defineWithoutWorkspace(f, unit, out);
  return true;
}

/// Declares outside functions that are called as they are and that no header declares.
void declareOutside(const Unit &unit, Text &out) {
  llvm::SetVector<llvm::StringRef> declarations;
  for (const CxxFunction &f : unit.functions)
    forEachStatement(f.function.body, [&](const Statement &s) {
      const auto *call = std::get_if<Call>(&s.op);
      if (call && call->face && !call->face->declaration.empty())
        declarations.insert(call->face->declaration);
    });
  for (const llvm::StringRef declaration : declarations)
    out.line(declaration);
  if (!declarations.empty())
    out.blank();
}

std::string source(const Unit &unit, WithMemory &withMemory) {
  Text out;
  out.line("#include <soac/runtime/compilers.hpp> // first: for GCC before 12.4 it switches off what is wrong there");
  out.blank();
  out.line("#define SOAC_GENERATED_SOURCE");
  if (unit.isStrictMath)
    out.line("#define SOAC_STRICT_MATH 1");
  if (unit.isDeterministic)
    out.line("#define SOAC_DETERMINISTIC 1");
  const std::string own = "#include \"" + stem(unit) + ".soac.hpp\"";
  if (unit.configuresLibrary)
    out.line(own);
  out.line("#include <soac/runtime/runtime.hpp>");
  out.blank();
  for (const char *include : {"cmath", "cstdint", "limits", "tuple"})
    out.line(std::string("#include <") + include + ">");
  out.blank();
  if (!unit.configuresLibrary) {
    out.line(own);
    out.blank();
  }
  out.line("// GCC measures the vector lanes of a reduction against small arrays that shorter loops read, and takes what a failed");
  out.line("// iteration leaves unwritten for read; Clang says where it finds no vector form for a loop that has one.");
  out.line("#if defined(__GNUC__) && !defined(__clang__)");
  for (const char *warning : {"aggressive-loop-optimizations", "array-bounds", "maybe-uninitialized"})
    out.line(std::string("#pragma GCC diagnostic ignored \"-W") + warning + "\"");
  out.line("#elif defined(__clang__)");
  out.line("#pragma clang diagnostic ignored \"-Wpass-failed\"");
  out.line("#endif");
  out.blank();
  declareOutside(unit, out);
  Spaces spaces(unit, out);
  llvm::StringMap<unsigned> invokedNames;
  for (const CxxFunction &f : unit.functions) {
    spaces.enter(f.nameSpace);
    if (define(f, unit, invokedNames, out))
      withMemory.insert(qualifiedName(f));
  }
  spaces.enter("");
  return out.str();
}

} // namespace

Output cxx(const Unit &unit) {
  WithMemory withMemory;
  std::string text = source(unit, withMemory);
  return {header(unit, {}, withMemory), std::move(text), "", {}, ""};
}

Output cxxAndCuda(const Unit &unit, const Unit &deviceUnit) {
  CudaOutput device = cuda(deviceUnit);
  Text out;
  out.line("#define SOAC_GENERATED_SOURCE");
  const std::string own = "#include \"" + stem(unit) + ".soac.hpp\"", runtime = "#include <soac/cuda/runtime/runtime.hpp>";
  out.line(unit.configuresLibrary ? own : runtime);
  out.blank();
  out.line(unit.configuresLibrary ? runtime : own);
  out.blank();
  out.lines(device.source);
  WithMemory withMemory;
  std::string host = source(unit, withMemory);
  return {header(unit, device, withMemory), std::move(host), out.str(), std::move(device.refusals),
          std::move(device.explanation)};
}

} // namespace soac::emit
