#include "ir/text/Printer.h"

#include "ir/Fields.h"
#include "ir/Walk.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/Format.h>

#include <bit>
#include <charconv>
#include <cmath>

namespace soac::ir {
namespace {

constexpr std::uint64_t quietNan = 0x7ff8000000000000;

/// The shortest decimal that reads back as the same value of type T, always recognisable as floating point.
template <class T> std::string floatText(double x) {
  if (std::isnan(x)) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    return bits == quietNan ? "nan" : "nan(0x" + llvm::utohexstr(bits, /*LowerCase=*/true) + ")";
  }
  if (std::isinf(x))
    return x > 0 ? "inf" : "-inf";
  char buffer[32];
  std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, static_cast<T>(x)).ptr);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

bool isIdentifier(llvm::StringRef s) {
  return !s.empty() && !llvm::isDigit(s[0]) && llvm::all_of(s, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

void printString(llvm::StringRef s, llvm::raw_ostream &out) {
  out << '"';
  llvm::printEscapedString(s, out); // \\ and two hexadecimal digits for everything else that is not printable
  out << '"';
}

class Printer {
public:
  Printer(const ValueTable &values, const std::vector<std::string> &files, llvm::raw_ostream &out, PrintOptions options)
      : values(values), files(files), out(out), options(options) {}

  void function(const Function &f);
  void statement(const Statement &s);
  void blockEnd(const Block &block, const char *keyword);
  void value(Value v);

private:
  const ValueTable &values;
  const std::vector<std::string> &files;
  llvm::raw_ostream &out;
  PrintOptions options;
  llvm::DenseMap<std::uint32_t, std::string> names;
  llvm::StringSet<> taken;
  unsigned unnamed = 0;
  unsigned depth = 0;

  const std::string &nameOf(Value v);
  void list(llvm::ArrayRef<Value> vs, const char *open = "", const char *close = "");
  void numbers(llvm::ArrayRef<unsigned> xs);
  void typed(llvm::ArrayRef<Value> vs);
  void block(const Block &b, bool parameters = true);
  void annotations(const LoopAnnotations &a);
  void location(SourceLocation at);
  llvm::raw_ostream &indent() { return out.indent(2 * depth); }

  void op(const Apply &a) { out << prims::info(a.prim).name << (a.isExact ? " exact " : " "), list(a.arguments); }
  void op(const Index &a) { out << "index ", value(a.array), list(a.indices, "[", "]"); }
  void op(const Update &a) { out << "update ", value(a.array), list(a.indices, "[", "] = "), value(a.value); }
  void op(const Extent &a) { out << "extent ", value(a.array), out << ", " << a.dimension; }
  void op(const Fill &a) { out << "fill ", value(a.value), list(a.extents, ", [", "]"); }
  void op(const Rearrange &a) { out << "rearrange ", value(a.array), out << ", (", numbers(a.permutation), out << ')'; }
  void op(const Reshape &a) { out << "reshape ", value(a.array), list(a.extents, ", [", "]"); }
  void op(const Slice &a) {
    out << "slice ", value(a.array), out << ", start ", value(a.start), out << ", count ", value(a.count);
    out << ", step " << a.step;
  }
  void op(const If &a) {
    out << "if ", value(a.condition), block(a.then, false), out << " else", block(a.otherwise, false);
  }
  void op(const Loop &a);
  void op(const Map &a) { out << "map ", value(a.count), list(a.arrays, ", (", ")"), block(a.fn); }
  void op(const Reduce &a) { out << "reduce ", reduction(a); }
  void op(const Scan &a) { out << "scan ", reduction(a); }
  void op(const MapReduce &a);
  void op(const ReduceByIndex &a) {
    out << "reduce_by_index ", value(a.count), list(a.dests, ", dests (", ")"), list(a.neutral, ", neutral (", ")");
    out << ", keys ", value(a.keys), list(a.values, ", values (", ")"), block(a.op);
  }
  void op(const WithAccumulators &a) { out << "with_accumulators ", list(a.inits, "(", ")"), block(a.body); }
  void op(const Accumulate &a) {
    out << "accumulate ", value(a.accumulator), list(a.indices, "[", "] += "), value(a.value);
  }
  void op(const Check &a) {
    out << (a.isOfArgument ? "check argument " : "check "), value(a.condition), out << ", ", printString(a.message, out);
    if (a.number)
      out << ", ", value(a.number);
    if (!a.exit.empty())
      out << " exit ", printString(a.exit, out), list(a.operands, " (", ")");
  }
  void op(const Call &a) {
    out << "call ", printString(a.function, out);
    for (const Type t : a.types)
      out << ' ' << toString(t);
    list(a.arguments, " (", ")");
  }
  void op(const Invoke &a) {
    out << "invoke " << a.definition;
    for (const Type t : a.types)
      out << ' ' << toString(t);
    list(a.arguments, " (", ")");
    if (!a.updated.empty())
      out << " update(", numbers(a.updated), out << ')';
    if (!a.accumulators.empty())
      list(a.accumulators, " add (", ")");
    if (a.mayFail)
      out << " may_fail";
  }
  void op(const WithRules &a);
  void op(const Differentiate &a);
  /// Name and operands: iota, rotate, concat, ..
  void op(const OfOperands auto &a) {
    Values operands;
    forEachOperand(a, [&](Value v) { operands.push_back(v); });
    out << textName(a) << ' ', list(operands);
  }
  template <class R> void reduction(const R &a) {
    value(a.count), list(a.arrays, ", (", ")"), list(a.neutral, ", neutral (", ")"), block(a.op);
  }
};

/// The hint made an identifier, then made unique by a number; values without a hint are counted.
const std::string &Printer::nameOf(Value v) {
  std::string &name = names[v.id];
  if (!name.empty())
    return name;
  if (v.id >= values.size())
    return name = "undefined_" + std::to_string(v.id);
  std::string hint = values.name(v).text;
  for (char &c : hint)
    if (!llvm::isAlnum(c))
      c = '_';
  if (hint.empty())
    return name = std::to_string(unnamed++);
  if (llvm::isDigit(hint[0]))
    hint.insert(0, "_");
  name = hint;
  for (unsigned i = 1; !taken.insert(name).second; ++i)
    name = hint + '_' + std::to_string(i);
  return name;
}

void Printer::value(Value v) {
  if (!v)
    out << '_';
  else if (const Constant *c = v.id < values.size() ? values.asConstant(v) : nullptr)
    out << toString(*c);
  else
    out << '%' << nameOf(v);
}

void Printer::list(llvm::ArrayRef<Value> vs, const char *open, const char *close) {
  out << open;
  llvm::interleaveComma(vs, out, [&](Value v) { value(v); });
  out << close;
}

void Printer::numbers(llvm::ArrayRef<unsigned> xs) { llvm::interleaveComma(xs, out); }

void Printer::typed(llvm::ArrayRef<Value> vs) {
  llvm::interleaveComma(vs, out, [&](Value v) {
    value(v);
    out << ": " << (v.id < values.size() ? toString(values.type(v)) : "?");
    if (v.id < values.size() && values.stored(v) != Stored::None)
      out << " stored " << word(values.stored(v));
  });
}

void Printer::block(const Block &b, bool parameters) {
  if (parameters || !b.parameters.empty())
    out << " |", typed(b.parameters), out << '|';
  out << " {\n";
  ++depth;
  for (const Statement &s : b.statements)
    statement(s);
  blockEnd(b, "yield");
  --depth;
  indent() << '}';
}

void Printer::blockEnd(const Block &b, const char *keyword) {
  indent() << keyword;
  list(b.results, b.results.empty() ? "" : " ");
  out << '\n';
}

void Printer::annotations(const LoopAnnotations &a) {
  if (a.stripmine != 1)
    out << " stripmine(" << a.stripmine << ')';
  if (a.revolve != 0)
    out << " revolve(" << a.revolve << ')';
  if (a.bound || !a.boundText.empty())
    out << " bound(", value(a.bound), out << ", ", printString(a.boundText, out), out << ')';
  if (!a.noFalseDependencies.empty())
    out << " no_false_dependencies(", numbers(a.noFalseDependencies), out << ')';
}

void Printer::op(const Loop &a) {
  out << "loop ";
  if (a.isCounted())
    value(a.count), out << ", ";
  else
    out << "while ";
  list(a.inits, "(", ")"), annotations(a.annotations);
  if (!a.isCounted())
    block(a.condition), out << " do";
  block(a.body);
}

void Printer::op(const MapReduce &a) {
  out << "map_reduce ", value(a.count), list(a.arrays, ", (", ")"), block(a.fn);
  for (const Reduction &r : a.reductions)
    out << " reduce ", list(r.neutral, "(", ")"), block(r.op);
}

void Printer::op(const WithRules &a) {
  out << "with_rules ", printString(a.name, out), list(a.arguments, " (", ")"), block(a.fn);
  if (a.tangent)
    out << " tangent", block(*a.tangent);
  if (a.adjoint)
    out << " adjoint", block(*a.adjoint);
}

void Printer::op(const Differentiate &a) {
  out << "differentiate " << (a.mode == Mode::Tangent ? "tangent " : "adjoint ");
  list(a.arguments, "(", ")"), list(a.seeds, ", seeds (", ")");
  if (!a.initial.empty())
    list(a.initial, ", initial (", ")");
  if (a.directions)
    out << " directions ", value(a.directions);
  block(a.fn);
}

void Printer::location(SourceLocation at) {
  if (!options.locations || !at || at.file >= files.size())
    return;
  out << " loc(", printString(files[at.file], out), out << ':' << at.line << ':' << at.column << ')';
}

void Printer::statement(const Statement &s) {
  indent();
  typed(s.results);
  if (!s.results.empty())
    out << " = ";
  std::visit([&](const auto &a) { op(a); }, s.op);
  location(s.location);
  out << '\n';
}

void Printer::function(const Function &f) {
  out << (f.isDefinition ? "define @" : "func @");
  if (isIdentifier(f.name))
    out << f.name;
  else
    printString(f.name, out);
  out << '(', typed(f.body.parameters), out << ") -> (";
  llvm::interleaveComma(f.body.results, out,
                        [&](Value v) { out << (v.id < values.size() ? toString(values.type(v)) : "?"); });
  out << ") {\n";
  ++depth;
  for (const Statement &s : f.body.statements)
    statement(s);
  blockEnd(f.body, "return");
  out << "}\n";
}

} // namespace

void print(const Function &function, llvm::raw_ostream &out, PrintOptions options) {
  Printer(function.values, function.files, out, options).function(function);
  for (const Function &definition : function.definitions)
    print(definition, out, options);
}

std::string toString(const Function &function, PrintOptions options) {
  std::string text;
  llvm::raw_string_ostream out(text);
  print(function, out, options);
  return text;
}

std::string toString(const Statement &statement, const ValueTable &values) {
  std::string text;
  llvm::raw_string_ostream out(text);
  const std::vector<std::string> files;
  Printer(values, files, out, {}).statement(statement);
  return text;
}

std::string toString(const Block &block, const ValueTable &values) {
  std::string text;
  llvm::raw_string_ostream out(text);
  const std::vector<std::string> files;
  Printer printer(values, files, out, {});
  for (const Statement &s : block.statements)
    printer.statement(s);
  printer.blockEnd(block, "yield");
  return text;
}

struct Names::State {
  std::string text;
  llvm::raw_string_ostream out{text};
  Printer printer;

  explicit State(const Function &function) : printer(function.values, function.files, out, {}) {
    printer.function(function);
  }
};

Names::Names(const Function &function) : state(std::make_unique<State>(function)) {}
Names::~Names() = default;

std::string Names::of(Value v) const {
  state->text.clear();
  state->printer.value(v);
  return state->text;
}

std::string Names::headline(const Statement &statement) const {
  state->text.clear();
  state->printer.statement(statement);
  return llvm::StringRef(state->text).split('\n').first.ltrim().str();
}

std::string nameIn(const Function &function, Value v) { return Names(function).of(v); }
std::string headline(const Function &function, const Statement &statement) {
  return Names(function).headline(statement);
}

std::string toString(Type type) {
  std::string text = name(type.scalar);
  if (type.rank > 0)
    text = "[" + text + "; " + std::to_string(type.rank) + "]";
  return type.accumulator ? "acc " + text : text;
}

std::string toString(const Constant &c) {
  switch (c.type) {
  case Scalar::Bool: return c.asInt() ? "true" : "false";
  case Scalar::I64: return std::to_string(c.asInt());
  case Scalar::F64: return floatText<double>(c.asDouble());
  case Scalar::F32: return "f32:" + floatText<float>(c.asDouble());
  default: break;
  }
  const std::string digits = isSigned(c.type) ? std::to_string(c.asInt()) : std::to_string(c.bits);
  return std::string(name(c.type)) + ":" + digits;
}

} // namespace soac::ir
